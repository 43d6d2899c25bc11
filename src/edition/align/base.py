"""The base text as the aligners see it: folded Han characters, where passages begin, where the sense may pause.

Positions are counted in Han characters of the whole chapter from 0; a span is half open. Marks are no text,
but a cut after 。 is likelier than one after ，, so each position carries the strength of the mark before it.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from edition.model import PassageId, Place, Target, Unit
from edition.script import HANT, candidates
from edition.text import is_han

PASSAGE_END, FULL, HALF, COMMA, ENUM = 4, 3, 2, 1, 0
STRENGTH = dict.fromkeys("。！？!?.", FULL) | dict.fromkeys("；：;:", HALF) | dict.fromkeys("，,", COMMA) | {"、": ENUM}
VARIANTS = str.maketrans(dict(zip("説賔乗従逺眀竒旣舎筭覩于併遶", "说宾乘从远明奇既舍算睹于并绕", strict=True)))
NONE = "none"
HEADING = "."  # a base unit without a point in its ID is a heading


def fold(text: str) -> str:
    """One form for all the ways to write a character, one code point for one: only for comparing."""
    return "".join(map(_folded, text.translate(VARIANTS)))


@lru_cache(maxsize=8192)
def _folded(char: str) -> str:
    return candidates(char, HANT)[0]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an aligner holds a unit to answer, and how sure it is."""

    target: Target
    confidence: float  # 0 (a guess) to 1 (nothing speaks against it)


@dataclass(frozen=True, slots=True)
class Base:
    """The base text of a chapter."""

    ids: tuple[PassageId, ...]
    starts: tuple[int, ...]  # position of the first character of each passage; at the end the length of the text
    text: str  # folded Han characters of all passages
    cuts: dict[int, int]  # position -> strength of the mark before it

    def at(self, position: int) -> int:
        """Index of the passage that holds a position."""
        return min(bisect_right(self.starts, position), len(self.ids)) - 1

    def is_heading(self, passage: int) -> bool:
        return HEADING not in self.ids[passage]

    def target(
        self, unit: Unit, span: tuple[int, int] | None, relation: str, stretch: tuple[int, int] | None = None
    ) -> Target:
        """A span as a row: whole passages have no n_from and n_to, part of one has both."""
        place = Place("", 0)
        if span is None or span[0] >= span[1]:
            return Target(unit.id, unit.layer, None, None, None, None, stretch, relation, "", place)
        first, last = self.at(span[0]), self.at(span[1] - 1)
        whole = span == (self.starts[first], self.starts[last + 1])
        n_from, n_to = span[0] - self.starts[first] + 1, span[1] - self.starts[last]
        return Target(
            unit.id,
            unit.layer,
            self.ids[first],
            self.ids[last],
            None if whole else n_from,
            None if whole else n_to,
            stretch,
            relation,
            "",
            place,
        )

    def span(self, target: Target) -> tuple[int, int] | None:
        """The positions a row answers; None where it answers nothing."""
        if target.first is None or target.last is None:
            return None
        first, last = self.ids.index(target.first), self.ids.index(target.last)
        start = self.starts[first] + (target.n_from or 1) - 1
        return start, self.starts[last] + target.n_to if target.n_to else self.starts[last + 1]


def unanswered(base: Base, units: Iterable[Unit], confidence: float = 0.0) -> list[Proposal]:
    """Rows of units that answer nothing."""
    return [Proposal(base.target(unit, None, NONE), confidence) for unit in units]


def read_base(units: Sequence[Unit]) -> Base:
    """The passages in their order, folded."""
    starts, chars, cuts = [0], [], {0: PASSAGE_END}
    for unit in units:
        for char, plain in zip(fold(unit.text), unit.text, strict=True):
            if is_han(plain):
                chars.append(char)
            elif plain in STRENGTH:
                cuts[len(chars)] = max(STRENGTH[plain], cuts.get(len(chars), 0))
        cuts[len(chars)] = PASSAGE_END
        starts.append(len(chars))
    return Base(tuple(PassageId(unit.id) for unit in units), tuple(starts), "".join(chars), cuts)


def han_folded(text: str) -> str:
    """The folded Han characters of a text."""
    return "".join(char for char, plain in zip(fold(text), text, strict=True) if is_han(plain))


def weights(pieces: Iterable[str], size: int = 1) -> dict[str, float]:
    """How much a shared n-gram tells: near 0 where every piece has it, 1 where a single one does."""
    holders: Counter[str] = Counter()
    total = 0
    for piece in pieces:
        total += 1
        holders.update({piece[i : i + size] for i in range(len(piece) - size + 1)})
    scale = math.log(total + 1)
    return {gram: math.log((total + 1) / count) / scale for gram, count in holders.items()}


def passages_of(base: Base) -> list[str]:
    return [base.text[a:b] for a, b in pairwise(base.starts)]
