"""Collation: every witness of the base text against it, character by character on folded forms.

The machine only proposes. What it finds are candidates for the apparatus; the editor's rows decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rapidfuzz.distance import Levenshtein

from edition.enrich import Book, Edition
from edition.model import PassageId, Siglum
from edition.text import han, is_han

ORTHOGRAPHIC, DROPPED, WRONG, SPLIT, ADDED, VARIANT = "orthographic", "dropped", "wrong", "split", "added", "variant"
SIDES = "亻氵扌忄犭讠饣钅纟礻衤忄阝刂灬"  # component forms into which a web page splits a character


@dataclass(frozen=True, slots=True)
class Candidate:
    """One difference of one witness from the base witness."""

    passage: PassageId
    n: int  # the established character it stands against, or after which an addition stands
    base: str
    witness: Siglum
    reading: str
    proposed: str  # class that the machine proposes
    decided: str  # class of the row of the apparatus that covers it, or nothing


def collate(edition: Edition, book: Book) -> list[Candidate]:
    """Every difference, in the order of the base text, then of the witnesses."""
    base = _base_chars(edition, book)
    found: list[Candidate] = []
    decided = _decided(book)
    for witness in edition.corpus.witnesses:
        chars = _witness_chars(edition, book, witness.siglum)
        if chars and witness.siglum != edition.base.witness:
            found += _differences(base, chars, witness.siglum, edition.corpus.folds)
    shared = Counter((c.passage, c.n, c.base, c.reading) for c in found)
    order = {passage: i for i, passage in enumerate(book.passages)}
    marked = [
        replace(
            c,
            proposed=VARIANT if c.proposed == WRONG and shared[c.passage, c.n, c.base, c.reading] > 1 else c.proposed,
            decided=decided.get((c.passage, c.n), ""),
        )
        for c in found
    ]
    return sorted(marked, key=lambda c: (order[c.passage], c.n))


def _base_chars(edition: Edition, book: Book) -> list[tuple[PassageId, int, str]]:
    """(passage, number in it, character) of the base witness as received."""
    out: list[tuple[PassageId, int, str]] = []
    for carried in book.carried:
        if carried.layer == edition.base.id and carried.witness == edition.base.witness:
            n = 0
            for token in carried.tokens:
                n = token.n or n
                if token.char and is_han(token.char):
                    out.append((PassageId(carried.unit), n, token.char))
    return out


def _witness_chars(edition: Edition, book: Book, siglum: Siglum) -> list[tuple[PassageId, str]]:
    """(passage, character) of a further witness, in its own order."""
    passages = set(book.passages)
    return [
        (PassageId(carried.unit), token.char)
        for carried in book.carried
        if carried.witness == siglum and carried.unit in passages
        for token in carried.tokens
        if is_han(token.char)
    ]


def _differences(
    base: list[tuple[PassageId, int, str]], chars: list[tuple[PassageId, str]], siglum: Siglum, folds: dict[str, str]
) -> Iterator[Candidate]:
    """Aligned where the witness is extant: from the first passage it has to the last."""
    extant = {passage for passage, _ in chars}
    kept = [item for item in base if item[0] in extant]
    mine = "".join(folds.get(c, c) for _, _, c in kept)
    theirs = "".join(folds.get(c, c) for _, c in chars)
    for op in Levenshtein.opcodes(mine, theirs):
        left, right = kept[op.src_start : op.src_end], chars[op.dest_start : op.dest_end]
        if op.tag == "equal":
            for (passage, n, char), (_, other) in zip(left, right, strict=True):
                if char != other:
                    yield Candidate(passage, n, char, siglum, other, ORTHOGRAPHIC, "")
            continue
        if (not left and op.src_start == len(kept)) or (not right and op.dest_start == len(chars)):
            continue  # the witness begins or breaks off inside a passage
        passage, n, _ = left[0] if left else kept[max(0, op.src_start - 1)]
        base_text, reading = "".join(c for _, _, c in left), "".join(c for _, c in right)
        yield Candidate(passage, n, base_text, siglum, reading, _class(base_text, reading), "")


def _class(base: str, reading: str) -> str:
    if not reading:
        return DROPPED
    if not base:
        return ADDED
    return SPLIT if len(reading) > len(base) and reading[0] in SIDES else WRONG


def _decided(book: Book) -> dict[tuple[str, int], str]:
    """Class of the entry that speaks of a character, by passage and number."""
    found: dict[tuple[str, int], str] = {}
    for variant in book.chapter.variants:
        for n in range(variant.n_from, max(variant.n_to, variant.n_from) + 1):
            if han(variant.lemma + variant.reading):
                found.setdefault((variant.unit, n), variant.cls)
    return found


def summary(candidates: list[Candidate]) -> dict[str, Counter[str]]:
    """How many of each class, by witness."""
    found: dict[str, Counter[str]] = {}
    for c in candidates:
        found.setdefault(c.witness, Counter())[c.proposed] += 1
    return found
