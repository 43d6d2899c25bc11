"""Where passages end, and the ids they and the comments on them get when they are first made."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from edition.formats.segment import BASE, COMMENTARY, HEADING, ITEM, SUBCOMMENTARY
from edition.ingest.sources import Parsed, Piece, breaks, pieces
from edition.model import Stretch
from edition.text import is_han

SENTENCE = re.compile(r"[。！？]+[”’」』》〉）〕]*")
OPENING = "“‘「『《〈（〔［"
INCIPIT = re.compile(r"[^。，、；：！？]+")
UNPLACED = "0"  # section of a comment of which nobody knows yet what it answers


@dataclass(frozen=True, slots=True)
class Passage:
    id: str
    section: int  # from 1
    stretch: Stretch
    heading: bool


def cut(own: Parsed, also: Iterable[int], sections: int = 0) -> list[Passage]:
    """The passages of the base text: cut at its notes, paragraphs, sentence ends and the offsets `also`.

    A section is a paragraph, or begins with a title inside one. Where the chapter has a table of `sections`,
    what is more than those goes into the last.
    """
    found = [piece for piece in pieces(own) if piece.role in (BASE, HEADING)]
    made: list[Passage] = []
    section = number = 0
    after_title = False
    for piece, begins in zip(found, breaks(own, found), strict=True):
        opens = (begins and not after_title) or piece.role == HEADING
        if opens and not (sections and section >= sections):
            section, number = section + 1, 0
        after_title = piece.role == HEADING
        for stretch in [piece.stretches[0]] if after_title else _parts(own, piece, also):
            number += 0 if after_title else 1
            ident = f"{section}" if after_title else f"{section}.{number}"
            made.append(Passage(ident, section, stretch, after_title))
    return made


def _parts(own: Parsed, piece: Piece, also: Iterable[int]) -> list[Stretch]:
    parts = []
    for s in piece.stretches:
        ends = {found.end() for found in SENTENCE.finditer(own.source.text, s.start, s.end)}
        ends |= {end for end in also if s.start < end < s.end} | {s.end}
        start = s.start
        for end in sorted(ends):
            parts.append(Stretch(s.source, start, end))
            start = end
    return [part for part in parts if own.source.text[part.start : part.end].strip()]


def incipit(text: str) -> str:
    """The first words of a section, which stand for its title until an editor gives one."""
    found = INCIPIT.search(text)
    return found[0][:12] if found else text[:12]


def ends(own: Parsed, other: Parsed) -> dict[int, int]:
    """For each start of a comment in `other`: the offset of `own` at which the base text before it ends."""
    mine, theirs = base_spots(own), base_spots(other)
    follow = {i: i for i in mine} if own is other else _follow(own, other, mine, theirs)
    known = sorted(follow)
    found = {}
    for piece in pieces(other):
        before = bisect_left(theirs, piece.start)
        if piece.role in (COMMENTARY, SUBCOMMENTARY) and before:
            at = bisect_right(known, theirs[before - 1])
            if at:
                found[piece.start] = _closed(own, follow[known[at - 1]] + 1)
    return found


def base_spots(parsed: Parsed) -> list[int]:
    """Offsets of the Han characters of the base text in a source."""
    return [
        i
        for s in parsed.segments
        if s.role in (BASE, HEADING)
        for i in range(s.start, s.end)
        if is_han(parsed.source.text[i])
    ]


def _follow(own: Parsed, other: Parsed, mine: list[int], theirs: list[int]) -> dict[int, int]:
    """Offsets of `other` whose character stands in `own`, by the longest stretches that the two share."""
    a = "".join(other.source.text[i] for i in theirs)
    b = "".join(own.source.text[i] for i in mine)
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    return {theirs[m.a + k]: mine[m.b + k] for m in blocks for k in range(m.size)}


def _closed(own: Parsed, at: int) -> int:
    """Behind the points that close what ends at `at`."""
    text = own.source.text
    while at < len(text) and not (is_han(text[at]) or text[at].isspace() or text[at] in OPENING):
        at += 1
    return at


def comment_ids(
    own: Parsed, other: Parsed, passages: list[Passage], taken: dict[str, int]
) -> dict[tuple[Stretch, ...], tuple[str, str]]:
    """For the stretches of each comment of a source: its id, and its passage or nothing; `taken` counts the ids."""
    at = ends(own, other)
    made = {}
    for piece in pieces(other):
        if piece.role in (COMMENTARY, SUBCOMMENTARY):
            passage = _passage(passages, at[piece.start]) if piece.start in at else ""
            made[piece.stretches] = (numbered(f"{piece.layer}{passage or f'{UNPLACED}.{piece.unit}'}", taken), passage)
        elif piece.layer != own.layers[BASE] and piece.role in (ITEM, HEADING):
            made[piece.stretches] = (numbered(f"{piece.layer}{UNPLACED}.{piece.unit}", taken), "")
        elif piece.part:
            prefix = f"{other.source.options.get('unit', piece.layer)}{other.source.options.get('page', 1)}"
            made[piece.stretches] = (numbered(f"{prefix}-{piece.unit}.{piece.part}", taken), "")
    return made


def _passage(passages: list[Passage], end: int) -> str:
    """The passage in which the base text before `end` ends."""
    found = [p.id for p in passages if p.stretch.start < end and not p.heading]
    return found[-1] if found else ""


def numbered(ident: str, taken: dict[str, int]) -> str:
    """The id, with a letter from the second of its kind on."""
    taken[ident] = taken.get(ident, 0) + 1
    n = taken[ident]
    return ident if n == 1 else ident + "abcdefghijklmnopqrstuvwxyz"[(n - 1) % 26] * (1 + (n - 1) // 26)
