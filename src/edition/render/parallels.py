"""The two wordings of a parallel side by side, the differences marked: character against character, folded.

Forms of one character are no difference; another character is, and so is one that the other side has not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from edition.enrich import Book, Edition, Voice
from edition.model import PARALLEL, Layer, Target, UnitId
from edition.render.gloss import stretches
from edition.render.rows import grouped
from edition.text import han_positions, is_han


@dataclass(frozen=True, slots=True)
class Bit:
    """Characters in both scripts that all agree with the other side, or all differ from it."""

    hans: str
    hant: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """What a block answers, and how both say it; nothing on the side of the base where it answers nothing."""

    target: Target
    base: tuple[Bit, ...]
    other: tuple[Bit, ...]


@dataclass(frozen=True, slots=True)
class Parallel:
    """One block of a parallel text with everything it stands beside."""

    layer: Layer
    voice: Voice  # its text; the notes on it are other units of the block
    pairs: tuple[Pair, ...]

    @property
    def anchor(self) -> str:
        return str(self.voice.unit.id).rpartition(".")[0] or f"{self.voice.unit.id}-"


def parallels(edition: Edition, book: Book) -> tuple[Parallel, ...]:
    """Every block of every parallel text, in its own order."""
    found = []
    for layer in edition.layers:
        if layer.kind == PARALLEL:
            for parts in grouped(layer, book.by_layer.get(layer.id, ())):
                pairs = tuple(pair(edition, book, parts[0], t) for t in parts[0].targets)
                found.append(Parallel(layer, parts[0], pairs))
    return tuple(found)


def pair(edition: Edition, book: Book, voice: Voice, target: Target) -> Pair:
    base = list(_base(book, target))
    other = list(_other(book, voice, target))
    marks = differences([c[0] for c in base], [c[0] for c in other], edition.corpus.folds)
    if not base:
        marks = [], [False] * len(other)
    return Pair(target, bits(base, marks[0]), bits(other, marks[1]))


Char = tuple[str, str, str]  # established, simplified, traditional


def _base(book: Book, target: Target) -> Iterator[Char]:
    for passage, first, last in stretches(book, target.first, target.n_from, target.last, target.n_to):
        voice = book.voices[UnitId(passage)]
        spots = han_positions(voice.unit.text)
        end = len(voice.unit.text) if last == len(spots) else spots[last - 1] + 1
        yield from _chars(voice, 0 if first == 1 else spots[first - 1], end)


def _other(book: Book, voice: Voice, target: Target) -> Iterator[Char]:
    if target.stretch is None:
        return _chars(voice, 0, len(voice.unit.text))
    own = next((c for c in book.carried if c.unit == voice.unit.id and c.witness == voice.layer.witness), None)
    start, end = target.stretch
    inside = [t.at for t in own.tokens if t.source and start <= t.offset < end and t.at >= 0] if own else []
    return _chars(voice, min(inside), max(inside) + 1) if inside else _chars(voice, 0, len(voice.unit.text))


def _chars(voice: Voice, begin: int, end: int) -> Iterator[Char]:
    return zip(voice.unit.text[begin:end], voice.hans[begin:end], voice.hant[begin:end], strict=True)


def differences(one: Sequence[str], two: Sequence[str], folds: Mapping[str, str]) -> tuple[list[bool], list[bool]]:
    """For each code point of both sides whether it differs; marks never do."""
    spots = [i for i, c in enumerate(one) if is_han(c)], [i for i, c in enumerate(two) if is_han(c)]
    a, b = ("".join(folds.get(side[i], side[i]) for i in at) for side, at in zip((one, two), spots, strict=True))
    marks = [False] * len(one), [False] * len(two)
    for code in Indel.opcodes(a, b):
        if code.tag != "equal":
            for i in spots[0][code.src_start : code.src_end]:
                marks[0][i] = True
            for i in spots[1][code.dest_start : code.dest_end]:
                marks[1][i] = True
    return marks


def bits(chars: Sequence[Char], marks: Sequence[bool]) -> tuple[Bit, ...]:
    found: list[Bit] = []
    for (_, hans, hant), differs in zip(chars, marks, strict=True):
        if found and found[-1].differs == differs:
            found[-1] = Bit(found[-1].hans + hans, found[-1].hant + hant, differs)
        else:
            found.append(Bit(hans, hant, differs))
    return tuple(found)
