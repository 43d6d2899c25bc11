"""Blocks of base text, each followed by labelled comments, without punctuation, parted by wide spaces.

A break may be wanting (a label in the middle of the base text) or stand where none belongs (a comment broken
in two by the end of a page line).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from edition.formats.segment import BLOCK, MARK, Options, Pen, Segment, rows, skip_head, words

OPENING = "jing"  # name of the part without a label, as it stands in the ids of its units
LABELS = {"注曰": "zhu", "疏曰": "shu", "杨氏曰": "yang"}  # in the order in which they may follow one another
MARKS = ("○",)  # between two comments
UNFINISHED = ("不", "未", "弗", "勿", "其", "所", "於", "于", "與")  # no comment ends with one of these
BREAK = re.compile(r"\s*[\u3000\r\n]\s*")


@dataclass(slots=True)
class _Page:
    pen: Pen
    opening: str
    labels: Mapping[str, str]
    marks: tuple[str, ...]
    unfinished: tuple[str, ...]
    part: str = ""
    block: int = 0


def read_blocks(source: str, options: Options) -> list[Segment]:
    """Options: heads; opening, labels (label = part), marks; unfinished, after which a comment goes on."""
    pen = Pen(source)
    page = _Page(
        pen,
        str(options.get("opening", OPENING)),
        _labels(options),
        words(options, "marks", MARKS),
        words(options, "unfinished", UNFINISHED),
    )
    skip_head(pen, rows(source), options)
    while pen.at < len(source):
        gap = BREAK.search(source, pen.at)
        _stretch(page, gap.start() if gap else len(source))
        pen.space(gap.end() if gap else len(source))
    return pen.segments


def _labels(options: Options) -> Mapping[str, str]:
    given = options.get("labels")
    if not isinstance(given, dict):
        return LABELS
    return {str(label): str(part) for label, part in given.items() if label}


def _stretch(page: _Page, end: int) -> None:
    """What stands between two breaks: parts that begin with a label or after a mark."""
    pen = page.pen
    if pen.at >= end:
        return
    if not _label_at(page, pen.at) and not _goes_on(page):
        page.part, page.block = page.opening, page.block + 1
    while pen.at < end:
        label = _label_at(page, pen.at)
        if label:
            page.part, page.block = page.labels[label], max(page.block, 1)
        stop, mark = _next_part(page, pen.at + len(label), end)
        pen.text(stop, BLOCK, page.block, page.part)
        if mark:
            pen.skip(stop + len(mark), MARK)


def _label_at(page: _Page, at: int) -> str:
    return next((label for label in page.labels if page.pen.source.startswith(label, at)), "")


def _goes_on(page: _Page) -> bool:
    """True where the comment before the break cannot have ended there."""
    if page.part in ("", page.opening):
        return False
    last = next(s for s in reversed(page.pen.segments) if s.role == BLOCK)
    return page.pen.source.endswith(page.unfinished, last.start, last.end)


def _next_part(page: _Page, at: int, end: int) -> tuple[int, str]:
    """Where the part ends, and the mark that ends it.

    A label within a part begins another only if its part can follow: later commentators quote earlier ones.
    """
    order = [page.opening, *page.labels.values()]
    rank = order.index(page.part) if page.part in order else 0
    later = [label for label, part in page.labels.items() if order.index(part) > rank]
    signs = sorted([*page.marks, *later], key=len, reverse=True)
    found = re.compile("|".join(map(re.escape, signs)) or r"(?!)").search(page.pen.source, at, end)
    if not found:
        return end, ""
    return found.start(), found[0] if found[0] in page.marks else ""
