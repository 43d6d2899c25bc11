"""Sections set in columns from right to left, the commentary on the base text in two half-lines below its words.

The columns are broken in `edition.columns`; here each piece of a note becomes two half-lines. All stands in one line of
text that the browser wraps after so many cells, so that finding and copying go on from column to column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edition.columns import Piece, Run, columns
from edition.enrich import Book, Edition, Voice
from edition.model import COMMENTARY, Layer, PassageId, UnitId
from edition.render.inline import Broken
from edition.render.rows import Block, Spread

CELLS = (22, 16)  # of a column: as a rule, and on a low or narrow screen


@dataclass(frozen=True, slots=True)
class Stretch:
    """A passage or a note on it, in the order of reading."""

    voice: Voice
    block: Block | None  # of a note
    pieces: tuple[Piece, ...]
    level: int = 0  # of a passage: how many more begin below it in the same column


@dataclass(frozen=True, slots=True)
class Sheet:
    """One section in columns."""

    spread: Spread
    cells: int
    stretches: tuple[Stretch, ...]

    @property
    def columns(self) -> int:
        return self.stretches[-1].pieces[-1].column + 1

    @property
    def first(self) -> int:
        """How many passages begin in the first column after the first."""
        return self.stretches[0].level

    @property
    def most(self) -> int:
        """The same for the fullest column."""
        return max(s.level for s in self.stretches)

    @property
    def voices(self) -> list[Voice]:
        return list({s.voice.unit.id: s.voice for s in self.stretches}.values())


def layers_below(edition: Edition) -> tuple[Layer, ...]:
    """The layers that stand in half-lines: Chinese commentary on the base text itself."""
    return tuple(
        layer
        for layer in edition.layers
        if layer.kind == COMMENTARY and layer.on in (None, edition.base.id) and layer.lang in ("zh", "lzh")
    )


def sheet(edition: Edition, book: Book, spread: Spread, cells: int) -> Sheet:
    order = list(_order(edition, book, spread))
    parts: list[list[Piece]] = [[] for _ in order]
    for piece in columns([Run(voice.unit.text, block is not None) for voice, block in order], cells):
        parts[piece.run].append(piece)
    starts = Counter(some[0].column for some, (_, block) in zip(parts, order, strict=True) if block is None)
    found = []
    for some, (voice, block) in zip(parts, order, strict=True):
        if block is None:
            starts[some[0].column] -= 1
        found.append(Stretch(voice, block, tuple(some), 0 if block else starts[some[0].column]))
    return Sheet(spread, cells, tuple(found))


def _order(edition: Edition, book: Book, spread: Spread) -> Iterator[tuple[Voice, Block | None]]:
    """Each passage, then the notes that end in it, in the order of their layers."""
    below = {layer.id for layer in layers_below(edition)}
    ending: dict[PassageId, list[Block]] = {}
    for row in spread.rows:
        for cell in row.cells:
            for block in cell.blocks if cell.layer.id in below else ():
                ending.setdefault(book.passages[block.last], []).append(block)
    for passage in spread.passages:
        yield book.voices[UnitId(passage)], None
        for block in ending.get(passage, ()):
            for part in block.parts:
                yield part, block


def broken(stretch: Stretch) -> Broken:
    """How a stretch is set: a note with its half-lines, each beside the other by a margin as long as the first."""
    if stretch.block is None:
        return Broken(columns=True)
    cuts: dict[int, str] = {}
    for piece in stretch.pieces:
        cuts[piece.begin] = cuts.get(piece.begin, "") + f'<span class="r{_gap(piece, piece.left == 0)}">'
        if piece.left:
            cuts[piece.middle] = f'</span><span class="l n{piece.right}{_gap(piece, True)}">'
        cuts[piece.end] = "</span>"
    return Broken(cuts=cuts, columns=True, ruby=False)


def _gap(piece: Piece, last: bool) -> str:
    return f" e{piece.blank}" if last and piece.blank else ""


def sheets(edition: Edition, book: Book, drawn: Sequence[Spread]) -> dict[int, list[Sheet]]:
    return {cells: [sheet(edition, book, spread, cells) for spread in drawn] for cells in CELLS}
