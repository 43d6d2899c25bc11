"""`edition ids freeze`: from now on an address means what it means today, whatever becomes of it."""

from __future__ import annotations

from collections.abc import Collection

from edition.addresses import ledger
from edition.addresses.change import Files, put, subject
from edition.addresses.lines import Cells
from edition.addresses.withdraw import note_cells, note_of
from edition.enrich import Edition


def freeze(edition: Edition, names: Collection[str]) -> tuple[int, list[str]]:
    """Freeze these provisional IDs, or all where none is named; how many, and the files that were written.

    Raises:
        Refused: a name is not known, or the corpus has an error.
    """
    asked = [_of(edition, name) for name in names]
    files: Files = {}
    frozen = 0
    for book in edition.books:
        mine = {name for chapter, name in asked if chapter == book.chapter.id}
        table, printed = (make(edition.corpus, book.chapter) for make in (ledger.opened, ledger.published))
        there = {cells["id"] for _, cells in table.rows()}
        for note in book.chapter.notes:
            if note.id not in there and (not names or note.id in mine):
                table.lines.append(table.written(note_cells(note, "provisional")))
        some = {c["id"] for _, c in table.rows() if c["status"] == "provisional" and (not names or c["id"] in mine)}

        def follow(cells: Cells, some: Collection[str] = some) -> list[Cells]:
            return [{**cells, "status": "frozen"} if cells["id"] in some else cells]

        table.change(follow)
        ledger.publish(printed, [c for _, c in table.rows() if c["id"] in some], edition.corpus.meta.version)
        if some:
            files |= {table.path: table.text(), printed.path: printed.text()}
        frozen += len(some)
    return frozen, put(edition.corpus.root, files) if files else []


def _of(edition: Edition, name: str) -> tuple[str, str]:
    """Chapter and bare address of one that is alive."""
    about = note_of(edition, name) or subject(edition, name)
    return about.book.chapter.id, about.row.id
