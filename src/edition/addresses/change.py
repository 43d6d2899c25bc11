"""One change of addresses from what was asked for to the files: every table follows, or nothing is written."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from edition.addresses import prose
from edition.addresses.lines import Cells, Lines
from edition.addresses.shift import Shift
from edition.addresses.spans import key
from edition.addresses.tables import FOLLOW, Follow, text
from edition.corpus.names import CHAPTER_TABLES, INTRODUCTION, PAGES, PLAN, TEXT
from edition.editing import Refused, checked, tried
from edition.enrich import Book, Edition
from edition.glossary import words_of
from edition.model import INTERLINEAR, NOTES, PARALLEL, RETIRED, Layer, LayerId, LedgerRow
from edition.problems import did_you_mean, gone

Files = dict[Path, str | None]  # what each file is to hold; None: it is taken away
UNDIVIDED = (PARALLEL, NOTES, INTERLINEAR)  # kinds of layer whose units stand as their source or author has them


@dataclass(frozen=True, slots=True)
class Subject:
    """The address that a command speaks of, and where it stands."""

    edition: Edition
    book: Book
    row: LedgerRow
    layer: Layer

    @property
    def root(self) -> Path:
        return self.edition.corpus.root


def within(edition: Edition, name: str) -> tuple[list[Book], str]:
    """The chapters an address is sought in, and the address: `yingbin/1.1` is of that chapter alone."""
    chapter, _, bare = name.rpartition("/")
    books = [book for book in edition.books if chapter in ("", book.chapter.id)]
    having = [book.chapter.id for book in books if _has(book, bare)]
    if len(having) > 1:
        raise Refused(f"{bare} is an ID of several chapters: write {' or '.join(f'{one}/{bare}' for one in having)}")
    return books, bare


def _has(book: Book, name: str) -> bool:
    return any(row.id == name for row in book.chapter.ledger) or any(note.id == name for note in book.chapter.notes)


def subject(edition: Edition, name: str) -> Subject:
    """A living address of a text layer.

    Raises:
        Refused: there is none, or it is retired.
    """
    layers = {layer.id: layer for layer in edition.corpus.layers}
    books, name = within(edition, name)
    for book in books:
        for row in book.chapter.ledger:
            if row.id == name and row.status in RETIRED:
                raise Refused(f"{name} was {gone(row)}: it is given up already")
            if row.id == name:
                return Subject(edition, book, row, layers[LayerId(row.layer)])
    known = [row.id for book in books for row in book.chapter.ledger]
    raise Refused(f"there is no ID {name}{did_you_mean(name, known)}")


def divisible(about: Subject, verb: str) -> None:
    """Raise Refused where the address is of a kind that is neither split nor merged."""
    if about.layer.kind in UNDIVIDED:
        raise Refused(f"{about.row.id} is of layer {about.layer.id}, whose units stand as their source has them")
    if about.row.id in {section.heading for section in about.book.chapter.sections}:
        raise Refused(f"{about.row.id} is a heading: it cannot be {verb}")


def texts_of(book: Book) -> dict[str, str]:
    return {str(name): voice.unit.text for name, voice in book.voices.items()}


def follow(about: Subject, shift: Shift, rows: Mapping[str, list[Cells]] | None) -> Files:
    """Every file of the corpus that names a unit which is moved, as it is to be.

    Args:
        rows: new rows of the witnesses for each old one, by `spans.key`; None where the passages are not touched.

    Raises:
        Refused: with path and line of what cannot follow.
    """
    files: Files = {}
    root, chapter = about.root, about.book.chapter.id
    for name, rule in {**FOLLOW, str(about.layer.id): text}.items():
        table = Lines.of(root, chapter, name, CHAPTER_TABLES.get(name, TEXT))
        if table and table.change(partial(_by, rule, shift)):
            files[table.path] = table.text()
    table = Lines.of(root, chapter, "witnesses", CHAPTER_TABLES["witnesses"])
    if rows is not None and table and table.change(lambda row: rows.get(key(row), [row])):
        files[table.path] = table.text()
    return files | dict(_texts(about, shift))


def _by(rule: Follow, shift: Shift, row: Cells) -> list[Cells]:
    return rule(row, shift)


def _texts(about: Subject, shift: Shift) -> Iterator[tuple[Path, str]]:
    """Notes, synopses, introductions, principles, glossary, plan."""
    root, chapter = about.root, about.book.chapter.id
    for path in sorted((root / chapter / "notes").glob("*.md")):
        yield from _changed(path, prose.note(path, f"{root.name}/{chapter}/notes/{path.name}", shift))
    for path in (root / chapter / "synopsis.tsv", root / chapter / INTRODUCTION, *(root / page for page in PAGES)):
        if path.exists():
            yield from _changed(path, prose.links(path.read_text("utf-8"), shift))
    for entry in about.edition.corpus.glossary:
        path = root.parent / entry.place.path
        words = (*words_of(entry), *entry.hant.split())
        yield from _changed(path, prose.passages(prose.links(path.read_text("utf-8"), shift), shift, words))
    if (path := root / chapter / PLAN).exists():
        yield from _changed(path, prose.passages(path.read_text("utf-8"), shift))


def _changed(path: Path, after: str) -> Iterator[tuple[Path, str]]:
    if after != path.read_text("utf-8"):
        yield path, after


def put(root: Path, files: Files) -> list[str]:
    """Write the files where the corpus is sound with them; their names.

    Tried in a copy, so that nobody ever reads half of it.

    Raises:
        Refused: with the first error the corpus would have.
    """
    with tempfile.TemporaryDirectory() as room:
        copy = Path(shutil.copytree(root, Path(room) / root.name, symlinks=True))
        for path, words in files.items():
            _write(copy / path.relative_to(root), words)
        checked(copy)
    with tried(list(files)):
        for path, words in files.items():
            _write(path, words)
    return [f"{root.name}/{path.relative_to(root).as_posix()}" for path in sorted(files)]


def _write(path: Path, words: str | None) -> None:
    if words is None:
        path.unlink()
    else:
        path.write_text(words, "utf-8", newline="\n")


def mentions(root: Path, name: str) -> list[str]:
    """Places where an address that is given up stands in running words, which only a person can mend."""
    pattern = re.compile(rf"(?<![\w.\[-]){re.escape(name)}(?![\w.\]-])")
    ours = ("ledger.tsv", "published.tsv", "changes.tsv")
    found = []
    for path in sorted(p for p in root.rglob("*") if p.suffix in (".tsv", ".md", ".toml") and p.name not in ours):
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            if match := pattern.search(line):
                found.append(f"{root.name}/{path.relative_to(root).as_posix()}:{number}:{match.start() + 1}")
    return found
