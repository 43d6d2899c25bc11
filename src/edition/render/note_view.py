"""What the templates ask of the edition's own notes, and where those stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from edition.enrich import Book, Edition, Voice
from edition.model import GlossaryEntry, Note, Synopsis
from edition.render import nav
from edition.render.entries import entries
from edition.render.notes import kept_of

if TYPE_CHECKING:
    from edition.render.views import View


class NoteView:
    """The notes as one page shows them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._shown: set[str] = set()

    def on(self, voices: Iterable[Voice]) -> list[Note]:
        """The notes on some units, in their order."""
        return [note for voice in voices for note in self.view.texts.notes_on(self._book, voice)]

    def every(self) -> list[Note]:
        return notes_of(self.view.edition, self._book)

    def fresh(self, note: Note) -> bool:
        """True the first time a note stands on this page."""
        new = note.id not in self._shown
        self._shown.add(note.id)
        return new

    def home(self, note: Note) -> str:
        """The page of what it speaks of, at its own anchor."""
        return self.view.home_of(self._book.voices[note.unit]).partition("#")[0] + f"#{note.id}"

    def words(self, note: Note) -> Markup:
        """The words it speaks of, as the text has them."""
        voice, (begin, end) = self._book.voices[note.unit], note.at
        return self.view.span((voice.hans[begin:end], voice.hant[begin:end]))

    def body(self, note: Note) -> Markup:
        return self.view.prosing.markdown(note.body, self._kept(note))

    def authority(self, note: Note) -> Markup:
        text = note.authority if note.authority.endswith(("。", "？", "”")) else note.authority + "。"
        return self.view.prosing.words(text, self._kept(note))

    def _kept(self, note: Note) -> frozenset[str]:
        return kept_in(self._book.voices[note.unit], note.at)

    def pages(self) -> list[tuple[str, str, str]]:
        """Folder, Chinese, English of the pages that speak of the chapters, where there is something to say."""
        books, edition = self.view.edition.books, self.view.edition
        found = [(f"{b.chapter.id}/introduction/", "导读", "Introduction") for b in books if b.chapter.introduction]
        if any(notes_of(edition, b) for b in books):
            found.append(("notes/", "案语", "Editor’s notes"))
        if any(b.chapter.plan for b in books):
            found.append(("plan/", "平面图", "Plan"))
        if any(b.chapter.citations for b in books):
            found.append(("citations/", "引书", "Works cited"))
        return found

    # --- sections and terms
    def synopsis(self, section: str) -> Synopsis | None:
        return next((s for s in self._book.chapter.synopses if s.section == section), None)

    def terms(self, passage: str) -> Sequence[GlossaryEntry]:
        return self.view.texts.terms(self._book, passage)

    @property
    def _book(self) -> Book:
        assert self.view.book is not None
        return self.view.book


def notes_of(edition: Edition, book: Book) -> list[Note]:
    """The notes that are published, on units that are."""
    shown = {layer.id for layer in edition.layers}
    return [n for n in book.chapter.notes if n.layer in shown and book.voices[n.unit].layer.id in shown]


def by_section(edition: Edition, book: Book) -> list[tuple[str, list[Note]]]:
    """Notes by the section in which they stand; last, under no section, those that stand in none."""
    found: dict[str, list[Note]] = {section.id: [] for section in book.chapter.sections}
    for note in notes_of(edition, book):
        voice = book.voices[note.unit]
        last = (
            note.unit
            if voice.layer.id == edition.base.id
            else next((str(t.last) for t in voice.targets if t.last in book.order), "")
        )
        found.setdefault(nav.section_of(last) if last else "", []).append(note)
    return [(section, some) for section, some in found.items() if some]


def kept_in(voice: Voice, at: tuple[int, int]) -> frozenset[str]:
    """Characters spoken of where some words of a unit differ in form only: they keep their form."""
    met = [rows for rows in entries(voice) if rows[0].at[0] < at[1] and at[0] < rows[0].at[1]]
    return frozenset[str]().union(*(kept_of(voice, rows) for rows in met))


__all__ = ["NoteView", "by_section", "kept_in", "notes_of"]
