"""A section as rows: passages with the comments that answer them, and runs that no comment answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edition.enrich import Book, Edition, Voice
from edition.model import NOTES, PARALLEL, Layer, LayerId, Note, PassageId, Section, Target, UnitId
from edition.render.nav import passages_of
from edition.render.note_view import notes_of
from edition.render.words import Two
from edition.text import han_positions
from edition.weave import held

PART = re.compile(r"^(.+)\.([a-z]+)$")  # a unit that is a part of a block of its source
LONG = 110  # Han characters: about four lines, beyond which a comment folds
MANY = 6  # blocks in one cell, beyond which the rest folds

Placed = tuple[Note, int, int]  # a note, first and last passage of what it speaks of


@dataclass(frozen=True, slots=True)
class Block:
    """One comment with what it answers; several units where the source gives them as one block."""

    layer: Layer
    parts: tuple[Voice, ...]
    targets: tuple[Target, ...]
    first: int  # passages it answers, as places in the order of the base text
    last: int

    @property
    def relation(self) -> str:
        return self.targets[0].relation if self.targets else "none"


@dataclass(frozen=True, slots=True)
class Cell:
    layer: Layer
    blocks: tuple[Block, ...]
    absent: str  # why it is empty, said at the first of a run of rows: none | unreceived | excerpt | ""
    until: str  # the last passage of that run
    notes: tuple[Note, ...] = ()  # of a layer of the edition's own notes, instead of blocks

    @property
    def filled(self) -> bool:
        return bool(self.blocks or self.notes)


@dataclass(frozen=True, slots=True)
class Row:
    passages: tuple[PassageId, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """A section ready to be set."""

    section: Section
    passages: tuple[PassageId, ...]
    columns: tuple[Layer, ...]  # the layers it has, the base layer first
    rows: tuple[Row, ...]
    sparse: tuple[Layer, ...]  # columns of so few comments that they stand under their rows instead
    missing: tuple[tuple[str, tuple[Layer, ...]], ...]  # kind of absence, layers it has nothing of

    @property
    def level(self) -> bool:
        """Whether columns stand beside the base text."""
        return len(self.columns) - len(self.sparse) > 1


def spreads(edition: Edition, book: Book) -> list[Spread]:
    blocks = [block for layer in edition.layers if layer.id != edition.base.id for block in blocks_of(book, layer)]
    placed = _placed(edition, book)
    return [
        _spread(edition, book, section, blocks, placed)
        for section in book.chapter.sections
        if passages_of(book, section)
    ]


def blocks_of(book: Book, layer: Layer) -> list[Block]:
    """The comments of a layer at every place where they answer something, in its own order."""
    found: list[Block] = []
    for parts in grouped(layer, book.by_layer.get(layer.id, ())):
        for targets, first, last in _places(book, parts[0]):
            found.append(Block(layer, parts, targets, first, last))
    return found


def grouped(layer: Layer, voices: Iterable[Voice]) -> list[tuple[Voice, ...]]:
    """Parts of one block of a parallel stand together: its text, then the notes on it."""
    groups: list[list[Voice]] = []
    for voice in voices:
        if groups and layer.kind == PARALLEL and _stem(voice) == _stem(groups[-1][0]) and _same(voice, groups[-1][0]):
            groups[-1].append(voice)
        else:
            groups.append([voice])
    return [tuple(group) for group in groups]


def _stem(voice: Voice) -> str:
    found = PART.match(voice.unit.id)
    return found[1] if found else str(voice.unit.id)


def _same(one: Voice, other: Voice) -> bool:
    return [t.passages for t in one.targets] == [t.passages for t in other.targets]


def _places(book: Book, voice: Voice) -> list[tuple[tuple[Target, ...], int, int]]:
    """Where a unit stands: its targets, those that touch one another as one."""
    spans = [
        (book.order[t.first], book.order[t.last], t)
        for t in voice.targets
        if t.first in book.order and t.last in book.order
    ]
    found: list[tuple[tuple[Target, ...], int, int]] = []
    for first, last, target in sorted(spans, key=lambda s: s[:2]):
        if found and first <= found[-1][2] + 1:
            targets, begin, end = found[-1]
            found[-1] = ((*targets, target), begin, max(end, last))
        else:
            found.append(((target,), first, last))
    return found


def _placed(edition: Edition, book: Book) -> list[Placed]:
    """The edition's own notes wherever what they speak of stands."""
    found = []
    for note in notes_of(edition, book):
        voice = book.voices[note.unit]
        if voice.layer.id == edition.base.id:
            at = book.order[PassageId(note.unit)]
            found.append((note, at, at))
        else:
            found += [(note, first, last) for _, first, last in _places(book, voice)]
    return found


def _spread(
    edition: Edition, book: Book, section: Section, blocks: Sequence[Block], placed: Sequence[Placed]
) -> Spread:
    passages = passages_of(book, section)
    begin, end = book.order[passages[0]], book.order[passages[-1]]
    here = [block for block in blocks if begin <= block.last <= end]
    noted = [one for one in placed if begin <= one[2] <= end]
    has = {block.layer.id for block in here} | {note.layer for note, _, _ in noted}
    columns = tuple(layer for layer in edition.layers if layer.id == edition.base.id or layer.id in has)
    spans = [(block.first, block.last) for block in here]  # the edition's own notes part no passages
    groups = _joined([(first if first >= begin else last, last) for first, last in spans])
    rows = []
    for first, last in _with_runs(groups, begin, end):
        answered = [block for block in here if first <= block.last <= last]
        notes = [note for note, _, at in noted if first <= at <= last]
        cells = tuple(
            Cell(
                layer,
                tuple(b for b in answered if b.layer.id == layer.id),
                "",
                "",
                tuple(n for n in notes if n.layer == layer.id),
            )
            for layer in columns[1:]
        )
        rows.append(Row(book.passages[first : last + 1], cells))
    return Spread(
        section,
        tuple(passages),
        columns,
        tuple(_say_absent(edition, book, rows, columns[1:])),
        _sparse(rows, columns[1:]),
        _missing(edition, book, passages, has),
    )


