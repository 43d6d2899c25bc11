"""What a template may ask of pages in columns: their texts, and the ways between them and the pages they belong to."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from edition.render import nav
from edition.render.inline import HERE
from edition.render.vertical import CELLS, Sheet, Stretch

if TYPE_CHECKING:
    from edition.render.views import View


class UprightView:
    def __init__(self, view: View) -> None:
        self._view = view
        self.flat = nav.flat_page(view.page.path)  # the page in rows, where this one is in columns

    @property
    def narrow(self) -> bool:
        return self.flat != "" and nav.upright_page(self.flat, True) == self._view.page.path

    @property
    def has(self) -> bool:
        """Whether this page has another in columns."""
        path, book = self._view.page.path, self._view.book
        if book is None:
            return False
        return path in {nav.chapter_page(book), *(nav.section_page(book, s.id) for s in book.chapter.sections)}

    @property
    def kind(self) -> str:
        """What the switch of layouts is the same on."""
        return f"columns-{self.narrow}" if self.flat else f"rows-{self.has}"

    def attributes(self) -> Markup:
        """For the script that opens the layout which an address asks for."""
        if self.flat:
            return Markup(' data-layout="vertical" data-rows="{}"').format(self.rows())
        ways = " ".join(map(self.columns, CELLS))
        return Markup(' data-vertical="{}"').format(ways) if self.has else Markup("")

    def rows(self) -> str:
        return self._view.to(self.flat)

    def columns(self, cells: int = CELLS[0], flat: str = "") -> str:
        """The page in columns of so many cells, of this page or of another in rows."""
        return self._view.to(nav.upright_page(flat or self.flat or self._view.page.path, cells != CELLS[0]))

    def section(self, section: str, cells: int) -> str:
        book = self._view.book
        assert book is not None
        return self.columns(cells, nav.section_page(book, section))

    def chapter(self, cells: int) -> str:
        book = self._view.book
        assert book is not None
        return self.columns(cells, nav.chapter_page(book))

    def text(self, sheet: Sheet, stretch: Stretch) -> Markup:
        view = self._view
        assert view.book is not None
        html = view.texts.upright(view.book, stretch, sheet.cells, view.script)
        if HERE not in html:
            return Markup(html)
        home = view.home_of(stretch.voice).partition("#")[0] if view.apart else ""
        return Markup(html.replace(HERE, escape(home)))
