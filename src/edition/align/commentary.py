"""Commentary to base: where a comment stands in its source says best what it is about.

The words of the base text between the comments of a source, run together, are a witness of the base text;
Levenshtein places it in spite of dropped, wrong and split characters, and every comment with it. A comment that
follows another without words between (注 and its 疏) is about the same words, unless its lemma “A”至“B” reaches
back over earlier words of its paragraph. A source without base text is placed by lemma and quotations alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz

from edition.align.base import FULL, Base, Proposal, han_folded, passages_of, unanswered, weights
from edition.align.spans import gaps
from edition.model import Unit

FULL_RELATION = "full"
Lemma = tuple[str, str]
WORDS = "[^“”「」『』\\n，。]{1,12}"
QUOTED = f"[“「『]({WORDS})[”」』]"
LEMMA = re.compile(rf"^[\[\]\s疏注]*(?:{QUOTED}(?:至{QUOTED})?|({WORDS}?)至({WORDS}))[。\n]")
NEAR = 2  # so far a cut may lie from a passage end and still mean it: a character or two may be dropped there
HEAD = 40  # characters of a comment in which its lemma stands
UNPLACED = 0.6  # how sure a perfect lemma alone makes
REACH = 8  # passages that a lemma “A”至“B” may run over


@dataclass(frozen=True, slots=True)
class Note:
    """A comment in its source."""

    unit: Unit
    before: tuple[str, ...]  # folded base text since the comment before it, parted by line ends; "" first: a new line


@dataclass(frozen=True, slots=True)
class _Piece:
    """Base text of one paragraph before a comment, placed."""

    span: tuple[int, int]
    likeness: float  # 0..100
    opens: bool  # a paragraph begins with it


def align(base: Base, notes: Sequence[Note]) -> list[Proposal]:
    """One proposal for each note of one source, in its order."""
    if not base.text:
        return unanswered(base, (note.unit for note in notes))
    witness = "".join(piece for note in notes for piece in note.before)
    places = gaps(base.text, witness) if witness else []
    if not places or places[-1][1] == places[0][0]:
        return by_lemma(base, notes)
    proposals, pieces, at = [], list[_Piece](), 0
    for note in notes:
        wrapped = False
        for i, text in enumerate(note.before):
            if text:
                piece = _placed(base, text, places[at][1], places[at + len(text)], i > 0 or not pieces)
                pieces = _added(pieces, piece, wrapped)
                wrapped, at = True, at + len(text)
        proposals.append(_propose(base, note.unit, pieces) if pieces else by_lemma(base, [note])[0])
    return proposals


def _added(pieces: list[_Piece], piece: _Piece, wrapped: bool) -> list[_Piece]:
    """With one more piece: a paragraph of its own, the rest of a sentence on a new line, or the next words."""
    if piece.opens:
        return [piece]
    if not wrapped:
        return [*pieces, piece]
    whole = _Piece((pieces[-1].span[0], piece.span[1]), min(pieces[-1].likeness, piece.likeness), pieces[-1].opens)
    return [*pieces[:-1], whole]


def _placed(base: Base, text: str, start: int, end: tuple[int, int], opens: bool) -> _Piece:
    """A piece with its span; it opens a paragraph where a line begins and a sentence too."""
    stop = max(range(end[0], end[1] + 1), key=lambda k: (base.cuts.get(k, 0), -k))
    span = snap(base, start), snap(base, stop)
    if span[0] >= span[1]:
        span = min(start, len(base.text) - 1), min(max(stop, start + 1), len(base.text))
    opens = opens and base.cuts.get(span[0], 0) >= FULL
    return _Piece(span, fuzz.ratio(text, base.text[span[0] : span[1]]), opens)


def snap(base: Base, position: int) -> int:
    """The passage boundary that is meant by a position beside it."""
    nearest = min(base.starts, key=lambda start: abs(start - position))
    return nearest if abs(nearest - position) <= NEAR else position


def _propose(base: Base, unit: Unit, pieces: Sequence[_Piece]) -> Proposal:
    """The last piece, or more of the paragraph where the lemma begins with an earlier one."""
    last = pieces[-1]
    lemma = lemma_of(unit.text)
    start = last.span[0]
    agrees = not lemma or begins(base, start, lemma[0])
    if lemma and not agrees:
        earlier = [piece.span[0] for piece in pieces[:-1] if begins(base, piece.span[0], lemma[0])]
        start, agrees = (earlier[-1], True) if earlier else (start, False)
    sure = last.likeness / 100 * (1.0 if agrees else 0.8)
    return Proposal(base.target(unit, (start, last.span[1]), FULL_RELATION), round(sure, 3))


def lemma_of(text: str) -> Lemma | None:
    """First and last words of the lemma a comment opens with, folded; the same twice where it gives one."""
    found = LEMMA.match(text)
    if not found:
        return None
    first = han_folded(found[1] or found[3])
    last = han_folded(found[2] or found[4] or first)
    return (first, last) if first and last else None


def begins(base: Base, at: int, words: str) -> bool:
    """The base text begins there with the words, but for one that was dropped or changed."""
    return fuzz.ratio(words, base.text[at : at + len(words)]) >= (100 if len(words) < 3 else 60)


def by_lemma(base: Base, notes: Sequence[Note]) -> list[Proposal]:
    """Notes without base text about them: the passages they quote, in an order that never goes back.

    A note without a lemma before one with a lemma (注 before its 疏) is taken to stand where that one does.
    """
    passages = passages_of(base)
    lemmata = [lemma_of(note.unit.text) for note in notes]
    own = _quoted(passages, notes, lemmata)
    scores = own.copy()
    for i, lemma in enumerate(lemmata[:-1]):
        if lemma is None and lemmata[i + 1] is not None:
            scores[i] = [a + b for a, b in zip(own[i], own[i + 1], strict=True)]
    proposals = []
    for i, index in enumerate(_rising(scores)):
        sure = round(min(1.0, scores[i][index]) * UNPLACED, 3)
        span = base.starts[index], base.starts[_reach(passages, index, lemmata[i]) + 1]
        proposals.append(Proposal(base.target(notes[i].unit, span, FULL_RELATION), sure))
    return proposals


def _quoted(passages: Sequence[str], notes: Sequence[Note], lemmata: Sequence[Lemma | None]) -> list[list[float]]:
    """For each note and passage the share of its pairs that the note quotes, those near its head again."""
    rarity = weights(passages, 2)
    worths = [_pairs(passage, rarity) for passage in passages]
    rows = []
    for note, lemma in zip(notes, lemmata, strict=True):
        text = han_folded(note.unit.text)
        whole, head = {*map("".join, pairwise(text))}, {*map("".join, pairwise(text[:HEAD]))}
        row = []
        for passage, pairs in zip(passages, worths, strict=True):
            shared = sum(worth * ((pair in whole) + 0.5 * (pair in head)) for pair, worth in pairs)
            edges = (passage.startswith(lemma[0]) + passage.endswith(lemma[1])) / 2 if lemma else 0.0
            row.append(shared + edges)
        rows.append(row)
    return rows


def _pairs(passage: str, rarity: dict[str, float]) -> list[tuple[str, float]]:
    """The pairs of a passage with their share of its worth."""
    pairs = list(map("".join, pairwise(passage)))
    total = sum(rarity[pair] for pair in pairs)
    return [(pair, rarity[pair] / total) for pair in pairs]


def _reach(passages: Sequence[str], first: int, lemma: Lemma | None) -> int:
    """The last passage of a lemma “A”至“B” that begins in the first."""
    if not lemma or lemma[0] not in passages[first] or lemma[1] in passages[first]:
        return first
    beyond = range(first + 1, min(first + REACH, len(passages)))
    return next((i for i in beyond if passages[i].endswith(lemma[1])), first)


def _rising(scores: Sequence[Sequence[float]]) -> list[int]:
    """For each row a column, never falling, with the greatest sum."""
    best = [0.0] * (len(scores[0]) if scores else 0)
    choices: list[list[int]] = []
    for row in scores:
        choice, top, total = [], 0, []
        for column, value in enumerate(best):
            top = column if value > best[top] else top
            choice.append(top)
            total.append(best[top] + row[column])
        choices.append(choice)
        best = total
    path: list[int] = []
    column = max(range(len(best)), key=best.__getitem__, default=0)
    for choice in reversed(choices):
        path.append(column)
        column = choice[column]
    return path[::-1]
