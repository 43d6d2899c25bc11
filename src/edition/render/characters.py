"""What is the same for a character wherever it stands, told to the browser once for the whole site.

A page then carries only what departs from this table: the ruby of hard characters, and the few places
whose other form is not the usual one. So the whole chapter with pinyin in both scripts stays small.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from edition.enrich import Edition, Voice
from edition.readings import possible
from edition.script import HANS, HANT

Counts = dict[str, Counter[str]]


@dataclass(frozen=True, slots=True)
class Characters:
    forms: Mapping[str, Mapping[str, str]]  # script of the page → character → its usual other form
    pinyin: Mapping[str, str]  # character in either script → its usual reading

    def exceptions(self, shown: str, other: str, script: str) -> str:
        """`3執8挾`: at these code points the other form is not the one in the table."""
        usual = self.forms[script]
        return "".join(
            f"{at}{there}"
            for at, (here, there) in enumerate(zip(shown, other, strict=True))
            if usual.get(here, here) != there
        )

    def marked(self, voice: Voice, at: int) -> bool:
        """Whether ruby stands in the page itself: the character is hard, or its reading is not the usual one."""
        decision = voice.readings[at]
        if decision is None:
            return False
        known = self.pinyin
        return (
            hard(voice, at)
            or known.get(voice.hans[at]) != decision.value
            or known.get(voice.hant[at]) != decision.value
        )

    def script(self) -> str:
        """The table as a classic script, which runs from a disk too."""
        tables = {
            "hans": "".join(a + b for a, b in sorted(self.forms[HANS].items())),
            "hant": "".join(a + b for a, b in sorted(self.forms[HANT].items())),
            "pinyin": _grouped(self.pinyin),
        }
        return f"window.EDITION={json.dumps(tables, ensure_ascii=False, separators=(',', ':'))};\n"


COMMON = "tongxing"


def hard(voice: Voice, at: int) -> bool:
    """A reading that is not the first one a dictionary gives, or a character beyond the commonest 3,755."""
    decision = voice.readings[at]
    if decision is None:
        return False
    usual = decision.kind == COMMON and decision.rule == voice.unit.text[at]  # 为 wéi: what every reader says
    odd = possible(voice.unit.text[at])[:1] != (decision.value,) and not usual
    return odd or not common(voice.hans[at])


def common(char: str) -> bool:
    """Whether a simplified character is of the first level of GB 2312."""
    try:
        code = char.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return len(code) == 2 and 0xB0 <= code[0] <= 0xD7


def characters(edition: Edition, words: Iterable[tuple[str, str]]) -> Characters:
    """The table for all that is published, the words of the pages included (as pairs of both scripts)."""
    other: dict[str, Counts] = {HANS: defaultdict(Counter), HANT: defaultdict(Counter)}
    heard: Counts = defaultdict(Counter)
    shown = {layer.id for layer in edition.layers}
    voices = [v for book in edition.books for v in book.voices.values() if v.layer.id in shown]
    for hans, hant in [*((v.hans, v.hant) for v in voices), *words]:
        for a, b in zip(hans, hant, strict=True):
            other[HANS][a][b] += 1
            other[HANT][b][a] += 1
    for voice in voices:
        for at, decision in enumerate(voice.readings):
            if decision is not None and not hard(voice, at):
                heard[voice.hans[at]][decision.value] += 1
                heard[voice.hant[at]][decision.value] += 1
    forms = {script: {a: b for a, b in _usual(counts).items() if a != b} for script, counts in other.items()}
    return Characters(forms, _usual(heard))


def _usual(counts: Counts) -> dict[str, str]:
    """The commonest value of each key; of two as common the one that sorts first."""
    return {key: min(found.items(), key=lambda pair: (-pair[1], pair[0]))[0] for key, found in counts.items()}


def _grouped(pinyin: Mapping[str, str]) -> str:
    """`bā八巴 bá拔`: each syllable once, with its characters."""
    syllables: dict[str, str] = {}
    for char, syllable in sorted(pinyin.items()):
        syllables[syllable] = syllables.get(syllable, "") + char
    return " ".join(f"{syllable}{chars}" for syllable, chars in sorted(syllables.items()))
