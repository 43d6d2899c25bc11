"""The base text in paragraphs, alone or followed by an interlinear copy of itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from edition.formats.segment import (
    BASE,
    CLOSING,
    ENDS,
    HEAD,
    HEADING,
    INTERLINEAR,
    WITNESS,
    Options,
    Pen,
    Segment,
    has_han,
    is_sentence,
    rows,
    skip_head,
    words,
)
from edition.text import han

HEADINGS = ("记。", "記。")  # opens the appended notes of a chapter of the rites, often within a paragraph
Row = tuple[int, int]


def read_plain(source: str, options: Options) -> list[Segment]:
    """Options: heads; headings, titles that may stand within a paragraph."""
    pen, lines = Pen(source), rows(source)
    left = skip_head(pen, lines, options)
    _page(pen, left, _names(source, lines, left), options)
    pen.space(len(source))
    return pen.segments


def read_interlinear(source: str, options: Options) -> list[Segment]:
    """Options: as for `plain`. The copy begins with the first line in another script and ends with a head."""
    pen, lines = Pen(source), rows(source)
    left = skip_head(pen, lines, options)
    names = _names(source, lines, left)
    begin = next((i for i, row in enumerate(left) if _is_gloss(source, row)), len(left))
    _page(pen, left[:begin], names, options)
    _copy(pen, left[begin:], names)
    pen.space(len(source))
    return pen.segments


def _names(source: str, lines: Sequence[Row], left: Sequence[Row]) -> list[str]:
    """The lines of the head, which come back at the head of each part of the page."""
    return [source[start:end] for start, end in lines[: len(lines) - len(left)]]


def _page(pen: Pen, lines: Sequence[Row], names: Sequence[str], options: Options) -> None:
    titles, unit = words(options, "headings", HEADINGS), 0
    for start, end in lines:
        pen.space(start)
        if _is_empty_head(pen.source[start:end], names):
            pen.skip(end, HEAD)
        else:
            unit = _paragraph(pen, end, unit + 1, titles)


def _paragraph(pen: Pen, end: int, unit: int, titles: Sequence[str]) -> int:
    """A paragraph up to `end`, cut at a title within it; the number of its last unit."""
    pattern = "|".join(map(re.escape, titles)) or r"(?!)"
    start = pen.at
    for found in re.finditer(pattern, pen.source[start:end]):
        at = start + found.start()
        before = pen.source[at - 1] if at > start else ENDS
        if before not in ENDS + CLOSING:
            continue
        if at > start:
            pen.text(at, BASE, unit)
            unit += 1
        pen.text(start + found.end(), HEADING, unit)
    pen.text(end, BASE, unit)
    return unit


def _is_empty_head(line: str, heads: Sequence[str]) -> bool:
    """`<title of the page> notes`: the head of a part that a web page has left empty."""
    return bool(heads) and line.startswith(heads[0]) and not is_sentence(line)


def _is_gloss(source: str, row: Row) -> bool:
    line = source[row[0] : row[1]]
    return not has_han(line) and any(map(str.isalpha, line))


def _copy(pen: Pen, lines: Sequence[Row], heads: Sequence[str]) -> None:
    """The interlinear copy: the line ends about a gloss belong to it, as in the table of glosses."""
    kinds = _kinds(pen.source, lines, heads)
    unit = 1
    for number, ((start, end), kind) in enumerate(zip(lines, kinds, strict=True)):
        behind = kinds[number - 1] if number else HEAD
        if behind == INTERLINEAR or (kind == INTERLINEAR and behind == WITNESS):
            pen.put(start, INTERLINEAR, unit)
        else:
            pen.space(start)
        if kind == INTERLINEAR:
            pen.put(end, INTERLINEAR, unit)
        elif kind == WITNESS:
            pen.text(end, WITNESS, unit)
            unit += 1
        else:
            pen.skip(end, HEAD)
    if kinds and kinds[-1] == INTERLINEAR:
        pen.put(len(pen.source), INTERLINEAR, unit)


def _kinds(source: str, lines: Sequence[Row], heads: Sequence[str]) -> list[str]:
    """What each line of the copy is. The heads of the page are copied too, before the text."""
    kinds: list[str] = []
    for row in lines:
        line = source[row[0] : row[1]]
        if _is_gloss(source, row):
            kinds.append(INTERLINEAR)
        elif _is_empty_head(line, heads):
            kinds.append(HEAD)
        elif WITNESS not in kinds and _copies(line, heads):
            if kinds and kinds[-1] == INTERLINEAR:
                kinds[-1] = HEAD
            kinds.append(HEAD)
        else:
            kinds.append(WITNESS)
    return kinds


def _copies(line: str, heads: Sequence[str]) -> bool:
    return bool(han(line)) and any(han(head).startswith(han(line)) for head in heads)
