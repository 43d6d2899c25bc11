"""lemmata.tsv and citations.tsv: where in its source a comment speaks of which characters."""

from __future__ import annotations

from collections.abc import Iterator

from edition.enrich import Book, Carried
from edition.model import Citation, Lemma, Token

LEMMATA = "unit role kind source start end target_from n_from target_to n_to status"
CITATIONS = "unit source start end work place quoted"


def lemma_rows(book: Book) -> Iterator[tuple[object, ...]]:
    own = _own(book)
    for lemma in book.chapter.lemmata:
        if lemma.unit in own:
            yield (
                lemma.unit,
                lemma.role,
                lemma.kind,
                *stretch(own[lemma.unit], lemma),
                lemma.first,
                lemma.t_from or None,
                lemma.last,
                lemma.t_to or None,
                lemma.status,
            )


def citation_rows(book: Book) -> Iterator[tuple[object, ...]]:
    own = _own(book)
    for citation in book.chapter.citations:
        if citation.unit in own:
            yield (
                citation.unit,
                *stretch(own[citation.unit], citation),
                citation.work,
                citation.where,
                citation.quoted,
            )


def _own(book: Book) -> dict[str, Carried]:
    """Each unit in the witness its text is taken from."""
    return {c.unit: c for c in book.carried if c.witness == book.voices[c.unit].layer.witness}


def stretch(carried: Carried, words: Lemma | Citation) -> tuple[str, int, int]:
    """(source, start, end) of the words; before what follows where the first of them is supplied."""
    tokens = carried.tokens
    first = next(i for i, t in enumerate(tokens) if t.n == words.n_from)
    last = next(i for i, t in enumerate(tokens) if t.n == words.n_to)
    start = next(t for t in (*tokens[first:], *reversed(tokens)) if t.source)
    there = [t for t in tokens[first : last + 1] if t.source]
    return start.source, start.offset, _end(there[-1], tokens[last + 1 :]) if there else start.offset


def _end(token: Token, after: tuple[Token, ...]) -> int:
    """After the character, and after the rest of one that the source splits in two."""
    end = token.offset + 1
    for follower in after:
        if not follower.source or follower.text:
            break
        end = follower.offset + 1
    return end
