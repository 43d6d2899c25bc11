"""The witnesses: who they are, and each printed whole with what it has otherwise than the established text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from edition.enrich import Book, Carried, Edition, Voice
from edition.model import Layer, LayerId, PassageId, Siglum, Source, Token, UnitId, Variant, Witness
from edition.render.nav import section_of
from edition.render.words import Two
from edition.text import han, is_han
from edition.weave import Held, held

AS_IT_IS = ("orthographic", "gaiji")  # classes in which the form is the matter itself
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]{0,15}")
Forms = Callable[[str, Layer], Two]  # both scripts of characters of a layer


@dataclass(frozen=True, slots=True)
class Bit:
    """Characters of one witness that agree with the text, or all that one row of the apparatus speaks of."""

    voice: Voice
    has: str  # as the witness has it
    pair: Two | None  # both scripts where they are known already
    variant: Variant | None
    offset: int  # in the source; of a gap, where it was noticed

    def two(self, forms: Forms) -> Two:
        if self.pair is not None:
            return self.pair
        if self.variant is not None and self.variant.cls in AS_IT_IS:
            return self.has, self.has
        return forms(self.has, self.voice.layer)


def printed(bit: Bit, forms: Forms) -> Two:
    """Both scripts of what a witness has; as it stands where a script would make it one with the lemma."""
    two = bit.two(forms)
    begin, end = bit.variant.at if bit.variant else (0, 0)
    lemma = bit.voice.hans[begin:end], bit.voice.hant[begin:end]
    one = bit.variant is not None and bit.has and (two[0] == lemma[0] or two[1] == lemma[1])
    return (bit.has, bit.has) if one else two


@dataclass(frozen=True, slots=True)
class Line:
    """One unit, or a separated stretch of one, in one witness."""

    voice: Voice
    bits: tuple[Bit, ...]
    goes_on: bool  # a further stretch of a unit that began before
    begins: int  # first and last Han character that is there, 0 where nothing is cut off
    breaks: int

    @property
    def deviations(self) -> tuple[Bit, ...]:
        return tuple(bit for bit in self.bits if bit.variant)

    @property
    def signature(self) -> str:
        """Equal for two witnesses that read the same."""
        return " ".join(f"{b.variant.entry}={b.has}" for b in self.bits if b.variant)


@dataclass(frozen=True, slots=True)
class Summary:
    """A witness as the list of witnesses shows it."""

    witness: Witness
    siglum: Siglum
    source: Source | None
    extents: tuple[tuple[str, str], ...]  # label of a layer, passages and number of characters
    counts: tuple[tuple[str, int], ...]  # class, deviations
    quoted: int  # rows of the apparatus that name it

    @property
    def deviations(self) -> int:
        return sum(n for _, n in self.counts)


def slugs(edition: Edition) -> dict[Siglum, str]:
    """Folder of each witness whose text is printed: the siglum where it is plain, else w and its place."""
    taken: set[str] = {"compare"}
    found = {}
    published = {layer.id for layer in edition.corpus.layers if layer.publish}
    with_text = {c.witness for book in edition.books for c in book.carried if c.layer in published}
    for place, witness in enumerate(edition.corpus.witnesses, 1):
        name = str(witness.siglum)
        if not PLAIN.fullmatch(name) or name.lower() in taken:
            name = f"w{place}"
        if witness.siglum in with_text:
            taken.add(name.lower())
            found[witness.siglum] = name
    return found


def summaries(edition: Edition) -> list[Summary]:
    shown = {layer.id for layer in edition.corpus.layers if layer.publish}
    found = []
    for witness in edition.corpus.witnesses:
        rows = [
            v
            for b in edition.books
            for v in b.chapter.variants
            if v.witness == witness.siglum and b.voices[v.unit].layer.id in shown
        ]
        counts = Counter(v.cls for v in rows if v.reading != v.lemma)
        source = edition.corpus.sources.get(witness.source) if witness.source else None
        extents = tuple(e for b in edition.books for e in _extents(edition, b, witness.siglum))
        found.append(Summary(witness, witness.siglum, source, extents, tuple(counts.most_common()), len(rows)))
    return found


def _extents(edition: Edition, book: Book, siglum: Siglum) -> Iterator[tuple[str, str]]:
    for layer in edition.corpus.layers:
        carried = [c for c in book.carried if c.witness == siglum and c.layer == layer.id and layer.publish]
        if not carried:
            continue
        chars = sum(is_han(t.char) for c in carried for t in c.tokens if t.char)
        held = [c.unit for c in carried]
        of_base = held[0] in book.order
        if of_base:
            held.sort(key=lambda unit: book.order[PassageId(unit)])
        yield layer.label, (f"{held[0]}–{held[-1]}" if of_base else f"{len(held)}") + f" ({chars:,})"


def witness_facts(edition: Edition, siglum: Siglum) -> list[tuple[Book, list[tuple[str, list[Line]]]]]:
    """By chapter, the lines of a witness under the sections of its passages ('' where it has none)."""
    return [
        (book, _by_section(edition, book, found))
        for book in edition.books
        if (found := lines_of(edition, book, siglum))
    ]


def _by_section(edition: Edition, book: Book, lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    groups: list[tuple[str, list[Line]]] = []
    for line in lines:
        unit = line.voice.unit.id
        section = section_of(unit) if unit in book.order else (groups[-1][0] if groups else "")
        if not groups or groups[-1][0] != section:
            groups.append((section, []))
        groups[-1][1].append(line)
    return groups


def lines_of(edition: Edition, book: Book, siglum: Siglum, only: LayerId | None = None) -> list[Line]:
    """Everything a witness has, in the order of its source."""
    published = {layer.id for layer in edition.corpus.layers if layer.publish}
    cut = {one.span.passage: _cut(book, one) for one in held(book.chapter.spans) if one.span.witness == siglum}
    found: list[tuple[tuple[str, int], Line]] = []
    for carried in book.carried:
        voice = book.voices[carried.unit]
        if carried.witness == siglum and carried.layer in published and only in (None, voice.layer.id):
            found += _lines(voice, carried, cut.get(PassageId(voice.unit.id), (0, 0)))
    return [line for _, line in sorted(found, key=lambda pair: pair[0])]


def _cut(book: Book, has: Held) -> tuple[int, int]:
    """First and last character that is there, 0 where the witness is not cut off on that side."""
    voice, (n_from, n_to) = book.voices.get(UnitId(has.span.passage)), has.extant
    whole = len(han(voice.unit.text)) if voice else 0
    return n_from if n_from and n_from > 1 else 0, n_to if n_to and n_to < whole else 0


def _lines(voice: Voice, carried: Carried, cut: tuple[int, int]) -> Iterator[tuple[tuple[str, int], Line]]:
    own = carried.witness == voice.layer.witness
    cuts = [s.start for s in voice.unit.stretches[1:]] if own else []
    parts: list[list[Bit]] = [[]]
    source = next((t.source for t in carried.tokens if t.source), "")
    for bit in bits(voice, carried):
        while cuts and bit.offset >= cuts[0]:
            cuts.pop(0)
            parts.append([])
        parts[-1].append(bit)
    for k, some in enumerate(part for part in parts if part):
        yield (source, some[0].offset), Line(voice, tuple(some), k > 0, *cut)


def bits(voice: Voice, carried: Carried) -> list[Bit]:
    """The tokens of a unit gathered into what agrees and what each row of the apparatus speaks of."""
    tokens = [t for t in carried.tokens if t.source]
    rows = [v for v in voice.variants if v.witness == carried.witness and v.reading != v.lemma]
    cuts = [s.start for s in voice.unit.stretches[1:]] if carried.witness == voice.layer.witness else []
    out: list[Bit] = []
    place = 0
    for variant in sorted(rows, key=lambda v: v.at):
        upto = _agreeing(voice, tokens, place, variant)
        out += _agreed(voice, tokens[place:upto], cuts)
        place, taken = _taken(tokens, upto, len(variant.reading))
        offset = taken[0].offset if taken else (tokens[upto].offset if upto < len(tokens) else tokens[-1].offset)
        out.append(_deviating(voice, carried, variant, taken, offset))
    out += _agreed(voice, tokens[place:], cuts)
    return out


def _agreeing(voice: Voice, tokens: Sequence[Token], place: int, variant: Variant) -> int:
    """Index of the first token that is no longer the text before a lemma; marks just before it still are."""
    start, text = variant.at[0], voice.unit.text
    last = place
    for k in range(place, len(tokens)):
        token = tokens[k]
        if token.at >= 0 and not (token.text and token.at < start):
            break
        if token.at >= 0:
            last = k + 1
    after_mark = start > 0 and not is_han(text[start - 1])
    while last < len(tokens) and tokens[last].at < 0 and (variant.reading or after_mark):
        last += 1
    return last


def _taken(tokens: Sequence[Token], place: int, count: int) -> tuple[int, list[Token]]:
    """The next `count` characters with the marks among them."""
    taken: list[Token] = []
    while place < len(tokens) and count:
        count -= tokens[place].at >= 0
        taken.append(tokens[place])
        place += 1
    return place, taken


def _deviating(voice: Voice, carried: Carried, variant: Variant, taken: Sequence[Token], offset: int) -> Bit:
    has = "".join(t.char for t in taken)
    pair: Two | None = None
    if carried.witness != voice.layer.witness and variant.cls not in AS_IT_IS:
        pair = "".join(t.hans or t.char for t in taken), "".join(t.hant or t.char for t in taken)
    return Bit(voice, has, pair, variant, offset)


def _agreed(voice: Voice, tokens: Sequence[Token], cuts: Sequence[int]) -> Iterator[Bit]:
    """Agreeing characters, cut where a further stretch of the source begins."""
    begin = 0
    for k in range(1, len(tokens) + 1):
        if k == len(tokens) or any(tokens[k - 1].offset < cut <= tokens[k].offset for cut in cuts):
            some = tokens[begin:k]
            if some:
                pair = "".join(t.hans or t.char for t in some), "".join(t.hant or t.char for t in some)
                yield Bit(voice, "".join(t.char for t in some), pair, None, some[0].offset)
            begin = k


def comparable(edition: Edition) -> bool:
    """Whether the base text is published and has more than one witness."""
    base = edition.base
    return base.publish and len({base.witness} | {s.witness for book in edition.books for s in book.chapter.spans}) > 1


def compare_facts(edition: Edition, slugs: Mapping[Siglum, str]) -> dict[str, Any]:
    """All witnesses of the base text by passage."""
    base = edition.base
    parts, sigla = [], {base.witness}
    for book in edition.books:
        sigla |= {s.witness for s in book.chapter.spans}
    order = [w for w in edition.corpus.witnesses if w.siglum in sigla]
    order.sort(key=lambda w: w.siglum != base.witness)
    for book in edition.books:
        held = {
            w.siglum: {line.voice.unit.id: line for line in lines_of(edition, book, w.siglum, base.id)} for w in order
        }
        rows = [(passage, [held[w.siglum].get(UnitId(passage)) for w in order]) for passage in book.passages]
        parts.append((book, rows, {w.siglum: _runs(book, held[w.siglum]) for w in order}))
    return {"slugs": slugs, "order": order, "parts": parts}


def _runs(book: Book, held: dict[UnitId, Line]) -> dict[str, str]:
    """First passage of each run that a witness lacks → the last."""
    found: dict[str, str] = {}
    first = ""
    for passage in book.passages:
        if UnitId(passage) in held:
            first = ""
            continue
        first = first or str(passage)
        found[first] = str(passage)
    return found
