"""What the templates ask of the comments on the very characters: lists for readers, numbers for the script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from edition.enrich import Book, Edition, Voice
from edition.model import BASE, Layer, LayerId, PassageId, UnitId
from edition.render import nav
from edition.render.coverage import Strip
from edition.render.gloss import Division, Remark, Remarks, divisions, quoted, remarks_of, runs, size
from edition.render.lemma_marks import Mark, filled, marks_of
from edition.render.parallels import Bit, Pair, Parallel, parallels
from edition.render.rows import Block, Row, blocks_of, range_text
from edition.render.traditions import Said, Tradition, traditions
from edition.render.words import RELATIONS, Two

if TYPE_CHECKING:
    from edition.render.views import View

LONGEST = 9  # characters of a run that are shown whole; of a longer one its ends


class Tree:
    """All remarks, marks and pairs of one chapter, made once for all its pages."""

    def __init__(self, edition: Edition, book: Book) -> None:
        self.edition, self.book = edition, book
        self.remarks: Remarks = remarks_of(edition, book)
        self.divisions = divisions(edition, book)
        self.blocks: list[Block] = [b for layer in edition.layers if layer.kind != BASE for b in blocks_of(book, layer)]
        self._marks: dict[UnitId, tuple[Mark, ...]] = {}

    def marks(self, voice: Voice) -> tuple[Mark, ...]:
        found = self._marks.get(voice.unit.id)
        if found is None:
            own = [m for m in self.book.chapter.lemmata if m.unit == voice.unit.id]
            found = self._marks[voice.unit.id] = marks_of(voice, own, self.edition.base.id)
        return found

    @cached_property
    def parallels(self) -> dict[UnitId, Parallel]:
        return {p.voice.unit.id: p for p in parallels(self.edition, self.book)}


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment in a list: its words, parted by what they speak of."""

    voice: Voice
    words: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """Characters of a passage and the comments on them."""

    words: Two
    first: int
    last: int
    comments: tuple[Comment, ...]


