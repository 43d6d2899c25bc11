"""The same thing said twice: a row of the alignment, a decision at a place."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from edition.enrich import Edition
from edition.model import Place, Problem


def said_twice(edition: Edition) -> Iterator[Problem]:
    """A09 for rows of the alignment, R04 and C04 for decisions at one and the same place."""
    for book in edition.books:
        chapter = book.chapter
        targets = (
            ((t.unit, t.first, t.last, t.n_from, t.n_to, t.stretch), t.place, str(t.unit)) for t in chapter.targets
        )
        yield from _twice("A09", targets)
        for code, rulings in (("R04", chapter.readings), ("C04", chapter.forms)):
            yield from _twice(code, (((r.unit, r.n, r.chars), r.place, f"{r.unit} {r.chars}") for r in rulings))


def _twice(code: str, rows: Iterable[tuple[Hashable, Place, str]]) -> Iterator[Problem]:
    seen: dict[Hashable, Place] = {}
    for key, place, name in rows:
        if key in seen and seen[key].line and place.line:  # the aligners' rows stand on no line
            yield Problem(code, place, f"{name} stands twice: line {seen[key].line} says it too")
        seen.setdefault(key, place)
