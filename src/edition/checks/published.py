"""What was published stays: every ID of published.tsv is in the ledger, with what it had (U11)."""

from __future__ import annotations

from collections.abc import Iterator

from edition.enrich import Edition
from edition.model import RETIRED, LedgerRow, Problem, Published, Stretch


def published(edition: Edition) -> Iterator[Problem]:
    """Each message names the command that would say where the ID went."""
    for book in edition.books:
        rows = {row.id: row for row in book.chapter.ledger}
        for one in book.chapter.published:
            if fault := _fault(one, rows.get(one.id)):
                yield Problem("U11", one.place, fault)
        known = {one.id for one in book.chapter.published}
        for row in rows.values():
            if row.status == "frozen" and row.id not in known:
                how = f"edition ids freeze {row.id} writes it, from the status provisional"
                yield Problem("U11", row.place, f"{row.id} is frozen, but published.tsv does not have it: {how}")


def _fault(one: Published, row: LedgerRow | None) -> str:
    said = f"{one.id} was published in {one.version}"
    if row is None:
        return (
            f"{said}, the ledger has lost it: put its rows back, then say where it went with "
            f"edition ids split, merge or withdraw {one.id}"
        )
    if one.retired and row.status not in RETIRED:
        return f"{one.id} was given up in {one.retired}, but it is {row.status} in the ledger: no ID is used twice"
    if not one.retired and row.status == "provisional":
        return f"{said}, but it is provisional in the ledger: set it back to frozen"
    count = len(one.stretches)
    if row.layer != one.layer or row.stretches[:count] != one.stretches:
        there, here = (_where(some.layer, some.stretches[:count]) for some in (one, row))
        return (
            f"{said} for {there}, the ledger has {here}: set it back; edition ids split or merge {one.id} moves text "
            "to another ID"
        )
    if row.digests[:count] != one.digests:
        return f"{said} with the digest {' '.join(one.digests)}, the ledger has {' '.join(row.digests[:count])}"
    return ""


def _where(layer: str, stretches: tuple[Stretch, ...]) -> str:
    return f"{layer} {', '.join(f'{s.start} to {s.end} of {s.source}' for s in stretches) or 'nowhere'}"
