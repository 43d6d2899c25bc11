"""The witnesses of the base text as they stand, and the sections of a chapter, as scripts read when first asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from edition.enrich import Book, Edition
from edition.model import Layer, Witness
from edition.render.entry_view import GETA, PRIVATE
from edition.render.nav import passages_of
from edition.render.witness_pages import AS_IT_IS, Forms, Line, lines_of, printed, slugs
from edition.render.words import Tongue, Two
from edition.script import HANS
from edition.text import han

FORMS = (*AS_IT_IS, "punctuation")  # classes that change no word


def readable(edition: Edition) -> list[tuple[Witness, str]]:
    """Witnesses that have some of the base text, with the folder of their page, in the order of the settings."""
    has = {edition.base.witness} | {span.witness for book in edition.books for span in book.chapter.spans}
    known = slugs(edition)
    return [(w, known[w.siglum]) for w in edition.corpus.witnesses if w.siglum in has and w.siglum in known]


def witnesses_js(edition: Edition, book: Book, tongue: Tongue) -> str:
    """`EDITION_WITNESSES = {slug: {sign, title: [hans, hant], texts: {passage: [hans, hant, marks, cut]}}}`.

    A mark is `[begin, end, Han characters of the established text, entry, 1 where only the form differs]`, in code
    points of the witness; cut is 1 where the witness begins in the passage, 2 where it breaks off.
    """

    def forms(text: str, layer: Layer) -> Two:
        return tongue.both(text, layer.script, layer.id)

    found = {
        slug: {"sign": w.siglum, "title": tongue.named(w.title), "texts": texts(edition, book, w, forms)}
        for w, slug in readable(edition)
    }
    return _script("EDITION_WITNESSES", found)


def texts(edition: Edition, book: Book, witness: Witness, forms: Forms) -> dict[str, list[Any]]:
    """Passage to its text in both scripts, its differences and where it is cut off."""
    held = lines_of(edition, book, witness.siglum, edition.base.id)
    lines = sorted(held, key=lambda line: book.order[_passage(line)])
    return {passage: _text(some, witness.script, forms) for passage, some in groupby(lines, key=_passage)}


def _passage(line: Line) -> Any:
    return line.voice.unit.id


def _text(lines: Iterable[Line], script: str, forms: Forms) -> list[Any]:
    """In the script of the witness every character is its own; the other script is given as its page gives it."""
    hans, hant, marks, cut = "", "", list[list[Any]](), 0
    for line in lines:
        cut |= bool(line.begins) | 2 * bool(line.breaks)
        for bit in line.bits:
            begin = len(hans)
            one, other = printed(bit, forms)
            one, other = (bit.has, other) if script == HANS else (one, bit.has)
            hans, hant = hans + PRIVATE.sub(GETA, one), hant + PRIVATE.sub(GETA, other)
            if bit.variant:
                lemma = len(han(bit.variant.lemma))
                marks.append([begin, len(hans), lemma, bit.variant.entry, int(bit.variant.cls in FORMS)])
    return [hans, hant, marks, cut]


def contents_js(book: Book, tongue: Tongue) -> str:
    """`EDITION_CONTENTS = {title, parts: [[part, [[section, title, first, last] …]] …]}`; names in both scripts."""
    parts = groupby((s for s in book.chapter.sections if passages_of(book, s)), key=lambda s: s.part)
    found = {
        "title": tongue.named(book.chapter.title),
        "parts": [[tongue.named(part), list(_sections(book, some, tongue))] for part, some in parts],
    }
    return _script("EDITION_CONTENTS", found)


def _sections(book: Book, some: Iterable[Any], tongue: Tongue) -> Iterator[list[str | Two]]:
    for section in some:
        passages = passages_of(book, section)
        yield [section.id, tongue.named(section.title), str(passages[0]), str(passages[-1])]


def _script(name: str, value: Any) -> str:
    return f"window.{name}={json.dumps(value, ensure_ascii=False, separators=(',', ':'))};\n"


__all__ = ["contents_js", "readable", "texts", "witnesses_js"]
