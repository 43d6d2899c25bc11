"""The apparatus in the convention of print: 堂] A S；常 B."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edition.enrich import Book, Carried, Edition, Voice
from edition.model import Siglum, UnitId, Variant
from edition.render.entries import PUNCTUATION, extant_at, had
from edition.render.entries import entries as grouped
from edition.render.words import Two
from edition.text import address, han, split_address

DOUBTFUL = "doubtful"
SIGNS = {  # class of an entry: how the text is marked where its own witness departs from it
    "dropped": "supplied",
    "added": "surplus",
    "orthographic": "ortho",
    "punctuation": "ortho",
}
CORRECTED = "corrected"
FORMS = ("orthographic", "gaiji")  # classes of variants that differ in form only
SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
Carriers = dict[tuple[UnitId, Siglum], Carried]


@dataclass(frozen=True, slots=True)
class Side:
    """Witnesses that read the same."""

    reading: str  # as the witness has it; empty where it has nothing
    sigla: tuple[tuple[str, str], ...]  # siglum and leaf


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the apparatus, ready to be printed."""

    id: str
    unit: UnitId
    at: tuple[int, int]  # code points of the established text
    lemma: Two
    nth: str  # ² where the lemma occurs before
    agree: tuple[tuple[str, str], ...]
    against: tuple[Side, ...]
    cls: str
    status: str
    formal: bool  # its readings differ in form or punctuation only
    kept: frozenset[str]  # characters spoken of, which keep their form in its words
    authority: str  # with its full stop, as have the reasons
    reasons: tuple[str, ...]
    marks: tuple[str, ...]  # how the text is marked; empty: only the apparatus tells

    @property
    def after(self) -> bool:
        """A witness has something too much here."""
        return self.at[0] == self.at[1]


def carriers(book: Book) -> Carriers:
    return {(c.unit, c.witness): c for c in book.carried}


def entries_of(edition: Edition, voice: Voice, carried: Carriers) -> tuple[Entry, ...]:
    """Every entry that stands in one unit, in the order of the text."""
    return tuple(_entry(edition, voice, rows, carried) for rows in grouped(voice))


def _entry(edition: Edition, voice: Voice, rows: list[Variant], carried: Carriers) -> Entry:
    first = rows[0]
    begin, end = first.at
    classes = classes_of(rows)
    cls = next((c for c in classes if c in FORMS), classes[0])
    return Entry(
        id=first.entry,
        unit=voice.unit.id,
        at=first.at,
        lemma=_lemma(voice, begin, end),
        nth=_nth(voice, begin, end),
        agree=_agree(edition, voice, rows, carried),
        against=_against(edition, rows),
        cls=first.cls,
        status=DOUBTFUL if any(row.status == DOUBTFUL for row in rows) else first.status,
        formal=cls in (*FORMS, PUNCTUATION),
        kept=kept_of(voice, rows),
        authority=_authority(rows),
        reasons=tuple(dict.fromkeys(_stopped(row.reason) for row in rows if row.reason)),
        marks=_marks(voice, rows),
    )


def classes_of(rows: Sequence[Variant]) -> tuple[str, ...]:
    """The classes of what deviates in an entry, each once."""
    return tuple(dict.fromkeys(row.cls for row in [r for r in rows if r.reading != r.lemma] or rows))


def _authority(rows: Sequence[Variant]) -> str:
    """What the rows of an entry rest on, nothing said twice, with its full stop."""
    said: list[str] = []
    for row in sorted(rows, key=lambda row: -len(row.authority)):
        if row.authority and not any(row.authority in other for other in said):
            said.append(row.authority)
    return _stopped("；".join(said)) if said else ""


def _stopped(words: str) -> str:
    return words if words.endswith(("。", "？", "！", ".")) else words + "。"


def kept_of(voice: Voice, rows: Sequence[Variant]) -> frozenset[str]:
    """Where forms are the matter: the readings, and the lemma where one of its forms is one of them."""
    if not set(classes_of(rows)) & set(FORMS):
        return frozenset()
    readings = {c for row in rows if row.reading != row.lemma for c in row.reading}
    begin, end = rows[0].at
    same = {voice.unit.text[i] for i in range(begin, end) if readings & {voice.hans[i], voice.hant[i]}}
    return frozenset(readings | same)


def _lemma(voice: Voice, begin: int, end: int) -> Two:
    """The established characters; for a surplus the character after which it stands."""
    if begin == end:
        begin = max(0, begin - 1)
    return voice.hans[begin:end], voice.hant[begin:end]


def _nth(voice: Voice, begin: int, end: int) -> str:
    """The occurrence, small, where the same characters stand more than once in the unit."""
    text = voice.unit.text
    if begin == end:
        begin = max(0, begin - 1)
    chars = text[begin:end]
    if not chars:
        return ""
    counted = han(chars) == chars
    where = address(han(text), chars, len(han(text[:begin]))) if counted else address(text, chars, begin)
    nth = split_address(where)[1]
    return str(nth).translate(SMALL) if nth else ""


def _agree(edition: Edition, voice: Voice, rows: list[Variant], carried: Carriers) -> tuple[tuple[str, str], ...]:
    first = rows[0]
    said = {row.witness: row for row in rows}
    found = []
    for witness in edition.corpus.witnesses:
        row, here = said.get(witness.siglum), carried.get((voice.unit.id, witness.siglum))
        if row is not None:
            if row.reading == first.lemma:
                found.append((str(witness.siglum), row.ref))
        elif first.cls == PUNCTUATION or here is None or not extant_at(here, voice, first):
            continue  # punctuation is never collated
        elif had(here, first) == han(first.lemma):
            found.append((str(witness.siglum), ""))
    return tuple(found)


def _against(edition: Edition, rows: list[Variant]) -> tuple[Side, ...]:
    """Deviating readings, each with its witnesses in the order of the settings."""
    order = {w.siglum: i for i, w in enumerate(edition.corpus.witnesses)}
    sides: dict[str, list[tuple[str, str]]] = {}
    for row in sorted(rows, key=lambda row: order.get(row.witness, len(order))):
        if row.reading != row.lemma:
            sides.setdefault(row.reading, []).append((str(row.witness), row.ref))
    return tuple(Side(reading, tuple(sigla)) for reading, sigla in sides.items())


def _marks(voice: Voice, rows: list[Variant]) -> tuple[str, ...]:
    """A sign in the text where the layer's own witness departs from it, or where the matter is doubtful."""
    own = [row for row in rows if row.witness == voice.layer.witness and row.reading != row.lemma]
    found = [SIGNS.get(row.cls, CORRECTED) for row in own]
    if any(row.status == DOUBTFUL for row in rows):
        found.append(DOUBTFUL)
    return tuple(dict.fromkeys(found))
