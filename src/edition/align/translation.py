"""Translation to base: cut the base text into as many spans as there are items, in the same order.

Classical and modern wording share the characters that carry the matter. So a span is worth the characters and
pairs it shares with its item, each by its rarity in the base, less what it leaves unanswered, less a penalty for
an odd length; and a cut is cheap where a passage ends, dear inside a sentence. A dynamic programme over all cuts
finds the best whole: a formula that recurs is told apart by its neighbours. First a coarse pass over passages
finds the part of the base that is translated, which keeps the fine pass narrow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from edition.align.base import (
    COMMA,
    ENUM,
    FULL,
    HALF,
    PASSAGE_END,
    Base,
    Proposal,
    han_folded,
    passages_of,
    unanswered,
    weights,
)
from edition.align.quantities import lengths
from edition.model import Unit

PAIR = 1.0  # worth of a shared pair of characters beside its two characters
LENGTH = 2.0  # worth of a fitting length: the penalty for half or double of it is about one rare character
LEFT = 0.35  # cost of a base character in a span that its item does not answer, as a share of its worth
SKIPPED = 0.8  # the same for base text that no item answers
EMPTY = 6.0  # cost of an item that answers nothing
CUT = {PASSAGE_END: 0.0, FULL: 0.8, HALF: 1.6, COMMA: 2.4, ENUM: 3.6}
SWAY = 0.5  # how far the translator may move a word, as a share of the item
HEADING = 3.0  # cost of a span that runs over a heading and more
BAND = 16  # cuts to either side of the coarse path that the fine pass tries
LONGEST = 4.0  # a span is at most so many times as long as its item leads to expect
DARK = 0.45  # share of a passage that any item shares with it by chance
LONG = 1.4  # so many times the usual length, an item adds something
OMITTED = 5  # characters of a clause from which its want in the item is no chance
UNSAID = 0.2  # share of such a clause that the item may have by chance
NEG = -math.inf
FULL_RELATION, EXPANDS, MERGES, HEADING_RELATION = "full", "expands", "merges", "heading"


@dataclass(frozen=True, slots=True)
class Item:
    """A unit of the translation, ready to be compared."""

    unit: Unit
    chars: dict[str, list[int]]  # where each character stands
    pairs: frozenset[str]
    measures: frozenset[float]
    size: float  # its length in Han characters; of an alphabetic text in words


def read_item(unit: Unit) -> Item:
    text = han_folded(unit.text)
    measures = frozenset(value for *_, values in lengths(text) for value in values)
    size = len(text) or len(unit.text.split())
    chars: dict[str, list[int]] = {}
    for place, char in enumerate(text):
        chars.setdefault(char, []).append(place)
    return Item(unit, chars, frozenset(map("".join, pairwise(text))), measures, max(1, size))


def align(base: Base, units: Sequence[Unit]) -> list[Proposal]:
    """One proposal for each item, in their order; two where the item leaves out a clause between."""
    if not units or not base.text:
        return unanswered(base, units)
    items = [read_item(unit) for unit in units]
    ends = coarse(base, items)
    grid = Grid(base, items, ends)
    pairs = zip(items, grid.best(), strict=True)
    return [proposal for item, span in pairs for proposal in _proposals(base, item, span, grid.ratio)]


def coarse(base: Base, items: Sequence[Item]) -> list[tuple[int, int]]:
    """(first, last) passage of each item by whole passages; evenly spread where nothing is shared."""
    passages = passages_of(base)
    gains = _gains(passages, items)
    if max(map(max, gains)) <= 0:
        return [
            (i * len(passages) // len(items), max(0, (i + 1) * len(passages) // len(items) - 1))
            for i in range(len(items))
        ]
    return _walk(gains)


def _gains(passages: Sequence[str], items: Sequence[Item]) -> list[list[float]]:
    """What each item shares with each passage, less about a half of what the passage is worth."""
    rarity = weights(passages)
    holders: dict[str, list[tuple[int, float]]] = {}
    for p, passage in enumerate(passages):
        for i, char in enumerate(passage):
            holders.setdefault(char, []).append((p, rarity[char]))
            holders.setdefault(passage[i : i + 2], []).append((p, PAIR / 2))
    rest = [-DARK * sum(rarity[char] for char in passage) for passage in passages]
    rows = []
    for item in items:
        row = rest.copy()
        for gram in (*item.chars, *item.pairs):
            for p, worth in holders.get(gram, ()):
                row[p] += worth
        rows.append(row)
    return rows


def _walk(gains: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The best path through items and passages; it may begin and end at any passage."""
    width = len(gains[0])
    best: list[list[float]] = []
    back: list[list[tuple[int, int]]] = []  # steps in (items, passages); (0, 0) begins
    for i, row in enumerate(gains):
        best.append([NEG] * width)
        back.append([(0, 0)] * width)
        for p, gain in enumerate(row):
            moves = [(best[i][p - 1], (0, 1))] if p else []
            if i:
                above = best[i - 1]
                moves += [(above[p] - abs(gain), (1, 0))]
                moves += [(above[p - k] - 0.2 * (k - 1), (1, k)) for k in (1, 2, 3) if p >= k]
            else:
                moves += [(0.0, (0, 0))]
            value, step = max(moves)
            best[i][p], back[i][p] = value + gain, step
    p = max(range(width), key=best[-1].__getitem__)
    return _trace(back, len(gains) - 1, p)


