"""IDs that were given up: what stands on their pages, and the anchors that still land where their text is now."""

from __future__ import annotations

from dataclasses import dataclass

from edition.enrich import Book, Edition
from edition.model import RETIRED, LedgerRow, UnitId
from edition.text import han


@dataclass(frozen=True, slots=True)
class Retired:
    """One ID that has no text of its own any more."""

    row: LedgerRow
    version: str  # in which it was given up; empty where nobody recorded it
    anchor: str  # of the successor that stands first; empty where none is a unit
    now: str  # where its characters are, as scripts read it: `19.4a 19.4b`, or `19.4,30,46` for a part


def retired(edition: Edition, book: Book) -> list[Retired]:
    """Every such ID of a layer that is published, in the order of the ledger."""
    shown = {layer.id for layer in edition.layers}
    versions = {one.id: one.retired for one in book.chapter.published}
    found = []
    for row in book.chapter.ledger:
        if row.status in RETIRED and row.layer in shown:
            there = [name for name in row.successors if UnitId(name) in book.voices]
            now = " ".join(part(edition, book, row, name) for name in there)
            found.append(Retired(row, versions.get(row.id, ""), there[0] if there else "", now))
    return found


def part(edition: Edition, book: Book, row: LedgerRow, name: str) -> str:
    """The characters of a successor that were of a retired ID: its whole text, or from one Han character to another."""
    voice = book.voices[UnitId(name)]
    woven = (c.tokens for c in book.carried if c.unit == name and c.witness == voice.layer.witness)
    inside = [
        token.n
        for token in next(woven, ())
        if token.n and any(s.source == token.source and s.start <= token.offset < s.end for s in row.stretches)
    ]
    if not inside or (min(inside), max(inside)) == (1, len(han(voice.unit.text))):
        return name
    return f"{name},{min(inside)},{max(inside)}"
