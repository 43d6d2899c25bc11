"""Addresses: where a page stands and how one page names another, from a web server or from a disk."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import lru_cache

from edition.enrich import Book, Edition
from edition.model import PassageId, Section, UnitId
from edition.script import HANS, HANT

OTHER = {HANS: HANT, HANT: HANS}
FOLDER = {HANS: "", HANT: "hant/"}  # the twin of every page stands under the second
SUBTAG = {HANS: "Hans", HANT: "Hant"}


@lru_cache(maxsize=65536)
def relative(target: str, folder: str) -> str:
    return posixpath.relpath(target, folder or ".")


@dataclass(frozen=True, slots=True)
class Page:
    """One page in one script."""

    path: str  # the same in both scripts: xiangshe/19/index.html
    script: str

    @property
    def file(self) -> str:
        return FOLDER[self.script] + self.path

    @property
    def folder(self) -> str:
        return posixpath.dirname(self.file)

    @property
    def root(self) -> str:
        """The way to the root of the site, with the stroke at its end."""
        return "../" * self.file.count("/")

    @property
    def twin(self) -> str:
        return relative(FOLDER[OTHER[self.script]] + self.path, self.folder)

    def to(self, path: str, anchor: str = "") -> str:
        """A page of the same script; only the anchor where it is this page."""
        if path == self.path and anchor:
            return f"#{anchor}"
        return relative(FOLDER[self.script] + path, self.folder) + (f"#{anchor}" if anchor else "")

    def file_at(self, path: str) -> str:
        """A file that has no twin: a table, the style sheet."""
        return self.root + path

    def canonical(self, site_url: str) -> str:
        """The address that is cited; empty where the edition has no home on the web."""
        if not site_url:
            return ""
        return site_url.rstrip("/") + "/" + self.file.removesuffix("index.html")


def home() -> str:
    return "index.html"


def chapter_page(book: Book) -> str:
    return f"{book.chapter.id}/index.html"


def section_page(book: Book, section: str) -> str:
    return f"{book.chapter.id}/{section}/index.html"


UPRIGHT = "vertical"  # the folder of a page set in columns, beside the page it belongs to
NARROW = "16"  # in it, the folder of the same page in short columns


def upright_page(flat: str, narrow: bool = False) -> str:
    """The page in columns of a chapter or a section, whose own page is `flat`."""
    return f"{posixpath.dirname(flat)}/{UPRIGHT}/{NARROW + '/' if narrow else ''}index.html"


def flat_page(path: str) -> str:
    """The page that a page in columns belongs to; empty for any other."""
    folder = posixpath.dirname(path)
    folder = folder.removesuffix(f"/{NARROW}") if folder.endswith(f"{UPRIGHT}/{NARROW}") else folder
    return f"{posixpath.dirname(folder)}/index.html" if posixpath.basename(folder) == UPRIGHT else ""


def passage_page(book: Book, passage: str) -> str:
    return f"{book.chapter.id}/{passage}/index.html"


def layer_page(book: Book, layer: str) -> str:
    return f"{book.chapter.id}/{layer}/index.html"


def introduction_page(book: Book) -> str:
    return f"{book.chapter.id}/introduction/index.html"


def parallels_page(book: Book) -> str:
    return f"{book.chapter.id}/parallels/index.html"


def section_of(passage: str) -> str:
    return passage.partition(".")[0]


def passages_of(book: Book, section: Section) -> list[PassageId]:
    return [p for p in book.passages if section_of(p) == section.id]


def headings(book: Book) -> set[str]:
    """Base units that only head a section; the page of the section is theirs."""
    return {str(s.heading) for s in book.chapter.sections if s.heading}


def unit_page(edition: Edition, book: Book, unit: UnitId) -> str:
    """The page where a unit and the entries of its apparatus are at home."""
    voice = book.voices[unit]
    if voice.layer.id == edition.base.id:
        return passage_page(book, unit)
    last = next((str(t.last) for t in voice.targets if t.last in book.order), "")
    return passage_page(book, last) if last else layer_page(book, voice.layer.id)
