"""What every character is read and by what authority, as a script that a page loads on the first touch."""

from __future__ import annotations

import json

from edition.enrich import Book, Edition
from edition.model import Decision
from edition.render.words import AUTHORITIES
from edition.text import is_han


def readings_js(edition: Edition, book: Book) -> str:
    """`EDITION_READINGS = {said: [[pinyin, sense, authority, alternatives] …], units: {id: [index …]}}`.

    A unit has one index for each of its Han characters, -1 where it has no reading; each decision stands once.
    """
    said: dict[tuple[str, str, str, str], int] = {}
    units = {}
    for layer in edition.layers:
        for voice in book.by_layer.get(layer.id, ()):
            heard = zip(voice.unit.text, voice.readings, strict=True)
            units[voice.unit.id] = [
                said.setdefault(_words(decision), len(said)) if decision else -1
                for char, decision in heard
                if is_han(char)
            ]
    tables = {"said": list(said), "units": units}
    return f"window.EDITION_READINGS={json.dumps(tables, ensure_ascii=False, separators=(',', ':'))};\n"


def _words(decision: Decision) -> tuple[str, str, str, str]:
    authority = decision.authority or AUTHORITIES.get(decision.kind, (decision.kind, ""))[0]
    return decision.value, decision.sense, authority, decision.alternatives
