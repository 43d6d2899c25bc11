"""The page of figures: what stands where in a chapter, drawn as rows of one measure, and the same in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from edition.enrich import Book, Edition
from edition.model import NOTES, PassageId
from edition.render.nav import section_of
from edition.render.words import AUTHORITIES
from edition.stats import Stats, stats

FORMS = {  # kinds of decisions on forms: Chinese, English
    "standard": ("规范通行", "the standard form"),
    "sense": ("以义", "by sense"),
    "keep": ("存其形", "kept as it stands"),
    "print": ("据刻本", "by the print"),
    "library": ("字书", "dictionary"),
    "doubtful": ("存疑", "doubtful"),
}
HIGH = 20  # units of the drawing from foot to head; a section is as wide as it has characters


@dataclass(frozen=True, slots=True)
class Plot:
    """One row: a shape over the sections of a chapter."""

    label: str  # a label of a layer, a kind of authority, a siglum
    place: int  # which of the colours
    path: str  # in a field as wide as the chapter has characters, HIGH high
    total: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a section begins on the measure, in hundredths of its width."""

    section: str
    at: float


def stats_facts(edition: Edition) -> dict[str, Any]:
    """The figures and drawings of each chapter, and the words for kinds of decisions."""
    parts = [(book, found := stats(edition, book), drawn(edition, book, found)) for book in edition.books]
    return {"parts": parts, "high": HIGH, "table_of": entries_table, "authorities": AUTHORITIES, "forms": FORMS}


def drawn(edition: Edition, book: Book, found: Stats) -> dict[str, Any]:
    """The rows of each plot, and the measure they share."""
    starts, width = _measure(book)
    return {
        "width": width,
        "marks": _marks(book, starts, width),
        "coverage": list(_coverage(edition, book, starts)),
        "authorities": list(_authorities(book, found, starts)),
        "witnesses": list(_witnesses(edition, book, starts)),
    }


def _measure(book: Book) -> tuple[dict[PassageId, tuple[int, int]], int]:
    """Each passage from its first character to the end, counted over the chapter."""
    starts, at = {}, 0
    for passage in book.passages:
        size = max(1, len(book.voices[passage].unit.text))
        starts[passage] = (at, at + size)
        at += size
    return starts, at


def _sections(book: Book, starts: Mapping[PassageId, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for passage, (begin, end) in starts.items():
        section = section_of(passage)
        found[section] = (found.get(section, (begin, end))[0], end)
    return found


def _marks(book: Book, starts: Mapping[PassageId, tuple[int, int]], width: int) -> list[Mark]:
    """Some of the sections, none nearer to the last than their numbers need."""
    marks: list[Mark] = []
    for section, (begin, _) in _sections(book, starts).items():
        at = round(100 * begin / width, 2)
        if not marks or at - marks[-1].at >= 6:
            marks.append(Mark(section, at))
    return marks


def _bars(some: Iterable[tuple[int, int]], high: float = HIGH) -> str:
    return "".join(f"M{a} {HIGH}V{HIGH - high:g}H{b}V{HIGH}z" for a, b in some)


def _coverage(edition: Edition, book: Book, starts: Mapping[PassageId, tuple[int, int]]) -> Iterator[Plot]:
    """The passages a layer answers, joined where they follow one another."""
    for place, layer in enumerate(edition.layers):
        if layer.kind == NOTES:
            on = {note.unit for note in book.chapter.notes if note.layer == layer.id}
            some = [p for p in book.passages if p in on]
        elif layer.id == edition.base.id:
            some = list(book.passages)
        else:
            some = [p for p in book.passages if any(v.layer.id == layer.id for v in book.comments.get(p, ()))]
        yield Plot(layer.label, place, _bars(_joined(starts[p] for p in some)), len(some))


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for begin, end in spans:
        if found and found[-1][1] == begin:
            found[-1] = (found[-1][0], end)
        else:
            found.append((begin, end))
    return found


def _authorities(book: Book, found: Stats, starts: Mapping[PassageId, tuple[int, int]]) -> Iterator[Plot]:
    """How many readings an authority decides for each character of a section; its most is the full height."""
    wide = _sections(book, starts)
    totals: Counter[str] = Counter()
    for (_, kind), n in found.readings.items():
        totals[kind] += n
    for place, (kind, total) in enumerate(totals.most_common()):
        share = {s: found.readings.get((s, kind), 0) / (end - begin) for s, (begin, end) in wide.items()}
        most = max(share.values(), default=0) or 1
        path = "".join(_bars([wide[s]], round(HIGH * n / most, 2)) for s, n in share.items() if n)
        yield Plot(kind, place, path, total)


def _witnesses(edition: Edition, book: Book, starts: Mapping[PassageId, tuple[int, int]]) -> Iterator[Plot]:
    """A stroke in the base text for each entry in which a witness reads otherwise."""
    at: dict[str, dict[str, int]] = {}
    for passage in book.passages:
        for variant in book.voices[passage].variants:
            if variant.reading != variant.lemma:
                at.setdefault(str(variant.witness), {})[variant.entry] = starts[passage][0] + variant.at[0]
    order = [str(w.siglum) for w in edition.corpus.witnesses]
    for place, siglum in enumerate(sorted(at, key=lambda s: (order.index(s) if s in order else len(order), s))):
        strokes = sorted(at[siglum].values())
        yield Plot(siglum, place, "".join(f"M{x + 0.5:g} 0V{HIGH}" for x in strokes), len(strokes))


def entries_table(found: Stats) -> tuple[Sequence[str], list[tuple[str, list[int]]]]:
    """Witnesses, and for each class its entries in each of them."""
    witnesses = sorted({witness for _, witness in found.entries})
    classes = sorted({cls for cls, _ in found.entries})
    return witnesses, [(cls, [found.entries.get((cls, w), 0) for w in witnesses]) for cls in classes]