class GlossView:
    """The comments on characters as one page shows them."""

    def __init__(self, view: View) -> None:
        self.view = view

    @property
    def tree(self) -> Tree:
        book = self.view.book
        assert book is not None
        return self.view.texts.trees[book.chapter.id]

    @property
    def book(self) -> Book:
        return self.tree.book

    # --- addresses
    def address(self, unit: str) -> str:
        """A passage or comment: on this page where it stands here."""
        if unit in self.view.there:
            return f"#{unit}"
        voice = self.view.voice(unit)
        return self.view.passage(unit, unit) if voice.layer.kind == BASE else self.view.home_of(voice)

    def fill(self, html: str) -> str:
        return filled(html, self.address, self._short)

    def _short(self, layer: str) -> str:
        return next(self.view.plain_name(one.short) for one in self.view.edition.layers if one.id == layer)

    # --- for the script
    def data(self, passage: PassageId) -> Markup:
        """` data-g="1-5:2:unit:1-4 …"`: characters, place of the layer, comment, its words."""
        some = self.tree.remarks.get(passage, ())
        if self.view.apart or not some:
            return Markup("")
        place = self.view.place
        said = dict.fromkeys(
            f"{r.first}-{r.last}:{place(r.voice.layer.id)}:{r.key}"
            + (f"^{place(r.via.id)}" if r.via else "")
            + ("…" if r.more else "")
            for r in some
        )
        return Markup(f' data-g="{escape(" ".join(said))}"')

    def layers(self) -> list[Layer]:
        return [layer for layer in self.view.edition.layers if layer.kind != BASE]

    # --- lists
    def lines(self, passage: PassageId) -> list[Line]:
        """For each run of characters its comments."""
        voice = self.view.voice(passage)
        return [
            Line(_ends(voice, run.first, run.last), run.first, run.last, _by_comment(run.remarks))
            for run in runs(self.tree.remarks.get(passage, ()))
        ]

    def elsewhere(self, passages: Sequence[PassageId]) -> list[tuple[PassageId, Line]]:
        """What comments that stand on other pages quote of these passages."""
        found = []
        for passage in passages:
            spans: dict[tuple[int, int], list[Remark]] = {}
            for r in self.tree.remarks.get(passage, ()):
                if not r.own and r.voice.unit.id not in self.view.there:
                    spans.setdefault((r.first, r.last), []).append(r)
            for span, some in sorted(spans.items()):
                found.append((passage, Line(_ends(self.view.voice(passage), *span), *span, _by_comment(some))))
        return found

    def spoken_of(self, passages: Sequence[PassageId]) -> bool:
        """Whether any comment speaks of characters of these passages."""
        return any(self.tree.remarks.get(passage) for passage in passages)

    def stands_at(self, voice: Voice) -> str:
        """What a comment that is not on this page answers; nothing where it is."""
        first = next((t.passages for t in voice.targets if t.passages), "")
        return "" if str(voice.unit.id) in self.view.there else first.replace("-", "–")

    def words(self, remark: Remark) -> Markup:
        """The words of a comment, in the script of the page."""
        voice = remark.voice
        two = quoted(voice.hans, remark.begin, remark.end), quoted(voice.hant, remark.begin, remark.end)
        if remark.more:
            two = two[0] + "……", two[1] + "……"
        return self.view.span((f"“{two[0]}”", f"“{two[1]}”"))

    def unspoken(self, passage: PassageId) -> int:
        """Characters of which nobody speaks."""
        return size(self.book, passage) - sum(line.last - line.first + 1 for line in self.lines(passage))

    # --- sections
    def divided(self, passages: Sequence[PassageId]) -> list[Division]:
        """Section statements that reach into some passages."""
        order = self.book.order
        begin, end = order[passages[0]], order[passages[-1]]
        return [d for d in self.tree.divisions if order[d.first] <= end and begin <= order[d.last]]

    def all_divisions(self) -> tuple[Division, ...]:
        return self.tree.divisions

    def division_range(self, one: Division) -> str:
        return range_text(self.book, self.book.order[one.first], self.book.order[one.last])

    def division_words(self, one: Division) -> Markup:
        voice = one.voice
        return self.view.span((quoted(voice.hans, one.begin, one.end), quoted(voice.hant, one.begin, one.end)))

    def see(self, row: Row) -> list[Block]:
        """Comments on a range that reaches into a row, given where the range ends."""
        end = self.book.order[row.passages[-1]]
        return [b for b in self.tree.blocks if b.first <= end < b.last and b.layer.kind != BASE]

    def see_address(self, block: Block) -> str:
        unit = block.parts[0].unit.id
        if unit in self.view.there:
            return f"#{unit}"
        return self.view.section(nav.section_of(self.book.passages[block.last]), unit)

    def see_key(self, block: Block, row: Row) -> str:
        """The name of its words, by which the script finds this link."""
        unit = block.parts[0].unit.id
        return next((r.key for p in row.passages for r in self.tree.remarks.get(p, ()) if r.voice.unit.id == unit), "")

    def range(self, block: Block) -> str:
        return range_text(self.book, block.first, block.last)

    def glossed(self, strip: Strip) -> str:
        return ", ".join(f"{band.layer.english} {band.characters}" for band in strip.bands)

    # --- parallels
    def parallel(self, voice: Voice) -> Parallel | None:
        return self.tree.parallels.get(voice.unit.id)

    def pairs(self, voice: Voice, passage: PassageId) -> list[Pair]:
        """The wordings of a block beside those it answers in one passage."""
        found, order = self.parallel(voice), self.book.order
        return (
            [
                p
                for p in found.pairs
                if p.target.first and p.target.last and order[p.target.first] <= order[passage] <= order[p.target.last]
            ]
            if found
            else []
        )

    def all_parallels(self, layer: LayerId) -> list[Parallel]:
        return [p for p in self.tree.parallels.values() if p.layer.id == layer]

    def bits(self, some: Iterable[Bit]) -> Markup:
        """A wording with its differences marked, switched with the script as one."""
        some = list(some)
        two = "".join(b.hans for b in some), "".join(b.hant for b in some)
        inner = Markup("").join(
            Markup("<mark>{}</mark>").format(self.view.speaker.pick((b.hans, b.hant)))
            if b.differs
            else self.view.speaker.pick((b.hans, b.hant))
            for b in some
        )
        return Markup('<span class="t"{}>{}</span>').format(self.view.speaker.attribute(two), inner)

    def target_range(self, pair: Pair) -> str:
        return pair.target.passages.replace("-", "–")

    def relation(self, relation: str) -> Markup:
        return self.view.say(*RELATIONS.get(relation, (relation, "")))

    def parallels_page(self) -> str:
        return self.view.to(nav.parallels_page(self.book))

    def parallel_at(self, voice: Voice) -> str:
        """A block on the page of parallels."""
        return self.view.to(nav.parallels_page(self.book), self.tree.parallels[voice.unit.id].anchor)

    # --- traditions
    def traditions(self, voice: Voice) -> list[Tradition]:
        return traditions(self.view.edition, voice)

    def as_read(self, voice: Voice, tradition: Tradition) -> Markup:
        """The whole passage as a tradition read it, its own readings marked."""
        pieces = [(*self._said(voice, tradition, part), part) for part in tradition.parts]
        two = "".join(p[0] for p in pieces), "".join(p[1] for p in pieces)
        inner = Markup("")
        for hans, hant, part in pieces:
            shown = self.view.speaker.pick((hans, hant))
            gap = Markup("") if shown else Markup(' class="gap"')
            inner += Markup("<mark{}>{}</mark>").format(gap, shown) if part.variant else shown
        return Markup('<span class="t"{}>{}</span>').format(self.view.speaker.attribute(two), inner)

    def _said(self, voice: Voice, tradition: Tradition, part: Said) -> Two:
        if part.variant is None:
            return voice.hans[part.begin : part.end], voice.hant[part.begin : part.end]
        return self.view.speaker.tongue.both(part.variant.reading, tradition.witness.script, voice.layer.id)


def _by_comment(remarks: Iterable[Remark]) -> tuple[Comment, ...]:
    """Remarks with the same words once, a comment once with all its words."""
    grouped: dict[UnitId, dict[tuple[str, bool], Remark]] = {}
    for r in remarks:
        grouped.setdefault(r.voice.unit.id, {}).setdefault((r.key, r.via is not None), r)
    return tuple(Comment(next(iter(some.values())).voice, tuple(some.values())) for some in grouped.values())


def _ends(voice: Voice, first: int, last: int) -> Two:
    """Some characters, of many only the first and last two."""

    def shown(text: str) -> str:
        if last - first < LONGEST:
            return quoted(text, first, last)
        return f"{quoted(text, first, first + 1)}……{quoted(text, last - 1, last)}"

    return shown(voice.hans), shown(voice.hant)
