"""The tables other programs read: tokens, alignment, apparatus, readings, script, passages and IDs.

Every function gives the whole text of one file: UTF-8, LF, a header line, tabs between fields, no quoting.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from edition import readings, script
from edition.align import propose, propose_spans
from edition.enrich import Book, Carried, Edition, Voice
from edition.model import INTERLINEAR, Target, UnitId, WitnessSpan
from edition.render.alias_exports import ALIASES, alias_rows
from edition.render.entries import apparatus
from edition.render.lemma_exports import CITATIONS, LEMMATA, citation_rows, lemma_rows
from edition.render.note_exports import note_records
from edition.text import is_han

TOKENS = "layer passage unit n witness source offset char text hans hant pinyin authority"
ALIGNMENT = "layer unit passages n_from n_to source start end relation"
APPARATUS = "entry layer unit n_from n_to lemma witness reading source start end place class authority status"
READINGS = "layer unit n char pinyin alternatives authority_kind authority rule"
SCRIPT = "layer unit n char hans hant kind rule"
FULL = "full"

Make = Callable[[], str]  # a file, made when it is wanted


def table(header: str, rows: Iterable[Sequence[object]]) -> str:
    lines = ["\t".join(header.split())]
    lines += ["\t".join("" if cell is None else str(cell) for cell in row) for row in rows]
    return "\n".join(lines) + "\n"


def exports(edition: Edition, book: Book) -> dict[str, Make]:
    """File name to what makes its text, for data/<chapter>/."""
    chapter = book.chapter
    return {
        "tokens.tsv": lambda: table(TOKENS, tokens(edition, book)),
        "alignment.tsv": lambda: table(ALIGNMENT, alignment(edition, book, chapter.targets, chapter.spans)),
        "proposals.tsv": lambda: table(ALIGNMENT, _proposals(edition, book)),
        "apparatus.tsv": lambda: table(APPARATUS, apparatus(edition, book)),
        "lemmata.tsv": lambda: table(LEMMATA, lemma_rows(book)),
        "citations.tsv": lambda: table(CITATIONS, citation_rows(book)),
        "readings.tsv": lambda: table(READINGS, reading_rows(edition, book)),
        "script.tsv": lambda: table(SCRIPT, script_rows(edition, book)),
        "aliases.tsv": lambda: table(ALIASES, alias_rows(edition, book)),
        "passages.json": lambda: dump(passages(edition, book)),
        "notes.json": lambda: dump(note_records(edition, book)),
        "ids.json": lambda: dump(ids(edition, book)),
    }


def _proposals(edition: Edition, book: Book) -> Iterator[tuple[object, ...]]:
    """What the aligners alone make of the chapter."""
    corpus, chapter = edition.corpus, book.chapter
    return alignment(edition, book, propose(corpus, chapter), propose_spans(corpus, chapter))


def dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def published(edition: Edition, book: Book) -> Iterator[Carried]:
    """Units in witnesses, layers in the order of the settings, without layers that are not published."""
    order = [layer.id for layer in edition.corpus.layers if layer.publish]
    by_layer: dict[str, list[Carried]] = {layer: [] for layer in order}
    for carried in book.carried:
        if carried.layer in by_layer:
            by_layer[carried.layer].append(carried)
    for layer in order:
        yield from by_layer[layer]


def range_of(voice: Voice, base: str) -> str:
    """The passages a unit answers as one range; its own ID for a passage of the base text."""
    if voice.layer.id == base:
        return str(voice.unit.id)
    found = [t for t in voice.targets if t.first is not None]
    return f"{found[0].passages}" if len(found) == 1 else ",".join(dict.fromkeys(t.passages for t in found))


def tokens(edition: Edition, book: Book) -> Iterator[tuple[object, ...]]:
    for carried in published(edition, book):
        passage = range_of(book.voices[carried.unit], edition.base.id)
        for t in carried.tokens:
            yield (
                carried.layer,
                passage,
                carried.unit,
                t.n or "",
                carried.witness,
                t.source,
                t.offset if t.source else "",
                _cell(t.char),
                _cell(t.text),
                t.hans,
                t.hant,
                t.pinyin,
                t.authority,
            )


def _cell(char: str) -> str:
    return char.replace("\t", " ").replace("\n", " ")


def alignment(
    edition: Edition, book: Book, targets: Sequence[Target], spans: Sequence[WitnessSpan]
) -> Iterator[tuple[object, ...]]:
    """A row for every stretch of every unit, and for every passage of every witness of the base text."""
    by_unit: dict[UnitId, list[Target]] = {}
    for target in targets:
        by_unit.setdefault(target.unit, []).append(target)
    for layer in edition.corpus.layers:
        if not layer.publish:
            continue
        for voice in book.by_layer.get(layer.id, ()):
            if layer.id == edition.base.id:
                for s in voice.unit.stretches:
                    yield layer.id, voice.unit.id, voice.unit.id, "", "", s.source, s.start, s.end, FULL
            else:
                yield from _unit_rows(voice, by_unit.get(voice.unit.id, []))
        yield from _span_rows(edition, layer.id, spans)


def _unit_rows(voice: Voice, targets: Sequence[Target]) -> Iterator[tuple[object, ...]]:
    for target in targets:
        stretches = [(s.source, s.start, s.end) for s in voice.unit.stretches]
        if target.stretch:
            stretches = [(stretches[0][0], *target.stretch)]
        for source, start, end in stretches:
            yield (
                voice.layer.id,
                voice.unit.id,
                target.passages,
                target.n_from,
                target.n_to,
                source,
                start,
                end,
                target.relation,
            )


def _span_rows(edition: Edition, layer: str, spans: Sequence[WitnessSpan]) -> Iterator[tuple[object, ...]]:
    copies = {lay.witness: lay.id for lay in edition.corpus.layers if lay.kind == INTERLINEAR}
    for span in spans:
        if copies.get(span.witness, edition.base.id) == layer:
            s = span.stretch
            yield layer, span.passage, span.passage, span.n_from, span.n_to, s.source, s.start, s.end, FULL


def reading_rows(edition: Edition, book: Book) -> Iterator[tuple[object, ...]]:
    """Every character with more than one possible reading."""
    for voice, n, char, at in numbered_chars(edition, book):
        decision = voice.readings[at]
        if decision and (len(readings.possible(char)) > 1 or decision.kind != readings.LIBRARY):
            yield (
                voice.layer.id,
                voice.unit.id,
                n,
                char,
                decision.value,
                decision.alternatives,
                decision.kind,
                decision.authority or decision.sense,
                decision.rule,
            )


def script_rows(edition: Edition, book: Book) -> Iterator[tuple[object, ...]]:
    """Every character with more than one form."""
    for voice, n, char, at in numbered_chars(edition, book):
        decision = voice.forms[at]
        if decision.kind != script.LIBRARY or len(script.candidates(char, voice.layer.script)) > 1:
            yield (
                voice.layer.id,
                voice.unit.id,
                n,
                char,
                decision.value[0],
                decision.value[1],
                decision.kind,
                decision.rule,
            )


def numbered_chars(edition: Edition, book: Book) -> Iterator[tuple[Voice, int, str, int]]:
    for layer in edition.layers:
        for voice in book.by_layer.get(layer.id, ()):
            n = 0
            for at, char in enumerate(voice.unit.text):
                if is_han(char):
                    n += 1
                    yield voice, n, char, at


def passages(edition: Edition, book: Book) -> dict[str, object]:
    """The passages with every layer that answers them, in both scripts."""
    found = []
    for passage in book.passages:
        voice = book.voices[UnitId(passage)]
        found.append(
            {
                "id": passage,
                "section": passage.split(".")[0],
                "text": unit_json(voice),
                "units": [
                    {
                        "layer": v.layer.id,
                        "id": v.unit.id,
                        "passages": range_of(v, edition.base.id),
                        "relation": next((t.relation for t in v.targets), ""),
                        "text": unit_json(v),
                    }
                    for v in book.comments.get(passage, ())
                    if v.layer.publish
                ],
            }
        )
    meta = edition.corpus.meta
    return {"work": meta.work, "chapter": book.chapter.title, "version": meta.version, "passages": found}


def unit_json(voice: Voice) -> dict[str, str]:
    return {"hans": voice.hans, "hant": voice.hant, "pinyin": pinyin_of(voice)}


def pinyin_of(voice: Voice) -> str:
    """Syllables of the Han characters parted by spaces, marks where they stand."""
    out: list[str] = []
    for char, decision in zip(voice.unit.text, voice.readings, strict=True):
        if is_han(char):
            out.append((" " if out and not out[-1].endswith(" ") else "") + (decision.value if decision else char))
        else:
            out.append(char)
    return "".join(out)


def ids(edition: Edition, book: Book) -> dict[str, object]:
    """Every ID ever published, with its stretch, digest and fate, and the versions that froze it and gave it up."""
    versions = {one.id: (one.version, one.retired) for one in book.chapter.published}
    return {
        "version": edition.corpus.meta.version,
        "ids": [
            {
                "id": row.id,
                "layer": row.layer,
                "status": row.status,
                "successors": list(row.successors),
                "version": versions.get(row.id, ("", ""))[0],
                "retired": versions.get(row.id, ("", ""))[1],
                "reason": row.note,
                "stretches": [
                    {"source": s.source, "start": s.start, "end": s.end, "digest": digest}
                    for s, digest in zip(row.stretches, row.digests, strict=True)
                ],
            }
            for row in book.chapter.ledger
        ],
    }
