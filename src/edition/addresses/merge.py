"""`edition ids merge 19.4 19.5`: the first passage or unit takes the second in and keeps its address."""

from __future__ import annotations

from edition.addresses import ledger, spans
from edition.addresses.change import Subject, divisible, follow, put, subject, texts_of
from edition.addresses.lines import Cells, Lines
from edition.addresses.shift import Piece, Shift
from edition.corpus.names import CHAPTER_TABLES
from edition.editing import Refused
from edition.enrich import Edition
from edition.model import BASE


def merge(edition: Edition, first: str, second: str, reason: str) -> list[str]:
    """Write the merger; the files that were written.

    Raises:
        Refused: with the reason, or the place of what cannot follow; nothing is written then.
    """
    one, two = subject(edition, first), subject(edition, second)
    for about in (one, two):
        divisible(about, "merged")
    first = one.row.id
    _adjoin(one, two)
    shift = _shift(one, two)
    rows = _spans(one, shift) if one.layer.kind == BASE else None
    table, printed = (make(edition.corpus, one.book.chapter) for make in (ledger.opened, ledger.published))
    more = ledger.cells_of(first, one.row.layer, two.row.stretches, edition.corpus.sources, one.row.status)
    ledger.insert_after(table, first, more)
    files = follow(one, shift, rows) | ledger.retired(two, table, printed, "merged", [first], reason)
    return put(one.root, files)


def _adjoin(one: Subject, two: Subject) -> None:
    first, second = one.row.id, two.row.id
    order = [str(voice.unit.id) for voice in one.book.by_layer[one.layer.id]]
    if one.book is not two.book or one.layer.id != two.layer.id:
        raise Refused(f"{first} and {second} are not of one layer of one chapter")
    if order.index(second) != order.index(first) + 1:
        raise Refused(f"{second} does not follow {first}: only neighbours are merged")
    if one.layer.kind == BASE and first.partition(".")[0] != second.partition(".")[0]:
        raise Refused(f"{first} and {second} are of two sections")
    a, b = (texts_of(one.book)[name] for name in (first, second))
    if a[-1:].isascii() and b[:1].isascii():
        raise Refused(f"{first} and {second} are parted by a space that neither has: {a[-12:]}|{b[:12]}")


def _shift(one: Subject, two: Subject) -> Shift:
    first, second = one.row.id, two.row.id
    old = texts_of(one.book)
    new = {unit: words for unit, words in old.items() if unit != second}
    pieces = (
        Piece(first, 0, len(old[first]), first, 0, one.row.stretches),
        Piece(second, 0, len(old[second]), first, len(old[first]), two.row.stretches),
    )
    base = frozenset(map(str, one.book.passages))
    return Shift(old, {**new, first: old[first] + old[second]}, pieces, base)


def _spans(about: Subject, shift: Shift) -> dict[str, list[Cells]]:
    """For each witness of either: one row at the place of the first, none at that of the other."""
    table = Lines.of(about.root, about.book.chapter.id, "witnesses", CHAPTER_TABLES["witnesses"])
    by_witness: dict[str, list[Cells]] = {}
    for _, row in table.rows() if table else []:
        if shift.touches(row["passage"]):
            by_witness.setdefault(row["witness"], []).append(row)
    found: dict[str, list[Cells]] = {}
    for rows in by_witness.values():
        found |= {spans.key(row): [] for row in rows}
        found[spans.key(rows[0])] = spans.follow_merge(rows, shift)
    return found
