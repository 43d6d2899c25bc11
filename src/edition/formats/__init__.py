"""One small reader for each format in which a source can come.

A reader is a pure function from the text of a source and its options in edition.toml to segments that are a
partition of the source. It never raises: what it does not understand becomes text of the most likely unit,
and the aligner and the editor see it there.
"""

from __future__ import annotations

from edition.formats.annotated import read_annotated
from edition.formats.blocks import read_blocks
from edition.formats.lines import read_lines
from edition.formats.plain import read_interlinear, read_plain
from edition.formats.segment import REASONS, ROLES, Reader, Segment, printed

__all__ = ["READERS", "REASONS", "ROLES", "Reader", "Segment", "printed"]

READERS: dict[str, Reader] = {
    "plain": read_plain,  # the base text, a paragraph a line
    "plain-interlinear": read_interlinear,  # the same, then a copy with a line of glosses before each line
    "annotated": read_annotated,  # base text with notes in brackets, and labelled commentary on both
    "blocks": read_blocks,  # blocks of base text and labelled comments, without punctuation
    "lines": read_lines,  # one item a line
}
