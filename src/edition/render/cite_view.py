"""What the templates ask about citing: footnotes, reports of errors, and what has changed since a version."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from edition.changes import touching
from edition.citation import ESCAPES, FORMATS
from edition.enrich import Book, Voice
from edition.model import RETIRED, Change, PassageId, UnitId
from edition.render import nav
from edition.render.words import CHANGED, Two
from edition.report import report_link

if TYPE_CHECKING:
    from edition.render.views import View

ENGLISH = ("chicago", "mla")  # formats whose words are English
RUNS = re.compile(r"([⺀-鿿豈-﫿＀-￯·\U00020000-\U0003ffff]+)")


class CiteView:
    """The citations of one page."""

    def __init__(self, view: View) -> None:
        self.view = view

    @property
    def _book(self) -> Book:
        assert self.view.book is not None
        return self.view.book

    def line(self, passages: Sequence[str], name: str = "plain") -> Markup:
        """What a footnote prints of passages that follow one another, in one of the formats in words."""
        citations = self.view.texts.citations
        two = citations.both(self._book, citations.range(self._book, tuple(self.voices(passages))), name)
        return self._mixed(two) if name in ENGLISH else self.view.span(two)

    def _mixed(self, two: Two) -> Markup:
        """English with Chinese in it, each run of which has its own language."""
        runs, out = zip(*(RUNS.split(words) for words in two), strict=True), Markup("")
        for k, run in enumerate(runs):
            han = Markup('<span lang="{}">{}</span>').format(self.view.lang, self.view.span(run)) if k % 2 else ""
            out += han or run[0]
        return out

    def formats(self) -> list[tuple[str, str, str]]:
        """The formats that say a place in words: name, label, language of its words."""
        said = [(name, label) for name, (_, label) in FORMATS.items() if name not in ESCAPES]
        return [(name, label, "en" if name in ENGLISH else self.view.lang) for name, label in said]

    def voices(self, passages: Iterable[str]) -> list[Voice]:
        return [self.view.voice(passage) for passage in passages]

    # --- a report of an error
    def report(self, voice: Voice | None = None) -> str:
        """Where an error is reported, with the place written in; empty where the edition does not say."""
        found = {"version": self.view.meta.version}
        if voice:
            cited = self.view.texts.citations.unit(self._book, voice)
            found |= {"id": cited.id, "address": cited.address, "quotation": self.view.shown(voice)}
        return report_link(self.view.meta.report_url, found)

    def quoted(self, voice: Voice) -> Markup:
        """A unit as a report quotes it: where, in which version, what."""
        meta = self.view.meta
        two = self.view.named(f"《{meta.title}》{voice.unit.id}，{meta.version} 版：")
        return self.view.span((f"{two[0]}“{voice.hans}”", f"{two[1]}“{voice.hant}”"))

    # --- what has changed
    def changed(self, voices: Iterable[Voice]) -> list[Change]:
        """The changes that touched some units or the whole chapter, the latest first."""
        return touching(self._book, [str(voice.unit.id) for voice in voices])

    def kind(self, change: Change) -> Markup:
        return self.view.say(*CHANGED[change.kind])

    def at(self, name: str) -> str:
        """Where an ID that a change names stands; empty where it has no page."""
        book, view = self._book, self.view
        first, _, last = name.partition("-")
        if UnitId(name) in book.voices:
            return view.home_of(book.voices[UnitId(name)])
        if {PassageId(UnitId(first)), PassageId(UnitId(last))} <= book.order.keys():
            return view.section(nav.section_of(first), first)
        note = next((note for note in book.chapter.notes if note.id == name), None)
        if note:
            return view.notes.home(note)
        shown = {layer.id for layer in view.edition.layers}
        gone = any(row.id == name and row.status in RETIRED and row.layer in shown for row in book.chapter.ledger)
        return view.passage(name) if gone else ""

    def written(self, name: str) -> str:
        """A range with the dash of print; other IDs as they are."""
        first, _, last = name.partition("-")
        passages = {PassageId(UnitId(first)), PassageId(UnitId(last))} <= self._book.order.keys()
        return f"{first}–{last}" if passages else name
