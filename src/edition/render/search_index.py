"""What the search page searches: each chapter as one classic script, with a digest of its content in its name.

A script adds one table to `window.EDITION_SEARCH`:

- `id`, `names`: the chapter, and every name it goes by, normalised by `aliases.key`; empty for what belongs to none.
- `sections`: `[ID, title, traditional title, short title, traditional short title]`.
- `labels`: ID of a layer → all its names; `leaves`: leaf and passage in turn; `gone`: retired ID → successors.
- `streams`: what is searched one after the other, of a layer or of the glossary:
  `id`; `run` 1: a string may run on from unit to unit; `zh` 1: only Han characters are counted in addresses; `mute` 1:
  no character is read but as `said` has it;
  `ids`: of its units, parted by spaces; `text`: simplified characters, units parted by form feeds, parts of a unit
  that no string runs over by line feeds; `odd`: offsets (from the one before, code points) and the traditional form
  where it is not the usual one of `characters.js`; `said`: offsets and reading, where it is not the usual one;
  `at`: ID of a unit → its section where its ID does not end in one of its passages; empty: the page of its layer.
- `fold`: pairs of characters, of which the second is sought for the first; `sounds`: readings that
  `characters.js` does not have.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import unescape

from edition.aliases import aliases, key, section_of
from edition.enrich import Book, Edition, Voice
from edition.model import NOTES, GlossaryEntry, Note
from edition.render import nav
from edition.render.note_view import notes_of
from edition.render.setting import Setting
from edition.render.views import View
from edition.script import HANS, HANT, candidates, traditional
from edition.text import han_positions, is_han

UNIT, BAR = "\f", "\n"
GLOSSARY = "glossary"
PASSAGE = re.compile(r"([0-9]+)\.[0-9]+[a-z]*$")
TAG, BLOCK = re.compile(r"<[^>]*>"), re.compile(r"</(?:p|li|h[1-6]|td|th|blockquote)>")
Readings = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Sought:
    """One unit as it is searched."""

    id: str
    section: str  # on whose page it stands; empty: on that of its layer
    hans: str
    hant: str  # as long
    readings: Readings  # one for each code point


@dataclass(frozen=True, slots=True)
class Stream:
    """What is searched as one list of units."""

    id: str
    run: bool
    zh: bool
    mute: bool  # only the readings that are listed are known
    units: tuple[Sought, ...]


def search_files(desk: Setting) -> dict[str, str]:
    """File name, with the digest of its content, to its text: a script for each chapter, one for the glossary."""
    every = [(book, list(streams(desk, book))) for book in desk.edition.books]
    every_and: list[tuple[Book | None, list[Stream]]] = [*every, (None, list(_glossary(desk)))]
    fold = folding(desk.edition, (u for _, some in every_and for s in some for u in s.units))
    found = {}
    for book, some in every_and:
        if some:
            body = _script(desk, book, some, fold)
            name = book.chapter.id if book else GLOSSARY
            found[f"search/{name}-{hashlib.sha256(body.encode()).hexdigest()[:10]}.js"] = body
    return found


def streams(desk: Setting, book: Book) -> Iterator[Stream]:
    edition = desk.edition
    for layer in edition.layers:
        units: Iterable[Sought] = (_of_voice(book, voice) for voice in book.by_layer.get(layer.id, ()))
        if layer.kind == NOTES:
            units = (_of_note(desk, book, note) for note in notes_of(edition, book) if note.layer == layer.id)
        found = tuple(units)
        if found:
            yield Stream(layer.id, layer.id == edition.base.id, layer.lang in ("zh", "lzh"), layer.kind == NOTES, found)


def _of_voice(book: Book, voice: Voice) -> Sought:
    hans, hant = (form.replace("\n", " ").replace(UNIT, " ") for form in (voice.hans, voice.hant))
    said = tuple(d.value if d else None for d in voice.readings)
    return Sought(str(voice.unit.id), section_of(book, voice), hans, hant, said)


def _of_note(desk: Setting, book: Book, note: Note) -> Sought:
    hans, hant = _both(desk, book, lambda view: view.notes.body(note))
    return Sought(note.id, section_of(book, book.voices[note.unit]), hans, hant, (None,) * len(hans))


def _glossary(desk: Setting) -> Iterator[Stream]:
    """Terms with their readings, other names, English and sense; no string runs from one of these into another."""
    found = tuple(_of_entry(desk, entry) for entry in desk.edition.corpus.glossary)
    if found:
        yield Stream(GLOSSARY, False, True, True, found)


def _of_entry(desk: Setting, entry: GlossaryEntry) -> Sought:
    others = [desk.tongue.named(alias) for alias in entry.aliases]
    body = _both(desk, None, lambda view: view.prosing.markdown(entry.body))
    parts = [(entry.term, entry.hant), *others, desk.tongue.named(entry.english), body]
    hans, hant = (BAR.join(part[k] for part in parts) for k in (0, 1))
    said: list[str | None] = [None] * len(hans)
    syllables = re.findall(r"[^\W\d_]+", entry.pinyin)
    for word, own in zip(entry.term.split(), _shared(entry.term, syllables), strict=True):
        start = entry.term.index(word)
        for at, syllable in zip(han_positions(word), own, strict=False):
            said[start + at] = syllable
    return Sought(entry.id, "", hans, hant, tuple(said))


def _shared(term: str, syllables: list[str]) -> list[list[str]]:
    """The syllables of each word of a term, where there is one for each character outside brackets; else none."""
    words = [re.sub(r"（[^）]*）", "", word) for word in term.split()]
    if sum(map(len, words)) != len(syllables):
        return [[] for _ in words]
    ends = [sum(map(len, words[: k + 1])) for k in range(len(words))]
    return [syllables[end - len(word) : end] for word, end in zip(words, ends, strict=True)]


def _both(desk: Setting, book: Book | None, make: Callable[[View], str]) -> tuple[str, str]:
    """The words of a piece of markup in both scripts, a line for each block."""
    pages = (nav.Page("search/index.html", script) for script in (HANS, HANT))
    views = [View(page, desk.texts, desk.speakers[page.script], book) for page in pages]
    hans, hant = (_words(str(make(view))) for view in views)
    return hans, hant


def _words(markup: str) -> str:
    lines = (unescape(TAG.sub("", part)) for part in BLOCK.split(markup))
    return BAR.join(line for part in lines if (line := " ".join(part.replace(UNIT, " ").split())))


def folding(edition: Edition, units: Iterable[Sought]) -> dict[str, str]:
    """Character → that under which it is sought: the folds of the corpus, the forms of one place, and for a traditional
    character that stands nowhere here, its simplified one."""
    fold = dict(edition.corpus.folds)

    def of(char: str) -> str:
        seen = {char}
        while (char := fold.get(char, char)) not in seen:
            seen.add(char)
        return char

    there: set[str] = set()
    for unit in units:
        there.update(unit.hans, unit.hant)
        for hans, hant in {pair for pair in zip(unit.hans, unit.hant, strict=True) if of(pair[0]) != of(pair[1])}:
            if of(hans) != of(hant):
                fold[of(hant)] = of(hans)
    for char in traditional():
        simple = candidates(char, HANT)[0]
        if char not in there and char not in fold and simple in there and simple != char:
            fold[char] = simple
    met = set(map(of, there))
    return {char: of(char) for char in sorted(fold) if of(char) != char and of(char) in met}


def _script(desk: Setting, book: Book | None, some: list[Stream], fold: dict[str, str]) -> str:
    sounds = _sounds(desk, some)
    table = {
        "id": book.chapter.id if book else "",
        **(_places(desk, book) if book else {}),
        "fold": "".join(map("".join, fold.items())),
        "sounds": " ".join(f"{said}{''.join(chars)}" for said, chars in sorted(_by_value(sounds).items())),
        "streams": [_stream(desk, s, {} if s.mute else {**desk.texts.table.pinyin, **sounds}) for s in some],
    }
    body = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    return f"(window.EDITION_SEARCH=window.EDITION_SEARCH||[]).push({body});\n"


def _sounds(desk: Setting, some: list[Stream]) -> dict[str, str]:
    """The commonest reading of what `characters.js` leaves to the pages."""
    heard: dict[str, Counter[str]] = defaultdict(Counter)
    for unit in (unit for stream in some for unit in stream.units):
        for char, said in zip(unit.hans, unit.readings, strict=True):
            if said and char not in desk.texts.table.pinyin:
                heard[char][said] += 1
    return {char: min(c.items(), key=lambda pair: (-pair[1], pair[0]))[0] for char, c in sorted(heard.items())}


def _by_value(pairs: dict[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for char, said in pairs.items():
        found[said].append(char)
    return found


def _stream(desk: Setting, stream: Stream, usual: dict[str, str]) -> dict[str, object]:
    hans, hant = (UNIT.join(getattr(unit, form) for unit in stream.units) for form in (HANS, HANT))
    said = [s for unit in stream.units for s in (*unit.readings, None)][:-1]
    forms = desk.texts.table.forms[HANS]
    odd = [(at, b) for at, (a, b) in enumerate(zip(hans, hant, strict=True)) if forms.get(a, a) != b]
    spoken = [
        (at, s or "") for at, (c, s) in enumerate(zip(hans, said, strict=True)) if usual.get(c) != s and is_han(c)
    ]
    places = {unit.id: unit.section for unit in stream.units if _default(unit.id) != unit.section}
    table: dict[str, object] = {"id": stream.id, "run": int(stream.run), "zh": int(stream.zh), "mute": int(stream.mute)}
    table |= {"ids": " ".join(unit.id for unit in stream.units), "text": hans, "odd": _spaced(odd)}
    return {**table, "said": _spaced(spoken), **({"at": places} if places else {})}


def _default(unit: str) -> str:
    found = PASSAGE.search(unit) if "-" not in unit else None
    return found[1] if found else unit if unit.isdigit() else ""


def _spaced(found: Iterable[tuple[int, str]]) -> str:
    """Each offset from the one before, and what is said of it."""
    out, last = [], 0
    for at, what in found:
        out.append(f"{at - last}{what}")
        last = at
    return ",".join(out)


def _places(desk: Setting, book: Book) -> dict[str, object]:
    """What the names of places are looked up in."""
    edition, named = desk.edition, desk.tongue.named
    rows = aliases(edition, book, named)
    shown = [layer for layer in edition.layers if book.by_layer.get(layer.id)]
    return {
        "names": list(dict.fromkeys(key(row.name) for row in rows if row.kind == "chapter")),
        "sections": [
            [s.id, *named(s.title), *map(key, named(s.title.partition("（")[0]))] for s in book.chapter.sections
        ],
        "labels": {
            layer.id: list(dict.fromkeys(key(x) for name in (layer.short, layer.label) for x in named(name)))
            for layer in shown
        },
        "leaves": " ".join(f"{row.name} {row.first}" for row in rows if row.kind == "leaf" and row.name[0].isdigit()),
        "gone": {row.name: [row.first, row.last] for row in rows if row.kind == "retired"},
    }


__all__ = ["folding", "search_files", "streams"]
