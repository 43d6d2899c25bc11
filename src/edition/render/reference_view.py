"""What the templates of the reference pages may ask beside what every page may."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape

from markupsafe import Markup

from edition.enrich import Book, Voice
from edition.model import GlossaryEntry, UnitId
from edition.render.apparatus_page import Note
from edition.render.inline import lang_of
from edition.render.views import View
from edition.render.witness_pages import Bit, Line, Summary
from edition.render.words import CLASSES, STATUS, Two

GETA = "〓"  # stands for a character that cannot be printed; its code is drawn over it
PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
FORMS = {"orthographic": "form", "gaiji": "form", "punctuation": "form"}  # classes that change no word


class ReferenceView(View):
    """A page of reference in one script; `at` gives the same page speaking of one chapter."""

    def at(self, book: Book) -> ReferenceView:
        return ReferenceView(self.page, self.texts, self.speaker, book)

    @property
    def base_lang(self) -> str:
        return lang_of(self.edition.base, self.script)

    # --- addresses
    def anchor(self, name: str) -> str:
        """An id of this chapter, unique on a page that speaks of several."""
        return name if len(self.edition.books) == 1 else f"{self._book.chapter.id}-{name}"

    def entry_at(self, entry: str) -> str:
        return self.to("apparatus/index.html", self.anchor(entry))

    def where(self, unit: str) -> str:
        """The page of a passage or comment, at its anchor."""
        if UnitId(unit) in self._book.voices:
            return self.home_of(self._book.voices[UnitId(unit)])
        return self.passage(unit, unit)

    def term_at(self, entry: GlossaryEntry) -> str:
        return self.to("glossary/index.html", entry.id)

    # --- words
    def prose(self, text: str, kept: Collection[str] = ()) -> Two:
        return self.prosing.pair(text, kept)

    def words(self, text: str, kept: Collection[str] = ()) -> Markup:
        return self.prosing.words(text, kept)

    def part(self, voice: Voice, begin: int, end: int) -> Markup:
        """Some code points of a unit, as words that change with the script."""
        return self.span((voice.hans[begin:end], voice.hant[begin:end]))

    def class_name(self, cls: str) -> Markup:
        return self.say(*CLASSES.get(cls, (cls, "")))

    def status_name(self, status: str) -> Markup:
        return self.say(*STATUS.get(status, (status, "")))

    def choice(self, value: str, two: Two, english: str = "", count: int | None = None, chosen: bool = False) -> Markup:
        """An option of a list: no markup may stand in it, so it is itself what changes with the script."""
        tail = (f" {english}" if english else "") + ("" if count is None else f" ({count})")
        pair = two[0] + tail, two[1] + tail
        return Markup('<option class="t" value="{}"{}{}>{}</option>').format(
            value, Markup(" selected") if chosen else "", self.speaker.attribute(pair), self.speaker.pick(pair)
        )

    def choice_of(self, table: str, name: str, count: int) -> Markup:
        """An option for a class or status."""
        chinese, english = {"class": CLASSES, "status": STATUS}[table].get(name, (name, ""))
        return self.choice(name, self.speaker.tongue.both(chinese), english, count)

    def labelled(self, siglum: str, title: str) -> Two:
        one, other = self.prose(title)
        return f"{siglum} {one}", f"{siglum} {other}"

    def every(self, count: int) -> Markup:
        return self.choice("", self.speaker.tongue.both("全部"), "all", count)

    def head_of(self, voice: Voice) -> Markup:
        """`19.4` for a passage, that and the name of the layer for a comment, its own ID where it answers nothing."""
        if voice.layer.id == self.edition.base.id:
            return Markup(escape(voice.unit.id))
        ranges = dict.fromkeys(t.passages.replace("-", "–") for t in voice.targets if t.passages)
        return Markup("{} {}").format("、".join(ranges) or voice.unit.id, self.name(voice.layer.short))

    # --- Markdown
    def markdown(self, text: str) -> Markup:
        return self.prosing.markdown(text)

    # --- witnesses
    def line(self, line: Line) -> Markup:
        """A unit as a witness has it; what deviates is a link to its entry, what is lacking a drawn sign."""
        pairs = [self._two(bit) for bit in line.bits]
        two = "".join(p[0] for p in pairs), "".join(p[1] for p in pairs)
        attribute = self.speaker.attribute(two)
        return Markup('<span class="t"{}>{}</span>').format(attribute, Markup("").join(map(self._bit, line.bits)))

    def forms(self, text: str, stored: str) -> Two:
        return self.speaker.tongue.both(text, stored)

    def _bit(self, bit: Bit) -> Markup:
        text = _shown(self.speaker.pick(self._two(bit)))
        if bit.variant is None:
            return text
        css = "lacks" if not bit.has else FORMS.get(bit.variant.cls, "other" if bit.variant.lemma else "extra")
        name = Markup(' aria-label="{}"').format(self.gap_name(bit)) if not bit.has else ""
        return Markup('<a class="dev {}" href="{}"{}>{}</a>').format(css, self.entry_at(bit.variant.entry), name, text)

    def _two(self, bit: Bit) -> Two:
        """Both scripts of what a witness has; as it stands where a script would make it one with the lemma."""
        two = bit.two(self.forms)
        begin, end = bit.variant.at if bit.variant else (0, 0)
        lemma = bit.voice.hans[begin:end], bit.voice.hant[begin:end]
        one = bit.variant is not None and bit.has and (two[0] == lemma[0] or two[1] == lemma[1])
        return (bit.has, bit.has) if one else two

    def gap_name(self, bit: Bit) -> str:
        assert bit.variant is not None
        lemma = self.speaker.pick(self.lemma_two(bit))
        return f"{self.plain('此处无')}“{lemma}” lacks {lemma}"

    def lemma_two(self, bit: Bit) -> Two:
        """The established characters; before a surplus the character after which it stands."""
        assert bit.variant is not None
        begin, end = bit.variant.at
        begin = max(0, begin - 1) if begin == end else begin
        if bit.has and self._two(bit) == (bit.has, bit.has):
            return self._apart((bit.voice.hans[begin:end], bit.voice.hant[begin:end]), bit.voice, begin, end, bit.has)
        return bit.voice.hans[begin:end], bit.voice.hant[begin:end]

    def reads(self, bit: Bit) -> Markup:
        """What a witness has instead of the lemma."""
        two = self._two(bit)
        shown = _shown(self.speaker.pick(two))
        return Markup('<span class="t"{}>{}</span>').format(self.speaker.attribute(two), shown)

    @staticmethod
    def _apart(lemma: Two, voice: Voice, begin: int, end: int, *readings: str) -> Two:
        """The lemma, in its stored form where a script would make it one with a reading."""
        stored = voice.unit.text[begin:end]
        return (stored, stored) if set(readings) & set(lemma) - {stored} else lemma

    def lemma_of(self, note: Note) -> Markup:
        """The lemma of an entry, told apart from its readings in either script."""
        begin, end = note.entry.at
        if begin == end:
            return self.span(note.entry.lemma)
        forms = [f for side in note.entry.against for f in self._reading(side.reading, note)]
        return self.span(self._apart(note.entry.lemma, note.voice, begin, end, *forms))

    def reading_in(self, reading: str, note: Note) -> Markup:
        two = self._reading(reading, note)
        return Markup('<span class="t"{}>{}</span>').format(self.speaker.attribute(two), _shown(self.speaker.pick(two)))

    def _reading(self, reading: str, note: Note) -> Two:
        two = (reading, reading) if note.cls in FORMS else self.forms(reading, note.voice.layer.script)
        lemma = note.entry.lemma
        return (reading, reading) if two[0] == lemma[0] or two[1] == lemma[1] else two

    def reading_of(self, reading: str, cls: str, stored: str) -> Markup:
        """A reading of the apparatus: forms that are the matter itself stay, others change with the script."""
        two = (reading, reading) if cls in FORMS else self.forms(reading, stored)
        return Markup('<span class="t"{}>{}</span>').format(self.speaker.attribute(two), _shown(self.speaker.pick(two)))

    def witness_page(self, slug: str) -> str:
        return self.to(f"witnesses/{slug}/index.html")

    def extent_words(self, summary: Summary) -> list[Markup]:
        return [Markup("{} {}").format(self.name(label), words) for label, words in summary.extents]


def _shown(text: str) -> Markup:
    """Characters of the private use area have no shape and are never shipped: their code is drawn instead."""
    return Markup(PRIVATE.sub(lambda m: _coded(m[0]), escape(text, quote=False)))


def _coded(char: str) -> str:
    code = f"U+{ord(char):04X}"
    return f'<span class="pua" role="img" aria-label="{code}" data-code="{code}">{GETA}</span>'
