"""The Markdown of a corpus: the editorial principles and the entries of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from edition.corpus.front import Front, misfits, read_front
from edition.corpus.names import PAGES
from edition.model import GlossaryEntry, Place, Problem
from edition.tables import Report, read_text

GLOSSARY = "glossary"
STEM = re.compile(r"[a-z][a-z0-9-]{0,79}")
LISTS, WORDS = ("aliases", "passages"), ("term", "hant", "pinyin", "kind", "english", "authority")
CITED = re.compile(r"《[^》]+[·.][^》]+》|《[^》]+》[^；]*[卷第]")  # a work with its chapter


def read_principles(folder: Path, report: Report) -> str | None:
    """The text of the page of principles; None where the corpus has none."""
    path = folder / PAGES[0]
    return read_text(path, f"{folder.name}/{PAGES[0]}", report) if path.exists() else None


def read_glossary(folder: Path, report: Report) -> tuple[GlossaryEntry, ...]:
    """Every glossary/*.md that is sound, in the order of file names."""
    paths = sorted((folder / GLOSSARY).glob("*.md"))
    return tuple(entry for path in paths if (entry := _entry(path, f"{folder.name}/{GLOSSARY}/{path.name}", report)))


def _entry(path: Path, shown: str, report: Report) -> GlossaryEntry | None:
    front = read_front(path, shown, report)
    if front is None:
        return None
    faults = [*_misfits(path.stem, front)] or [*_wanting(front)]
    for fault in faults:
        report(fault)
    if faults:
        return None
    head = front.head
    return GlossaryEntry(
        id=path.stem,
        term=head["term"],
        hant=head["hant"],
        pinyin=head["pinyin"],
        kind=head["kind"],
        english=head["english"],
        aliases=tuple(head["aliases"]),
        passages=tuple(head["passages"]),
        authority=head["authority"],
        body=front.body,
        place=front.place,
    )


def _misfits(stem: str, front: Front) -> Iterator[Problem]:
    """A name that is no address, fields that do not fit (M04)."""
    if not STEM.fullmatch(stem):
        yield Problem(
            "M04", Place(front.shown, 1), f"the name of the file is an address: small letters, digits, -, not {stem!r}"
        )
    yield from misfits(front, WORDS, LISTS)
    term, hant = front.head.get("term"), front.head.get("hant")
    if isinstance(term, str) and isinstance(hant, str) and (not term.strip() or len(term) != len(hant)):
        yield Problem("M04", front.line("hant"), "term and hant are the same words, character for character")


def _wanting(front: Front) -> Iterator[Problem]:
    """An entry has a sense, a passage and an authority with work and chapter (M05)."""
    term = front.head["term"]
    if not front.body.strip():
        yield Problem("M05", front.end, f"{term} has no sense: say what it means")
    if not front.head["passages"]:
        yield Problem("M05", front.line("passages"), f"{term} quotes no passage")
    if not CITED.search(front.head["authority"]):
        yield Problem(
            "M05", front.line("authority"), f"{term} rests on no authority with work and chapter, as 《work·chapter》"
        )
