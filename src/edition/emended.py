"""Where the text of a quotation is the editor's and not that of its own witness: what a citation must say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from edition.enrich import Voice
from edition.model import LayerId, Variant

FORM_ONLY = ("orthographic", "punctuation")  # classes that leave the words as they are
DOUBTFUL = "doubtful"
Turned = Callable[[str, str, LayerId], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Emended:
    """One emendation: the characters it covers, and the remark on it."""

    n_from: int  # first and last Han character; what was taken out counts with the character before it
    n_to: int
    hans: str  # `堂，B 作“常”`
    hant: str
    english_hans: str  # `B reads “常” for 堂`
    english_hant: str


def emendations(voice: Voice, turned: Turned) -> list[Emended]:
    """Every place of a unit at which its own witness has other words, in the order of the text.

    `turned` gives both forms of what a witness reads, from its words, the script they are stored in and the layer.
    """
    return list(_emendations(voice, turned))


def within(found: list[Emended], first: int, last: int) -> list[Emended]:
    """Those that touch the characters from `first` to `last`."""
    return [one for one in found if one.n_from <= last and first <= one.n_to]


def _emendations(voice: Voice, turned: Turned) -> Iterator[Emended]:
    for row in sorted(voice.variants, key=lambda row: (row.at, row.entry)):
        if row.witness == voice.layer.witness and row.reading != row.lemma and row.cls not in FORM_ONLY:
            begin, end = row.at
            first, lemmas = max(1, row.n_from), (voice.hans[begin:end], voice.hant[begin:end])
            readings = turned(row.reading, voice.layer.script, voice.layer.id)
            if readings[0] == lemmas[0] or readings[1] == lemmas[1]:  # they differ in form alone
                readings = row.reading, row.reading
            yield Emended(
                first,
                max(first, row.n_to),
                _chinese(row, lemmas[0], readings[0], "脱"),
                _chinese(row, lemmas[1], readings[1], "脫"),
                _english(row, lemmas[0], readings[0]),
                _english(row, lemmas[1], readings[1]),
            )


def _chinese(row: Variant, lemma: str, reading: str, lacks: str) -> str:
    doubt = "（存疑）" if row.status == DOUBTFUL else ""
    if not lemma:
        return f"{row.witness} 衍“{shown(reading)}”{doubt}"
    if not reading:
        return f"{lemma}，{row.witness} {lacks}{doubt}"
    return f"{lemma}，{row.witness} 作“{shown(reading)}”{doubt}"


def _english(row: Variant, lemma: str, reading: str) -> str:
    doubt = ", doubtful" if row.status == DOUBTFUL else ""
    if not lemma:
        return f"{row.witness} adds “{shown(reading)}”{doubt}"
    if not reading:
        return f"{row.witness} lacks {lemma}{doubt}"
    return f"{row.witness} reads “{shown(reading)}” for {lemma}{doubt}"


def shown(reading: str) -> str:
    """A reading; a private-use character by its number, for no font may draw it."""
    return "".join(f"U+{ord(c):04X}" if 0xE000 <= ord(c) <= 0xF8FF else c for c in reading)
