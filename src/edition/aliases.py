"""Every name by which a place of the edition can be asked for, beside its own ID: `aliases.tsv`.

A name is written as a reader writes it. Two names are one where `key` makes them one: full-width figures, spaces,
brackets and middle dots do not count. Names that stand for several places stand in several rows; whoever looks one up
says so and chooses none. What follows a rule has no rows: a range is two names with a stroke between, words are a name
with `@揖[2]` behind, and the name of a chapter may stand before any of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from edition.enrich import Book, Edition, Voice, answered
from edition.model import BASE, RETIRED, PassageId, Section, UnitId

Both = Callable[[str], tuple[str, str]]  # words of the corpus in simplified and in traditional characters
SILENT = re.compile(r"[\s《》〈〉“”「」『』（）()\[\]［］·・‧•]+")
STROKES = re.compile("[\u2010-\u2015\u2212~～]")
FIGURES = "〇一二三四五六七八九"
SIDES = {"a": "上", "b": "下"}
ORDINAL = re.compile(f"第[{FIGURES[1:]}十百]+$")
LEAF = re.compile(r"^(\d+)\.(\d+)([ab])$")


@dataclass(frozen=True, slots=True)
class Alias:
    """One name and what it stands for."""

    name: str  # as written
    kind: str  # chapter | section | passage | unit | leaf | retired
    first: str  # ID of a passage, unit or section; of the chapter
    last: str  # the same, or where a range ends


def key(name: str) -> str:
    """What two spellings of a name have in common.

    >>> key("《仪礼·乡射礼》１９．１—１９．３")
    '仪礼乡射礼19.1-19.3'
    """
    plain = STROKES.sub("-", unicodedata.normalize("NFKC", SILENT.sub("", name)))
    return SILENT.sub("", re.sub(r"(?<=\d)。(?=\d)", ".", plain)).lower()


def aliases(edition: Edition, book: Book, both: Both) -> list[Alias]:
    """The names of one chapter, each row once, in the order of the text."""
    found = [
        *_of_chapter(edition, book, both),
        *(row for section in book.chapter.sections for row in _of_section(book, section, both)),
        *(
            row
            for layer in edition.layers
            for voice in book.by_layer.get(layer.id, ())
            for row in _of_unit(voice, both)
        ),
        *_of_leaves(book),
        *_of_retired(edition, book),
    ]
    return list(dict.fromkeys(found))


def _of_chapter(edition: Edition, book: Book, both: Both) -> Iterator[Alias]:
    meta, chapter = edition.corpus.meta, book.chapter
    bare = ORDINAL.sub("", chapter.title)
    names = [chapter.title, bare, f"{meta.work}·{bare}", f"{meta.work}·{chapter.title}"]
    for name in (chapter.id, *(form for one in names for form in both(one)), chapter.english):
        yield Alias(name, "chapter", chapter.id, chapter.id)


def _of_section(book: Book, section: Section, both: Both) -> Iterator[Alias]:
    """`19`, 第十九节, its title, and for its passages the title with their number: 记12."""
    short = section.title.partition("（")[0]
    names = [section.id, *both(section.title), *both(short)]
    if section.id.isdigit():
        names += [f"第{numeral(int(section.id))}{word}" for word in "节節"]
    for name in names:
        yield Alias(name, "section", section.id, section.id)
    for passage in book.passages:
        number = passage.partition(".")[2]
        if number and passage.startswith(f"{section.id}."):
            for title in both(short):
                yield Alias(f"{title}{number}", "passage", passage, passage)


def _of_unit(voice: Voice, both: Both) -> Iterator[Alias]:
    """The ID, and the names of the layer with what follows its ID: 注19.4, 郑注19.4."""
    layer, unit = voice.layer, voice.unit.id
    number, kind = (unit, "passage") if layer.kind == BASE else (unit.removeprefix(layer.id), "unit")
    if not any(c in number for c in ".-"):
        return  # a heading of the base text: its section has its names
    for name in (unit, *(form + number for label in (layer.short, layer.label) for form in both(label))):
        yield Alias(name, kind, unit, unit)


def _of_leaves(book: Book) -> Iterator[Alias]:
    """A half-leaf stands for the first passage that begins on it; where none does, for the one that runs over it."""
    places = [(leaf, book.order[PassageId(UnitId(passage))], n) for leaf, passage, n in book.chapter.leaves]
    for k, (leaf, at, n) in enumerate(places):
        follows = places[k + 1][1] if k + 1 < len(places) else len(book.passages) - 1
        begins = at if n <= 1 or at + 1 > follows else at + 1
        passage = book.passages[begins]
        for name in leaf_names(leaf):
            yield Alias(name, "leaf", passage, passage)


def leaf_names(leaf: str) -> list[str]:
    """`5.9a` → itself, 卷五·九上, 卷五葉九上, 卷五叶九上."""
    found = LEAF.match(leaf)
    if not found:
        return [leaf]
    juan, number, side = numeral(int(found[1])), numeral(int(found[2])), SIDES[found[3]]
    return [leaf, *(f"卷{juan}{mark}{number}{side}" for mark in "·葉叶")]


def numeral(number: int) -> str:
    """Chinese figures below a thousand.

    >>> [numeral(n) for n in (9, 10, 19, 52, 110, 205)]
    ['九', '十', '十九', '五十二', '一百一十', '二百〇五']
    """
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    out = f"{FIGURES[hundreds]}百" if hundreds else ""
    if tens:
        out += ("" if tens == 1 and not hundreds else FIGURES[tens]) + "十"
    elif hundreds and ones:
        out += FIGURES[0]
    return out + (FIGURES[ones] if ones else "")


def _of_retired(edition: Edition, book: Book) -> Iterator[Alias]:
    """An ID that was given up stands for what took its place; one that was withdrawn, for itself: its page says so."""
    shown = {layer.id for layer in edition.layers}
    for row in book.chapter.ledger:
        if row.status in RETIRED and row.layer in shown:
            ends = row.successors or (row.id,)
            yield Alias(row.id, "retired", ends[0], ends[-1])


def section_of(book: Book, voice: Voice) -> str:
    """The section on whose page a unit stands: that in which what it answers ends; empty where it answers nothing."""
    if voice.unit.id in book.order:
        return voice.unit.id.partition(".")[0]
    found = answered(voice, book.passages, book.order)
    return found[-1].partition(".")[0] if found else ""


__all__ = ["Alias", "aliases", "key", "leaf_names", "numeral", "section_of"]
