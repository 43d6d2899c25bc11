"""What the page of one passage tells beside its text: readings, forms, place in the print, how to cite it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from edition.enrich import Book, Edition, Voice
from edition.model import BASE, Layer, PassageId, UnitId
from edition.readings import LIBRARY, possible
from edition.render.rows import Block, blocks_of
from edition.script import LIBRARY as BY_LIBRARY
from edition.text import is_han

Comments = list[tuple[Layer, list[Block]]]


@dataclass(frozen=True, slots=True)
class Heard:
    """One character that could be read otherwise, and who says how it is read here."""

    hans: str
    hant: str
    pinyin: str
    sense: str
    kind: str
    authority: str
    alternatives: str


@dataclass(frozen=True, slots=True)
class Formed:
    """One character whose form in the other script was decided by a table."""

    hans: str
    hant: str
    sense: str
    authority: str


def passage_facts(
    edition: Edition, book: Book, passage: PassageId, comments: Comments, around: Mapping[str, Any]
) -> dict[str, Any]:
    """What the page of a passage tells, beside what stands `around` it."""
    voice = book.voices[UnitId(passage)]
    at = book.order[passage]
    blocks = [(layer, [b for b in found if b.first <= at <= b.last]) for layer, found in comments]
    shown = [(layer, found) for layer, found in blocks if found]
    return {
        **around,
        "passage": passage,
        "voice": voice,
        "layers": shown,
        "heard": heard(voice),
        "formed": formed(voice),
        "leaves": leaves(book, passage),
        "print": print_of(edition, book),
        "voices": [voice, *(part for _, found in shown for b in found for part in b.parts)],
    }


def comments_on(edition: Edition, book: Book) -> Comments:
    """The comments of every layer, wherever they stand."""
    return [(layer, blocks_of(book, layer)) for layer in edition.layers if layer.kind != BASE]


def heard(voice: Voice) -> list[Heard]:
    """Readings that are not self-evident, each once, in the order of the text."""
    found: dict[Heard, None] = {}
    for at, decision in enumerate(voice.readings):
        char = voice.unit.text[at]
        if decision and (len(possible(char)) > 1 or decision.kind != LIBRARY):
            found.setdefault(
                Heard(
                    voice.hans[at],
                    voice.hant[at],
                    decision.value,
                    decision.sense,
                    decision.kind,
                    decision.authority,
                    decision.alternatives,
                )
            )
    return list(found)


def formed(voice: Voice) -> list[Formed]:
    found: dict[Formed, None] = {}
    for at, decision in enumerate(voice.forms):
        if is_han(voice.unit.text[at]) and decision.kind != BY_LIBRARY:
            found.setdefault(Formed(voice.hans[at], voice.hant[at], decision.sense, decision.authority))
    return list(found)


def leaves(book: Book, passage: PassageId) -> list[str]:
    """The half-leaves of the print on which a passage stands."""
    here = book.order[passage]
    before = [
        leaf
        for leaf, at, n in book.chapter.leaves
        if at in book.order and (book.order[at] < here or (at == passage and n <= 1))
    ]
    inside = [leaf for leaf, at, n in book.chapter.leaves if at == passage and n > 1]
    return [*before[-1:], *inside]


def print_of(edition: Edition, book: Book) -> str:
    """Title of the print whose leaves are counted: the witness most often quoted by one of them."""
    known = {leaf for leaf, _, _ in book.chapter.leaves}
    cited = Counter(v.witness for v in book.chapter.variants if v.ref in known)
    if not cited:
        return ""
    siglum = min(cited, key=lambda s: (-cited[s], s))
    return next((w.title for w in edition.corpus.witnesses if w.siglum == siglum), str(siglum))
