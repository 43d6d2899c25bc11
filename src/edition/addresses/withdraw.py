"""`edition ids withdraw note19.4`: an address that speaks no more, and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from edition.addresses import ledger
from edition.addresses.change import Files, Subject, put, subject, within
from edition.addresses.lines import Cells, Lines
from edition.corpus.names import CHAPTER_TABLES, PROSE, TEXT
from edition.enrich import Edition
from edition.model import BASE, LedgerRow, Note

OF_UNIT = ("alignment", "apparatus", "readings", "script", "lemmata", "citations")  # rows that go with their unit


def withdraw(edition: Edition, name: str, successors: Sequence[str], reason: str) -> list[str]:
    """Write the withdrawal; the files that were written.

    What still speaks of the address, and text of a source that nobody counts any more, are found by the checks.

    Raises:
        Refused: with the reason or the place; nothing is written then.
    """
    about = note_of(edition, name) or subject(edition, name)
    name = about.row.id
    table, printed = (make(edition.corpus, about.book.chapter) for make in (ledger.opened, ledger.published))
    note = next((note for note in about.book.chapter.notes if note.id == name), None)
    if note and not any(cells["id"] == name for _, cells in table.rows()):
        table.lines.append(table.written(note_cells(note, "provisional")))
    files: Files = {about.root / about.book.chapter.id / PROSE[0] / f"{name}.md": None} if note else _without(about)
    files |= ledger.retired(about, table, printed, "withdrawn", successors, reason)
    return put(about.root, files)


def note_of(edition: Edition, name: str) -> Subject | None:
    """A note of the edition itself: it has no place in a source, and a row in the ledger only when it is frozen."""
    books, name = within(edition, name)
    for book in books:
        for note in book.chapter.notes:
            if note.id == name:
                row = LedgerRow(name, note.layer, (), (), "provisional", (), "", note.place)
                return Subject(edition, book, row, next(y for y in edition.corpus.layers if y.id == note.layer))
    return None


def note_cells(note: Note, status: str) -> Cells:
    return {"id": note.id, "layer": str(note.layer), "status": status}


def _without(about: Subject) -> Files:
    """The tables without the unit and all that was said in it."""
    files: Files = {}
    names = [(str(about.layer.id), "unit"), *((name, "unit") for name in OF_UNIT)]
    names += [("witnesses", "passage")] if about.layer.kind == BASE else []
    for name, column in names:
        table = Lines.of(about.root, about.book.chapter.id, name, CHAPTER_TABLES.get(name, TEXT))
        if table and table.change(partial(_but, column, about.row.id)):
            files[table.path] = table.text()
    return files


def _but(column: str, name: str, row: Cells) -> list[Cells]:
    return [] if row[column] == name else [row]
