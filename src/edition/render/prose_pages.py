"""The glossary by kind: each term with its sense, the words of the passages it quotes, and how often it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from edition.enrich import Book, Edition, Voice
from edition.glossary import places, quoted
from edition.model import GlossaryEntry, UnitId

KINDS = {  # kind of a term: its heading, in the order of the page
    "place": ("处所", "Places"),
    "vessel": ("器物", "Vessels"),
    "food": ("饮食", "Food and drink"),
    "dress": ("服饰", "Dress"),
    "archery": ("射事", "Archery"),
    "music": ("乐", "Music"),
    "person": ("人", "Persons"),
    "act": ("行事", "Acts"),
    "text": ("篇章", "Texts"),
}


@dataclass(frozen=True, slots=True)
class Quote:
    book: Book
    voice: Voice
    begin: int
    end: int

    @property
    def cut_before(self) -> bool:
        return self.begin > 0

    @property
    def cut_after(self) -> bool:
        return self.end < len(self.voice.unit.text)


@dataclass(frozen=True, slots=True)
class Term:
    entry: GlossaryEntry
    words: tuple[str, str]  # both scripts, as the entry gives them
    quotes: tuple[Quote, ...]
    count: int


def glossary_facts(edition: Edition) -> dict[str, Any]:
    groups: dict[str, list[Term]] = {kind: [] for kind in KINDS}
    for entry in edition.corpus.glossary:
        groups.setdefault(entry.kind, []).append(_term(edition, entry))
    found = [
        (kind, KINDS.get(kind, (kind, "")), sorted(some, key=lambda t: (t.entry.pinyin, t.entry.id)))
        for kind, some in groups.items()
        if some
    ]
    return {"groups": found, "total": len(edition.corpus.glossary)}


def _term(edition: Edition, entry: GlossaryEntry) -> Term:
    quotes = []
    for passage in entry.passages:
        book = next((b for b in edition.books if UnitId(passage) in b.voices), None)
        if book is not None:
            quotes.append(Quote(book, book.voices[UnitId(passage)], *quoted(entry, book, passage)))
    return Term(entry, (entry.term, entry.hant), tuple(quotes), sum(places(entry, book) for book in edition.books))


__all__ = ["KINDS", "glossary_facts"]
