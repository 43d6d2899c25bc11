"""IDs are forever: their grammar, their order, and that ledger and texts agree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise

from edition.enrich import Book, Edition
from edition.model import BASE, LIVE, NOTES, PARALLEL, RETIRED, Layer, LedgerRow, Place, Problem, Stretch
from edition.problems import did_you_mean, gone
from edition.text import is_han

STATUSES = (*LIVE, *RETIRED)
PASSAGE = r"[1-9][0-9]*\.[1-9][0-9]*[a-z]?"
HEADING = r"[1-9][0-9]*"
BLOCK = r"[1-9][0-9]*-[1-9][0-9]*(?:\.[a-z]+)?"  # page and block of a parallel, and the part of the block
DIGEST = 16  # hexadecimal digits of the SHA-256 that the ledger keeps


def digest(text: str) -> str:
    """What the ledger holds of a raw stretch: enough to notice any change of it."""
    return sha256(text.encode()).hexdigest()[:DIGEST]


def grammar(edition: Edition) -> Iterator[Problem]:
    """A layer that does not exist (F08), an ID that is none of its layer's (U01)."""
    layers = {layer.id: layer for layer in edition.corpus.layers}
    for book in edition.books:
        for row in book.chapter.ledger:
            if row.layer not in layers:
                yield Problem("F08", row.place, f"there is no layer {row.layer}{did_you_mean(row.layer, layers)}")
            elif not _fits(row.id, layers[row.layer]):
                yield Problem(
                    "U01",
                    row.place,
                    f"{row.id!r} is no ID of layer {row.layer}: "
                    f"one is {_example(layers[row.layer])}{_guess(row.id, layers[row.layer])}",
                )


def _fits(name: str, layer: Layer) -> bool:
    if layer.kind == BASE:
        return bool(re.fullmatch(f"{PASSAGE}|{HEADING}", name))
    forms = f"{PASSAGE}|{HEADING}|{BLOCK}" if layer.kind == PARALLEL else f"{PASSAGE}|{HEADING}"
    if layer.kind == NOTES:  # of a unit of any layer
        forms = f"(?:[a-z][a-z0-9-]*)?(?:{PASSAGE}|{HEADING}|{BLOCK})"
    return bool(re.fullmatch(rf"{re.escape(layer.id)}(?:{forms})[a-z]?", name))


def _guess(name: str, layer: Layer) -> str:
    """What an ID with a slip in its letters or its point was probably to be."""
    figures = re.sub("[^0-9a-z]+", ".", re.sub("^[^0-9]*", "", name))
    guess = figures if layer.kind == BASE else layer.id + figures
    return f" (did you mean {guess}?)" if _fits(guess, layer) else ""


def _example(layer: Layer) -> str:
    if layer.kind == BASE:
        return "19.4, or 19 for a heading"
    return f"{layer.id}25-12.zhu" if layer.kind == PARALLEL else f"{layer.id}19.4 or {layer.id}19.4b"


def twice(edition: Edition) -> Iterator[Problem]:
    """An ID stands once in the ledger and once in its layer (U02)."""
    for book in edition.books:
        yield from _twice((row.id, row.place) for row in book.chapter.ledger)
        yield from _twice((unit.id, unit.place) for units in book.chapter.units.values() for unit in units)
        yield from _twice((section.id, section.place) for section in book.chapter.sections)


def _twice(names: Iterable[tuple[str, Place]]) -> Iterator[Problem]:
    seen: dict[str, Place] = {}
    for name, place in names:
        if name in seen:
            where = "" if seen[name].path == place.path else f" of {seen[name].path}"
            yield Problem("U02", place, f"{name} stands twice: line {seen[name].line}{where} has it too")
        seen.setdefault(name, place)


def order(edition: Edition) -> Iterator[Problem]:
    """The rows of a layer stand as in the ledger, the passages of the ledger as the sections (U03)."""
    for book in edition.books:
        rank = {row.id: i for i, row in reversed(list(enumerate(book.chapter.ledger)))}
        for units in book.chapter.units.values():
            yield from _order([(unit.id, rank[unit.id], unit.place) for unit in units if unit.id in rank], "the ledger")
        sections = {section.id: i for i, section in enumerate(book.chapter.sections)}
        base = [
            (row.id, sections[_section(row.id)], row.place)
            for row in book.chapter.ledger
            if row.layer == edition.base.id and row.status not in RETIRED and _section(row.id) in sections
        ]
        yield from _order(base, "the table of sections")


def _order(rows: list[tuple[str, int, Place]], authority: str) -> Iterator[Problem]:
    for (before, high, _), (name, rank, place) in pairwise(rows):
        if rank < high:
            yield Problem("U03", place, f"{name} stands after {before}; {authority} has it before")


def known(edition: Edition) -> Iterator[Problem]:
    """What stands in a layer is in the ledger, and the reverse (U04 U05 U08)."""
    for book in edition.books:
        rows = {row.id: row for row in book.chapter.ledger}
        for layer, units in book.chapter.units.items():
            for unit in units:
                row = rows.get(unit.id)
                if row is None:
                    near = did_you_mean(unit.id, rows)
                    yield Problem("U04", unit.place, f"the ledger does not know {unit.id or 'an empty ID'}{near}")
                elif row.status in RETIRED:
                    yield Problem("U08", unit.place, f"{unit.id} was {gone(row)}, but it has a text")
                elif row.layer != layer:
                    yield Problem("U04", unit.place, f"the ledger gives {unit.id} to layer {row.layer}, not to {layer}")
        yield from _without_text(edition, book)


