"""Nothing lost: every code point of every source is counted exactly once.

A unit counts the whole of its stretches. A further witness counts its Han characters; the marks between them stand
in a table of their own, from which the witness can be printed again. All else is skipped, with a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from edition.enrich import Edition
from edition.model import RETIRED, Gloss, Mark, Place, Problem, Source, Stretch, Witness
from edition.problems import did_you_mean
from edition.tables import escape
from edition.text import han, is_han

HEAD, LABEL = "head", "label"
LONGEST_LABEL = 4  # Han characters: 注, 疏, 郑玄注


def _no_letter(text: str) -> bool:
    return not any(char.isalnum() and not is_han(char) for char in text)


REASONS: dict[str, tuple[str, Callable[[str], bool]]] = {  # reason: what it may skip, and the test of it
    HEAD: ("the head of a page or an empty heading", lambda text: True),
    LABEL: (f"a label of at most {LONGEST_LABEL} characters", lambda text: len(han(text)) <= LONGEST_LABEL),
    "bracket": ("signs without letters", _no_letter),
    "mark": ("signs without letters", _no_letter),
    "line-end": ("line ends", lambda text: not text.strip("\r\n")),
    "indent": ("white space", lambda text: not text.strip()),
    "stray-space": ("white space", lambda text: not text.strip()),
}


def han_by_reason(edition: Edition) -> dict[str, int]:
    """How many Han characters are skipped for each reason; outside heads and labels it is nought."""
    counts = dict.fromkeys(REASONS, 0)
    for book in edition.books:
        for row in book.chapter.skipped:
            counts[row.reason] = counts.get(row.reason, 0) + len(han(_there(edition, row.stretch)))
    return counts


def skipped(edition: Edition) -> Iterator[Problem]:
    """The reason is one of the list, the row says what stands there, and no text goes under a reason (F08 S05 S06)."""
    for book in edition.books:
        for row in book.chapter.skipped:
            there = _there(edition, row.stretch)
            yield from _differs(row.place, row.stretch, there, row.text)
            if row.reason not in REASONS:
                yield Problem(
                    "F08",
                    row.place,
                    f"{row.reason or 'nothing'} is no reason to skip: the reasons are "
                    f"{', '.join(REASONS)}{did_you_mean(row.reason, REASONS)}",
                )
            elif row.reason not in (HEAD, LABEL) and han(there):
                yield Problem("S06", row.place, f"{_short(han(there))} is text, it cannot be skipped as {row.reason}")
            elif not REASONS[row.reason][1](there):
                code = "S06" if row.reason == LABEL else "F08"
                yield Problem(code, row.place, f"{row.reason} skips {REASONS[row.reason][0]}, not {_short(there)}")


def quoted(edition: Edition) -> Iterator[Problem]:
    """The tables of marks and of interlinear lines say what stands in the source, and hold no Han (S05 S06)."""
    for book in edition.books:
        rows: tuple[Mark | Gloss, ...] = (*book.chapter.marks, *book.chapter.glosses)
        for row in rows:
            there = _there(edition, _stretch(row))
            yield from _differs(row.place, _stretch(row), there, row.text)
            if han(there):
                yield Problem("S06", row.place, f"{_short(han(there))} is text, it cannot stand in this table")


def _differs(place: Place, stretch: Stretch, there: str, said: str) -> Iterator[Problem]:
    if not there:
        yield Problem("S05", place, "the row speaks of no code point")
    elif said != there:
        yield Problem(
            "S05", place, f"at {stretch.start} of {stretch.source} stands {_short(there)}, not {_short(said)}"
        )


def own_source(edition: Edition) -> Iterator[Problem]:
    """A unit lies in a source its layer is taken from: a witness may have one for each chapter (S07)."""
    witnesses = {w.siglum: w for w in edition.corpus.witnesses}
    allowed = {
        layer.id: _sources(edition, witnesses[layer.witness]) for layer in edition.corpus.layers if layer.witness
    }
    for book in edition.books:
        for row in book.chapter.ledger:
            for stretch in row.stretches:
                wanted = allowed.get(row.layer)
                if wanted and stretch.source not in wanted:
                    yield Problem(
                        "S07",
                        row.place,
                        f"{row.id} lies in {stretch.source}, "
                        f"but layer {row.layer} is taken from {' and '.join(wanted)}",
                    )


def _sources(edition: Edition, witness: Witness) -> list[str]:
    return [
        source.id
        for source in edition.corpus.sources.values()
        if source.id == witness.source or source.siglum == witness.siglum
    ]


@dataclass(frozen=True, slots=True)
class _Claim:
    """Who counts a code point: a row of a table."""

    name: str
    place: Place


def counted_once(edition: Edition) -> Iterator[Problem]:
    """S03 where nobody counts a run of code points, S04 where two do."""
    claims: dict[str, list[tuple[int, _Claim]]] = {}
    for name, offset, claim in _claims(edition):
        claims.setdefault(name, []).append((offset, claim))
    for source in edition.corpus.sources.values():
        owners: list[_Claim | None] = [None] * len(source.text)
        yield from _twice(source, owners, claims.get(source.id, ()))
        root = f"{edition.corpus.root.name}/sources/{source.id}"
        for start, end in _runs([at for at, owner in enumerate(owners) if owner is None]):
            yield Problem(
                "S03",
                _place(source, start, root),
                f"{_short(source.text[start:end])} ({start} to {end}) is in no layer and not listed as skipped",
            )


def _twice(source: Source, owners: list[_Claim | None], claims: Iterable[tuple[int, _Claim]]) -> Iterator[Problem]:
    """Enters each claim; the runs of code points that had an owner already are S04."""
    for claim, offsets in groupby(claims, key=lambda pair: pair[1]):
        taken: dict[_Claim, list[int]] = {}
        for offset, _ in offsets:
            if (other := owners[offset]) is not None:
                taken.setdefault(other, []).append(offset)
            owners[offset] = claim
        for other, some in taken.items():
            for start, end in _runs(some):
                yield Problem(
                    "S04",
                    claim.place,
                    f"{_short(source.text[start:end])} ({start} to {end} of {source.id}) "
                    f"is counted twice: for {other.name} (line {other.place.line}) and for {claim.name}",
                )


def _claims(edition: Edition) -> Iterator[tuple[str, int, _Claim]]:
    """(source, offset, claim) for every code point that a row of a table accounts for."""
    texts = {source.id: source.text for source in edition.corpus.sources.values()}
    for book in edition.books:
        chapter = book.chapter
        inside: set[tuple[str, int]] = set()  # what a unit may have within its stretch: a head is not of it
        for row in chapter.skipped:
            points = [(row.stretch.source, i) for i in range(row.stretch.start, row.stretch.end)]
            inside.update(points if row.reason != HEAD else ())
            yield from ((*point, _Claim(f"a skipped {row.reason}", row.place)) for point in points)
        glosses = [(gloss, _stretch(gloss)) for gloss in chapter.glosses]
        for gloss, stretch in glosses:
            points = [(stretch.source, i) for i in range(stretch.start, stretch.end)]
            inside.update(points)
            yield from ((*point, _Claim("an interlinear line", gloss.place)) for point in points)
        for mark in chapter.marks:
            claim = _Claim("a mark", mark.place)
            yield from ((mark.source, mark.offset + i, claim) for i in range(len(mark.text)))
        for unit in chapter.ledger:
            if unit.status not in RETIRED:
                claim = _Claim(unit.id, unit.place)
                yield from (
                    (s.source, i, claim)
                    for s in unit.stretches
                    for i in range(s.start, s.end)
                    if (s.source, i) not in inside
                )
        for span in chapter.spans:
            claim, s = _Claim(f"{span.passage} in {span.witness}", span.place), span.stretch
            yield from (
                (s.source, i, claim)
                for i in range(s.start, s.end)
                if is_han(texts[s.source][i]) and (s.source, i) not in inside
            )


def _stretch(row: Mark | Gloss) -> Stretch:
    return Stretch(row.source, row.offset, row.offset + len(row.text))


def _there(edition: Edition, stretch: Stretch) -> str:
    return edition.corpus.sources[stretch.source].text[stretch.start : stretch.end]


def _runs(offsets: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Half-open runs of consecutive numbers."""
    for _, group in groupby(enumerate(offsets), key=lambda pair: pair[1] - pair[0]):
        some = [offset for _, offset in group]
        yield some[0], some[-1] + 1


def _place(source: Source, at: int, shown: str) -> Place:
    begin, end = source.text.rfind("\n", 0, at) + 1, source.text.find("\n", at)
    line = source.text[begin : end if end >= 0 else len(source.text)]
    return Place(shown, source.text.count("\n", 0, at) + 1, at - begin + 1, line)


def _short(text: str, width: int = 24) -> str:
    """A piece of text in quotation marks, with its line ends visible and its middle left out when it is long."""
    if len(text) > width:
        text = f"{text[: width // 2]} … {text[-(width // 2) :]}"
    return f"“{escape(text)}”" if text else "nothing"
