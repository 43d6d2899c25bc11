"""`edition ids freeze`: from now on an address means what it means today, whatever becomes of it."""

from __future__ import annotations

from collections.abc import Collection

from edition.addresses import ledger
from edition.addresses.change import Files, put
from edition.addresses.lines import Cells
from edition.addresses.withdraw import note_cells
from edition.editing import Refused
from edition.enrich import Edition
from edition.problems import did_you_mean


def freeze(edition: Edition, names: Collection[str]) -> tuple[int, list[str]]:
    """Freeze these provisional IDs, or all where none is named; how many, and the files that were written.

    Raises:
        Refused: a name is not known, or the corpus has an error.
    """
    known = {row.id for book in edition.books for row in book.chapter.ledger}
    known |= {note.id for book in edition.books for note in book.chapter.notes}
    for name in names:
        if name not in known:
            raise Refused(f"there is no ID {name}{did_you_mean(name, known)}")
    files: Files = {}
    frozen: set[str] = set()
    for book in edition.books:
        table, printed = (make(edition.corpus, book.chapter) for make in (ledger.opened, ledger.published))
        there = {cells["id"] for _, cells in table.rows()}
        for note in book.chapter.notes:
            if note.id not in there and (not names or note.id in names):
                table.lines.append(table.written(note_cells(note, "provisional")))
        some = {c["id"] for _, c in table.rows() if c["status"] == "provisional" and (not names or c["id"] in names)}

        def follow(cells: Cells, some: Collection[str] = some) -> list[Cells]:
            return [{**cells, "status": "frozen"} if cells["id"] in some else cells]

        table.change(follow)
        ledger.publish(printed, [c for _, c in table.rows() if c["id"] in some], edition.corpus.meta.version)
        if some:
            files |= {table.path: table.text(), printed.path: printed.text()}
        frozen |= some
    return len(frozen), put(edition.corpus.root, files) if files else []
