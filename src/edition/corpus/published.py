"""published.tsv of a chapter: what every frozen or retired ID stood for; written by `edition ids` alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from edition.model import LayerId, Published, Stretch
from edition.tables import Report, Row, number


def read_published(rows: Sequence[Row], report: Report) -> Iterator[Published]:
    """One record an ID; the rows of one on separated stretches follow one another."""
    for (name, layer), some in groupby(rows, key=lambda row: (row["id"], row["layer"])):
        mine = list(some)
        placed = [(row, stretch) for row in mine if (stretch := _stretch(row, report))]
        yield Published(
            id=name,
            layer=LayerId(layer),
            stretches=tuple(stretch for _, stretch in placed),
            digests=tuple(row["digest"] for row, _ in placed),
            version=mine[0]["version"],
            retired=mine[0]["retired"],
            place=mine[0].place,
        )


def _stretch(row: Row, report: Report) -> Stretch | None:
    start, end = number(row, "start", report), number(row, "end", report)
    return None if start is None or end is None else Stretch(row["source"], start, end)
