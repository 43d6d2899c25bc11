"""One item a line, after the head of the page; a line in brackets is a title."""

from __future__ import annotations

from edition.formats.segment import HEADING, ITEM, Options, Pen, Segment, is_title, rows, skip_head


def read_lines(source: str, options: Options) -> list[Segment]:
    """Options: heads, the number of lines that are the head of the page."""
    pen = Pen(source)
    for unit, (start, end) in enumerate(skip_head(pen, rows(source), options), 1):
        pen.space(start)
        pen.text(end, HEADING if is_title(source[start:end]) else ITEM, unit)
    pen.space(len(source))
    return pen.segments
