"""What every character is read and by what authority, as a script that a page loads on the first touch."""

from __future__ import annotations

import json

from edition.enrich import Book, Edition
from edition.model import Decision
from edition.render.words import AUTHORITIES, Tongue, Two
from edition.text import is_han


def readings_js(edition: Edition, book: Book) -> str:
    """`EDITION_READINGS = {hans: [[pinyin, sense, authority, alternatives] …], hant: …, units: {id: [index …]}}`.

    `hant` has an empty list where it says what `hans` says.
    A unit has one index for each of its Han characters, -1 where it has no reading; each decision stands once.
    """
    tongue = Tongue(edition)
    said: dict[tuple[str, Two, Two, Two], int] = {}
    units = {}
    for layer in edition.layers:
        for voice in book.by_layer.get(layer.id, ()):
            heard = zip(voice.unit.text, voice.readings, strict=True)
            units[voice.unit.id] = [
                said.setdefault(_words(decision, tongue), len(said)) if decision else -1
                for char, decision in heard
                if is_han(char)
            ]
    tables = {
        "hans": [[pinyin, *(two[0] for two in words)] for pinyin, *words in said],
        "hant": [
            [] if all(one == other for one, other in words) else [pinyin, *(two[1] for two in words)]
            for pinyin, *words in said
        ],
        "units": units,
    }
    return f"window.EDITION_READINGS={json.dumps(tables, ensure_ascii=False, separators=(',', ':'))};\n"


def _words(decision: Decision, tongue: Tongue) -> tuple[str, Two, Two, Two]:
    kind = AUTHORITIES.get(decision.kind, (decision.kind, ""))[0]
    authority = tongue.named(decision.authority) if decision.authority else tongue.both(kind)
    return decision.value, tongue.named(decision.sense), authority, tongue.named(decision.alternatives)
