"""Every entry of the apparatus on one page, with what a reader may filter it by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from edition.enrich import Book, Edition, Voice
from edition.model import Layer, Siglum, Variant, Witness
from edition.render.entries import entries as grouped
from edition.render.notes import Entry, classes_of
from edition.render.texts import Texts
from edition.render.words import Two
from edition.text import han, is_han

PUNCTUATION = "punctuation"
CONTEXT = 4  # code points shown before and after a mark of punctuation


@dataclass(frozen=True, slots=True)
class Note:
    """One entry as it is printed here."""

    entry: Entry
    voice: Voice
    classes: tuple[str, ...]
    deviating: tuple[str, ...]  # sigla of those that read otherwise
    named: tuple[tuple[str, str], ...]  # agreeing witnesses that have a row of their own
    before: Two  # context of a mark
    after: Two

    @property
    def marks_only(self) -> bool:
        return not han("".join(self.entry.lemma))

    @property
    def agree(self) -> tuple[tuple[str, str], ...]:
        """Witnesses that read as the text; of a mark, which is never collated, only those a row names."""
        return self.entry.agree if PUNCTUATION not in self.classes else self.named


def apparatus_facts(edition: Edition, texts: Texts) -> dict[str, Any]:
    parts = [(book, notes_of(edition, texts, book)) for book in edition.books]
    every = [note for _, notes in parts for note in notes]
    return {
        "parts": parts,
        "total": len(every),
        "classes": _counted(cls for note in every for cls in note.classes),
        "statuses": _counted(note.entry.status for note in every),
        "layers": _layers(edition, every),
        "witnesses": _witnesses(edition, every),
        "matrix": matrix(edition, every),
    }


def _counted(names: Any) -> list[tuple[str, int]]:
    return sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0]))


def _layers(edition: Edition, every: Sequence[Note]) -> list[tuple[Layer, int]]:
    count = Counter(note.voice.layer.id for note in every)
    return [(layer, count[layer.id]) for layer in edition.layers if count[layer.id]]


def _witnesses(edition: Edition, every: Sequence[Note]) -> list[tuple[Witness, int]]:
    count = Counter(siglum for note in every for siglum in note.deviating)
    return [(w, count[str(w.siglum)]) for w in edition.corpus.witnesses if count[str(w.siglum)]]


def matrix(edition: Edition, every: Sequence[Note]) -> dict[tuple[str, Siglum], int]:
    """Deviations by class and witness."""
    count: Counter[tuple[str, Siglum]] = Counter()
    for note in every:
        for row in note.voice.variants:
            if row.entry == note.entry.id and row.reading != row.lemma:
                count[row.cls, row.witness] += 1
    return dict(count)


def notes_of(edition: Edition, texts: Texts, book: Book) -> list[Note]:
    found = []
    for layer in edition.layers:
        for voice in book.by_layer.get(layer.id, ()):
            rows = {some[0].entry: some for some in grouped(voice)}
            found += [_note(voice, entry, rows[entry.id]) for entry in texts.entries(book, voice)]
    return found


def _note(voice: Voice, entry: Entry, rows: Sequence[Variant]) -> Note:
    classes = classes_of(rows)
    about = PUNCTUATION in classes or not any(map(is_han, entry.lemma[0]))
    begin, end = entry.at
    width, head = CONTEXT if about else 0, begin if begin < end else max(0, begin - 1)
    return Note(
        entry=entry,
        voice=voice,
        classes=classes,
        deviating=tuple(dict.fromkeys(str(row.witness) for row in rows if row.reading != row.lemma)),
        named=tuple((str(row.witness), row.ref) for row in rows if row.reading == row.lemma),
        before=_part(voice, max(0, head - width), head),
        after=_part(voice, end, end + (width if begin < end else 0)),
    )


def _part(voice: Voice, begin: int, end: int) -> Two:
    return voice.hans[begin:end], voice.hant[begin:end]
