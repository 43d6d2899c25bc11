"""Prose: links to nothing and raw HTML (M01 to M03), plans without terms (M07), sections without synopsis (M08)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from edition.corpus.names import INTRODUCTION, PAGES
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
                yield Problem(
                    "M03",
                    entry.place,
                    f"{entry.term} quotes {passage}, which is no passage{did_you_mean(passage, known)}",
                )


def chapters(edition: Edition) -> Iterator[Problem]:
    """Notes and introductions: the same, at the lines of their files."""
    root, resolve = edition.corpus.root.name, _resolver(edition)
    for book in edition.books:
        for note in book.chapter.notes:
            yield from check(note.body, note.place.path, note.place.line, resolve)
        if book.chapter.introduction:
            yield from check(book.chapter.introduction, f"{root}/{book.chapter.id}/{INTRODUCTION}", 1, resolve)


def synopses(edition: Edition) -> Iterator[Problem]:
    """Where one section has a synopsis every section has one, in both languages, and each is of a section (M08)."""
    resolve = _resolver(edition)
    for book in edition.books:
        some, sections = book.chapter.synopses, [section.id for section in book.chapter.sections]
        for one in some:
            for text in (one.text, one.english):
                for found in check(text, one.place.path, one.place.line, resolve):
                    yield Problem(found.code, one.place, found.message)
            if one.section not in sections:
                near = did_you_mean(one.section, sections)
                yield Problem("M08", one.place, f"there is no section {one.section}{near}")
            if not one.text.strip() or not one.english.strip():
                yield Problem("M08", one.place, f"the synopsis of section {one.section} lacks a language")
        for name, often in Counter(one.section for one in some).items():
            if often > 1:
                place = next(s.place for s in some if s.section == name)
                yield Problem("M08", place, f"section {name} has {often} synopses")
        for name in sections:
            if some and name not in {one.section for one in some}:
                yield Problem("M08", some[-1].place, f"section {name} has no synopsis")


def plans(edition: Edition) -> Iterator[Problem]:
    """Every part of a plan is a term of the glossary and fixed by passages that exist (M07)."""
    terms = by_word(edition.corpus.glossary)
    for book in edition.books:
        for part in book.chapter.plan.parts if book.chapter.plan else ():
            if part.term not in terms:
                yield Problem(
                    "M07", part.place, f"{part.id}: the glossary has no {part.term}{did_you_mean(part.term, terms)}"
                )
            for passage in part.passages:
                if passage not in book.order:
                    yield Problem(
                        "M07",
                        part.place,
                        f"{part.id}: there is no passage {passage}{did_you_mean(passage, map(str, book.passages))}",
                    )


def _resolver(edition: Edition) -> Resolve:
    terms = by_word(edition.corpus.glossary)
    notes = {note.id for book in edition.books for note in book.chapter.notes}

    def resolve(words: str) -> tuple[str, str] | None:
        found = words in terms or any(words in book.voices for book in edition.books) or words in notes
        return ("#", words) if found else None

    return resolve
