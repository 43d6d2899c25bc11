"""Every unit set once for each script, and whatever else many pages share."""

from __future__ import annotations

from markupsafe import Markup

from edition.columns import halves
from edition.enrich import Book, Edition, Voice
from edition.glossary import terms_in
from edition.model import GlossaryEntry, Note, PassageId, UnitId
from edition.render.cite import Citations
from edition.render.gloss_view import Tree
from edition.render.inline import HERE, WHOLE, Broken, Run, run
from edition.render.note_marks import noted
from edition.render.note_view import notes_of
from edition.render.notes import Carriers, Entry, carriers, entries_of
from edition.render.retired import Retired, retired
from edition.render.vertical import Stretch, broken, layers_below
from edition.render.words import Tongue
from edition.script import HANS

TWO = 40  # code points of a note in two half-lines: twenty beside twenty fit on the narrowest screen


class Texts:
    """Every unit set once for each script, and the entries of its apparatus."""

    def __init__(self, edition: Edition, tongue: Tongue) -> None:
        self.edition, self.tongue, self.table = edition, tongue, tongue.characters
        self.citations = Citations(edition, tongue)
        self._carriers: dict[str, Carriers] = {b.chapter.id: carriers(b) for b in edition.books}
        self.trees = {b.chapter.id: Tree(edition, b) for b in edition.books}
        self._entries: dict[tuple[str, UnitId], tuple[Entry, ...]] = {}  # IDs are unique in a chapter only
        self._notes: dict[tuple[str, UnitId], list[Note]] = {}
        self._former: dict[tuple[str, str], list[Retired]] = {}  # by the unit in which their text begins
        self._labels = {layer.id: tongue.named(layer.short) for layer in edition.layers}
        for book in edition.books:
            for note in notes_of(edition, book):
                self._notes.setdefault((book.chapter.id, note.unit), []).append(note)
        for book in edition.books:
            for gone in retired(edition, book):
                self._former.setdefault((book.chapter.id, gone.anchor), []).append(gone)
        self._runs: dict[tuple[str, UnitId, str], Run] = {}
        self._below = {layer.id for layer in layers_below(edition)}
        self._upright: dict[tuple[str, UnitId, str, int], str] = {}
        self.parts: dict[tuple[str, str], Markup] = {}  # of pages, by script and name
        self.lacking: dict[tuple[str, PassageId], list[tuple[str, list[str]]]] = {}
        self.order = {layer.id: i for i, layer in enumerate(edition.layers)}

    def former(self, book: Book, unit: str) -> list[Retired]:
        """IDs given up whose text begins in a unit now."""
        return self._former.get((book.chapter.id, unit), [])

    def entries(self, book: Book, voice: Voice) -> tuple[Entry, ...]:
        found = self._entries.get((book.chapter.id, voice.unit.id))
        if found is None:
            found = entries_of(self.edition, voice, self._carriers[book.chapter.id]) if voice.variants else ()
            self._entries[book.chapter.id, voice.unit.id] = found
        return found

    def run(self, book: Book, voice: Voice, script: str) -> Run:
        found = self._runs.get((book.chapter.id, voice.unit.id, script))
        if found is None:
            marked = [entry for entry in self.entries(book, voice) if entry.marks]
            half = Broken(frozenset({halves(voice.unit.text)})) if self.halved(voice) else WHOLE
            found = run(voice, script, self.table, marked, self.trees[book.chapter.id].marks(voice), half)
            notes = self.notes_on(book, voice)
            if notes:
                found = Run(noted(found.html, notes, HERE, self._labels[notes[0].layer][script != HANS]), found.odd)
            self._runs[book.chapter.id, voice.unit.id, script] = found
        return found

    def halved(self, voice: Voice) -> bool:
        """Whether a note is short enough for two half-lines, and may be parted."""
        return voice.layer.id in self._below and len(voice.unit.text) <= TWO and halves(voice.unit.text) > 0

    def upright(self, book: Book, stretch: Stretch, cells: int, script: str) -> str:
        """The markup of a passage or note in columns: without pinyin in notes, without lemmata and notes of our own."""
        voice = stretch.voice
        key = (book.chapter.id, voice.unit.id, script, cells if stretch.block else 0)
        found = self._upright.get(key)
        if found is None:
            marked = [entry for entry in self.entries(book, voice) if entry.marks]
            found = run(voice, script, self.table, marked, (), broken(stretch)).html
            self._upright[key] = found
        return found

    def notes_on(self, book: Book, voice: Voice) -> list[Note]:
        """The edition's own notes on some words of a unit."""
        return self._notes.get((book.chapter.id, voice.unit.id), [])

    def terms(self, book: Book, passage: str) -> list[GlossaryEntry]:
        """The terms of the glossary that stand in a passage."""
        return terms_in(self.edition.corpus.glossary, book.voices[UnitId(passage)].unit.text, passage)