def _trace(back: Sequence[Sequence[tuple[int, int]]], i: int, p: int) -> list[tuple[int, int]]:
    spans, last = [], p
    while True:
        rise, run = back[i][p]
        if rise or (rise, run) == (0, 0):
            spans.append((p, last))
            last = p - run
        if (rise, run) == (0, 0):
            return spans[::-1]
        i, p = i - rise, p - run


class Grid:
    """The fine pass: every cut of the base near the coarse path, and the best way through them."""

    def __init__(self, base: Base, items: Sequence[Item], path: Sequence[tuple[int, int]]) -> None:
        self.base, self.items = base, items
        self.blind = not any(set(base.text) & item.chars.keys() for item in items)  # order and length must do
        self.rarity = weights(passages_of(base))
        self.cuts = sorted(base.cuts)
        index = {cut: k for k, cut in enumerate(self.cuts)}
        self.starts = [index[base.starts[first]] for first, _ in path]
        self.ends = [index[base.starts[last + 1]] for _, last in path]
        covered = base.starts[path[-1][1] + 1] - base.starts[path[0][0]]
        self.ratio = sum(item.size for item in items) / max(1, covered)
        self.price = [CUT[base.cuts[cut]] for cut in self.cuts]
        self.headings = {index[base.starts[p + d]] for p in range(len(base.ids)) if base.is_heading(p) for d in (0, 1)}
        self.worth = [0.0]
        self.measures = [(start, values) for start, _, values in lengths(base.text)]
        for char in base.text:
            self.worth.append(self.worth[-1] + self.rarity[char])

    def best(self) -> list[tuple[int, int] | None]:
        """The span of each item, in positions of the base; None where it answers nothing."""
        first = range(max(0, self.starts[0] - BAND), min(len(self.cuts), self.starts[0] + BAND + 1))
        values = {0: 0.0} if self.blind else dict.fromkeys(first, 0.0)
        origins: list[dict[int, int]] = []
        skips: list[set[int]] = []
        for item, end in zip(self.items, self.ends, strict=True):
            skips.append(self._skip(values, end + BAND))
            values, origin = self._place(item, values, end)
            origins.append(origin)
        k = max(values) if self.blind else max(values, key=lambda cut: (values[cut], -cut))
        return self._back(origins, skips, k)

    def _skip(self, values: dict[int, float], end: int) -> set[int]:
        """Let base text be left out between two items: raises the values, returns the cuts so reached."""
        skipped = set()
        for k in range(min(values) + 1, min(end, len(self.cuts) - 1) + 1):
            value = values.get(k - 1, NEG) - SKIPPED * self._worth(k - 1, k) - self.price[k]
            if value > values.get(k, NEG):
                values[k] = value
                skipped.add(k)
        return skipped

    def _place(self, item: Item, values: dict[int, float], end: int) -> tuple[dict[int, float], dict[int, int]]:
        """Best value for each cut near `end` at which the item can end, and where it then begins."""
        near = {k: value for k, value in values.items() if end - BAND <= k}
        totals = {k: value - EMPTY for k, value in near.items()}
        origin = {k: k for k in near}
        for j, value in values.items():
            for k, gain in self._spans(item, j, end + BAND):
                if k >= end - BAND and value + gain > totals.get(k, NEG):
                    totals[k], origin[k] = value + gain, j
        return totals, origin

    def _spans(self, item: Item, j: int, end: int) -> Iterator[tuple[int, float]]:
        """(cut, worth) of every span of the item that begins at cut j, one clause longer each time."""
        left = {char: list(places) for char, places in item.chars.items()}
        gain, start = 0.0, self.cuts[j]
        longest = start + LONGEST * item.size / self.ratio + 8
        for k in range(j + 1, min(end, len(self.cuts) - 1) + 1):
            for at in range(self.cuts[k - 1], self.cuts[k]):
                gain += self._answer(item, left, at, self.ratio * (at - start))
            if self.cuts[k] > longest:
                return
            odd = math.log2((item.size + 4) / (self.ratio * (self.cuts[k] - start) + 4))
            yield k, gain + self._measures(item, j, k) - LENGTH * odd * odd - self.price[k] - self._mixed(j, k)

    def _answer(self, item: Item, left: dict[str, list[int]], at: int, expected: float) -> float:
        """What the item says to one character of the base, by an occurrence not too far from where it is expected."""
        if self.blind:
            return 0.0
        char = self.base.text[at]
        places = left.get(char)
        place = min(places, key=lambda place: abs(place - expected)) if places else -1
        if not places or abs(place - expected) > SWAY * item.size + 4:
            return -LEFT * self.rarity[char]
        places.remove(place)
        pair = self.base.text[at - 1 : at + 1] in item.pairs
        return self.rarity[char] + (PAIR * self.rarity[char] if pair else 0.0)

    def _measures(self, item: Item, j: int, k: int) -> float:
        """Worth of the lengths that both have, however they are said."""
        if not item.measures:
            return 0.0
        found = [m for at, m in self.measures if self.cuts[j] <= at < self.cuts[k]]
        return sum(1.0 for values in found if values & item.measures)

    def _mixed(self, j: int, k: int) -> float:
        return HEADING if any(j < cut < k for cut in self.headings) else 0.0

    def _worth(self, j: int, k: int) -> float:
        return self.worth[self.cuts[k]] - self.worth[self.cuts[j]]

    def _back(self, origins: list[dict[int, int]], skips: list[set[int]], k: int) -> list[tuple[int, int] | None]:
        spans: list[tuple[int, int] | None] = []
        for origin, skipped in zip(reversed(origins), reversed(skips), strict=True):
            j = origin[k]
            spans.append((self.cuts[j], self.cuts[k]) if j < k else None)
            while j in skipped:
                j -= 1
            k = j
        return spans[::-1]


