"""How each table of a chapter follows a change of addresses: one function a table, cells to cells."""

from __future__ import annotations

from collections.abc import Callable

from edition.addresses.lines import Cells
from edition.addresses.shift import Piece, Shift
from edition.corpus.places import PUNCTUATION
from edition.editing import Refused
from edition.model import Stretch
from edition.text import is_han

Follow = Callable[[Cells, Shift], list[Cells]]


def text(row: Cells, shift: Shift) -> list[Cells]:
    """A layer: the new units in place of the old; what another took in has no row any more."""
    if not shift.touches(row["unit"]):
        return [row]
    return [{**row, "unit": p.new, "text": shift.new[p.new]} for p in shift.of(row["unit"]) if p.at == 0]


def alignment(row: Cells, shift: Shift) -> list[Cells]:
    return [part for one in _answered(row, shift) for part in _answering(one, shift)]


def _answered(row: Cells, shift: Shift) -> list[Cells]:
    """What a unit answers: the same characters as before."""
    first, _, last = row["passages"].partition("-")
    last = last or first
    if not (shift.touches(first) or shift.touches(last)):
        return [row]
    (one, n_from, _), (other, n_to, most) = shift.extent(first, last, _number(row["n_from"]), _number(row["n_to"]))
    whole = n_from == 1 and n_to == most
    return [
        {
            **row,
            "passages": one if one == other else f"{one}-{other}",
            "n_from": "" if whole else str(n_from),
            "n_to": "" if whole else str(n_to),
        }
    ]


def _answering(row: Cells, shift: Shift) -> list[Cells]:
    """Which part of a unit answers: a row for each unit it stands in now, and for each stretch of that."""
    if not shift.touches(row["unit"]):
        return [row]
    found = []
    for piece in shift.of(row["unit"]):
        alone = sum(p.new == piece.new for p in shift.pieces) == 1
        for stretch in piece.stretches:
            start = max(stretch.start, _number(row["start"]) or 0)
            end = min(stretch.end, _number(row["end"]) or stretch.end)
            part = {**row, "unit": piece.new, "start": str(start), "end": str(end)}
            if not row["start"] and alone:
                found.append({**part, "start": "", "end": ""})
                break
            if start < end:
                whole = alone and piece.stretches == (Stretch(stretch.source, start, end),)
                found.append({**part, "start": "", "end": ""} if whole else part)
    return found


def apparatus(row: Cells, shift: Shift) -> list[Cells]:
    marks = row["class"] == PUNCTUATION or not any(map(is_han, row["lemma"]))
    unit, lemma = shift.words(row["unit"], row["lemma"], marks)
    return [{**row, "unit": unit, "lemma": lemma}]


def decision(row: Cells, shift: Shift) -> list[Cells]:
    unit, chars = shift.words(row["unit"], row["chars"])
    return [{**row, "unit": unit, "chars": chars}]


def lemmata(row: Cells, shift: Shift) -> list[Cells]:
    row = _mine(row, shift)
    if row["target"]:
        first, begin = shift.words(row["target"], row["target_from"])
        last, end = shift.words(row["target_last"], row["target_to"])
        row |= {"target": first, "target_from": begin, "target_last": last, "target_to": end}
    return [row]


def citations(row: Cells, shift: Shift) -> list[Cells]:
    row = _mine(row, shift)
    return [{**row, "passages": " ".join(map(shift.range, row["passages"].split()))}]


def _mine(row: Cells, shift: Shift) -> Cells:
    """Words of a comment from one character to another: both in one unit."""
    first, begin = shift.words(row["unit"], row["from"])
    last, end = shift.words(row["unit"], row["to"])
    if first != last:
        raise Refused(f"the cut goes through {row['unit']} {row['from']}…{row['to']}")
    return {**row, "unit": first, "from": begin, "to": end}


def leaves(row: Cells, shift: Shift) -> list[Cells]:
    passage, n = shift.point(row["passage"], _number(row["n"]) or 1)
    return [{**row, "passage": passage, "n": str(n)}] if shift.touches(row["passage"]) else [row]


def sections(row: Cells, shift: Shift) -> list[Cells]:
    if shift.touches(row["heading"]):
        raise Refused(f"{row['heading']} is the heading of section {row['section']}: it is neither divided nor joined")
    return [row]


def pieces_of(unit: str, pieces: tuple[Piece, ...]) -> tuple[Stretch, ...]:
    """Every stretch that a unit has now, in the order of its pieces."""
    return tuple(stretch for piece in pieces if piece.new == unit for stretch in piece.stretches)


def _number(cell: str) -> int | None:
    return int(cell) if cell else None


FOLLOW: dict[str, Follow] = {  # every table that names a unit; the ledger and the witnesses have rooms of their own
    "alignment": alignment,
    "apparatus": apparatus,
    "readings": decision,
    "script": decision,
    "lemmata": lemmata,
    "citations": citations,
    "leaves": leaves,
    "sections": sections,
}
