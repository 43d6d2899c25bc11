"""Which characters of the base text are answered by which layer: the strip of a section, the map of a chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edition.enrich import Book, Edition, Voice
from edition.model import Layer, PassageId, UnitId
from edition.text import han, han_positions


@dataclass(frozen=True, slots=True)
class Band:
    """One layer on a strip: the stretches of Han characters it answers, counted over the section."""

    layer: Layer
    spans: tuple[tuple[int, int], ...]  # end exclusive
    units: int

    @property
    def path(self) -> str:
        return "".join(f"M{a} 0h{b - a}v1h{a - b}z" for a, b in self.spans)


@dataclass(frozen=True, slots=True)
class Strip:
    length: int  # Han characters of the section
    bands: tuple[Band, ...]


def strip(edition: Edition, book: Book, passages: Sequence[PassageId]) -> Strip:
    starts, at = {}, 0
    for passage in passages:
        starts[passage] = at
        at += len(han(book.voices[UnitId(passage)].unit.text))
    bands = []
    for layer in edition.layers:
        if layer.id == edition.base.id:
            continue
        answering = {v.unit.id: v for p in passages for v in book.comments.get(p, ()) if v.layer.id == layer.id}
        spans = _union(s for v in answering.values() for s in _spans(book, v, starts))
        if spans:
            bands.append(Band(layer, spans, len(answering)))
    return Strip(at, tuple(bands))


def _spans(book: Book, voice: Voice, starts: dict[PassageId, int]) -> list[tuple[int, int]]:
    found = []
    for target in voice.targets:
        if target.first not in book.order or target.last not in book.order:
            continue
        for passage in book.passages[book.order[target.first] : book.order[target.last] + 1]:
            if passage in starts:
                total = len(han_positions(book.voices[UnitId(passage)].unit.text))
                first = target.n_from if passage == target.first and target.n_from else 1
                last = target.n_to if passage == target.last and target.n_to else total
                found.append((starts[passage] + first - 1, starts[passage] + last))
    return found


def _union(spans: object) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for a, b in sorted(spans):  # type: ignore[call-overload]
        if found and a <= found[-1][1]:
            found[-1] = (found[-1][0], max(b, found[-1][1]))
        else:
            found.append((a, b))
    return tuple(found)
