"""The terms of the glossary in the text: which words name them and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from edition.enrich import Book, Voice
from edition.model import GlossaryEntry, UnitId


def words_of(entry: GlossaryEntry) -> tuple[str, ...]:
    """Term and aliases, each word once."""
    return tuple(dict.fromkeys([*entry.term.split(), *entry.aliases]))


def by_word(glossary: Iterable[GlossaryEntry]) -> dict[str, GlossaryEntry]:
    """What may stand in [[ ]]: the term as it is written, its words, its aliases and its own address."""
    found: dict[str, GlossaryEntry] = {}
    entries = list(glossary)
    for entry in entries:
        found.setdefault(entry.term, entry)
    for entry in entries:
        for word in (*entry.term.split(), entry.hant, *entry.hant.split(), entry.id, *entry.aliases):
            found.setdefault(word, entry)
    return found


def occurrences(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Code points [begin, end) of every place where one of the words stands, the longest first."""
    if words:
        yield from (m.span() for m in re.finditer("|".join(map(re.escape, sorted(words, key=lambda w: (-len(w), w)))), text))


def places(entry: GlossaryEntry, book: Book) -> int:
    """How often the term or an alias stands in the base text, in the script in which it is stored."""
    words = (*words_of(entry), *entry.hant.split())
    return sum(1 for passage in book.passages for _ in occurrences(_voice(book, passage).unit.text, words))


def quoted(entry: GlossaryEntry, book: Book, passage: str) -> tuple[int, int]:
    """The clause of a passage in which the term first stands; the whole passage where it does not."""
    text = _voice(book, passage).unit.text
    found = next(occurrences(text, (*words_of(entry), *entry.hant.split())), None)
    if found is None:
        return 0, len(text)
    begin = max((m.end() for m in re.finditer(r"[。；！？：]”?", text[: found[0]])), default=0)
    stop = re.compile(r"[。；！？]”?").search(text, found[1])
    return begin, stop.end() if stop else len(text)


def _voice(book: Book, passage: str) -> Voice:
    return book.voices[UnitId(passage)]
