"""Where in a comment the words stand that speak of words, and how they are marked: one link for each lemma.

Links cannot nest: where an entry of the apparatus stands inside a lemma, the entry is the link and the rest of the
lemma goes on as plain words. Addresses depend on the page; they are left open between two signs and filled in there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from edition.enrich import Voice
from edition.model import LayerId, Lemma
from edition.render.gloss import lead
from edition.text import han, han_positions

UNIT, LAYER = "\1", "\2"  # round the unit whose address, round the layer whose label is wanted
OPEN = re.compile("([\1\2])([^\1\2]*)\\1")
HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Mark:
    begin: int  # code points of the comment
    end: int
    lemma: Lemma
    label: LayerId | None  # the layer whose name the source set before the words

    @property
    def attributes(self) -> str:
        m = self.lemma
        on = f' data-on="{LAYER}{self.label}{LAYER}"' if self.label else ""
        return f' data-l="{escape(f"{m.first} {m.t_from} {m.last} {m.t_to}")}"{on}'


def marks_of(voice: Voice, lemmata: Iterable[Lemma], base: LayerId) -> tuple[Mark, ...]:
    """The lemmata of one unit that have a target here, with their quotation marks, the shorter first."""
    text, spots = voice.unit.text, han_positions(voice.unit.text)
    found = []
    for lemma in lemmata:
        if lemma.first is None or lemma.n_to > len(spots):
            continue
        begin, end = lead(text, spots[lemma.n_from - 1], spots[lemma.n_to - 1] + 1)
        label = None
        if lemma.role == HEADING:
            end += text[end : end + 1] in ("。", "，")
            label = lemma.kind if lemma.kind != base else None
        found.append(Mark(begin, end, lemma, label))
    return tuple(sorted(found, key=lambda m: (m.end - m.begin, m.begin)))


def around(marks: Sequence[Mark], begin: int, end: int) -> Mark | None:
    """The shortest lemma that holds these characters."""
    return next((m for m in marks if m.begin <= begin and end <= m.end), None)


def marked(inner: str, mark: Mark, begin: int, linked: set[Mark]) -> str:
    """A piece of a lemma: the first is a link to what it speaks of."""
    css = f"lm {mark.lemma.role}"
    label = mark.attributes if begin == mark.begin else mark.attributes.partition(" data-on")[0]
    if mark in linked or not han(re.sub("<[^>]*>", "", inner)):
        return f'<span class="{css}"{label}>{inner}</span>'
    linked.add(mark)
    return f'<a class="{css}" href="{UNIT}{escape(str(mark.lemma.first))}{UNIT}"{label}>{inner}</a>'


def filled(html: str, unit: Callable[[str], str], layer: Callable[[str], str]) -> str:
    """The markup with its open addresses and labels filled in."""
    if UNIT not in html and LAYER not in html:
        return html
    return OPEN.sub(lambda m: escape((unit if m[1] == UNIT else layer)(m[2])), html)
