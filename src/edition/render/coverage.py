"""Which characters of the base text are glossed by which layer: the strip of a section, the map of a chapter.

Commentaries count by character: the words they gloss, quote or head. Translations and parallels count by all that
they answer. What a comment quotes from elsewhere is no gloss of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from edition.enrich import Book, Edition, Voice
from edition.model import Layer, PassageId
from edition.render.gloss import RANK, Remarks, size, stretches

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Band:
    """One layer on a strip: the stretches of Han characters it glosses, counted over the section."""

    layer: Layer
    spans: tuple[Span, ...]  # end exclusive
    units: int

    @property
    def path(self) -> str:
        return "".join(f"M{a} 0h{b - a}v1h{a - b}z" for a, b in self.spans)

    @property
    def characters(self) -> int:
        return sum(b - a for a, b in self.spans)


@dataclass(frozen=True, slots=True)
class Strip:
    length: int  # Han characters of the section
    bands: tuple[Band, ...]


def strip(edition: Edition, book: Book, passages: Sequence[PassageId], remarks: Remarks) -> Strip:
    starts, at = {}, 0
    for passage in passages:
        starts[passage] = at
        at += size(book, passage)
    bands = []
    for layer in edition.layers:
        if layer.id == edition.base.id:
            continue
        answering = {v.unit.id: v for p in passages for v in book.comments.get(p, ()) if v.layer.id == layer.id}
        glossed = _glossed(layer, passages, remarks) if layer.kind in RANK else _answered(book, answering.values())
        spans = _union((starts[p] + first - 1, starts[p] + last) for p, first, last in glossed if p in starts)
        if spans:
            bands.append(Band(layer, spans, len(answering)))
    return Strip(at, tuple(bands))


def _glossed(layer: Layer, passages: Sequence[PassageId], remarks: Remarks) -> Iterator[tuple[PassageId, int, int]]:
    for passage in passages:
        for r in remarks.get(passage, ()):
            if r.voice.layer.id == layer.id and r.own:
                yield passage, r.first, r.last


def _answered(book: Book, voices: Iterable[Voice]) -> Iterator[tuple[PassageId, int, int]]:
    for voice in voices:
        for t in voice.targets:
            yield from stretches(book, t.first, t.n_from, t.last, t.n_to)


def _union(spans: Iterable[Span]) -> tuple[Span, ...]:
    found: list[Span] = []
    for a, b in sorted(spans):
        if found and a <= found[-1][1]:
            found[-1] = (found[-1][0], max(b, found[-1][1]))
        else:
            found.append((a, b))
    return tuple(found)
