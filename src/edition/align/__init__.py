"""Proposals for the alignment of every layer, from the texts alone.

What is used: the passages in their order, the units with their texts and their stretches in the sources, and the
sources less what is listed as skipped. What is not: any table of alignment, any variant, any number inside an ID.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from edition.align import commentary, parallel, translation
from edition.align.base import Base, Proposal, fold, read_base
from edition.align.commentary import Note
from edition.align.spans import gaps
from edition.model import (
    BASE,
    COMMENTARY,
    PARALLEL,
    SUBCOMMENTARY,
    TRANSLATION,
    Chapter,
    Corpus,
    Place,
    Stretch,
    Target,
    Unit,
    Witness,
    WitnessSpan,
    source_of,
)
from edition.text import is_han

OPENING = "“‘「『《〈（〔［[("

__all__ = ["Base", "Proposal", "note_groups", "proposals", "propose", "propose_spans", "read_base"]


def propose(corpus: Corpus, chapter: Chapter) -> list[Target]:
    """The rows that the aligners alone would write, in the order of layers and units."""
    return [proposal.target for proposal in proposals(corpus, chapter)]


def proposals(corpus: Corpus, chapter: Chapter) -> list[Proposal]:
    """The same with the confidence of each; every unit of every aligned layer has at least one."""
    base = read_base(_units(corpus, chapter, BASE))
    found = [proposal for notes in note_groups(corpus, chapter) for proposal in commentary.align(base, notes)]
    for layer in corpus.layers:
        units = chapter.units.get(layer.id, ())
        if layer.kind == TRANSLATION:
            found += translation.align(base, units)
        elif layer.kind == PARALLEL:
            found += parallel.align(base, units)
    order = {unit.id: i for i, unit in enumerate(u for x in corpus.layers for u in chapter.units.get(x.id, ()))}
    return sorted(found, key=lambda proposal: order[proposal.target.unit])


def _units(corpus: Corpus, chapter: Chapter, *kinds: str) -> list[Unit]:
    return [unit for layer in corpus.layers if layer.kind in kinds for unit in chapter.units.get(layer.id, ())]


def note_groups(corpus: Corpus, chapter: Chapter) -> list[list[Note]]:
    """The comments source by source, for a comment is placed by what stands about it there."""
    units = _units(corpus, chapter, COMMENTARY, SUBCOMMENTARY)
    groups = [[Note(unit, ()) for unit in units if not unit.stretches]]
    for source in corpus.sources:
        here = [unit for unit in units if unit.stretches and unit.stretches[0].source == source]
        groups.append(_notes(corpus, chapter, source, here))
    return [group for group in groups if group]


def _notes(corpus: Corpus, chapter: Chapter, source: str, units: list[Unit]) -> list[Note]:
    """Each comment with the base text before it, one piece a paragraph."""
    raw = corpus.sources[source].text
    loose = _loose(corpus, chapter, source, {BASE})
    notes, at = [], 0
    for unit in sorted(units, key=lambda unit: unit.stretches[0].start):
        start = unit.stretches[0].start
        notes.append(Note(unit, _pieces(raw, at, start, loose)))
        at = unit.stretches[-1].end
    return notes


def _pieces(raw: str, start: int, end: int, loose: bytearray) -> tuple[str, ...]:
    """Folded Han characters of the base text in a stretch, parted where a line ends; "" first for a new line."""
    text = "".join(char if loose[i] or char == "\n" else "" for i, char in enumerate(raw[start:end], start))
    first, *rest = (fold("".join(filter(is_han, line))) for line in text.split("\n"))
    more = [line for line in rest if line]
    return (first, *more) if first or more else ()


def _loose(corpus: Corpus, chapter: Chapter, source: str, base: set[str]) -> bytearray:
    """1 for each code point of a source that is neither skipped nor in a unit of another layer than these kinds."""
    free = bytearray(b"\1") * len(corpus.sources[source].text)
    kinds = {layer.id: layer.kind for layer in corpus.layers}
    taken = [s for row in chapter.ledger if kinds.get(row.layer) not in base for s in row.stretches]
    for stretch in (*taken, *(skip.stretch for skip in chapter.skipped)):
        if stretch.source == source:
            free[stretch.start : stretch.end] = bytes(stretch.end - stretch.start)
    return free


def propose_spans(corpus: Corpus, chapter: Chapter) -> list[WitnessSpan]:
    """The stretch of each further witness of the base text that carries each passage it has."""
    layers = {layer.id: layer for layer in corpus.layers if layer.kind == BASE}
    own = {layer.witness for layer in layers.values()}
    units = _units(corpus, chapter, BASE)
    base = read_base(units)
    return [
        span
        for witness in corpus.witnesses
        if witness.siglum not in own and set(witness.carries) & set(layers)
        if (source := source_of(witness, corpus.sources, chapter.id))
        for span in _spans(corpus, chapter, base, witness, source)
    ]


def _spans(corpus: Corpus, chapter: Chapter, base: Base, witness: Witness, source: str) -> Iterator[WitnessSpan]:
    raw = corpus.sources[source].text
    loose = _loose(corpus, chapter, source, set())
    for gloss in chapter.glosses:
        if gloss.source == source:
            loose[gloss.offset : gloss.offset + len(gloss.text)] = bytes(len(gloss.text))
    spots = [i for i, char in enumerate(raw) if loose[i] and is_han(char)]
    places = gaps(base.text, fold("".join(raw[i] for i in spots)))
    for passage, ident in enumerate(base.ids):
        start, end = base.starts[passage], base.starts[passage + 1]
        inside = _inside(places, start, end)
        if inside:
            stretch = Stretch(source, *_wide(raw, loose, spots[inside[0]], spots[inside[1] - 1] + 1))
            begun, broken = max(start, places[0][0]), min(end, places[-1][1])
            whole = (begun, broken) == (start, end)
            n_from, n_to = (None, None) if whole else (begun - start + 1, broken - start)
            yield WitnessSpan(witness.siglum, ident, stretch, n_from, n_to, Place("", 0))


def _inside(places: list[tuple[int, int]], start: int, end: int) -> tuple[int, int] | None:
    """The characters of a witness that stand for the positions start to end of the base text."""
    first = max(0, bisect_right(places, start, key=lambda place: place[0]) - 1)
    last = bisect_right(places, end, key=lambda place: place[0]) - 1
    return (first, last) if first < last else None


def _wide(raw: str, loose: bytearray, start: int, end: int) -> tuple[int, int]:
    """With the marks that open before the first character and close after the last."""
    while start and loose[start - 1] and raw[start - 1] in OPENING:
        start -= 1
    for at in range(end, len(raw)):
        if loose[at] and (is_han(raw[at]) or raw[at] in OPENING):
            break
        if loose[at] and not raw[at].isspace():
            end = at + 1
    return start, end
