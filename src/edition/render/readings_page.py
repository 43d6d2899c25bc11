"""All special readings in the manner of a 音义: each where it is first met, with every place where it recurs."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from edition.enrich import Book, Edition, Voice
from edition.model import Decision, PassageId, UnitId
from edition.readings import DOUBTFUL, possible
from edition.render.nav import section_of
from edition.render.words import Two

DECIDED = ("shiwen", "zhengzhu", "editor", DOUBTFUL)  # kinds of authority that make a reading worth a note
WIDTH = 4  # code points of context on either side


@dataclass(frozen=True, slots=True)
class Found:
    voice: Voice
    at: int
    order: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Special:
    """One decision about one character, with all its places."""

    id: str
    pair: Two
    before: Two
    after: Two
    decision: Decision
    usual: str  # the first reading a dictionary gives
    first: Voice
    places: tuple[Voice, ...]  # units, each once
    count: int

    @property
    def section(self) -> str:
        return section_of(passage_of(self.first))


def readings_facts(edition: Edition) -> dict[str, Any]:
    parts, kinds = [], Counter[str]()
    for book in edition.books:
        found = specials(edition, book)
        for one in found:
            kinds[one.decision.kind] += one.count
        parts.append((book, _sections(book, found), _index(found)))
    return {"parts": parts, "kinds": [(kind, n) for kind, n in kinds.most_common() if n]}


def special(char: str, decision: Decision) -> bool:
    """Decided by an authority, or not the reading a dictionary gives first."""
    return decision.kind in DECIDED or possible(char)[:1] != (decision.value,)


def specials(edition: Edition, book: Book) -> list[Special]:
    groups: dict[tuple[Two, Decision], list[Found]] = {}
    for found in _everywhere(edition, book):
        decision = found.voice.readings[found.at]
        assert decision is not None
        pair = found.voice.hans[found.at], found.voice.hant[found.at]
        key = Decision(decision.value, decision.kind, decision.authority, decision.alternatives, "", decision.sense)
        groups.setdefault((pair, key), []).append(found)
    seen: Counter[str] = Counter()
    out = []
    for (pair, decision), places in sorted(groups.items(), key=lambda item: min(f.order for f in item[1])):
        places.sort(key=lambda f: f.order)
        seen[pair[0]] += 1
        out.append(_special(f"r{ord(pair[0]):x}-{seen[pair[0]]}", pair, decision, places))
    return out


def _everywhere(edition: Edition, book: Book) -> Iterator[Found]:
    for k, layer in enumerate(edition.layers):
        for i, voice in enumerate(book.by_layer.get(layer.id, ())):
            here = book.order.get(PassageId(UnitId(passage_of(voice))), len(book.order))
            for at, decision in enumerate(voice.readings):
                if decision is not None and special(voice.unit.text[at], decision):
                    yield Found(voice, at, (here, k, i, at))


def passage_of(voice: Voice) -> str:
    """The passage under which a unit is listed: its own, or the first it answers."""
    first = next((t.first for t in voice.targets if t.first), None)
    return str(first or voice.unit.id)


def _special(name: str, pair: Two, decision: Decision, places: list[Found]) -> Special:
    voice, at = places[0].voice, places[0].at
    units: dict[UnitId, Voice] = {f.voice.unit.id: f.voice for f in places}
    begin, end = _clause(voice.unit.text, at)
    return Special(
        id=name,
        pair=pair,
        before=(voice.hans[begin:at], voice.hant[begin:at]),
        after=(voice.hans[at + 1 : end], voice.hant[at + 1 : end]),
        decision=decision,
        usual=next(iter(possible(voice.unit.text[at])), ""),
        first=voice,
        places=tuple(units.values()),
        count=len(places),
    )


def _clause(text: str, at: int) -> tuple[int, int]:
    begin, end = at, at + 1
    while begin > max(0, at - WIDTH) and text[begin - 1] not in "，。；：、？！“”《》‘’":
        begin -= 1
    while end < min(len(text), at + 1 + WIDTH) and text[end] not in "，。；：、？！“”《》‘’":
        end += 1
    return begin, end


def _sections(book: Book, found: list[Special]) -> list[tuple[str, str, list[Special]]]:
    """Section and title → its readings; what answers no passage comes last, without a section."""
    titles = {s.id: s.title for s in book.chapter.sections}
    groups: dict[str, list[Special]] = {}
    for one in found:
        groups.setdefault(one.section if one.section in titles else "", []).append(one)
    return [(section, titles.get(section, ""), some) for section, some in groups.items()]


def _index(found: list[Special]) -> list[tuple[Two, list[Special]]]:
    """By character, in the order of its first letter and sound."""
    groups: dict[Two, list[Special]] = {}
    for one in found:
        groups.setdefault(one.pair, []).append(one)
    sounds = {pair: some[0].decision.value for pair, some in groups.items()}
    return sorted(groups.items(), key=lambda item: (_plain(sounds[item[0]]), sounds[item[0]], item[0]))


def _plain(syllable: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", syllable) if not unicodedata.combining(c))
