"""Where the further witnesses have a passage, when it is divided or joined: from the tokens woven of them."""

from __future__ import annotations

from collections.abc import Sequence

from edition.addresses.lines import Cells
from edition.addresses.shift import Shift
from edition.enrich import Book
from edition.model import Stretch, Token
from edition.text import han

OPENING = "“‘《〈「『（〔【［([{<«"


def key(row: Cells) -> str:
    """What tells a row of the witnesses from all others: a witness may have a passage in several parts."""
    return "\t".join(row.values())


def cut_text(text: str, after: int) -> int:
    """Where a second half begins: closing marks belong to what is before them, opening ones to what follows."""
    at = after
    while at < len(text) and not han(text[at]) and not text[at].isalnum() and text[at] not in OPENING:
        at += 1
    return at


def cut_source(tokens: Sequence[Token], text: str, at: int) -> tuple[str, int] | None:
    """(source, offset) of the first code point of a second half that begins at `at` of the text; None: it has none."""
    real = [token for token in tokens if token.offset >= 0]
    k = next((k for k, token in enumerate(real) if _after(token, text, at)), None)
    if k is None:
        return None
    while k and real[k - 1].at < 0 and real[k - 1].char in OPENING:
        k -= 1
    return real[k].source, real[k].offset


def _after(token: Token, text: str, at: int) -> bool:
    """What a witness has too much after the last character of the first half is of that half."""
    return token.at >= at and not (token.at == at and not token.text and at < len(text))


def divided(stretches: Sequence[Stretch], source: str, offset: int) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """Stretches in reading order, before and from a code point on."""
    where = next(i for i, s in enumerate(stretches) if s.source == source and s.start <= offset < s.end)
    s = stretches[where]
    one = (*stretches[:where], *((Stretch(source, s.start, offset),) if offset > s.start else ()))
    return one, (Stretch(source, offset, s.end), *stretches[where + 1 :])


def follow_split(row: Cells, shift: Shift, book: Book) -> list[Cells]:
    """A row for each half that the witness has anything of."""
    if not shift.touches(row["passage"]):
        return [row]
    first, second = shift.of(row["passage"])
    text = shift.old[row["passage"]]
    tokens = next((c.tokens for c in book.carried if c.witness == row["witness"] and c.unit == row["passage"]), ())
    cut = cut_source(tokens, text, first.end)
    start, end = int(row["start"]), int(row["end"])
    at = cut[1] if cut else end
    before, most = len(han(text[: first.end])), len(han(text))
    n_from, n_to = int(row["n_from"] or 1), int(row["n_to"] or most)
    found = []
    if n_from <= before:
        found.append(_span(row, first.new, (start, min(at, end)), (n_from, min(n_to, before)), before))
    if n_to > before:
        part = (max(n_from, before + 1) - before, n_to - before)
        found.append(_span(row, second.new, (max(at, start), end), part, most - before))
    return found


def _span(row: Cells, passage: str, stretch: tuple[int, int], part: tuple[int, int], most: int) -> Cells:
    return {
        **row,
        "passage": passage,
        "start": str(stretch[0]),
        "end": str(stretch[1]),
        "n_from": "" if part[0] == 1 else str(part[0]),
        "n_to": "" if part[1] == most else str(part[1]),
    }


def follow_merge(rows: Sequence[Cells], shift: Shift) -> list[Cells]:
    """The rows of one witness for the passage that two have become: one where they adjoin.

    `rows` are those of the witness for either, in the order of the table.
    """
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []
    new = shift.names(rows[0]["passage"])[0]
    for row in rows:
        n_to = int(row["n_to"] or len(han(shift.old[row["passage"]])))
        part = (shift.point(row["passage"], int(row["n_from"] or 1))[1], shift.point(row["passage"], n_to)[1])
        stretch = (int(row["start"]), int(row["end"]))
        if found and found[-1][0][1] == stretch[0] and found[-1][1][1] == part[0] - 1:
            before = found.pop()
            stretch, part = (before[0][0], stretch[1]), (before[1][0], part[1])
        found.append((stretch, part))
    return [_span(rows[0], new, stretch, part, shift.length(new)) for stretch, part in found]
