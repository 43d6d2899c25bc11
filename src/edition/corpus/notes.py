"""notes/*.md of a chapter: the edition's own notes, each on some words of a unit; its file name is its ID."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

from edition.corpus.front import Front, misfits, read_front
from edition.corpus.names import PROSE
from edition.model import Layer, Note, Place, Problem, Unit, UnitId
from edition.problems import did_you_mean
from edition.tables import Report
from edition.text import count, find_nth, han, han_positions, split_address

FIELDS = ("unit", "words", "authority")
Units = Mapping[UnitId, Unit]


def read_notes(
    folder: Path, shown: str, layers: Sequence[Layer], units: Units, known: Iterable[UnitId], report: Report
) -> Iterator[Note]:
    """Every note that is sound, in the order of the units and of the words in them.

    `layers` are those of notes; `known` are all IDs ever given: a note keeps its name when its unit has another.
    """
    ever = {*units, *known}
    names = {*ever, *(unit.rpartition(".")[0] for unit in ever if re.search(r"\.[a-z]+$", unit))}
    found = [
        note
        for path in sorted((folder / PROSE[0]).glob("*.md"))
        if (
            note := _note(
                path, f"{shown}/{PROSE[0]}/{path.name}", _layer(path.stem, layers, names), layers, units, report
            )
        )
    ]
    order = {unit: i for i, unit in enumerate(units)}
    yield from sorted(found, key=lambda note: (order[note.unit], note.n_from, note.n_to, note.id))


def note_files(folder: Path) -> frozenset[str]:
    """The IDs of a chapter that have a file, sound or not."""
    return frozenset(path.stem for path in (folder / PROSE[0]).glob("*.md"))


def _note(
    path: Path, shown: str, layer: Layer | None, layers: Sequence[Layer], units: Units, report: Report
) -> Note | None:
    front = read_front(path, shown, report)
    if front is None:
        return None
    faults = [*misfits(front, FIELDS, ())]
    if layer is None:
        wanted = f"{layers[0].id}19.4 or {layers[0].id}19.4b" if layers else "no layer is of kind notes"
        faults.append(Problem("U01", Place(shown, 1), f"{path.stem!r} is no ID of a note: {wanted}"))
    if not faults:
        faults = [*_wanting(path.stem, front)]
    for fault in faults:
        report(fault)
    unit = None if faults else _unit(front, units, report)
    span = _words(front, unit, report) if unit else None
    if layer is None or unit is None or span is None:
        return None
    spots = han_positions(unit.text)
    return Note(
        id=path.stem,
        layer=layer.id,
        unit=unit.id,
        n_from=span[0],
        n_to=span[1],
        at=(spots[span[0] - 1], spots[span[1] - 1] + 1),
        words=split_address(front.head["words"])[0],
        authority=front.head["authority"],
        body=front.body,
        place=front.place,
    )


def _wanting(name: str, front: Front) -> Iterator[Problem]:
    """A note says something, on somebody's word (M05)."""
    if not front.head["authority"].strip():
        yield Problem("M05", front.line("authority"), f"{name} rests on no authority")
    if not front.body:
        yield Problem("M05", front.end, f"{name} says nothing")


def _layer(stem: str, layers: Sequence[Layer], known: Set[str]) -> Layer | None:
    """The layer of an ID: its name, then a passage or a unit (or the block of one), then perhaps a letter."""
    for layer in layers:
        rest = stem.removeprefix(layer.id)
        if rest != stem and (rest in known or re.sub("[a-z]$", "", rest) in known):
            return layer
    return None


def _unit(front: Front, units: Units, report: Report) -> Unit | None:
    name = UnitId(front.head["unit"])
    if name not in units:
        report(Problem("M06", front.line("unit"), f"there is no unit {name}{did_you_mean(name, units)}"))
    return units.get(name)


def _words(front: Front, unit: Unit, report: Report) -> tuple[int, int] | None:
    """First and last Han character of the words a note speaks of."""
    written = front.head["words"]
    chars, nth = split_address(written)
    text = han(unit.text)
    at, often = find_nth(text, chars, nth or 1), count(text, chars)
    if chars and at >= 0 and (nth is not None or often == 1):
        return at + 1, at + len(chars)
    if not chars or at < 0:
        why = f"{unit.id} has no {written}: {text[:60]}"
    else:
        why = f"{chars} stands {often} times in {unit.id}: write {chars}[1] to {chars}[{often}]"
    report(Problem("M06", front.line("words"), why))
    return None
