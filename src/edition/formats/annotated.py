"""Base text with notes in brackets inside it, and below it a labelled commentary on both."""

from __future__ import annotations

import re
from dataclasses import dataclass

from edition.formats.segment import (
    BASE,
    BRACKET,
    COMMENTARY,
    LABEL,
    SUBCOMMENTARY,
    Options,
    Pen,
    Segment,
    rows,
    skip_head,
    words,
)

BRACKETS = ("（）",)  # about a note
LABELS = ("[疏]", "［疏］", "【疏】")  # before a unit of the second commentary
LEMMA = ("注",)  # before the words of the note that it speaks of
OPENING = ("释曰", "釋曰")  # begins its own words, on a line of their own
QUOTES = "“「『《"


@dataclass(slots=True)
class _Sheet:
    """The pen with what the options say and the numbers reached."""

    pen: Pen
    brackets: tuple[str, ...]
    labels: tuple[str, ...]
    lemma: tuple[str, ...]
    opening: tuple[str, ...]
    base: int = 1
    note: int = 0
    sub: int = 0


def read_annotated(source: str, options: Options) -> list[Segment]:
    """Options: heads; brackets about a note, as pairs; labels, lemma, opening of the second commentary."""
    pen, lines = Pen(source), rows(source)
    sheet = _Sheet(
        pen,
        tuple(pair for pair in words(options, "brackets", BRACKETS) if len(pair) == 2),
        words(options, "labels", LABELS),
        words(options, "lemma", LEMMA),
        words(options, "opening", OPENING),
    )
    below = False  # within a unit of the second commentary
    for start, end in skip_head(pen, lines, options):
        pen.space(start)
        if below and _goes_on(sheet, start):
            _subcommentary(sheet, end)
        else:
            below = _base(sheet, end)
    pen.space(len(source))
    return pen.segments


def _goes_on(sheet: _Sheet, at: int) -> bool:
    """A line of the same unit: its second lemma, or its own words."""
    return bool(_lemma_label(sheet, at)) or sheet.pen.source.startswith(sheet.opening, at)


def _lemma_label(sheet: _Sheet, at: int) -> str:
    """The label that stands at `at` before a quotation, or nothing."""
    for label in sheet.lemma:
        after = at + len(label)
        if sheet.pen.source.startswith(label, at) and sheet.pen.source[after : after + 1] in tuple(QUOTES):
            return label
    return ""


def _base(sheet: _Sheet, end: int) -> bool:
    """A line of base text with its notes; True where it opens a unit of the second commentary."""
    signs = [re.escape(sign) for sign in sheet.labels + tuple(pair[0] for pair in sheet.brackets)]
    pattern = re.compile("|".join(signs) or r"(?!)")
    pen = sheet.pen
    while found := pattern.search(pen.source, pen.at, end):
        _base_text(sheet, found.start())
        if found[0] in sheet.labels:
            pen.skip(found.end(), LABEL)
            sheet.sub += 1
            _subcommentary(sheet, end)
            return True
        _note(sheet, found[0], end)
    _base_text(sheet, end)
    sheet.base += 1
    return False


def _base_text(sheet: _Sheet, end: int) -> None:
    sheet.pen.text(end, BASE, sheet.base)


def _note(sheet: _Sheet, opening: str, end: int) -> None:
    """A note from its bracket to the one that closes it, inner pairs included, else to the line's end."""
    pen = sheet.pen
    closing = next(pair[1] for pair in sheet.brackets if pair[0] == opening)
    close = _closing(pen.source, opening, closing, pen.at, end)
    sheet.note += 1
    pen.skip(pen.at + 1, BRACKET)
    pen.text(close, COMMENTARY, sheet.note)
    if close < end:
        pen.skip(close + 1, BRACKET)
    sheet.base += 1


def _closing(source: str, opening: str, closing: str, start: int, end: int) -> int:
    if opening == closing:
        at = source.find(closing, start + 1, end)
        return at if at >= 0 else end
    depth = 0
    for at in range(start, end):
        if source[at] == closing:
            depth -= 1
        elif source[at] == opening:
            depth += 1
        if depth == 0:
            return at
    return end


def _subcommentary(sheet: _Sheet, end: int) -> None:
    label = _lemma_label(sheet, sheet.pen.at)
    if label:
        sheet.pen.skip(sheet.pen.at + len(label), LABEL)
    sheet.pen.text(end, SUBCOMMENTARY, sheet.sub)
