"""Which change of the edition touched which passage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edition.enrich import Book
from edition.model import Change, PassageId, UnitId

TEXT = "text"  # the kind of a change after which a quotation may read otherwise


def version_key(version: str) -> tuple[int, ...]:
    """`0.10.0` comes after `0.9.1`."""
    return tuple(int(part) for part in version.split("."))


def named(change: Change, book: Book) -> list[str]:
    """The IDs a change names, each range as its passages; an ID that has no text any more stands as it is."""
    found: list[str] = []
    for name in change.ids:
        first, _, last = name.partition("-")
        ends = PassageId(UnitId(first)), PassageId(UnitId(last))
        if UnitId(name) not in book.voices and ends[0] in book.order and ends[1] in book.order:
            found += map(str, book.passages[book.order[ends[0]] : book.order[ends[1]] + 1])
        else:
            found.append(name)
    return found


def touching(book: Book, units: Iterable[str]) -> list[Change]:
    """The changes that name one of some units, and those of the text of the whole chapter; the latest first."""
    wanted = set(units)
    found = [
        change
        for change in book.chapter.changes
        if (wanted.intersection(named(change, book)) if change.ids else change.kind == TEXT)
    ]
    return sorted(found, key=lambda change: version_key(change.version), reverse=True)


def by_version(changes: Sequence[Change]) -> list[tuple[str, str, list[Change]]]:
    """Version, its date, its changes in the order of the table; the latest version first."""
    versions = sorted({change.version for change in changes}, key=version_key, reverse=True)
    rows = [(version, [change for change in changes if change.version == version]) for version in versions]
    return [(version, next((c.date for c in some if c.date), ""), some) for version, some in rows]


def by_passage(book: Book) -> list[tuple[str, list[Change]]]:
    """Every ID that a change names, in the order of the text, with its changes; the latest first."""
    found: dict[str, list[Change]] = {}
    for change in book.chapter.changes:
        for name in dict.fromkeys(named(change, book)):
            found.setdefault(name, []).append(change)
    order = {str(unit): at for at, unit in enumerate(book.voices)}
    passages = {str(passage): (at, 0) for passage, at in book.order.items()}

    def place(name: str) -> tuple[int, int, str]:
        if name in passages:
            return (*passages[name], name)
        voice = book.voices.get(UnitId(name))
        answered = [book.order[t.last] for t in voice.targets if t.last in book.order] if voice else []
        return (max(answered, default=len(passages)), 1 + order.get(name, len(order)), name)

    return [
        (name, sorted(found[name], key=lambda c: version_key(c.version), reverse=True))
        for name in sorted(found, key=place)
    ]
