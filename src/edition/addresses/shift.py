"""Where the characters of a unit go when its address is divided or joined to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edition.editing import Refused
from edition.model import Stretch
from edition.text import address, find_nth, han, han_positions, split_address

Extent = tuple[str, int, int]  # unit, first and last Han character of it


@dataclass(frozen=True, slots=True)
class Piece:
    """Code points [start, end) of a unit's text as it was, and where they stand now."""

    old: str
    start: int
    end: int
    new: str
    at: int  # where the first of them stands in the text of `new`
    stretches: tuple[Stretch, ...]  # what of the sources it has


@dataclass(frozen=True, slots=True)
class Shift:
    """One change of addresses. Units that no piece names stay what they are."""

    old: Mapping[str, str]  # unit → its text before, of every unit of the chapter
    new: Mapping[str, str]  # and after
    pieces: tuple[Piece, ...]
    base: frozenset[str]  # passages among the units

    def of(self, unit: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece.old == unit]

    def touches(self, unit: str) -> bool:
        return any(piece.old == unit for piece in self.pieces)

    def names(self, unit: str) -> list[str]:
        """The units a unit stands in now."""
        return list(dict.fromkeys(piece.new for piece in self.of(unit))) or [unit]

    def point(self, unit: str, n: int) -> tuple[str, int]:
        """A Han character of a unit (from 1) and which it is now."""
        if not self.touches(unit):
            return unit, n
        spots = han_positions(self.old[unit])
        if not 1 <= n <= len(spots):
            raise Refused(f"{unit} has {len(spots)} characters, there is no {n}")
        new, at = self._moved(unit, spots[n - 1], spots[n - 1] + 1, str(n))
        return new, han_positions(self.new[new]).index(at) + 1

    def words(self, unit: str, written: str, marks: bool = False) -> tuple[str, str]:
        """`揖[2]` of a unit: the unit in which it stands now, and how it is written there.

        Args:
            marks: the words are counted in the text with its punctuation.

        Raises:
            Refused: the words are not there, or the cut goes through them.
        """
        if not self.touches(unit):
            return unit, written
        chars, nth = split_address(written)
        spots = _spots(self.old[unit], marks)
        index = find_nth("".join(self.old[unit][i] for i in spots), chars, nth or 1)
        if index < 0 or not chars:
            raise Refused(f"{unit} has no {written}")
        new, at = self._moved(unit, spots[index], spots[index + len(chars) - 1] + 1, written)
        after = _spots(self.new[new], marks)
        return new, address("".join(self.new[new][i] for i in after), chars, after.index(at))

    def extent(self, first: str, last: str, n_from: int | None, n_to: int | None) -> tuple[Extent, Extent]:
        """A range of passages: where it begins and ends now, each as (unit, n, the length of that unit)."""
        begins = self.point(first, n_from or 1)
        ends = self.point(last, n_to or len(han(self.old[last])))
        return (*begins, self.length(begins[0])), (*ends, self.length(ends[0]))

    def length(self, unit: str) -> int:
        return len(han(self.new[unit]))

    def range(self, written: str) -> str:
        """`19.4` or `19.3-19.4`: the range that has at least the same characters."""
        first, _, last = written.partition("-")
        last = last or first
        if not (self.touches(first) or self.touches(last)):
            return written
        (one, _, _), (other, _, _) = self.extent(first, last, None, None)
        return one if one == other else f"{one}-{other}"

    def _moved(self, unit: str, start: int, end: int, said: str) -> tuple[str, int]:
        for piece in self.of(unit):
            if piece.start <= start and end <= piece.end:
                return piece.new, piece.at + start - piece.start
        raise Refused(f"the cut goes through {unit} {said}")


def _spots(text: str, marks: bool) -> Sequence[int]:
    return range(len(text)) if marks else han_positions(text)
