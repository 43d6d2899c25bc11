"""What a template may ask: one object a page, which knows its addresses, its script and its texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import groupby

from markupsafe import Markup

from edition.enrich import Book, Voice, length
from edition.model import NOTES, PARALLEL, Layer, LayerId, PassageId, Source, UnitId
from edition.render import nav
from edition.render.cite_view import CiteView
from edition.render.coverage import Strip
from edition.render.described import Described
from edition.render.entry_view import EntryView
from edition.render.exports import pinyin_of
from edition.render.gloss_view import GlossView
from edition.render.inline import HERE, lang_of
from edition.render.markdown import Prose
from edition.render.note_view import NoteView
from edition.render.notes import Entry
from edition.render.retired import Retired
from edition.render.rows import LONG, MANY, Block, Cell, Row, Spread, absence, answered_words, range_text
from edition.render.texts import Texts
from edition.render.vertical_view import UprightView
from edition.render.witness_js import readable
from edition.render.words import AUTHORITIES, CLASSES, RELATIONS, STATUS, Speaker, Two

ABSENCE = {  # kind of absence: words before the layers, English
    "none": ("无", "None here"),
    "unreceived": ("来源未收", "Not in the sources"),
    "excerpt": ("节录", "Excerpt only"),
}


class View:
    """One page in one script."""

    def __init__(
        self,
        page: nav.Page,
        texts: Texts,
        speaker: Speaker,
        book: Book | None = None,
        apart: bool = False,
        there: frozenset[str] = frozenset(),
    ) -> None:
        self.page, self.texts, self.speaker, self.book = page, texts, speaker, book
        self.apart = apart  # the entries of the apparatus stand on other pages
        self.there = there  # the units that stand on this page
        self.upright = UprightView(self)
        self.gloss, self.notes, self.entry = GlossView(self), NoteView(self), EntryView(self)
        self.prosing = Prose(self)
        self.words = self.prosing.words
        self.described, self.cite = Described(self), CiteView(self)
        self.edition = texts.edition
        self.meta = texts.edition.corpus.meta
        self.script, self.lang = page.script, speaker.lang
        self.say, self.name, self.plain, self.span = speaker.say, speaker.name, speaker.plain, speaker.span
        self.to, self.file_at = page.to, page.file_at
        self.english = speaker.english
        self.named, self.plain_name = speaker.tongue.named, speaker.plain_name
        self._shown: set[UnitId] = set()

    def of(self, book: Book) -> View:
        """The same page speaking of one chapter."""
        return View(self.page, self.texts, self.speaker, book)

    @property
    def text_here(self) -> bool:
        """Whether some of the base text stands on this page."""
        return self.book is not None and any(unit in self.book.order for unit in self.there)

    def witnesses(self) -> list[tuple[str, str, str]]:
        """Siglum, folder and title, as the tables have it, of each witness that is read for the established text."""
        return [(w.siglum, slug, w.title) for w, slug in readable(self.edition)]

    def ways(self) -> Markup:
        """The pages that every page leads to; the same for all that stand as deep."""
        base = self.page.root + nav.FOLDER[self.script]  # by way of the root, so that it is the same everywhere
        known = self.texts.parts.get((self.script, self.page.root))
        if known is None:
            known = Markup("").join(
                Markup('<li><a href="{}">{}</a></li>').format(f"{base}{path}index.html", self.say(chinese, english))
                for path, chinese, english in self._ways()
            )
            self.texts.parts[self.script, self.page.root] = known
        return known

    def once(self, key: str, macro: Callable[[View], Markup]) -> Markup:
        """A part that is the same on every page of a script, set once."""
        known = self.texts.parts.get((self.script, key))
        if known is None:
            known = self.texts.parts[self.script, key] = macro(self)
        return known

    def _ways(self) -> list[tuple[str, str, str]]:
        """Folder, Chinese, English."""
        corpus = self.edition.corpus
        return [
            ("", "目录", "Contents"),
            *([("principles/", "凡例", "Principles")] if corpus.principles else []),
            ("apparatus/", "校记", "Apparatus"),
            ("witnesses/", "各本", "Witnesses"),
            ("collation/", "对校", "Collation"),
            ("readings/", "音义", "Readings"),
            *([("glossary/", "名物", "Glossary")] if corpus.glossary else []),
            *self.notes.pages(),
            ("stats/", "统计", "Statistics"),
            ("sources/", "来源与权利", "Sources and rights"),
            ("verify/", "查验引文", "Verify a citation"),
            ("data/", "数据", "Data"),
            ("changes/", "更改", "Changes"),
            ("help/", "阅读说明", "Help"),
        ]

    # --- titles
    def title(self, *names: str) -> Two:
        """Names of the corpus joined for the title of a page."""
        pairs = [self.speaker.tongue.named(name) for name in names]
        return " · ".join(p[0] for p in pairs), " · ".join(p[1] for p in pairs)

    def title_words(self, words: str, name: str) -> Two:
        one, other = self.speaker.tongue.both(words), self.speaker.tongue.named(name)
        return f"{one[0]} · {other[0]}", f"{one[1]} · {other[1]}"

    def chapter_link(self) -> Markup:
        return Markup('<a href="{}">{}</a>').format(
            self.to(nav.chapter_page(self._book)), self.name(self._book.chapter.title)
        )

    # --- addresses
    def section(self, section: str, anchor: str = "") -> str:
        return self.to(nav.section_page(self._book, section), anchor)

    def passage(self, passage: str, anchor: str = "") -> str:
        if passage in nav.headings(self._book):
            return self.section(nav.section_of(passage), anchor)
        return self.to(nav.passage_page(self._book, passage), anchor)

    def former(self, unit: str) -> list[Retired]:
        """IDs given up that still land here."""
        return self.texts.former(self._book, unit)

    def withdrawn(self) -> list[str]:
        """IDs given up that land nowhere: their own page says why."""
        return [one.row.id for one in self.texts.former(self._book, "")]

    def former_at(self, gone: Retired) -> str:
        """Where the characters of an ID given up are marked."""
        if UnitId(gone.anchor) in self._book.order:
            return self.section(nav.section_of(gone.anchor), gone.row.id)
        return self.to(nav.unit_page(self.edition, self._book, UnitId(gone.anchor)), gone.row.id)

    def home_of(self, voice: Voice) -> str:
        """The page of a unit, at its own anchor."""
        page = nav.unit_page(self.edition, self._book, voice.unit.id)
        if page == nav.passage_page(self._book, last := str(page.split("/")[-2])) and last in nav.headings(self._book):
            page = nav.section_page(self._book, nav.section_of(last))
        return self.to(page, str(voice.unit.id))

    @property
    def _book(self) -> Book:
        assert self.book is not None
        return self.book

    # --- texts
    def text(self, voice: Voice) -> Markup:
        html = self.gloss.fill(self.texts.run(self._book, voice, self.script).html)
        if HERE not in html:
            return Markup(html)
        return Markup(html.replace(HERE, escape(self.home_of(voice).partition("#")[0]) if self.apart else ""))

    def odd(self, voice: Voice) -> Markup:
        """` data-v="…"`, where a character has not its usual other form."""
        odd = self.texts.run(self._book, voice, self.script).odd
        return Markup(f' data-v="{escape(odd)}"') if odd else Markup("")

    def voice(self, unit: str) -> Voice:
        return self._book.voices[UnitId(unit)]

    def lang_of(self, voice: Voice) -> str:
        return lang_of(voice.layer, self.script)

    def cell_lang(self, cell: Cell) -> str:
        return lang_of(cell.layer, self.script)

    def place(self, layer: LayerId) -> int:
        return self.texts.order[layer]

    def shown(self, voice: Voice) -> str:
        return voice.form(self.script)

    # --- rows
    def fresh(self, block: Block) -> bool:
        """True the first time a comment stands on this page; later it is only pointed to."""
        new = block.parts[0].unit.id not in self._shown
        self._shown.update(part.unit.id for part in block.parts)
        return new

    def length(self, block: Block) -> int:
        return sum(map(length, block.parts))

    def folds(self, block: Block) -> bool:
        return self.length(block) > LONG

    def halved(self, block: Block) -> bool:
        """Whether a comment stands in two half-lines where it is set behind the words it explains."""
        return len(block.parts) == 1 and self.texts.halved(block.parts[0])

    def many(self, cell: Cell) -> int:
        """How many blocks of a crowded cell fold away."""
        return max(0, len(cell.blocks) - MANY) if len(cell.blocks) > MANY + 1 else 0

    def extent(self, block: Block, row: Row | None) -> Markup:
        """What a comment answers, where the row it stands in does not say it."""
        order = self._book.order
        whole = row is not None and (block.first, block.last) == (order[row.passages[0]], order[row.passages[-1]])
        said = []
        for target in block.targets:
            if target.first is None or target.last is None:
                continue
            words = answered_words(self._book, target)
            if not whole or words or len(block.targets) > 1:
                first, last = order[target.first], order[target.last]
                where = (
                    ""
                    if whole and words
                    else Markup('<span class="ids">{}</span>').format(range_text(self._book, first, last))
                )
                said.append(where + (self.span(words) if words else Markup("")))
        label = RELATIONS.get(block.relation)
        if label and (row is None or block.layer.kind == PARALLEL):
            said.append(
                Markup('<span class="rel">{}</span>').format(
                    self.say(*label) if row is None or not self.apart else self.say(label[0])
                )
            )
        return Markup(" ").join(said)

    def absent(self, kind: str, labels: Iterable[str], until: str = "") -> Markup:
        """`来源未收：郑注、贾疏`."""
        chinese, english = ABSENCE[kind]
        names = "、".join(labels)
        stop = "" if kind == "none" else "："
        two = self.speaker.tongue.both(chinese + stop), self.speaker.tongue.named(names)
        words = self.span((two[0][0] + two[1][0], two[0][1] + two[1][1]))
        return Markup('{} <small lang="en">{}{}</small>').format(words, english, f", to {until}" if until else "")

    def only(self, layer: Layer, spread: Spread) -> Markup:
        """Where a layer that stands under the rows has something."""
        k = [one.id for one in spread.columns].index(layer.id) - 1
        rows = [row for row in spread.rows if row.cells[k].blocks]
        links = Markup("、").join(
            Markup('<a href="#{}">{}</a>').format(row.passages[-1], row.passages[-1]) for row in rows
        )
        return Markup('{}{} {} <small lang="en">Only there</small>').format(
            self.name(layer.label), self.say("仅见于"), links
        )

    # --- apparatus
    def entries(self, voices: Iterable[Voice]) -> list[tuple[Voice, Entry]]:
        return [(voice, entry) for voice in voices for entry in self.texts.entries(self._book, voice)]

    def entry_head(self, voice: Voice) -> Markup:
        """Where an entry stands: the passage, and the layer if it is a comment."""
        if voice.layer.id == self.edition.base.id:
            return Markup("{}").format(voice.unit.id)
        where = ",".join(dict.fromkeys(t.passages for t in voice.targets if t.passages)).replace("-", "–")
        return Markup("{} {}").format(where or voice.unit.id, self.name(voice.layer.short))

    def entry_class(self, entry: Entry) -> Markup:
        said = [self.say(*CLASSES.get(entry.cls, (entry.cls, "")))]
        if entry.status == "doubtful":
            said.append(self.say(*STATUS["doubtful"]))
        return Markup(" · ").join(said)

    # --- the page of one passage
    def with_pinyin(self, voice: Voice, script: str) -> str:
        """Each character followed by its reading in brackets, for who asks to copy it so."""
        pairs = zip(voice.form(script), voice.readings, strict=True)
        return "".join(f"{char}（{decision.value}）" if decision else char for char, decision in pairs)

    def pinyin(self, voice: Voice) -> str:
        return pinyin_of(voice) if any(voice.readings) else ""

    def extent_at(self, block: Block, passage: PassageId) -> Markup:
        order = self._book.order[passage]
        return self.extent(block, Row((passage,), ()) if block.first == block.last == order else None)

    def lacking(self, passage: PassageId) -> list[tuple[str, list[str]]]:
        """Layers that say nothing on a passage, by kind of absence."""
        known = self.texts.lacking.get((self._book.chapter.id, passage))
        if known is not None:
            return known
        has = {v.layer.id for v in self._book.comments.get(passage, ())} | {self.edition.base.id}
        kinds: dict[str, list[str]] = {}
        for layer in self.edition.layers:
            if layer.id not in has and layer.kind != NOTES:
                kinds.setdefault(absence(self.edition, self._book, layer, [passage]), []).append(layer.absent)
        found = self.texts.lacking[self._book.chapter.id, passage] = sorted(kinds.items())
        return found

    def authority(self, kind: str) -> Markup:
        return self.say(*AUTHORITIES.get(kind, (kind, "")))

    # --- sources
    def source_of(self, layer: Layer) -> Source | None:
        witness = next((w for w in self.edition.corpus.witnesses if w.siglum == layer.witness), None)
        return self.edition.corpus.sources.get(witness.source) if witness and witness.source else None

    def unpublished(self) -> list[str]:
        return [layer.label for layer in self.edition.corpus.layers if not layer.publish]

    # --- strips
    def longest(self, drawn: Sequence[Spread], strips: dict[tuple[str, str], Strip], book: Book) -> int:
        return max(strips[book.chapter.id, s.section.id].length for s in drawn)

    def parts(self, drawn: Sequence[Spread]) -> list[tuple[str, list[Spread]]]:
        """The sections by part of the work, in their order."""
        return [(part, list(some)) for part, some in groupby(drawn, key=lambda s: s.section.part)]

    def strip_label(self, strip: Strip) -> str:
        return "；".join(f"{self.speaker.plain_name(b.layer.label)} {b.units}" for b in strip.bands)


def all_voices(book: Book, spread_rows: Sequence[Row]) -> list[Voice]:
    """Every unit that stands in some rows, each once, passages before the comments on them."""
    found: dict[UnitId, Voice] = {}
    for row in spread_rows:
        for passage in row.passages:
            found[UnitId(passage)] = book.voices[UnitId(passage)]
        for cell in row.cells:
            for block in cell.blocks:
                for part in block.parts:
                    found.setdefault(part.unit.id, part)
    return list(found.values())
