"""The apparatus as rows: each entry, each witness that is extant there, and the stretch of its source."""

from __future__ import annotations

from collections.abc import Iterator

from edition.enrich import Book, Carried, Edition, Voice
from edition.model import Siglum, Token, UnitId, Variant
from edition.text import han, is_han

PUNCTUATION = "punctuation"


def apparatus(edition: Edition, book: Book) -> Iterator[tuple[object, ...]]:
    """A row for each entry and each extant witness, those that agree with the text included."""
    carried = {(c.unit, c.witness): c for c in book.carried}
    for layer in edition.layers:
        for voice in book.by_layer.get(layer.id, ()):
            for entry in entries(voice):
                yield from _entry_rows(edition, voice, entry, carried)


def entries(voice: Voice) -> list[list[Variant]]:
    """The rows of the apparatus in one unit, grouped by entry, in the order of the text."""
    grouped: dict[str, list[Variant]] = {}
    for variant in voice.variants:
        grouped.setdefault(variant.entry, []).append(variant)
    return sorted(grouped.values(), key=lambda rows: (rows[0].at, rows[0].entry))


def _entry_rows(
    edition: Edition, voice: Voice, rows: list[Variant], carried: dict[tuple[UnitId, Siglum], Carried]
) -> Iterator[tuple[object, ...]]:
    first = rows[0]
    said = {row.witness: row for row in rows}
    for witness in edition.corpus.witnesses:
        row, here = said.get(witness.siglum), carried.get((voice.unit.id, witness.siglum))
        if row is None and (first.cls == PUNCTUATION or here is None or not extant_at(here, voice, first)):
            continue  # punctuation is never collated
        shown = row or first
        source, start, end = where(here, voice, first) if here else ("", "", "")
        reading = row.reading if row else had(here, first) if here else first.lemma
        yield (
            first.entry,
            voice.layer.id,
            voice.unit.id,
            first.n_from if has_n(first) else "",
            first.n_to if first.lemma and has_n(first) else "",
            first.lemma,
            witness.siglum,
            reading,
            source,
            start,
            end,
            row.ref if row else "",
            shown.cls,
            shown.authority,
            shown.status,
        )


def has_n(variant: Variant) -> bool:
    """False for an entry on punctuation alone, which has no numbered character."""
    return not variant.lemma or bool(han(variant.lemma))


def extant_at(carried: Carried, voice: Voice, variant: Variant) -> bool:
    """Whether the witness has the place: a further one may begin or break off in the passage."""
    numbers = [t.n for t in carried.tokens if t.n]
    if not numbers or carried.witness == voice.layer.witness:
        return True
    whole = len(han(voice.unit.text))
    begins, ends = numbers[0] == 1 or numbers[0] <= variant.n_from, numbers[-1] == whole or variant.n_to <= numbers[-1]
    return begins and ends


def had(carried: Carried, variant: Variant) -> str:
    """The characters a witness has against a lemma: another entry may say that it has not the lemma's."""
    return han("".join(t.char for t in _against(carried, variant)))


def _against(carried: Carried, variant: Variant) -> list[Token]:
    begin, end = variant.at
    return [t for t in carried.tokens if t.source and (begin <= t.at < end if t.text else t.at == end)]


def where(carried: Carried, voice: Voice, variant: Variant) -> tuple[str, int, int]:
    """The stretch of the source that stands against a lemma; empty before the place where it is wanting."""
    begin = variant.at[0]
    there = [t for t in carried.tokens if t.source]
    inside = _against(carried, variant)
    if inside:
        return inside[0].source, inside[0].offset, inside[-1].offset + 1
    place = max((i + 1 for i, t in enumerate(there) if 0 <= t.at < begin), default=0)
    if begin and not is_han(voice.unit.text[begin - 1]):
        while place < len(there) and there[place].at < 0:  # the marks before the lemma
            place += 1
    if place < len(there):
        return there[place].source, there[place].offset, there[place].offset
    return (there[-1].source, there[-1].offset + 1, there[-1].offset + 1) if there else ("", 0, 0)