def _proposals(base: Base, item: Item, span: tuple[int, int] | None, ratio: float) -> list[Proposal]:
    """The rows of one item: its span, or its parts where a clause between them is not in it."""
    if span is None:
        return unanswered(base, [item.unit], 0.3)
    first, last = base.at(span[0]), base.at(span[1] - 1)
    sure = round(min(1.0, _share(base, item, span) * 1.4), 3)
    if first == last and base.is_heading(first):
        return [Proposal(base.target(item.unit, span, HEADING_RELATION), sure)]
    parts = _parts(base, item, span)
    relation = MERGES if len(parts) > 1 else EXPANDS if _expands(item, span, ratio) else FULL_RELATION
    return [Proposal(base.target(item.unit, part, relation), sure) for part in parts]


def _expands(item: Item, span: tuple[int, int], ratio: float) -> bool:
    """The item is long for its span, and says in brackets that it adds something."""
    return item.size >= LONG * ratio * (span[1] - span[0]) and any(sign in item.unit.text for sign in "（([〔")


def _share(base: Base, item: Item, span: tuple[int, int]) -> float:
    return sum(char in item.chars for char in base.text[span[0] : span[1]]) / (span[1] - span[0])


def _parts(base: Base, item: Item, span: tuple[int, int]) -> list[tuple[int, int]]:
    """The span without clauses inside it of which the item has next to nothing."""
    cuts = [cut for cut in sorted(base.cuts) if span[0] < cut < span[1]]
    parts, start = [], span[0]
    for a, b in pairwise(cuts):
        if b - a >= OMITTED and _share(base, item, (a, b)) <= UNSAID < _share(base, item, span):
            parts.append((start, a))
            start = b
    return [*parts, (start, span[1])]
