"""The tables of a chapter that do not exist yet, made from its sources."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from edition.corpus import read_corpus
from edition.corpus.names import CHAPTER_TABLES, TEXT
from edition.corpus.settings import Settings
from edition.formats.segment import COMMENTARY, SUBCOMMENTARY
from edition.ingest.passages import UNPLACED, Passage, comment_ids, cut, ends, incipit, numbered
from edition.ingest.sources import Parsed, glosses, marks, pieces, raw, skipped, span
from edition.model import TRANSLATION, Chapter, Corpus, Stretch, Target, WitnessSpan
from edition.tables import escape, read_table
from edition.writing_tables import Cell, write_table

Row = tuple[Cell, ...]
Aligner = tuple[Callable[[Corpus, Chapter], list[Target]], Callable[[Corpus, Chapter], list[WitnessSpan]]]

COMMENTS = {
    "sections": "The sections of the chapter; their titles are its first words until an editor gives others.",
    "ledger": "Every ID ever published: the stretch of the source it was given to (code points, end exclusive) and "
    "the digest of the raw text there.\nstatus: provisional, frozen, withdrawn, split, merged. Order of the rows is "
    "the order of the passages.",
    "skipped": "Code points of the sources that are no text, each with its reason: head, label, bracket, mark, "
    "line-end, indent, stray-space.",
    "marks": "Punctuation of the further witnesses of the base text: what stands in the source at an offset.",
    "interlinear": "Lines of the interlinear copy that are no text, with the line ends about them.",
    "alignment": "What each unit answers: a passage, a range, or characters n_from to n_to of it; start and end where "
    "only a part of the unit answers.\nrelation: full, expands, merges, heading, parallel-identical, parallel-near, "
    "parallel-same-rite, none.",
    "witnesses": "Where each further witness of the base text has each passage (code points of its source, end "
    "exclusive); n_from and n_to where it has only a part.",
}
LAYER = "The text by unit: what differs from its source has a row in apparatus.tsv."


def make_texts(folder: Path, chapter: str, settings: Settings, parsed: Sequence[Parsed]) -> list[Row]:
    """Write what is missing in folder/<chapter>/ and follows from the readers: ledger, texts, what is skipped.

    Units get their IDs from the passage they answer. Those that an aligner has to place get provisional IDs.

    Returns:
        the rows of the alignment that the order of the source itself gives.
    """
    room = folder / chapter
    known = [] if (room / "ledger.tsv").exists() else _ledger(room, settings, parsed)
    _from_segments(room, parsed)
    _layers(room, settings)
    return known


def make_alignment(folder: Path, chapter: str, settings: Settings, known: list[Row], aligner: Aligner | None) -> None:
    """Write the alignment and the spans of further witnesses where they are missing, and name the units placed.

    The aligner reads the tables just made, so they must be there for every chapter. Where they cannot be read,
    nothing is written, for the next run to do.
    """
    room = folder / chapter
    read = _chapter(folder, chapter) if aligner else None
    if not (room / "alignment.tsv").exists() and (read or not aligner):
        _alignment(folder, chapter, settings, known, aligner[0](*read) if aligner and read else [])
    if not (room / "witnesses.tsv").exists() and aligner and (read := _chapter(folder, chapter)):
        rows = [(s.witness, s.passage, s.stretch.start, s.stretch.end, s.n_from, s.n_to) for s in aligner[1](*read)]
        _write(room, "witnesses", CHAPTER_TABLES["witnesses"], rows)


def _ledger(room: Path, settings: Settings, parsed: Sequence[Parsed]) -> list[Row]:
    """sections.tsv and ledger.tsv; the alignment of the comments whose place in the base text is known."""
    own = next((one for one in parsed if one.own), None)
    if own is None:
        return []
    also = {end for one in parsed for end in ends(own, one).values()}
    passages = cut(own, also, _sections(room))
    _write(room, "sections", CHAPTER_TABLES["sections"], _section_rows(own, passages))
    rows = [_row(p.id, settings.base.id, own, p.stretch) for p in passages]
    aligned: list[Row] = []
    taken: dict[str, int] = {}
    named = [(one, comment_ids(own, one, passages, taken)) for one in parsed]
    for layer in settings.layers:
        for one, ids in named:
            for piece in pieces(one):
                if piece.layer != layer.id or piece.stretches not in ids:
                    continue
                ident, passage = ids[piece.stretches]
                rows += [_row(ident, layer.id, one, stretch) for stretch in piece.stretches]
                if piece.role in (COMMENTARY, SUBCOMMENTARY):
                    aligned.append((ident, passage, "", "", "", "", "full" if passage else "none", ""))
    _write(room, "ledger", CHAPTER_TABLES["ledger"], rows)
    return aligned


def _sections(room: Path) -> int:
    if not (room / "sections.tsv").exists():
        return 0
    return len(read_table(room / "sections.tsv", "sections.tsv", CHAPTER_TABLES["sections"], lambda problem: None))


def _section_rows(own: Parsed, passages: list[Passage]) -> list[Row]:
    rows: dict[int, Row] = {}
    for p in passages:
        title = incipit(own.source.text[p.stretch.start : p.stretch.end])
        rows.setdefault(p.section, (p.section, "", title, p.section if p.heading else ""))
    return list(rows.values())


def _row(ident: str, layer: str, parsed: Parsed, stretch: Stretch) -> Row:
    text = parsed.source.text[stretch.start : stretch.end]
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return ident, layer, stretch.source, stretch.start, stretch.end, digest, "provisional", "", ""


def _layers(room: Path, settings: Settings) -> None:
    """A text for each ID of the ledger, in layers that have no file yet: what its source has there."""
    if not (room / "ledger.tsv").exists():
        return
    found: dict[str, dict[str, str]] = {}
    holes = _holes(room, settings)
    for row in read_table(room / "ledger.tsv", "ledger.tsv", CHAPTER_TABLES["ledger"], lambda problem: None):
        source = settings.sources.get(row["source"])
        if source and row["status"] in ("provisional", "frozen"):
            there = span(row, len(source.text))
            units = found.setdefault(row["layer"], {})
            text = raw(source.text, [Stretch(source.id, there.start, there.stop)], holes[source.id])
            units[row["id"]] = units.get(row["id"], "") + text
    for layer, units in found.items():
        _write(room, layer, TEXT, list(units.items()), LAYER)


def _holes(room: Path, settings: Settings) -> dict[str, set[int]]:
    """Code points that are skipped, by source."""
    holes: dict[str, set[int]] = {name: set() for name in settings.sources}
    path = room / "skipped.tsv"
    for row in read_table(path, path.name, CHAPTER_TABLES["skipped"], lambda problem: None, optional=True):
        if row["source"] in holes:
            holes[row["source"]].update(span(row, len(settings.sources[row["source"]].text)))
    return holes


def _from_segments(room: Path, parsed: Sequence[Parsed]) -> None:
    def text(one: Parsed, start: int, end: int) -> str:
        return escape(one.source.text[start:end])

    skips = [
        (one.source.id, start, end, reason, text(one, start, end))
        for one in parsed
        for start, end, reason in skipped(one)
    ]
    _write(room, "skipped", CHAPTER_TABLES["skipped"], skips)
    for name, runs in (("marks", marks), ("interlinear", glosses)):
        found = sorted((one.source.id, start, text(one, start, end)) for one in parsed for start, end in runs(one))
        _write(room, name, CHAPTER_TABLES["marks"], found)


def _write(room: Path, name: str, columns: Sequence[str], rows: Iterable[Row], comment: str = "") -> None:
    """A table that does not exist yet and has something to say."""
    path, rows = room / f"{name}.tsv", list(rows)
    if rows and not path.exists():
        write_table(path, columns, rows, comment or COMMENTS[name])


def _chapter(folder: Path, chapter: str) -> tuple[Corpus, Chapter] | None:
    corpus, _ = read_corpus(folder)
    found = next((c for c in corpus.chapters if c.id == chapter), None) if corpus else None
    return (corpus, found) if corpus and found else None


def _alignment(folder: Path, chapter: str, settings: Settings, known: list[Row], targets: list[Target]) -> None:
    """What the readers know of the comments, and what the aligner finds for the rest."""
    placed = {row[0] for row in known}
    names = _names([t for t in targets if t.unit.startswith(f"{t.layer}{UNPLACED}.")])
    rows = list(known)
    for t in targets:
        if t.unit not in placed:
            start, end = t.stretch or ("", "")
            rows.append((names.get(t.unit, t.unit), t.passages, t.n_from, t.n_to, start, end, t.relation, t.note))
    _rename(folder / chapter, [layer.id for layer in settings.layers if layer.kind == TRANSLATION], names)
    _write(folder / chapter, "alignment", CHAPTER_TABLES["alignment"], rows)


def _names(targets: Iterable[Target]) -> dict[str, str]:
    """The ID of each item: its layer and the passage in which what it renders ends."""
    taken: dict[str, int] = {}
    last = {t.unit: f"{t.layer}{t.last}" for t in targets if t.last}
    return {unit: numbered(ident, taken) for unit, ident in last.items()}


def _rename(room: Path, layers: Iterable[str], names: dict[str, str]) -> None:
    for name, columns in [("ledger", CHAPTER_TABLES["ledger"]), *((layer, TEXT) for layer in layers)]:
        path = room / f"{name}.tsv"
        if not names or not path.exists():
            continue
        rows = read_table(path, path.name, columns, lambda problem: None)
        cells = [[row[column] for column in columns] for row in rows]
        write_table(path, columns, [[names.get(first, first), *rest] for first, *rest in cells])
