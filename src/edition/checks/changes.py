"""The record of changes: every ID was published, no version is later than the edition's, each has one date."""

from __future__ import annotations

from collections.abc import Iterator

from edition.changes import version_key
from edition.corpus.changes import VERSION
from edition.enrich import Book, Edition
from edition.model import Change, Problem
from edition.problems import did_you_mean


def changes(edition: Edition) -> Iterator[Problem]:
    """IDs that the ledger does not know (U04); versions and dates that cannot be (F08)."""
    version = edition.corpus.meta.version
    for book in edition.books:
        dates: dict[str, str] = {}
        for change in book.chapter.changes:
            yield from _ids(book, change)
            if VERSION.fullmatch(version) and version_key(change.version) > version_key(version):
                message = f"version {change.version} is later than that of the edition, {version}"
                yield Problem("F08", change.place, message)
            elif dates.setdefault(change.version, change.date) != change.date:
                message = f"version {change.version} has two dates: {dates[change.version] or 'none'}, {change.date}"
                yield Problem("F08", change.place, message)
            elif not change.date and change.version != version:
                yield Problem("F08", change.place, f"version {change.version} was published: say on which day")


def _ids(book: Book, change: Change) -> Iterator[Problem]:
    known = {row.id for row in book.chapter.ledger} | {note.id for note in book.chapter.notes}
    for name in change.ids:
        first, _, last = name.partition("-")
        if name not in known and not (first in known and last in known):
            wrong = name if not last else first if first not in known else last
            yield Problem("U04", change.place, f"no ID {wrong} was ever given{did_you_mean(wrong, known)}")
