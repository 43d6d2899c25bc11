"""Proposals held against a table: characters of the base, pairs of unit and passage, classes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from edition.align.base import Base
from edition.model import PassageId, Target, UnitId

GOOD = 0.9  # F1 from which an item counts as rightly placed
Answers = dict[UnitId, set[int]]  # positions of the base that each unit answers


@dataclass(frozen=True, slots=True)
class Score:
    """How many things both have, only the table has, only the proposals have."""

    both: int
    missed: int
    false: int

    @property
    def precision(self) -> float:
        return self.both / (self.both + self.false) if self.both + self.false else 1.0

    @property
    def recall(self) -> float:
        return self.both / (self.both + self.missed) if self.both + self.missed else 1.0

    @property
    def f1(self) -> float:
        total = 2 * self.both + self.missed + self.false
        return 2 * self.both / total if total else 1.0


def answers(base: Base, targets: Iterable[Target]) -> Answers:
    """The characters of the base that each unit answers; none for a unit that answers nothing."""
    result: Answers = {}
    for target in targets:
        span = base.span(target)
        result.setdefault(target.unit, set()).update(range(*span) if span else ())
    return result


def by_characters(wanted: Mapping[UnitId, set[int]], found: Mapping[UnitId, set[int]]) -> tuple[Score, float]:
    """Micro score over all characters, and the share of units whose own F1 is good."""
    scores = [_score(wanted[unit], found.get(unit, set())) for unit in wanted]
    total = Score(sum(s.both for s in scores), sum(s.missed for s in scores), sum(s.false for s in scores))
    return total, sum(score.f1 >= GOOD for score in scores) / max(1, len(scores))


def _score(wanted: set[int], found: set[int]) -> Score:
    return Score(len(wanted & found), len(wanted - found), len(found - wanted))


def pairs(base: Base, targets: Iterable[Target]) -> dict[tuple[UnitId, PassageId], str]:
    """Each pair of unit and passage with its relation."""
    result = {}
    for target in targets:
        span = base.span(target)
        for index in range(base.at(span[0]), base.at(span[1] - 1) + 1) if span else ():
            result[target.unit, base.ids[index]] = target.relation
    return result


def by_pairs(base: Base, wanted: Iterable[Target], found: Iterable[Target]) -> tuple[Score, float]:
    """Score over pairs, and the share of common pairs with the same relation."""
    ours, theirs = pairs(base, found), pairs(base, wanted)
    common = ours.keys() & theirs.keys()
    score = Score(len(common), len(theirs.keys() - common), len(ours.keys() - common))
    return score, sum(ours[pair] == theirs[pair] for pair in common) / max(1, len(common))
