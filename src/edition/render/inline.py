"""Runs of text: ruby on hard characters, marks of the editor, and nothing that is not the text itself.

Pinyin and signs stand in attributes and classes and are drawn by the style sheet, so that finding, copying
and reading aloud meet the established text alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from edition.columns import is_mark, is_opening
from edition.enrich import Voice
from edition.model import Layer
from edition.render.characters import Characters
from edition.render.lemma_marks import Mark, around, marked
from edition.render.nav import SUBTAG
from edition.render.notes import Entry
from edition.script import HANS, HANT

HERE = "\0"  # stands for the address of the page that holds the entries of the apparatus
NOTE = {HANS: "校记", HANT: "校記"}


@dataclass(frozen=True, slots=True)
class Run:
    """One unit in one script."""

    html: str
    odd: str  # the places whose other form is not the usual one


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters [begin, end) under the same entries; empty where a witness has something too much."""

    begin: int
    end: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """How a unit is set where it is broken ahead, by code point."""

    breaks: frozenset[int] = frozenset()  # a line may end before these
    cuts: Mapping[int, str] = field(default_factory=dict)  # markup before these, outside every element
    columns: bool = False  # marks stand apart from the characters, which alone fill a column
    ruby: bool = True


WHOLE = Broken()


def lang_of(layer: Layer, script: str) -> str:
    """`lzh-Hans` for Chinese, the plain tag for any other language."""
    return f"{layer.lang}-{SUBTAG[script]}" if layer.lang in ("zh", "lzh") else layer.lang


def run(
    voice: Voice,
    script: str,
    characters: Characters,
    entries: Sequence[Entry],
    marks: Sequence[Mark] = (),
    broken: Broken = WHOLE,
) -> Run:
    """The markup of one unit; `HERE` before every anchor of an entry, the addresses of lemmata left open."""
    shown, other = (voice.hans, voice.hant) if script == HANS else (voice.hant, voice.hans)
    linked: set[str] = set()
    led: set[Mark] = set()
    out = []
    cuts = dict(broken.cuts)
    for piece in pieces(len(shown), entries, [*cuts, *(at for m in marks for at in (m.begin, m.end))]):
        out.append(cuts.pop(piece.begin, "") + _break(piece.begin < piece.end and piece.begin in broken.breaks))
        inner = "".join(_chars(voice, shown, piece, characters, broken))
        mark = around(marks, piece.begin, piece.end) if piece.begin < piece.end else None
        if piece.entries:
            out.append(_wrapped(inner, piece, linked, script))
        else:
            out.append(marked(inner, mark, piece.begin, led) if mark else inner)
    out.append(cuts.pop(len(shown), ""))
    return Run("".join(out), characters.exceptions(shown, other, script))


def pieces(length: int, entries: Sequence[Entry], bounds: Iterable[int] = ()) -> Iterator[Piece]:
    """The text cut wherever an entry or a lemma begins or ends, so that entries which overlap are all kept."""
    cuts = sorted({0, length, *bounds} | {at for entry in entries for at in entry.at})
    for begin, end in zip(cuts, [*cuts[1:], length], strict=True):
        for entry in entries:
            if entry.at == (begin, begin):
                yield Piece(begin, begin, (entry,))
        if begin < end:
            inside = (e for e in entries if e.at[0] <= begin and end <= e.at[1] and e.at[0] < e.at[1])
            yield Piece(begin, end, tuple(sorted(inside, key=lambda e: e.at[1] - e.at[0])))


def _wrapped(inner: str, piece: Piece, linked: set[str], script: str) -> str:
    """A link to the first entry that no earlier piece leads to; it names all that stand here."""
    chosen = next((e for e in piece.entries if e.id not in linked), piece.entries[0])
    linked.add(chosen.id)
    css = sorted({css for entry in piece.entries for css in entry.marks})
    if any(entry.at[0] < piece.begin for entry in piece.entries):
        css.append("on")  # goes on from the piece before
    if any(entry.at[1] > piece.end for entry in piece.entries):
        css.append("open")  # is not at its end
    several = f' data-e="{escape(" ".join(e.id for e in piece.entries))}"' if len(piece.entries) > 1 else ""
    name = "" if inner else f' aria-label="{NOTE[script]} Apparatus {escape(chosen.id)}"'
    return f'<a class="app {" ".join(css)}" href="{HERE}#{escape(chosen.id)}"{several}{name}>{inner}</a>'


def _chars(voice: Voice, shown: str, piece: Piece, characters: Characters, broken: Broken) -> Iterator[str]:
    """The characters of a piece; in columns each run of marks stands in an element, those that open apart."""
    for kind, group in groupby(range(piece.begin, piece.end), lambda at: _mark(shown[at]) if broken.columns else ""):
        some = list(group)
        text = "".join(
            _break(piece.begin < at and at in broken.breaks) + _set(voice, shown[at], at, characters, broken)
            for at in some
        )
        count = str(min(len(some), 3)) if len(some) > 1 else ""
        names = " ".join(filter(None, ("m", f"m{count}" if count else "", kind.strip())))
        yield f'<i class="{names}">{text}</i>' if kind else text


def _mark(char: str) -> str:
    """Empty for a character; else what a class says of a mark."""
    return "" if not is_mark(char) else " o" if is_opening(char) else " "


def _break(here: bool) -> str:
    """Outside what is drawn before a piece, where it stands at its beginning."""
    return "<wbr>" if here else ""


def _set(voice: Voice, char: str, at: int, characters: Characters, broken: Broken) -> str:
    return _char(voice, char, at, characters) if broken.ruby else escape(char, quote=False)


def _char(voice: Voice, char: str, at: int, characters: Characters) -> str:
    if not characters.marked(voice, at):
        return escape(char, quote=False)
    decision = voice.readings[at]
    assert decision is not None
    return f'<ruby>{char}<rt data-p="{decision.value}"></rt></ruby>'


def spelled(voice: Voice, script: str) -> list[tuple[str, str]]:
    """Each character of a unit with its reading, empty for marks: the pinyin as text."""
    shown = voice.form(HANS if script == HANS else HANT)
    return [(char, d.value if d else "") for char, d in zip(shown, voice.readings, strict=True)]
