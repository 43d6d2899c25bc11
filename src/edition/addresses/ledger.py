"""The ledger and the table of what was published, while an address changes its state."""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from pathlib import Path

from edition.addresses.change import Files, Subject
from edition.addresses.lines import Cells, Lines
from edition.checks.ids import digest
from edition.corpus.names import CHAPTER_TABLES
from edition.editing import Refused
from edition.model import RETIRED, Chapter, Corpus, LedgerRow, Source, Stretch

PUBLISHED = "published"
HEAD = (
    "# Every ID that was frozen or retired: its stretches and digests then, the version in which it was first frozen,\n"
    "# and the one in which it was retired. Written by `edition ids` alone; no row is ever taken out."
)


def row_of(chapter: Chapter, name: str) -> LedgerRow | None:
    return next((row for row in chapter.ledger if row.id == name), None)


def cells_of(
    name: str, layer: str, stretches: Sequence[Stretch], sources: dict[str, Source], status: str
) -> list[Cells]:
    """The rows of the ledger for an ID: one for each stretch."""
    return [
        {
            "id": name,
            "layer": layer,
            "source": s.source,
            "start": str(s.start),
            "end": str(s.end),
            "digest": digest(sources[s.source].text[s.start : s.end]),
            "status": status,
        }
        for s in stretches
    ]


def retire(rows: Lines, name: str, status: str, successors: Sequence[str], reason: str) -> None:
    """Give an ID its last state; what had it for a successor has its successors henceforth."""

    def follow(cells: Cells) -> list[Cells]:
        if cells["id"] == name:
            return [{**cells, "status": status, "successors": " ".join(successors), "note": reason}]
        heirs = cells["successors"].split()
        if cells["status"] not in RETIRED or name not in heirs:
            return [cells]
        new = dict.fromkeys(h for heir in heirs for h in (successors if heir == name else [heir]))
        return [{**cells, "successors": " ".join(new)}]

    rows.change(follow)


def insert_after(rows: Lines, name: str, new: Iterable[Cells]) -> None:
    """Rows below the last one of an ID."""
    last = max(i for i, cells in rows.rows() if cells["id"] == name)
    rows.lines[last + 1 : last + 1] = [rows.written(cells) for cells in new]


def free_letters(chapter: Chapter, name: str, count: int) -> list[str]:
    """19.4 → 19.4a, 19.4b: the next letters that no address ever had."""
    taken = {row.id for row in chapter.ledger} | {row.id for row in chapter.published}
    stem = name.rstrip(string.ascii_lowercase)
    free = [f"{stem}{letter}" for letter in string.ascii_lowercase if f"{stem}{letter}" not in taken]
    if len(free) < count:
        raise Refused(f"{stem} has no letter left")
    return free[:count]


def opened(corpus: Corpus, chapter: Chapter) -> Lines:
    """The ledger of a chapter, to be changed."""
    found = Lines.of(corpus.root, chapter.id, "ledger", CHAPTER_TABLES["ledger"])
    if found is None:
        raise Refused(f"chapter {chapter.id} has no ledger")
    return found


def published(corpus: Corpus, chapter: Chapter) -> Lines:
    """The table of what was published; an empty one where there is none yet."""
    columns = CHAPTER_TABLES[PUBLISHED]
    path = Path(corpus.root) / chapter.id / f"{PUBLISHED}.tsv"
    shown = f"{corpus.root.name}/{chapter.id}/{PUBLISHED}.tsv"
    none = Lines(path, shown, columns, [*HEAD.split("\n"), "\t".join(columns)])
    return Lines.of(corpus.root, chapter.id, PUBLISHED, columns) or none


def publish(table: Lines, cells: Sequence[Cells], version: str) -> None:
    """Rows for an ID that has none yet: as it stands in the ledger now."""
    there = {row["id"] for _, row in table.rows()}
    for row in cells:
        if row["id"] not in there:
            table.lines.append(table.written({**row, "version": version, "retired": ""}))


def mark_retired(table: Lines, name: str, version: str) -> None:
    table.change(lambda cells: [{**cells, "retired": cells["retired"] or version} if cells["id"] == name else cells])


def retired(about: Subject, table: Lines, printed: Lines, status: str, successors: Sequence[str], reason: str) -> Files:
    """Both tables with an address given up, and the version in which it was."""
    version = about.edition.corpus.meta.version
    publish(printed, [row for _, row in table.rows() if row["id"] == about.row.id], version)
    mark_retired(printed, about.row.id, version)
    retire(table, about.row.id, status, successors, reason)
    return {table.path: table.text(), printed.path: printed.text()}
