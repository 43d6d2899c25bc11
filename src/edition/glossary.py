"""The terms of the glossary in the text: which words name them and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from edition.enrich import Book
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


def pattern(entry: GlossaryEntry) -> re.Pattern[str]:
    """Every word of an entry in either script, the longest first."""
    words = dict.fromkeys([*words_of(entry), *entry.hant.split()])
    return re.compile("|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word)))))


def places(entry: GlossaryEntry, book: Book) -> int:
    """How often the term or an alias stands in the base text, in the script in which it is stored."""
    return len(pattern(entry).findall("\n".join(_text(book, passage) for passage in book.passages)))


def quoted(entry: GlossaryEntry, book: Book, passage: str) -> tuple[int, int]:
    """The clause of a passage in which the term first stands; the whole passage where it does not."""
    text = _text(book, passage)
    found = pattern(entry).search(text)
    if found is None:
        return 0, len(text)
    begin = max((m.end() for m in re.finditer(r"[。；！？：]”?", text[: found.start()])), default=0)
    stop = re.compile(r"[。；！？]”?").search(text, found.end())
    return begin, stop.end() if stop else len(text)


def terms_in(glossary: Iterable[GlossaryEntry], text: str, passage: str) -> list[GlossaryEntry]:
    """The terms that stand in the text of a passage, in its order: the longest words first, none inside another.

    Where several entries share a word, those that quote the passage are meant; where none does, all of them.
    """
    entries = tuple(glossary)
    words = _words(entries)
    found: dict[str, GlossaryEntry] = {}
    for match in _every(tuple(words)).finditer(text) if words else ():
        some = words[match[0]]
        for entry in [e for e in some if passage in e.passages] or some:
            found.setdefault(entry.id, entry)
    return list(found.values())


@lru_cache(maxsize=4)
def _words(entries: tuple[GlossaryEntry, ...]) -> dict[str, list[GlossaryEntry]]:
    found: dict[str, list[GlossaryEntry]] = {}
    for entry in entries:
        for word in dict.fromkeys([*words_of(entry), *entry.hant.split()]):
            found.setdefault(word, []).append(entry)
    return found


@lru_cache(maxsize=4)
def _every(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word)))))


def _text(book: Book, passage: str) -> str:
    return book.voices[UnitId(passage)].unit.text
