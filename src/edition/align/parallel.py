"""Parallel text to base: another chapter that tells the same rites, block by block, in the same order.

A block is worth the characters it has in common order with a span of the base, less what either has alone; a
dynamic programme chooses spans that rise with the blocks, so a rite told three times is known by its neighbours.
Blocks that find no span are looked at once more: between two neighbours they may do the same step in other words,
which a rare word betrays, or be steps of a rite that stands on both sides; else they are this text's alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rapidfuzz.distance import LCSseq

from edition.align.base import (
    COMMA,
    ENUM,
    FULL,
    HALF,
    NONE,
    PASSAGE_END,
    Base,
    Proposal,
    han_folded,
    passages_of,
    unanswered,
    weights,
)
from edition.model import Unit

IDENTICAL, NEAR, SAME_RITE = "parallel-identical", "parallel-near", "parallel-same-rite"
Span = tuple[int, int]

ALONE = 0.16  # cost of a character of either side: below a third of the mean length in common nothing is gained
CUT = {PASSAGE_END: 0.0, FULL: 0.1, HALF: 0.2, COMMA: 0.3, ENUM: 2.0}
GAP = 0.03  # cost of a base character between two blocks
SHARED = 0.1  # pairs of a block that a place must have near it to be tried, as a share of its length
LONGEST = 2  # a span is at most so many times as long as its block
HALF_COMMON = 0.46  # "about half of the longer side": from here on near, below it same-rite
FORMULA = 0.55  # so like a place elsewhere, a block is a formula and says nothing of where it stands
RARE = 0.5  # rarity from which a shared character speaks for the same rite
RUN = 4  # characters in a row that a block repeats of a neighbour's passage on purpose
UNIQUE = 0.8  # rarity of both characters of a pair that by itself joins a passage out of order
MOST = 0.6  # share of such a passage that stands in the block


@dataclass(frozen=True, slots=True)
class Block:
    """A passage of the parallel text with its comments, which answer what it answers."""

    units: tuple[Unit, ...]
    text: str  # folded Han characters of its first unit


@dataclass(frozen=True, slots=True)
class Found:
    """What a block answers in order, and why it is thought so."""

    span: Span | None
    relation: str
    confidence: float


def align(base: Base, units: Sequence[Unit]) -> list[Proposal]:
    """One proposal for each unit, and one more for each passage out of order; comments answer what their block does."""
    blocks = read_blocks(units)
    if not blocks or not base.text:
        return unanswered(base, units)
    spans, formulae = Chain(base, blocks).best()
    found = [_judge(base, block, span) for block, span in zip(blocks, spans, strict=True)]
    found = _between(base, _by_words(base, blocks, found), formulae)
    rarity = weights(passages_of(base))
    return [
        Proposal(base.target(unit, answer.span, answer.relation), round(answer.confidence, 3))
        for block, first in zip(blocks, found, strict=True)
        for unit in block.units
        for answer in (first, *_elsewhere(base, block, first, rarity))
    ]


def read_blocks(units: Sequence[Unit]) -> list[Block]:
    """Units that share an ID up to its last point, as they follow one another."""
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(unit.id.rpartition(".")[0] or unit.id, []).append(unit)
    return [Block(tuple(group), han_folded(group[0].text)) for group in groups.values()]


def likeness(a: str, b: str) -> float:
    """Characters in common order as a share of the longer side."""
    return LCSseq.similarity(a, b) / max(len(a), len(b), 1)


class Chain:
    """The best rising chain of spans."""

    def __init__(self, base: Base, blocks: Sequence[Block]) -> None:
        self.base, self.blocks = base, blocks
        self.cuts = sorted(base.cuts)
        self.price = [CUT[base.cuts[cut]] for cut in self.cuts]
        self.pairs: dict[str, list[int]] = {}  # where each pair of characters begins in the base
        for at in range(len(base.text)):
            self.pairs.setdefault(base.text[at : at + 2], []).append(at)

    def best(self) -> tuple[list[Span | None], list[Span | None]]:
        """The span of each block; and where it stands nearly word for word, in order or not."""
        values = [0.0] * len(self.cuts)
        steps, formulae = [], list[Span | None]()
        for block in self.blocks:
            values, before = self._wait(values)
            values, origin, formula = self._place(block.text, values)
            steps.append((before, origin))
            formulae.append(formula)
        k = max(range(len(values)), key=values.__getitem__)
        spans: list[Span | None] = []
        for before, origin in reversed(steps):
            j = origin.get(k)
            spans.append(None if j is None else (self.cuts[j], self.cuts[k]))
            k = before[k if j is None else j]
        return spans[::-1], formulae

    def _wait(self, values: list[float]) -> tuple[list[float], list[int]]:
        """The best value up to each cut, and the cut it was won at; base text passed over costs a little."""
        values, before = values.copy(), list(range(len(values)))
        for k in range(1, len(values)):
            passed = max(0.0, values[k - 1] - GAP * (self.cuts[k] - self.cuts[k - 1]))
            if passed >= values[k]:
                values[k], before[k] = passed, before[k - 1]
        return values, before

    def _place(self, text: str, values: list[float]) -> tuple[list[float], dict[int, int], Span | None]:
        placed, origin = values.copy(), dict[int, int]()
        formula, nearest = None, FORMULA
        for j, k, common in self._spans(text):
            size = self.cuts[k] - self.cuts[j]
            value = values[j] + common - ALONE * (len(text) + size) - self.price[j] - self.price[k]
            if value > placed[k]:
                placed[k], origin[k] = value, j
            if common > nearest * max(len(text), size):
                formula, nearest = (self.cuts[j], self.cuts[k]), common / max(len(text), size)
        return placed, origin, formula

    def _spans(self, text: str) -> Iterator[tuple[int, int, int]]:
        """(first cut, last cut, characters in common order) of every span that can be worth its cost."""
        least, most = ALONE / (1 - ALONE) * len(text), LONGEST * len(text) + 4
        chars = set(text)
        for j in self._starts(text):
            start = self.cuts[j]
            for k in range(j + 1, len(self.cuts)):
                end = self.cuts[k]
                if end - start > most:
                    break
                if end - start >= least and not chars.isdisjoint(self.base.text[self.cuts[k - 1] : end]):
                    yield j, k, LCSseq.similarity(text, self.base.text[start:end])

    def _starts(self, text: str) -> list[int]:
        """Cuts after which pairs of the block stand, in the next clause and often enough beyond it."""
        pairs = {text[i : i + 2] for i in range(len(text) - 1)} or {text}
        spots = sorted(at for pair in pairs for at in self.pairs.get(pair, ()))
        clauses = sorted({bisect_right(self.cuts, at) - 1 for at in spots})
        needed = SHARED * len(text)
        return [
            k
            for k in clauses
            if bisect_left(spots, self.cuts[k] + len(text)) - bisect_left(spots, self.cuts[k]) >= needed
        ]


def _judge(base: Base, block: Block, span: Span | None) -> Found:
    if span is None:
        return Found(None, NONE, 0.5)
    other = base.text[span[0] : span[1]]
    if other == block.text:
        return Found(span, IDENTICAL, 1.0)
    like = likeness(block.text, other)
    return Found(span, NEAR if like >= HALF_COMMON else SAME_RITE, min(1.0, 0.4 + like * 0.6))


def _neighbours(found: Sequence[Found], i: int) -> tuple[Found, Found] | None:
    """The nearest blocks with a span before and after."""
    before = next((f for f in reversed(found[:i]) if f.span), None)
    after = next((f for f in found[i + 1 :] if f.span), None)
    return (before, after) if before and after else None


def _room(before: Found, after: Found) -> Span:
    """The base text between two blocks, with their own where they only do the same rite."""
    assert before.span and after.span
    start = before.span[0] if before.relation == SAME_RITE else before.span[1]
    end = after.span[1] if after.relation == SAME_RITE else after.span[0]
    return start, max(start, end)


def _by_words(base: Base, blocks: Sequence[Block], found: Sequence[Found]) -> list[Found]:
    """Blocks without a span that share a rare word with the base text between their neighbours, or repeat a step."""
    rarity = weights(passages_of(base))
    result = list(found)
    for i, block in enumerate(blocks):
        beside = _neighbours(found, i)
        if found[i].span or not beside:
            continue
        words = {char for char in block.text if rarity.get(char, 0.0) > RARE}
        clause = _telling(base, words, _room(*beside), rarity) or _repeated(base, block, beside)
        if clause:
            result[i] = replace(_judge(base, block, clause), confidence=0.4)
    return result


def _telling(base: Base, words: set[str], room: Span, rarity: dict[str, float]) -> Span | None:
    """The clause of a stretch that has most of some rare words."""
    worth = {(a, b): sum(rarity[char] for char in set(base.text[a:b]) & words) for a, b in _clauses(base, room)}
    best = max(worth, key=worth.__getitem__, default=None)
    return best if best and worth[best] else None


def _repeated(base: Base, block: Block, beside: tuple[Found, Found]) -> Span | None:
    """The clauses of a neighbour's passage of which a block repeats four characters in a row."""
    runs = {block.text[i : i + RUN] for i in range(len(block.text) - RUN + 1)}
    for span in (found.span for found in beside if found.span):
        start, end = base.starts[base.at(span[0])], base.starts[base.at(span[1] - 1) + 1]
        at = next((at for at in range(start, end - RUN + 1) if base.text[at : at + RUN] in runs), None)
        if at is not None:
            inside = [c for c in _clauses(base, (start, end)) if c[0] < at + RUN and at < c[1]]
            return inside[0][0], inside[-1][1]
    return None


