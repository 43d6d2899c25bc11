"""Words and Markdown of the edition on a page: in its script, each run in its language, links resolved."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape, unescape
from typing import TYPE_CHECKING

from markupsafe import Markup

from edition import prose
from edition.enrich import Book
from edition.glossary import by_word
from edition.model import GlossaryEntry, UnitId
from edition.render.words import HAN_RUN, Two
from edition.text import is_han

if TYPE_CHECKING:
    from edition.render.views import View

BLOCK = re.compile(r"<(p|h[1-6]|td|th|li)>((?:(?!<(?:p|ul|ol|li)>).)*?)</\1>", re.S)
WHOLE = re.compile(r"^<p>(.*)</p>\s*$", re.S)


class Prose:
    """What the edition says in its own words."""

    def __init__(self, view: View) -> None:
        self.view = view

    def pair(self, text: str, kept: Collection[str] = ()) -> Two:
        """Both scripts of words of the edition: as they are written in their own, converted for the other.

        `kept` are characters that are spoken of and so keep their form.
        """
        hans, hant = self.view.named(text)
        return _keeping(text, hans, kept), _keeping(text, hant, kept)

    def words(self, text: str, kept: Collection[str] = ()) -> Markup:
        if not any(map(is_han, text)):
            return Markup(escape(text, quote=False))
        return self.view.span(self.pair(text, kept))

    def markdown(self, text: str, kept: Collection[str] = ()) -> Markup:
        html = prose.render(text, self.resolve)
        return Markup(BLOCK.sub(lambda m: self._block(m[1], m[2], kept), html))

    def line(self, text: str, english: bool = False) -> Markup:
        """One paragraph without its tags."""
        found = WHOLE.match(prose.render(text, self.resolve))
        return Markup(self._runs(found[1] if found else escape(text), english, ()))

    # --- addresses
    def resolve(self, words: str) -> tuple[str, str] | None:
        """A passage or comment by its ID, a note by its own, a term by its words."""
        for book in self.view.edition.books:
            if UnitId(words) in book.voices:
                return self.unit_at(book, words), words
            for note in book.chapter.notes:
                if note.id == words:
                    return self.view.of(book).notes.home(note), words
        entry = by_word(self.view.edition.corpus.glossary).get(words)
        return (self.term_at(entry), words) if entry else None

    def unit_at(self, book: Book, unit: str) -> str:
        """The page of a passage or comment, at its anchor."""
        return self.view.of(book).home_of(book.voices[UnitId(unit)])

    def term_at(self, entry: GlossaryEntry) -> str:
        return self.view.to("glossary/index.html", entry.id)

    # --- runs
    def _block(self, tag: str, inner: str, kept: Collection[str]) -> str:
        """A block is English where it has more Latin letters than twice its Han characters."""
        bare = re.sub(r"<[^>]*>", "", inner)
        english = sum(c.isascii() and c.isalpha() for c in bare) > 2 * sum(map(is_han, bare))
        done = self._runs(inner, english, kept)
        return f'<{tag} lang="en">{done}</{tag}>' if english else f"<{tag}>{done}</{tag}>"

    def _runs(self, inner: str, english: bool, kept: Collection[str]) -> str:
        pieces = re.split(r"(<[^>]*>)", inner)
        return "".join(p if k % 2 else self._run(unescape(p), english, kept) for k, p in enumerate(pieces))

    def _run(self, text: str, english: bool, kept: Collection[str]) -> str:
        if not any(map(is_han, text)):
            return escape(text, quote=False)
        if not english:
            return str(self.words(text, kept))
        return HAN_RUN.sub(
            lambda m: f'<span lang="{self.view.lang}">{self.words(m[0], kept)}</span>', escape(text, quote=False)
        )


def _keeping(text: str, form: str, kept: Collection[str]) -> str:
    return "".join(c if c in kept else x for c, x in zip(text, form, strict=True)) if kept else form
