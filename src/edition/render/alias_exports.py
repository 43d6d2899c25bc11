"""aliases.tsv: every name of a place, and where it is read."""

from __future__ import annotations

from collections.abc import Iterator

from edition.aliases import Alias, aliases, section_of
from edition.enrich import Book, Edition
from edition.model import UnitId
from edition.render import nav
from edition.render.words import Tongue

ALIASES = "name kind first last address"


def alias_rows(edition: Edition, book: Book) -> Iterator[tuple[object, ...]]:
    for row in aliases(edition, book, Tongue(edition).named):
        yield row.name, row.kind, row.first, row.last, address(book, row)


def address(book: Book, row: Alias) -> str:
    """From the root of the site, with the file."""
    if row.kind == "chapter":
        return nav.chapter_page(book)
    if row.kind == "section":
        return nav.section_page(book, row.first)
    if row.first == row.last:
        return unit_address(book, row.first)
    one, other = home(book, row.first), home(book, row.last)
    return f"{one if one == other else nav.chapter_page(book)}#{row.first}-{row.last}"


def unit_address(book: Book, unit: str) -> str:
    """A unit at its anchor; an ID without a text has a page of its own."""
    return f"{home(book, unit)}#{unit}" if UnitId(unit) in book.voices else nav.passage_page(book, unit)


def home(book: Book, unit: str) -> str:
    """The page of the section on which a unit stands; that of its layer, where it answers nothing."""
    voice = book.voices.get(UnitId(unit))
    if voice is None:
        return nav.passage_page(book, unit)
    section = section_of(book, voice)
    return nav.section_page(book, section) if section else nav.layer_page(book, voice.layer.id)
