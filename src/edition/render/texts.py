"""Every unit set once for each script, and whatever else many pages share."""

from __future__ import annotations

from markupsafe import Markup

from edition.enrich import Book, Edition, Voice
from edition.model import PassageId, UnitId
from edition.render.characters import Characters
from edition.render.inline import Run, run
from edition.render.notes import Carriers, Entry, carriers, entries_of


class Texts:
    """Every unit set once for each script, and the entries of its apparatus."""

    def __init__(self, edition: Edition, table: Characters) -> None:
        self.edition, self.table = edition, table
        self._carriers: dict[str, Carriers] = {b.chapter.id: carriers(b) for b in edition.books}
        self._entries: dict[tuple[str, UnitId], tuple[Entry, ...]] = {}  # IDs are unique in a chapter only
        self._runs: dict[tuple[str, UnitId, str], Run] = {}
        self.parts: dict[tuple[str, str], Markup] = {}  # of pages, by script and name
        self.lacking: dict[tuple[str, PassageId], list[tuple[str, list[str]]]] = {}
        self.order = {layer.id: i for i, layer in enumerate(edition.layers)}

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
            found = run(voice, script, self.table, marked)
            self._runs[book.chapter.id, voice.unit.id, script] = found
        return found