def _without_text(edition: Edition, book: Book) -> Iterator[Problem]:
    kinds = {layer.id: layer.kind for layer in edition.corpus.layers}
    for layer in sorted({row.layer for row in book.chapter.ledger} & kinds.keys()):
        present = {str(unit.id) for unit in book.chapter.units.get(layer, ())}
        notes = kinds[layer] == NOTES
        if notes:
            present |= book.chapter.note_files  # what is wrong in one is said of the file
        missing = [
            row
            for row in book.chapter.ledger
            if row.layer == layer and row.status not in RETIRED and row.id not in present
        ]
        if missing and not present and not notes:
            yield Problem(
                "U05",
                missing[0].place,
                f"none of the {len(missing)} IDs of layer {layer} has a text: "
                f"{layer}.tsv is missing, empty or cannot be read",
            )
            continue
        for row in missing:
            lost = f"file notes/{row.id}.md" if notes else f"row in {layer}.tsv"
            yield Problem(
                "U05",
                row.place,
                f"{row.id} has no {lost}: give it back, or say where it went with "
                f"edition ids split, merge or withdraw {row.id}",
            )


def digests(edition: Edition) -> Iterator[Problem]:
    """The raw text under an ID is the one that was published (U06 where it has moved, else U07)."""
    for book in edition.books:
        for row in book.chapter.ledger:
            for stretch, wanted in zip(row.stretches, row.digests, strict=True):
                text = edition.corpus.sources[stretch.source].text
                if (found := digest(text[stretch.start : stretch.end])) == wanted:
                    continue
                moved = _moved(text, stretch, wanted)
                if moved is not None:
                    yield Problem(
                        "U06",
                        row.place,
                        f"{row.id} was published for {moved} to "
                        f"{moved + stretch.end - stretch.start}, not for {stretch.start} to {stretch.end}",
                    )
                else:
                    yield Problem(
                        "U07",
                        row.place,
                        f"the text under {row.id} has the digest {found}, the ledger published {wanted or 'none'}",
                    )


def _moved(text: str, stretch: Stretch, wanted: str) -> int | None:
    """Where in its source a stretch of the same length has the digest: the nearest place."""
    starts = _digests(text, stretch.end - stretch.start).get(wanted, ())
    return min(starts, key=lambda start: abs(start - stretch.start), default=None)


@lru_cache(maxsize=64)
def _digests(text: str, length: int) -> dict[str, list[int]]:
    """Digest → where it stands, of every stretch of a length."""
    found: dict[str, list[int]] = {}
    for start in range(len(text) - length + 1):
        found.setdefault(digest(text[start : start + length]), []).append(start)
    return found


def statuses(edition: Edition) -> Iterator[Problem]:
    """The status is a word of the list, and says where a retired ID went (F08 U04)."""
    for book in edition.books:
        rows = {row.id: row for row in book.chapter.ledger}
        notes = {note.id for note in book.chapter.notes}
        for row in rows.values():
            if row.status not in STATUSES:
                yield Problem(
                    "F08",
                    row.place,
                    f"{row.status or 'nothing'} is no status: there are "
                    f"{', '.join(STATUSES)}{did_you_mean(row.status, STATUSES)}",
                )
            elif row.status in LIVE and row.successors:
                yield Problem("F08", row.place, f"{row.id} is {row.status}, it has no successors yet")
            elif row.status in ("split", "merged") and not row.successors:
                yield Problem("F08", row.place, f"{row.id} is {row.status}, but no successor is named")
            yield from _successors(row, rows, notes)


def _successors(row: LedgerRow, rows: dict[str, LedgerRow], notes: set[str]) -> Iterator[Problem]:
    for name in row.successors:
        if name in notes:
            continue
        if name not in rows:
            yield Problem(
                "U04",
                row.place,
                f"the ledger does not know {name}, the successor of {row.id}{did_you_mean(name, rows)}",
            )
        elif rows[name].status in RETIRED:
            yield Problem("U08", row.place, f"{name}, the successor of {row.id}, was {gone(rows[name])} itself")


def sections(edition: Edition) -> Iterator[Problem]:
    """Every passage has a section, every section passages and the heading it names (U09)."""
    for book in edition.books:
        chapter = book.chapter
        names = {section.id for section in chapter.sections}
        used = {_section(row.id) for row in chapter.ledger if row.layer == edition.base.id}
        headings = {section.heading for section in chapter.sections}
        for passage in book.passages:
            place = book.voices[book.chapter.units[edition.base.id][book.order[passage]].id].unit.place
            if _section(passage) not in names:
                yield Problem(
                    "U09",
                    place,
                    f"{passage} is of a section {_section(passage)} that does not exist"
                    f"{did_you_mean(_section(passage), names)}",
                )
            elif "." not in passage and passage not in headings:
                yield Problem("U09", place, f"{passage} is a heading, but no section names it as its own")
        for section in chapter.sections:
            if section.id not in used:
                near = did_you_mean(section.id, used - names)
                yield Problem("U09", section.place, f"section {section.id} has no passage{near}")
            if section.heading and section.heading not in book.order:
                yield Problem(
                    "U09",
                    section.place,
                    f"the heading {section.heading} of section {section.id} is no unit "
                    f"of the text{did_you_mean(section.heading, book.order)}",
                )


def _section(passage: str) -> str:
    return passage.partition(".")[0]


def empty(edition: Edition) -> Iterator[Problem]:
    """A unit has at least one character (U10)."""
    for book in edition.books:
        for units in book.chapter.units.values():
            for unit in units:
                if not any(char.isalnum() or is_han(char) for char in unit.text):
                    yield Problem("U10", unit.place, f"{unit.id} has no text")
