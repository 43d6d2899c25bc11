"""An interlinear copy: the syllable that its own line of letters gives to each character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from edition.model import Chapter
from edition.text import is_han

SYLLABLE = re.compile(r"[^\W\d_]+")


def syllables(chapter: Chapter, texts: dict[str, str]) -> dict[tuple[str, int], str]:
    """(source, offset) of each character under a line of syllables to the one that stands over it.

    A line that has not as many syllables as the line below it has characters says nothing: a copy that breaks
    off, or that was made carelessly, is not mended by guessing.
    """
    return dict(_pairs(chapter, texts))


def _pairs(chapter: Chapter, texts: dict[str, str]) -> Iterator[tuple[tuple[str, int], str]]:
    lines = sorted(chapter.glosses, key=lambda gloss: (gloss.source, gloss.offset))
    for line, after in zip_longest(lines, lines[1:]):
        text = texts[line.source]
        begin = line.offset + len(line.text)
        end = after.offset if after and after.source == line.source else begin
        spots = [i for i in range(begin, end) if is_han(text[i])]
        said = SYLLABLE.findall(line.text)
        if len(said) == len(spots):
            yield from (((line.source, i), syllable) for i, syllable in zip(spots, said, strict=True))
