"""What an edition holds, counted: layers and what they answer, entries, readings, forms, what is open or in doubt."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from edition import readings, script
from edition.enrich import Book, Edition, Voice, length
from edition.model import INTERLINEAR, NOTES, LayerId, PassageId
from edition.text import is_han

DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Held:
    """One layer of a chapter."""

    layer: LayerId
    label: str
    units: int
    characters: int  # Han characters
    answered: int  # passages that have something of it
    passages: int  # passages of the chapter


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place that the edition itself calls doubtful or leaves open."""

    what: str  # apparatus | reading | form
    unit: str
    words: str
    said: str  # between what, or in what sense
    authority: str


@dataclass(frozen=True, slots=True)
class Stats:
    """One chapter."""

    chapter: str
    title: str
    layers: tuple[Held, ...]
    entries: Mapping[tuple[str, str], int]  # (class, witness) → entries in which the witness reads otherwise
    readings: Mapping[tuple[str, str], int]  # (section, kind of authority) → characters with more than one reading
    forms: Mapping[str, int]  # kind of decision → characters with more than one form
    undecided: int  # readings and forms that only a library chose
    doubts: tuple[Doubt, ...]


def stats(edition: Edition, book: Book) -> Stats:
    """The figures of a chapter, of what is published."""
    shown = {layer.id for layer in edition.layers}
    voices = [voice for voice in book.voices.values() if voice.layer.id in shown]
    heard = [(section_of(book, v), v.readings[at]) for v, at in _polyphones(voices)]
    written = [v.forms[at] for v, at in _ambiguous(voices)]
    kinds = Counter((section, decision.kind) for section, decision in heard if decision)
    forms = Counter(decision.kind for decision in written)
    undecided = sum(n for (_, kind), n in kinds.items() if kind == readings.LIBRARY) + forms[script.LIBRARY]
    return Stats(
        chapter=book.chapter.id,
        title=book.chapter.title,
        layers=tuple(_held(edition, book)),
        entries=_entries(voices),
        readings=kinds,
        forms=forms,
        undecided=undecided,
        doubts=tuple(_doubts(voices)),
    )


def section_of(book: Book, voice: Voice) -> str:
    """The section of a passage, or of the first passage a comment answers; empty where it answers none."""
    if voice.unit.id in book.order:
        return voice.unit.id.partition(".")[0]
    first = next((t.first for t in voice.targets if t.first is not None), None)
    return str(first).partition(".")[0] if first else ""


def _held(edition: Edition, book: Book) -> Iterator[Held]:
    """Passages the base text has, a commentary answers, notes of the edition are on."""
    answered: dict[LayerId, set[PassageId]] = defaultdict(set)
    for passage, found in book.comments.items():
        for voice in found:
            answered[voice.layer.id].add(passage)
    for layer in edition.layers:
        if layer.kind == NOTES:
            notes = [note for note in book.chapter.notes if note.layer == layer.id]
            on = {note.unit for note in notes if note.unit in book.order}
            chars = sum(sum(map(is_han, note.body)) for note in notes)
            yield Held(layer.id, layer.label, len(notes), chars, len(on), len(book.passages))
        elif layer.kind != INTERLINEAR:
            voices = book.by_layer.get(layer.id, ())
            reached = len(book.passages) if layer.id == edition.base.id else len(answered[layer.id])
            yield Held(layer.id, layer.label, len(voices), sum(map(length, voices)), reached, len(book.passages))


def _polyphones(voices: list[Voice]) -> Iterator[tuple[Voice, int]]:
    for voice in voices:
        for at, decision in enumerate(voice.readings):
            several = decision and (
                decision.kind != readings.LIBRARY or len(readings.possible(voice.unit.text[at])) > 1
            )
            if several:
                yield voice, at


def _ambiguous(voices: list[Voice]) -> Iterator[tuple[Voice, int]]:
    for voice in voices:
        for at, decision in enumerate(voice.forms):
            char = voice.unit.text[at]
            if is_han(char) and (
                decision.kind != script.LIBRARY or len(script.candidates(char, voice.layer.script)) > 1
            ):
                yield voice, at


def _entries(voices: list[Voice]) -> dict[tuple[str, str], int]:
    found = {(v.cls, str(v.witness), v.entry) for voice in voices for v in voice.variants if v.reading != v.lemma}
    return Counter((cls, witness) for cls, witness, _ in found)


def _doubts(voices: list[Voice]) -> Iterator[Doubt]:
    for voice in voices:
        unit, text = str(voice.unit.id), voice.unit.text
        for entry in {v.entry: v for v in voice.variants if v.status == DOUBTFUL}.values():
            about = entry.lemma or text[max(0, entry.at[0] - 1) : entry.at[0]]
            yield Doubt("apparatus", unit, about, "", entry.authority)
        for at, decision in enumerate(voice.readings):
            if decision and decision.kind == DOUBTFUL:
                between = f"{decision.value}／{decision.alternatives}"
                yield Doubt("reading", unit, text[at], between, decision.authority)
        for at, form in enumerate(voice.forms):
            if form.kind == DOUBTFUL:
                yield Doubt("form", unit, text[at], form.sense, form.authority)
