"""What a template may ask: one object a page, which knows its addresses, its script and its texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from markupsafe import Markup

from edition.enrich import Book, Edition, Voice, length
from edition.model import LayerId, UnitId
from edition.render import nav
from edition.render.characters import Characters
from edition.render.coverage import Strip
from edition.render.inline import HERE, Run, lang_of, run
from edition.render.notes import Carriers, Entry, carriers, entries_of
from edition.render.rows import LONG, MANY, Block, Cell, Row, answered_words, range_text
from edition.render.words import CLASSES, RELATIONS, STATUS, Speaker, Tongue, Two
from edition.script import HANS, HANT

ABSENCE = {  # kind of absence: words before the layers, English
    "none": ("无", "None here"), "unreceived": ("来源未收", "Not in the sources"), "excerpt": ("节录", "Excerpt only"),
}


class Texts:
    """Every unit set once for each script, and the entries of its apparatus."""

    def __init__(self, edition: Edition, table: Characters) -> None:
        self.edition, self.table = edition, table
        self._carriers: dict[str, Carriers] = {b.chapter.id: carriers(b) for b in edition.books}
        self._entries: dict[UnitId, tuple[Entry, ...]] = {}
        self._runs: dict[tuple[UnitId, str], Run] = {}
        self.order = {layer.id: i for i, layer in enumerate(edition.layers)}

    def entries(self, book: Book, voice: Voice) -> tuple[Entry, ...]:
        found = self._entries.get(voice.unit.id)
        if found is None:
            found = entries_of(self.edition, voice, self._carriers[book.chapter.id]) if voice.variants else ()
            self._entries[voice.unit.id] = found
        return found

    def run(self, book: Book, voice: Voice, script: str) -> Run:
        found = self._runs.get((voice.unit.id, script))
        if found is None:
            marked = [entry for entry in self.entries(book, voice) if entry.marks]
            found = run(voice, script, self.table, marked)
            self._runs[voice.unit.id, script] = found
        return found


class View:
    """One page in one script."""

    def __init__(self, page: nav.Page, texts: Texts, speaker: Speaker, book: Book | None = None,
                 apart: bool = False) -> None:
        self.page, self.texts, self.speaker, self.book = page, texts, speaker, book
        self.apart = apart  # the entries of the apparatus stand on other pages
        self.edition = texts.edition
        self.meta = texts.edition.corpus.meta
        self.script, self.lang = page.script, speaker.lang
        self.say, self.name, self.plain, self.span = speaker.say, speaker.name, speaker.plain, speaker.span
        self.to, self.file_at = page.to, page.file_at
        self._shown: set[UnitId] = set()

    # --- addresses
    def section(self, section: str, anchor: str = "") -> str:
        return self.to(nav.section_page(self._book, section), anchor)

    def passage(self, passage: str, anchor: str = "") -> str:
        if passage in nav.headings(self._book):
            return self.section(nav.section_of(passage), anchor)
        return self.to(nav.passage_page(self._book, passage), anchor)

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
        html = self.texts.run(self._book, voice, self.script).html
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

    def many(self, cell: Cell) -> int:
        """How many blocks of a crowded cell fold away."""
        return max(0, len(cell.blocks) - MANY) if len(cell.blocks) > MANY + 1 else 0

    def extent(self, block: Block, row: Row | None) -> Markup:
        """What a comment answers, where the row it stands in does not say it."""
        order = self._book.order
        whole = row is not None and (block.first, block.last) == (order[row.passages[0]], order[row.passages[-1]])
        said = []
        for target in block.targets:
            words = answered_words(self._book, target)
            if not whole or words or len(block.targets) > 1:
                first, last = order[target.first], order[target.last]  # type: ignore[index]
                said.append(Markup('<span class="ids">{}</span>{}').format(
                    range_text(self._book, first, last), self.span(words) if words else ""))
        label = RELATIONS.get(block.relation)
        if label:
            said.append(Markup('<span class="rel">{}</span>').format(self.say(*label)))
        return Markup(" ").join(said)

    def absent(self, kind: str, labels: Iterable[str], until: str = "") -> Markup:
        """`来源未收：郑注、贾疏`."""
        chinese, english = ABSENCE[kind]
        names = "、".join(labels)
        stop = "" if kind == "none" else "："
        two = self.speaker.tongue.both(chinese + stop), self.speaker.tongue.named(names)
        words = self.span((two[0][0] + two[1][0], two[0][1] + two[1][1]))
        return Markup('{} <small lang="en">{}{}</small>').format(words, english, f", to {until}" if until else "")

    # --- apparatus
    def entries(self, voices: Iterable[Voice]) -> list[tuple[Voice, Entry]]:
        return [(voice, entry) for voice in voices for entry in self.texts.entries(self._book, voice)]

    def entry_head(self, voice: Voice) -> Markup:
        """Where an entry stands: the passage, and the layer if it is a comment."""
        if voice.layer.id == self.edition.base.id:
            return Markup("{}").format(voice.unit.id)
        where = ",".join(dict.fromkeys(t.passages for t in voice.targets if t.passages)) or str(voice.unit.id)
        return Markup("{} {}").format(where.replace("-", "–"), self.name(voice.layer.short))

    def entry_class(self, entry: Entry) -> Markup:
        said = [self.say(*CLASSES.get(entry.cls, (entry.cls, "")))]
        if entry.status == "doubtful":
            said.append(self.say(*STATUS["doubtful"]))
        return Markup(" · ").join(said)

    def lemma(self, entry: Entry) -> Markup:
        return self.span(entry.lemma)

    # --- strips
    def strip_label(self, strip: Strip) -> str:
        return "；".join(f"{self.speaker.plain_name(b.layer.label)} {b.units}" for b in strip.bands)


def views(texts: Texts, tongue: Tongue) -> dict[str, Speaker]:
    return {script: Speaker(tongue, script) for script in (HANS, HANT)}


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


def two(hans: str, hant: str) -> Two:
    return hans, hant