def _clauses(base: Base, room: Span) -> list[Span]:
    cuts = [cut for cut in sorted(base.cuts) if room[0] <= cut <= room[1]]
    return list(pairwise(cuts))


def _between(base: Base, found: Sequence[Found], formulae: Sequence[Span | None]) -> list[Found]:
    """Blocks without a span between two that do the same rite as one passage belong to that rite."""
    result = list(found)
    for i, here in enumerate(found):
        beside = _neighbours(found, i)
        if here.span or formulae[i] or not beside or any(f.relation != SAME_RITE for f in beside):
            continue
        before, after = beside[0].span, beside[1].span
        if before and after and base.at(before[1] - 1) == base.at(after[0]):
            result[i] = Found((min(before[0], after[0]), max(before[1], after[1])), SAME_RITE, 0.2)
    return result


def _elsewhere(base: Base, block: Block, first: Found, rarity: dict[str, float]) -> Iterator[Found]:
    """Passages out of order of which most stands in the block, a pair of rare characters among it."""
    pairs = {
        pair for pair in map("".join, pairwise(block.text)) if all(rarity.get(char, 0.0) >= UNIQUE for char in pair)
    }
    own = set(range(*first.span)) if first.span else set[int]()
    for i, passage in enumerate(passages_of(base)) if first.span and pairs else ():
        span = base.starts[i], base.starts[i + 1]
        if own.intersection(range(*span)) or not any(pair in passage for pair in pairs):
            continue
        if LCSseq.similarity(block.text, passage) >= MOST * len(passage):
            yield Found(span, SAME_RITE, 0.4)
