"""Text broken into columns of so many cells, with notes in two half-lines, as old prints set it.

A character of the text takes one cell, four characters of a note take one: two in the right half-line, two in the
left. In one column a note has one right and one left half-line; it takes what is left of the column and goes on in
the next. Where it ends, its halves are balanced and the text goes on below. Marks of punctuation take no room.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

SMALL = 2  # small characters of one half-line beside one cell


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text, or a note in it."""

    text: str
    note: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """What one column holds of one run: code points [begin, end)."""

    run: int  # which of the runs
    column: int  # from 0
    begin: int
    end: int
    middle: int = 0  # of a note: where its left half-line begins; `end` where it has none
    right: int = 0  # of a note: characters in the right half-line
    left: int = 0  # of a note: as many, or one fewer

    @property
    def blank(self) -> int:
        """Of a note: small characters between the end of its last half-line and the next cell."""
        return self.cells * SMALL - (self.left or self.right)

    @property
    def cells(self) -> int:
        """Of a note: the cells it takes."""
        return -(-self.right // SMALL)


def is_mark(char: str) -> bool:
    """Whether a code point takes no room in a column: punctuation and space."""
    return unicodedata.category(char)[0] in "PZ"


def is_opening(char: str) -> bool:
    """Whether a mark belongs to the character after it."""
    return unicodedata.category(char) in ("Ps", "Pi")


def clusters(text: str) -> list[int]:
    """Where each character begins, marks before and after it included; the first at 0, whatever stands there."""
    found: list[int] = []
    opening: int | None = None  # where opening marks began that wait for their character
    for at, char in enumerate(text):
        if is_mark(char):
            if is_opening(char) and opening is None:
                opening = at
        elif unicodedata.category(char) in ("Mn", "Me", "Cf") and found:
            continue  # belongs to the character before
        else:
            found.append(at if opening is None else opening)
            opening = None
    if text and found:
        found[0] = 0
    return found or ([0] if text else [])


def columns(runs: Sequence[Run], cells: int) -> tuple[Piece, ...]:
    """The pieces of all runs in the order of reading; `cells` is the length of a column, from 1."""
    out: list[Piece] = []
    column, used = 0, 0
    for k, run in enumerate(runs):
        starts = clusters(run.text)
        bounds = [*starts, len(run.text)]
        at = 0
        while at < len(starts):
            if used == cells:
                column, used = column + 1, 0
            room = cells - used
            if run.note:
                piece = _pair(k, column, bounds, at, room)
                at += piece.right + piece.left
                used += piece.cells
            else:
                upto = min(at + room, len(starts))
                piece = Piece(k, column, bounds[at], bounds[upto])
                used += upto - at
                at = upto
            out.append(piece)
    return tuple(out)


def _pair(run: int, column: int, bounds: Sequence[int], at: int, room: int) -> Piece:
    """What is left of a note from its character `at`, as far as it goes into `room` cells."""
    taken = min(len(bounds) - 1 - at, room * SMALL * 2)
    right = -(-taken // 2)
    return Piece(run, column, bounds[at], bounds[at + taken], bounds[at + right], right, taken - right)


def halves(text: str) -> int:
    """Where the second half of a note in two lines begins; 0 where there is nothing to halve.

    No half begins with a closing mark nor ends with an opening one; marks that end a half hang and are not counted.
    Of two places as good the later one: the first half is rather the longer.
    """
    found = [at for at in range(1, len(text)) if _may_part(text[at - 1], text[at])]
    return min(reversed(found), key=lambda at: abs(hung(text[:at]) - hung(text[at:])), default=0)


def _may_part(before: str, after: str) -> bool:
    return not (is_mark(after) and not is_opening(after)) and not is_opening(before)


def hung(line: str) -> int:
    """The code points of a line without the marks at its end."""
    count = len(line)
    while count and is_mark(line[count - 1]):
        count -= 1
    return count
