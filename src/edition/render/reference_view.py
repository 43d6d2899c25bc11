"""What the templates of the reference pages may ask beside what every page may."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from markupsafe import Markup

from edition.enrich import Book, Voice
from edition.model import GlossaryEntry, Layer, UnitId
from edition.render.entry_view import apart, shown
from edition.render.inline import lang_of
from edition.render.views import View
from edition.render.witness_pages import Bit, Line, Summary, printed
from edition.render.words import CLASSES, STATUS, Two
from edition.script import HANS

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
        return self.prose(f"{siglum} {title}")

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

    def forms(self, text: str, layer: Layer) -> Two:
        """As the witness has it in the script it is written in, turned for the other."""
        hans, hant = self.speaker.tongue.both(text, layer.script, layer.id)
        return (text, hant) if layer.script == HANS else (hans, text)

    def _bit(self, bit: Bit) -> Markup:
        text = shown(self.speaker.pick(self._two(bit)))
        if bit.variant is None:
            return text
        css = "lacks" if not bit.has else FORMS.get(bit.variant.cls, "other" if bit.variant.lemma else "extra")
        name = Markup(' aria-label="{}"').format(self.gap_name(bit)) if not bit.has else ""
        return Markup('<a class="dev {}" href="{}"{}>{}</a>').format(css, self.entry_at(bit.variant.entry), name, text)

    def _two(self, bit: Bit) -> Two:
        return printed(bit, self.forms)

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
            return apart(
                (bit.voice.hans[begin:end], bit.voice.hant[begin:end]), bit.voice.unit.text[begin:end], bit.has
            )
        return bit.voice.hans[begin:end], bit.voice.hant[begin:end]

    def reads(self, bit: Bit) -> Markup:
        """What a witness has instead of the lemma."""
        return self.entry.changing(self._two(bit))

    def reading_of(self, reading: str, cls: str) -> Markup:
        """A reading of the apparatus: forms that are the matter itself stay, others change with the script."""
        two = (reading, reading) if cls in FORMS else self.forms(reading, self.edition.base)
        return self.entry.changing(two)

    def witness_page(self, slug: str) -> str:
        return self.to(f"witnesses/{slug}/index.html")

    def extent_words(self, summary: Summary) -> list[Markup]:
        return [Markup("{} {}").format(self.name(label), words) for label, words in summary.extents]
