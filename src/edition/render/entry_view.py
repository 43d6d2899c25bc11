"""What the templates ask of an entry of the apparatus, wherever it is printed."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from edition.enrich import Voice
from edition.render.notes import Entry
from edition.render.words import Two

if TYPE_CHECKING:
    from edition.render.views import View

GETA = "〓"  # stands for a character that cannot be printed; its code is drawn over it
PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")


class EntryView:
    """Lemma, readings and reasons in the script of one page; forms that are the matter itself stay."""

    def __init__(self, view: View) -> None:
        self.view = view

    def lemma(self, voice: Voice, entry: Entry) -> Markup:
        """The lemma, told apart from its readings in either script."""
        begin, end = entry.at
        if begin == end:
            return self.view.span(entry.lemma)
        forms = [form for side in entry.against for form in self._two(voice, entry, side.reading)]
        return self.view.span(apart(entry.lemma, voice.unit.text[begin:end], *forms))

    def reading(self, voice: Voice, entry: Entry, reading: str) -> Markup:
        return self.changing(self._two(voice, entry, reading))

    def why(self, entry: Entry) -> Markup:
        """Authority and reasons, each with a space before it."""
        said = [entry.authority, *entry.reasons]
        return Markup("").join(Markup(" {}").format(self.view.words(one, entry.kept)) for one in said if one)

    def changing(self, two: Two) -> Markup:
        """What a witness has, as words that change with the script."""
        speaker = self.view.speaker
        return Markup('<span class="t"{}>{}</span>').format(speaker.attribute(two), shown(speaker.pick(two)))

    def _two(self, voice: Voice, entry: Entry, reading: str) -> Two:
        if entry.formal:
            return reading, reading
        two = self.view.speaker.tongue.both(reading, voice.layer.script, voice.layer.id)
        return (reading, reading) if two[0] == entry.lemma[0] or two[1] == entry.lemma[1] else two


def apart(lemma: Two, stored: str, *readings: str) -> Two:
    """A lemma, in its stored form where a script would make it one with a reading."""
    return (stored, stored) if set(readings) & set(lemma) - {stored} else lemma


def shown(text: str) -> Markup:
    """Characters of the private use area have no shape and are never shipped: their code is drawn instead."""
    return Markup(PRIVATE.sub(lambda m: _coded(m[0]), escape(text, quote=False)))


def _coded(char: str) -> str:
    code = f"U+{ord(char):04X}"
    return f'<span class="pua" role="img" aria-label="{code}" data-code="{code}">{GETA}</span>'
