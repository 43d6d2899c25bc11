"""`edition ids split 19.4 --after 揖[2]`: one passage or unit becomes two, which together have all that it had."""

from __future__ import annotations

from edition.addresses import ledger, spans
from edition.addresses.change import Files, Subject, divisible, follow, put, subject, texts_of
from edition.addresses.lines import Cells, Lines
from edition.addresses.shift import Piece, Shift
from edition.corpus.names import CHAPTER_TABLES
from edition.editing import Refused
from edition.enrich import Edition
from edition.model import BASE
from edition.text import count, find_nth, han, han_positions, split_address


def split(edition: Edition, name: str, after: str, reason: str) -> tuple[list[str], list[str]]:
    """Write the split; the new addresses and the files that were written.

    Raises:
        Refused: with the reason, or the place of what cannot follow; nothing is written then.
    """
    about = subject(edition, name)
    divisible(about, "split")
    name = about.row.id
    text = texts_of(about.book)[name]
    at = _cut(name, text, after)
    halves = ledger.free_letters(about.book.chapter, name, 2)
    shift = _shift(about, text, at, halves)
    rows = _spans(about, shift) if about.layer.kind == BASE else None
    files = follow(about, shift, rows) | _ledger(about, shift, halves, reason)
    return halves, put(about.root, files)


def _cut(name: str, text: str, after: str) -> int:
    """Code point at which the second half begins."""
    chars, nth = split_address(after)
    spots = han_positions(text)
    plain = "".join(text[i] for i in spots)
    index, often = find_nth(plain, chars, nth or 1), count(plain, chars)
    if not chars or index < 0:
        raise Refused(f"{name} has no {after}: {text}")
    if nth is None and often > 1:
        raise Refused(f"{chars} stands {often} times in {name}: write {chars}[1] to {chars}[{often}]")
    at = spans.cut_text(text, spots[index + len(chars) - 1] + 1)
    if not han(text[at:]):
        raise Refused(f"nothing of {name} would be left after {after}")
    return at


def _shift(about: Subject, text: str, at: int, halves: list[str]) -> Shift:
    name = about.row.id
    old = texts_of(about.book)
    tokens = next(c.tokens for c in about.book.carried if c.unit == name and c.witness == about.layer.witness)
    cut = spans.cut_source(tokens, text, at)
    if cut is None or not any(t.offset >= 0 and t.at < at for t in tokens):
        raise Refused(f"one half of {name} would have nothing of the source")
    one, two = spans.divided(about.row.stretches, *cut)
    pieces = (Piece(name, 0, at, halves[0], 0, one), Piece(name, at, len(text), halves[1], 0, two))
    new = {unit: words for unit, words in old.items() if unit != name}
    base = frozenset(map(str, about.book.passages))
    return Shift(old, {**new, halves[0]: text[:at], halves[1]: text[at:]}, pieces, base)


def _spans(about: Subject, shift: Shift) -> dict[str, list[Cells]]:
    table = Lines.of(about.root, about.book.chapter.id, "witnesses", CHAPTER_TABLES["witnesses"])
    rows = [row for _, row in table.rows()] if table else []
    return {spans.key(row): spans.follow_split(row, shift, about.book) for row in rows}


def _ledger(about: Subject, shift: Shift, halves: list[str], reason: str) -> Files:
    corpus, row = about.edition.corpus, about.row
    table, printed = ledger.opened(corpus, about.book.chapter), ledger.published(corpus, about.book.chapter)
    new = [
        cells
        for piece in shift.pieces
        for cells in ledger.cells_of(piece.new, row.layer, piece.stretches, corpus.sources, "provisional")
    ]
    ledger.insert_after(table, row.id, new)
    return ledger.retired(about, table, printed, "split", halves, reason)
