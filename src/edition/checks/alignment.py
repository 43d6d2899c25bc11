"""Joined by ID only: what every comment answers, and where each witness has each passage."""

from __future__ import annotations

from collections.abc import Iterator

from edition.enrich import Book, Edition, further_witnesses
from edition.model import (
    BASE,
    COMMENTARY,
    INTERLINEAR,
    NOTES,
    PARALLEL,
    RETIRED,
    SUBCOMMENTARY,
    TRANSLATION,
    PassageId,
    Place,
    Problem,
    Target,
    UnitId,
    WitnessSpan,
)
from edition.problems import did_you_mean, gone
from edition.text import han
from edition.weave import goes_on

NONE, HEADING = "none", "heading"
COMMENTS = ("full", "expands", "merges", HEADING, NONE)
PARALLELS = ("parallel-identical", "parallel-near", "parallel-same-rite", NONE)
RELATIONS: dict[str, tuple[str, ...]] = {  # of each kind of layer
    BASE: (),
    INTERLINEAR: (),
    NOTES: COMMENTS,
    COMMENTARY: COMMENTS,
    SUBCOMMENTARY: COMMENTS,
    TRANSLATION: COMMENTS,
    PARALLEL: PARALLELS,
}


def targets(edition: Edition) -> Iterator[Problem]:
    """A comment answers passages that exist, forwards, and characters that they have (A01 A03 A06)."""
    for book in edition.books:
        for target in book.chapter.targets:
            ends = [end for end in (target.first, target.last) if end is not None]
            lost = [end for end in dict.fromkeys(ends) if end not in book.order]
            for end in lost:
                yield Problem("A01", target.place, _no_passage(book, end, target.unit))
            if ends and not lost:
                yield from _range(book, target)


def _no_passage(book: Book, name: PassageId, unit: str) -> str:
    for row in book.chapter.ledger:
        if row.id == name and row.status in RETIRED:
            return f"{unit} names {name}, which was {gone(row)}"
        if row.id == name:
            return f"{unit} names {name}, which {'is no passage' if row.id in book.voices else 'has no text'}"
    return f"{unit} names {name}, which is no passage{did_you_mean(name, book.order)}"


def _range(book: Book, target: Target) -> Iterator[Problem]:
    first, last = target.first, target.last
    if first is None or last is None:
        return
    if book.order[first] > book.order[last]:
        yield Problem(
            "A03",
            target.place,
            f"{target.unit} answers {target.passages}, which runs backwards (did you mean {last}-{first}?)",
        )
        return
    yield from _characters(book, first, target.n_from, target.place)
    yield from _characters(book, last, target.n_to, target.place)
    if first == last and target.n_from and target.n_to and target.n_from > target.n_to:
        yield Problem(
            "A03",
            target.place,
            f"{target.unit} answers characters {target.n_from} to {target.n_to} of {first}, which runs backwards",
        )


def _characters(book: Book, passage: PassageId, n: int | None, place: Place) -> Iterator[Problem]:
    most = len(han(book.voices[UnitId(passage)].unit.text))
    if n is not None and not 1 <= n <= most:
        yield Problem("A06", place, f"{passage} has {most} characters, there is no {n}")


def parts(edition: Edition) -> Iterator[Problem]:
    """The part of a unit that answers lies within the unit (A06)."""
    for book in edition.books:
        for target in book.chapter.targets:
            if target.stretch is None or target.unit not in book.voices:
                continue
            start, end = target.stretch
            stretches = book.voices[target.unit].unit.stretches
            if start >= end or not any(s.start <= start and end <= s.end for s in stretches):
                where = ", ".join(f"{s.start} to {s.end}" for s in stretches) or "nowhere"
                yield Problem(
                    "A06", target.place, f"{start} to {end} is no part of {target.unit}, which stands at {where}"
                )


def relations(edition: Edition) -> Iterator[Problem]:
    """The relation is one of the kind of layer, and `none` where there is no passage (A05 A01)."""
    kinds = {layer.id: layer.kind for layer in edition.corpus.layers}
    for book in edition.books:
        for target in book.chapter.targets:
            kind = kinds[target.layer]
            words = RELATIONS[kind]
            if not words:
                yield Problem("A05", target.place, f"{target.unit} is of the {kind} layer, which answers nothing")
            elif target.relation not in words:
                yield Problem(
                    "A05",
                    target.place,
                    f"{target.unit}: {target.relation or 'nothing'} is no relation of a "
                    f"{kind} layer: there are {', '.join(words)}"
                    f"{did_you_mean(target.relation, words)}",
                )
            elif target.relation == NONE and target.first is not None:
                yield Problem("A05", target.place, f"{target.unit} has the relation none, but names {target.passages}")
            elif target.relation != NONE and target.first is None:
                yield Problem(
                    "A01",
                    target.place,
                    f"{target.unit} names no passage: its relation would be none, not {target.relation}",
                )


def every_unit(edition: Edition) -> Iterator[Problem]:
    """No comment is left standing beside the text (A04)."""
    for book in edition.books:
        aligned = {target.unit for target in book.chapter.targets}
        for voices in book.by_layer.values():
            for voice in voices:
                if RELATIONS[voice.layer.kind] and voice.unit.id not in aligned:
                    yield Problem("A04", voice.unit.place, f"alignment.tsv has no row for {voice.unit.id}")


def spans(edition: Edition) -> Iterator[Problem]:
    """A span belongs to a passage, once or in parts that go on, and to characters it has (A01 A03 A06 U02)."""
    for book in edition.books:
        seen: dict[tuple[str, str], WitnessSpan] = {}
        for span in book.chapter.spans:
            key = (span.witness, span.passage)
            if span.passage not in book.order:
                yield Problem("A01", span.place, _no_passage(book, span.passage, f"the span of {span.witness}"))
                continue
            if key in seen and not goes_on(seen[key], span):
                yield Problem(
                    "U02",
                    span.place,
                    f"{span.witness} has {span.passage} twice: line {seen[key].place.line} has it too",
                )
            seen[key] = span
            yield from _characters(book, span.passage, span.n_from, span.place)
            yield from _characters(book, span.passage, span.n_to, span.place)
            if span.n_from and span.n_to and span.n_from > span.n_to:
                yield Problem("A03", span.place, f"{span.n_from} to {span.n_to} of {span.passage} runs backwards")


def gaps(edition: Edition) -> Iterator[Problem]:
    """From its first passage to its last a witness of the text has every one (A08).

    A passage that it lacks altogether has an empty span, start = end where it is wanting, and its rows in
    the apparatus.
    """
    for book in edition.books:
        for witness in further_witnesses(edition.corpus):
            mine = {span.passage: span for span in book.chapter.spans if span.witness == witness.siglum}
            ranks = [book.order[passage] for passage in mine if passage in book.order]
            here = any(
                source.chapter == book.chapter.id
                for source in edition.corpus.sources.values()
                if source.id == witness.source or source.siglum == witness.siglum
            )
            if here and not ranks:
                yield Problem("A08", witness.place, f"witnesses.tsv has no span of {witness.siglum}")
            for i in range(min(ranks, default=0), max(ranks, default=-1)):
                if book.passages[i] not in mine:
                    before = mine[book.passages[max(rank for rank in ranks if rank < i)]]
                    yield Problem(
                        "A08",
                        before.place,
                        f"{witness.siglum} has no span for {book.passages[i]}, though it goes on after it",
                    )
