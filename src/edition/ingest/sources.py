"""What the sources of a chapter give, by their readers: pieces of text, and what is skipped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from edition.corpus.settings import Settings
from edition.formats import READERS, Segment
from edition.formats.segment import (
    BASE,
    BLOCK,
    COMMENTARY,
    HEADING,
    INDENT,
    INTERLINEAR,
    ITEM,
    LABEL,
    SKIP,
    SUBCOMMENTARY,
    WITNESS,
)
from edition.model import (
    PARALLEL,
    TRANSLATION,
    LayerId,
    Problem,
    Siglum,
    Source,
    Stretch,
)
from edition.problems import did_you_mean
from edition.tables import Report, Row
from edition.text import is_han

KINDS = {BASE: "base", COMMENTARY: "commentary", SUBCOMMENTARY: "subcommentary", ITEM: TRANSLATION, BLOCK: PARALLEL}


@dataclass(frozen=True, slots=True)
class Parsed:
    """One source, cut by its reader."""

    source: Source
    segments: tuple[Segment, ...]
    own: bool  # the base text is taken from it
    layers: dict[str, LayerId]  # the layer that each role belongs to
    copy: Siglum | None  # the witness whose lines the interlinear copy is


@dataclass(frozen=True, slots=True)
class Piece:
    """One unit as its source has it."""

    layer: LayerId
    role: str
    unit: int
    part: str
    stretches: tuple[Stretch, ...]

    @property
    def start(self) -> int:
        return self.stretches[0].start

    @property
    def end(self) -> int:
        return self.stretches[-1].end


def parse_sources(settings: Settings, chapter: str, report: Report) -> list[Parsed]:
    """The sources of one chapter, in the order of edition.toml; one of an unknown format is F07."""
    found = []
    for source in settings.sources.values():
        if source.chapter != chapter:
            continue
        reader = READERS.get(source.format)
        if reader is None:
            report(
                Problem(
                    "F07", source.place, f"there is no format {source.format}{did_you_mean(source.format, READERS)}"
                )
            )
            continue
        found.append(_parsed(settings, source, tuple(reader(source.text, source.options))))
    return found


def _parsed(settings: Settings, source: Source, segments: tuple[Segment, ...]) -> Parsed:
    carried = [name for w in settings.witnesses if w.siglum == source.siglum for name in w.carries]
    layers: dict[str, LayerId] = {}
    for role, kind in KINDS.items():
        for layer in settings.layers:
            if layer.kind == kind and layer.id in carried:
                layers.setdefault(role, layer.id)
    title = layers.get(BASE) or layers.get(ITEM)
    if title:
        layers[HEADING] = title
    copy = next((w.siglum for w in settings.witnesses if w.source == source.id and w.siglum != source.siglum), None)
    return Parsed(source, segments, BASE in layers and settings.base.witness == source.siglum, layers, copy)


def pieces(parsed: Parsed) -> list[Piece]:
    """The units of a source.

    What is skipped inside one is a hole in its stretch, a broken line parts it in two; a label that opens it
    belongs to its stretch.
    """
    found: dict[tuple[str, int, str], list[Stretch]] = {}
    last, broken, label = ("", 0, ""), False, -1
    for s in parsed.segments:
        if s.role == SKIP:
            broken = broken or s.reason == INDENT
            label = s.start if s.reason == LABEL else -1
            continue
        key = (s.role, s.unit, s.part)
        if s.role in parsed.layers:
            stretches = found.setdefault(key, [])
            if stretches and key == last and not broken:
                stretches[-1] = Stretch(parsed.source.id, stretches[-1].start, s.end)
            else:
                stretches.append(Stretch(parsed.source.id, label if label >= 0 else s.start, s.end))
        last, broken, label = key, False, -1
    return [Piece(parsed.layers[key[0]], *key, tuple(stretches)) for key, stretches in found.items()]


def skipped(parsed: Parsed) -> Iterator[tuple[int, int, str]]:
    """Start, end and reason of each stretch that is no text."""
    for s in parsed.segments:
        if s.role == SKIP:
            yield s.start, s.end, s.reason


def glosses(parsed: Parsed) -> Iterator[tuple[int, int]]:
    for s in parsed.segments:
        if s.role == INTERLINEAR:
            yield s.start, s.end


def witness_offsets(parsed: Parsed) -> dict[str, set[int]]:
    """Code points of the further witnesses of the base text in this source, by siglum."""
    found: dict[str, set[int]] = {}
    if parsed.copy:
        found[parsed.copy] = offsets(s for s in parsed.segments if s.role == WITNESS)
    if not parsed.own and BASE in parsed.layers:
        found[parsed.source.siglum] = offsets(s for s in parsed.segments if s.role in (BASE, HEADING))
    return found


def marks(parsed: Parsed) -> Iterator[tuple[int, int]]:
    """Runs of what is no Han character in the further witnesses."""
    for whole in witness_offsets(parsed).values():
        run: list[int] = []
        for i in sorted(i for i in whole if not is_han(parsed.source.text[i])):
            if run and i != run[-1] + 1:
                yield run[0], run[-1] + 1
                run = []
            run.append(i)
        if run:
            yield run[0], run[-1] + 1


def offsets(segments: Iterable[Segment]) -> set[int]:
    return {i for s in segments for i in range(s.start, s.end)}


def raw(text: str, stretches: Iterable[Stretch], holes: set[int]) -> str:
    """The characters of the stretches as received, without what is skipped."""
    return "".join(char for s in stretches for i, char in enumerate(text[s.start : s.end], s.start) if i not in holes)


def span(row: Row, length: int) -> range:
    """The code points of a row with start and end; a cell that is no number is reported elsewhere and says nothing."""
    start, end = (int(row[name]) if row[name].isascii() and row[name].isdigit() else 0 for name in ("start", "end"))
    return range(min(start, length), min(end, length))


def breaks(parsed: Parsed, found: list[Piece]) -> list[bool]:
    """For each piece of base text: a paragraph begins with it. Empty lines part them where there are any."""
    gaps = [parsed.source.text[a.end : b.start] for a, b in pairwise(found)]
    empty = [len(re.findall(r"\r\n|\r|\n", gap)) > 1 for gap in gaps]
    plain = ["\n" in gap or "\r" in gap for gap in gaps]
    return [True, *(empty if any(empty) else plain)][: len(found)]