def _sparse(rows: Sequence[Row], columns: Sequence[Layer]) -> tuple[Layer, ...]:
    """Columns that would be a ladder of empty cells: filled in less than one row of eight, beside a fuller one.

    The edition's own notes are never a column: they stand folded under what they speak of.
    """
    filled = {layer.id: sum(bool(row.cells[k].blocks) for row in rows) for k, layer in enumerate(columns)}
    said = [layer for layer in columns if layer.kind != NOTES]
    few = [layer for layer in said if filled[layer.id] * 8 < len(rows)]
    return tuple(layer for layer in columns if layer.kind == NOTES or (layer in few and len(few) < len(said)))


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans that share a passage become one row."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(set(spans)):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def _with_runs(groups: Sequence[tuple[int, int]], begin: int, end: int) -> list[tuple[int, int]]:
    """The rows with the runs of passages between them."""
    found, at = [], begin
    for first, last in groups:
        if at < first:
            found.append((at, first - 1))
        found.append((first, last))
        at = last + 1
    return [*found, (at, end)] if at <= end else found


def _say_absent(edition: Edition, book: Book, rows: Sequence[Row], columns: Sequence[Layer]) -> list[Row]:
    """Each run of empty cells in a column says once, at its head, why it is empty and how far."""
    said: dict[tuple[int, LayerId], Cell] = {}
    for k, layer in enumerate(columns):
        at = len(rows) if layer.kind == NOTES else 0
        while at < len(rows):
            upto = at
            while (
                upto < len(rows)
                and not rows[upto].cells[k].blocks
                and (upto == at or _why(edition, book, layer, rows[upto]) == _why(edition, book, layer, rows[at]))
            ):
                upto += 1
            if upto > at:
                why, until = _why(edition, book, layer, rows[at]), str(rows[upto - 1].passages[-1])
                said[at, layer.id] = Cell(layer, (), why, until)
            at = max(upto, at + 1)
    return [
        Row(row.passages, tuple(said.get((i, cell.layer.id), cell) for cell in row.cells)) for i, row in enumerate(rows)
    ]


def _why(edition: Edition, book: Book, layer: Layer, row: Row) -> str:
    return absence(edition, book, layer, row.passages)


def absence(edition: Edition, book: Book, layer: Layer, passages: Sequence[PassageId]) -> str:
    """`none`: the source of the layer is there and has no comment; `unreceived`: it does not reach so far;
    `excerpt`: it breaks off in the passage."""
    reach = extent(book, layer)
    mine = [one for one in held(book.chapter.spans) if one.span.witness == layer.witness]
    broken = {one.span.passage for one in mine if any(one.extant)}
    if broken.intersection(passages):
        return "excerpt"
    return "none" if any(reach[0] <= book.order[p] <= reach[1] for p in passages) else "unreceived"


def extent(book: Book, layer: Layer) -> tuple[int, int]:
    """First and last passage that the source of a layer covers; (0, -1) where it has nothing."""
    found = [
        book.order[s.passage] for s in book.chapter.spans if s.witness == layer.witness and s.passage in book.order
    ]
    if not found or layer.kind == PARALLEL:
        found = [
            book.order[p]
            for v in book.by_layer.get(layer.id, ())
            for t in v.targets
            for p in (t.first, t.last)
            if p in book.order
        ]
    return (min(found), max(found)) if found else (0, -1)


def _missing(
    edition: Edition, book: Book, passages: Sequence[PassageId], has: set[LayerId]
) -> tuple[tuple[str, tuple[Layer, ...]], ...]:
    kinds: dict[str, list[Layer]] = {}
    for layer in edition.layers:
        if layer.id != edition.base.id and layer.id not in has and layer.kind != NOTES:
            kinds.setdefault(absence(edition, book, layer, passages), []).append(layer)
    return tuple((kind, tuple(layers)) for kind, layers in sorted(kinds.items()))


def range_text(book: Book, first: int, last: int) -> str:
    a, b = book.passages[first], book.passages[last]
    return str(a) if a == b else f"{a}–{b}"


def answered_words(book: Book, target: Target) -> Two | None:
    """`“遂命”至“西南”` where a comment answers only some characters of its passages."""
    if target.first is None or target.last is None or (target.n_from is None and target.n_to is None):
        return None
    begin, end = book.voices[UnitId(target.first)], book.voices[UnitId(target.last)]
    few = bool(target.n_from and target.n_to) and target.first == target.last
    head = target.n_from or 1
    tail = target.n_to or len(han_positions(end.unit.text))

    def said(form: int) -> str:
        if few and tail - head < 5:
            return f"“{_chars(begin, form, head, tail)}”"
        return f"“{_chars(begin, form, head, head + 1)}”至“{_chars(end, form, max(1, tail - 1), tail)}”"

    return said(0), said(1)


def _chars(voice: Voice, form: int, first: int, last: int) -> str:
    spots = han_positions(voice.unit.text)[first - 1 : last]
    shown = voice.hant if form else voice.hans
    return "".join(shown[i] for i in spots)
