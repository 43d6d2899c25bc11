"""A unit as plain characters: with or without the editor's signs, with or without pinyin.

On the pages both are drawn and are no text; where a file is asked for with them, they are written so:
`〔堂〕` supplied, `⟨堂⟩` corrected, `°` something taken out here, `?` after what is doubtful; `堂（táng）`.
"""

from __future__ import annotations

from collections.abc import Iterable

from edition.enrich import Voice
from edition.render.notes import CORRECTED, DOUBTFUL, SIGNS, Entry

SUPPLIED, SURPLUS = SIGNS["dropped"], SIGNS["added"]
BRACKETS = {SUPPLIED: ("〔", "〕"), CORRECTED: ("⟨", "⟩")}
LEGEND = "〔 〕 补 supplied; ⟨ ⟩ 改 corrected; ° 删 something taken out; ? 存疑 doubtful"


def spelled_out(voice: Voice, script: str, entries: Iterable[Entry] = (), pinyin: bool = False) -> str:
    """The characters in one script, the signs of `entries` and the readings among them."""
    shown = list(voice.form(script))
    if pinyin:
        shown = [f"{c}（{d.value}）" if d else c for c, d in zip(shown, voice.readings, strict=True)]
    before, after = [""] * (len(shown) + 1), [""] * (len(shown) + 1)
    for entry in sorted(entries, key=lambda e: (e.at[0], -e.at[1])):  # the longer one outside
        _sign(entry, before, after)
    return "".join(after[at] + before[at] + char for at, char in enumerate([*shown, ""]))


def _sign(entry: Entry, before: list[str], after: list[str]) -> None:
    """What opens at a character stands before it; what closes, after the one before it."""
    begin, end = entry.at
    closing = "?" if DOUBTFUL in entry.marks else ""
    for mark, (opened, closed) in BRACKETS.items():
        if mark in entry.marks and begin < end:
            before[begin] += opened
            after[end] = closed + after[end]
    if SURPLUS in entry.marks:
        before[begin] = "°" + before[begin]
    after[end] += closing
