"""A witness printed again without looking at it: from the layers, the apparatus and the tables of marks.

That a whole source comes out identical to the byte is the proof that the edition holds it.
"""

from __future__ import annotations

from collections.abc import Iterator

from edition.model import BASE, INTERLINEAR, Chapter, Corpus, Siglum, Stretch, Unit, UnitId, Variant, Witness, source_of
from edition.weave import held, spelled

LOST = "\ufffc"  # a code point that no table accounts for; a test asserts there is none


def print_source(corpus: Corpus, chapter: Chapter, source: str) -> str:
    """Every code point of a source, from everything but the source itself."""
    chars = dict(_chars(corpus, chapter, source))
    return "".join(chars.get(i, LOST) for i in range(max(chars, default=-1) + 1))


def print_witness(corpus: Corpus, chapter: Chapter, witness: Witness) -> str:
    """The text of one witness of the base, passage by passage, with its own punctuation and none of its heads."""
    source = source_of(witness, corpus.sources, chapter.id)
    if not source:
        return ""
    chars = dict(_chars(corpus, chapter, source))
    skipped = {i for s in chapter.skipped if s.stretch.source == source for i in range(s.stretch.start, s.stretch.end)}
    skipped |= {g.offset + i for g in chapter.glosses if g.source == source for i in range(len(g.text))}
    lines = []
    for stretch in _stretches(corpus, chapter, witness.siglum):
        lines.append("".join(chars.get(i, LOST) for i in range(stretch.start, stretch.end) if i not in skipped))
    return "\n".join(lines) + "\n"


def _stretches(corpus: Corpus, chapter: Chapter, siglum: Siglum) -> Iterator[Stretch]:
    base = next(layer for layer in corpus.layers if layer.kind == BASE)
    if base.witness == siglum:
        for unit in chapter.units[base.id]:
            yield from unit.stretches
    for span in chapter.spans:
        if span.witness == siglum:
            yield span.stretch


def _chars(corpus: Corpus, chapter: Chapter, source: str) -> Iterator[tuple[int, str]]:
    """(offset, character) of everything the tables know of a source."""
    taken: set[int] = set()
    for offset, text in _apart(chapter, source):
        taken.update(range(offset, offset + len(text)))
        yield from enumerate(text, offset)
    for unit, stretches, variants, own, extant in _texts(corpus, chapter, source):
        free = (i for s in stretches for i in range(s.start, s.end) if i not in taken)
        theirs = (pair.theirs for pair in spelled(unit, variants, own, extant) if pair.theirs)
        yield from zip(free, theirs, strict=False)


def _apart(chapter: Chapter, source: str) -> Iterator[tuple[int, str]]:
    """What is skipped, the marks of further witnesses, and the lines between the lines."""
    for row in chapter.skipped:
        if row.stretch.source == source:
            yield row.stretch.start, row.text
    for mark in chapter.marks:
        if mark.source == source:
            yield mark.offset, mark.text
    for gloss in chapter.glosses:
        if gloss.source == source:
            yield gloss.offset, gloss.text


_Text = tuple[Unit, tuple[Stretch, ...], list[Variant], bool, tuple[int | None, int | None]]


def _texts(corpus: Corpus, chapter: Chapter, source: str) -> Iterator[_Text]:
    own = {layer.id: layer.witness for layer in corpus.layers if layer.kind != INTERLINEAR}
    sources = {witness.siglum: source_of(witness, corpus.sources, chapter.id) for witness in corpus.witnesses}
    rows: dict[tuple[str, Siglum], list[Variant]] = {}
    for variant in chapter.variants:
        rows.setdefault((variant.unit, variant.witness), []).append(variant)
    for layer, units in chapter.units.items():
        siglum = own.get(layer)
        if siglum and sources.get(siglum) == source:
            for unit in units:
                yield unit, unit.stretches, rows.get((unit.id, siglum), []), True, (None, None)
    base = next(layer.id for layer in corpus.layers if layer.kind == BASE)
    passages = {unit.id: unit for unit in chapter.units[base]}
    for has in held(chapter.spans):
        span, unit_of = has.span, passages.get(UnitId(has.span.passage))
        if span.stretch.source == source and unit_of:
            yield unit_of, has.stretches, rows.get((unit_of.id, span.witness), []), False, has.extant
