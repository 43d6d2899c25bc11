"""Prose: links that lead nowhere, raw HTML (M01 to M03), glossary passages that are none."""

from __future__ import annotations

from collections.abc import Iterator

from edition.corpus.names import PAGES
from edition.enrich import Edition
from edition.glossary import by_word
from edition.model import Problem
from edition.problems import did_you_mean
from edition.prose import Resolve, check


def prose(edition: Edition) -> Iterator[Problem]:
    """The principles and the glossary: every link resolved, every passage quoted by an ID that exists."""
    corpus, resolve = edition.corpus, _resolver(edition)
    if corpus.principles:
        yield from check(corpus.principles, f"{corpus.root.name}/{PAGES[0]}", 1, resolve)
    known = [str(passage) for book in edition.books for passage in book.passages]
    for entry in corpus.glossary:
        yield from check(entry.body, entry.place.path, entry.place.line, resolve)
        for passage in entry.passages:
            if passage not in known:
                yield Problem("M03", entry.place,
                              f"{entry.term} quotes {passage}, which is no passage{did_you_mean(passage, known)}")


def _resolver(edition: Edition) -> Resolve:
    terms = by_word(edition.corpus.glossary)

    def resolve(words: str) -> tuple[str, str] | None:
        found = words in terms or any(words in book.voices for book in edition.books)
        return ("#", words) if found else None

    return resolve
