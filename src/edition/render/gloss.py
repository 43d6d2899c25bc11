"""Who speaks of which characters of the base text: base → commentary → subcommentary → parallel, by n alone.

A gloss speaks of its word, a heading and a quotation of the words they quote. What a subcommentary says on the
words with which a commentary explains a character it says on that character too. A comment without such words
speaks of all that it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from edition.enrich import Book, Edition, Voice
from edition.model import COMMENTARY, NOTES, PARALLEL, SUBCOMMENTARY, Layer, Lemma, PassageId, UnitId
from edition.render.rows import blocks_of
from edition.text import han_positions

RANK = {COMMENTARY: 0, SUBCOMMENTARY: 1, PARALLEL: 2, NOTES: 3}  # the kinds that speak of words, in their order
EXTENT, GLOSS, QUOTATION, WHOLE = "extent", "gloss", "quotation", "whole"
STOP = "。！？；"
CLOSING = "”」』》）"
MOST = 24  # characters shown of a comment that speaks of all


@dataclass(frozen=True, slots=True)
class Remark:
    """One comment on characters first to last of one passage."""

    passage: PassageId
    first: int  # Han characters of the passage, from 1
    last: int
    voice: Voice
    begin: int  # the words with which it does so: Han characters of the comment
    end: int
    role: str  # that of its lemma, or `whole`
    via: Layer | None  # the layer through whose words it speaks of these characters
    own: bool  # whether the comment answers the passage; else it only quotes it
    more: bool = False  # of a comment that speaks of all, only the beginning is given

    @property
    def key(self) -> str:
        """What names these words in the page."""
        return f"{self.voice.unit.id}:{self.begin}-{self.end}"


@dataclass(frozen=True, slots=True)
class Division:
    """A section statement of a subcommentary: how it divides the chapter itself."""

    voice: Voice
    first: PassageId
    last: PassageId
    begin: int  # the sentence that says so: Han characters of the comment
    end: int
    beyond: bool  # it ends where the source of the comment does not reach


Remarks = dict[PassageId, tuple[Remark, ...]]


def remarks_of(edition: Edition, book: Book) -> Remarks:
    """Every remark on each passage, in the order of layers and of the comments."""
    order = {layer.id: k for k, layer in enumerate(edition.layers)}
    shown = {
        v.unit.id: k
        for layer in edition.layers
        if layer.kind in RANK
        for k, v in enumerate(book.by_layer.get(layer.id, ()))
    }
    found = [r for r in _said(edition, book) if r.voice.unit.id in shown]
    found += list(_whole(edition, book, {r.voice.unit.id for r in found if r.own and r.role != EXTENT}))
    found.sort(
        key=lambda r: (RANK[r.voice.layer.kind], order[r.voice.layer.id], shown[r.voice.unit.id], r.begin, r.end)
    )
    sorted_: dict[PassageId, dict[Remark, None]] = {}
    for remark in found:
        sorted_.setdefault(remark.passage, {})[remark] = None
    return {passage: tuple(some) for passage, some in sorted_.items()}


def _said(edition: Edition, book: Book) -> Iterator[Remark]:
    """What the lemmata say, of the base text and through the words of a commentary."""
    base = edition.base.id
    on_base = [m for m in book.chapter.lemmata if m.first is not None and m.kind == base and m.role != EXTENT]
    through: dict[UnitId, list[Lemma]] = {}
    for lemma in on_base:
        voice = book.voices[lemma.unit]
        yield from _spread(book, voice, lemma, spoken(voice, lemma), lemma.role, None)
        through.setdefault(lemma.unit, []).append(lemma)
    for lemma in book.chapter.lemmata:
        if lemma.first is None or lemma.kind == base or lemma.first != lemma.last:
            continue
        other = book.voices[lemma.first]
        for word in through.get(other.unit.id, ()):
            begin, end = spoken(other, word)
            if begin <= lemma.t_to and lemma.t_from <= end:
                voice = book.voices[lemma.unit]
                yield from _spread(book, voice, word, (lemma.n_from, lemma.n_to), lemma.role, other.layer)


def _spread(
    book: Book, voice: Voice, lemma: Lemma, words: tuple[int, int], role: str, via: Layer | None
) -> Iterator[Remark]:
    """A remark for each passage that a lemma reaches."""
    answered = set(_answered(book, voice))
    for passage, first, last in stretches(book, lemma.first, lemma.t_from, lemma.last, lemma.t_to):
        yield Remark(passage, first, last, voice, *words, role, via, passage in answered)


def _whole(edition: Edition, book: Book, heard: set[UnitId]) -> Iterator[Remark]:
    """Comments that name no words speak of all they answer; of a block of a parallel only its text does."""
    for layer in edition.layers:
        if layer.kind not in RANK:
            continue
        for block in blocks_of(book, layer):
            voice = block.parts[0]
            if voice.unit.id in heard:
                continue
            words = sentence(voice, 1, 1, MOST)
            more = words[1] < len(han_positions(voice.unit.text))
            for t in block.targets:
                for passage, first, last in stretches(book, t.first, t.n_from, t.last, t.n_to):
                    yield Remark(passage, first, last, voice, *words, WHOLE, None, True, more)


def stretches(
    book: Book, first: str | None, n_from: int | None, last: str | None, n_to: int | None
) -> Iterator[tuple[PassageId, int, int]]:
    """The characters of a range, passage by passage."""
    if first is None or last is None or PassageId(UnitId(first)) not in book.order:
        return
    begin, end = book.order[PassageId(UnitId(first))], book.order[PassageId(UnitId(last))]
    for passage in book.passages[begin : end + 1]:
        total = size(book, passage)
        low = n_from if passage == first and n_from else 1
        high = n_to if passage == last and n_to else total
        if low <= high:
            yield passage, low, high


def size(book: Book, passage: PassageId) -> int:
    return len(han_positions(book.voices[UnitId(passage)].unit.text))


def _answered(book: Book, voice: Voice) -> Iterable[PassageId]:
    for t in voice.targets:
        if t.first in book.order and t.last in book.order:
            yield from book.passages[book.order[t.first] : book.order[t.last] + 1]


def spoken(voice: Voice, lemma: Lemma) -> tuple[int, int]:
    """The words that explain: of a gloss its whole sentence, else the lemma itself."""
    return sentence(voice, lemma.n_from, lemma.n_to) if lemma.role == GLOSS else (lemma.n_from, lemma.n_to)


def sentence(voice: Voice, n_from: int, n_to: int, most: int = 0, stop: str = STOP) -> tuple[int, int]:
    """The sentence round some characters, as Han characters of the unit; cut after so many."""
    text, spots = voice.unit.text, han_positions(voice.unit.text)
    if not spots:
        return 1, 1
    begin, end = spots[n_from - 1], spots[n_to - 1]
    while begin > 0 and text[begin - 1] not in stop and text[begin - 1] != "\n":
        begin -= 1
    while end + 1 < len(text) and text[end + 1] not in stop and text[end + 1] != "\n":
        end += 1
    low = sum(at < begin for at in spots) + 1
    high = sum(at <= end for at in spots)
    return low, min(high, low + most - 1) if most else high


def quoted(text: str, n_from: int, n_to: int) -> str:
    """Characters n_from to n_to of a text with the marks between them."""
    spots = han_positions(text)
    return text[spots[n_from - 1] : spots[n_to - 1] + 1] if spots else text


def divisions(edition: Edition, book: Book) -> tuple[Division, ...]:
    """The section statements of the chapter, in the order of the base text."""
    shown = {layer.id for layer in edition.layers}
    found = []
    for lemma in book.chapter.lemmata:
        voice = book.voices[lemma.unit]
        if lemma.role == EXTENT and lemma.first in book.order and lemma.last in book.order and voice.layer.id in shown:
            first, last = PassageId(lemma.first), PassageId(lemma.last)
            reach = [
                book.order[s.passage]
                for s in book.chapter.spans
                if s.witness == voice.layer.witness and s.passage in book.order
            ]
            beyond = bool(reach) and book.order[last] > max(reach)
            words = sentence(voice, lemma.n_from, lemma.n_to, stop=STOP + "：")
            found.append(Division(voice, first, last, *words, beyond))
    return tuple(sorted(found, key=lambda d: (book.order[d.first], book.order[d.last])))


@dataclass(frozen=True, slots=True)
class Run:
    """Characters first to last of a passage on which the same comments speak."""

    first: int
    last: int
    remarks: tuple[Remark, ...]


def runs(remarks: Iterable[Remark]) -> list[Run]:
    """The passage cut wherever a remark begins or ends; characters of which nobody speaks are left out."""
    some = list(remarks)
    cuts = sorted({r.first for r in some} | {r.last + 1 for r in some})
    found = []
    for begin, end in pairwise(cuts):
        here = tuple(r for r in some if r.first <= begin and end - 1 <= r.last)
        if here:
            found.append(Run(begin, end - 1, here))
    return found


def lead(text: str, at: int, to: int) -> tuple[int, int]:
    """Code points of quoted words with the quotation marks that hold them."""
    while at > 0 and text[at - 1] in "“「『《（":
        at -= 1
    while to < len(text) and text[to] in CLOSING:
        to += 1
    return at, to
