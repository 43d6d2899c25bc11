"""Witness and established text held against one another, character by character.

The apparatus is all that may differ. So `spelled` can say what a witness has without looking at it, and `weave`,
which does look, is at once the proof that nothing was silently changed (what does not fit is a problem with its
place) and the source of every export, witness page and mark in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from edition.model import Stretch, Token, Unit, Variant, WitnessSpan
from edition.text import han_positions, is_han

Raw = tuple[str, int, str]  # source, offset, character
Extant = tuple[int | None, int | None]  # first and last Han character a witness has; None: no limit


@dataclass(frozen=True, slots=True)
class Pair:
    """A character of the established text and what a witness has for it; either may be empty."""

    n: int  # number of the established Han character, 0 for a mark or nothing
    at: int  # its code point in the established text
    mine: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Misfit:
    """Where a witness has what neither the text nor an entry explains."""

    at: int  # code point of the established text
    offset: int  # code point of the source
    wanted: str
    found: str


@dataclass(frozen=True, slots=True)
class Held:
    """All that a further witness has of one passage: one row of its table, or several that go on one another."""

    span: WitnessSpan  # the first row
    stretches: tuple[Stretch, ...]
    extant: Extant


def held(spans: Iterable[WitnessSpan]) -> list[Held]:
    """The rows of the witnesses, those joined that go on one another in one passage."""
    found: list[list[WitnessSpan]] = []
    open_runs: dict[tuple[str, str], list[WitnessSpan]] = {}
    for span in spans:
        run = open_runs.get((span.witness, span.passage))
        if run and goes_on(run[-1], span):
            run.append(span)
        else:
            found.append([span])
            open_runs[span.witness, span.passage] = found[-1]
    return [Held(some[0], tuple(s.stretch for s in some), (some[0].n_from, some[-1].n_to)) for some in found]


def goes_on(before: WitnessSpan, span: WitnessSpan) -> bool:
    """Whether a row takes up a passage at the character after the one at which another left it."""
    return span.n_from is not None and before.n_to == span.n_from - 1


def raw_chars(stretches: Sequence[Stretch], texts: dict[str, str], holes: dict[str, set[int]]) -> list[Raw]:
    """(source, offset, character) of the stretches, without the code points listed as skipped."""
    return [
        (s.source, i, texts[s.source][i])
        for s in stretches
        for i in range(s.start, s.end)
        if i not in holes.get(s.source, ())
    ]


def spelled(unit: Unit, variants: Iterable[Variant], own: bool, extant: Extant = (None, None)) -> Iterator[Pair]:
    """What a witness should have for a unit, by the apparatus alone, in reading order.

    Args:
        unit: the established text.
        variants: the rows of this witness for this unit.
        own: True where the unit's text is taken from this witness, so that its punctuation is the unit's. Of a
            further witness only the Han characters are spelled; its punctuation is its own.
        extant: the part the witness has, where it begins or breaks off in the unit.
    """
    spots = han_positions(unit.text)
    first, last = min(extant[0] or 1, max(len(spots), 1)), extant[1] or len(spots)  # beyond: A06
    at = spots[first - 1] if first > 1 else 0
    end = spots[last - 1] + 1 if last < len(spots) else len(unit.text)
    n = first - 1
    for variant in [*sorted(variants, key=lambda v: v.at), None]:
        start, stop, reading = (*variant.at, variant.reading) if variant else (end, end, "")
        for pair in _agreeing(unit.text, at, start, own, n):
            n = pair.n or n
            yield pair
        for pair in _deviating(unit.text, start, stop, own, n, reading):
            n = pair.n or n
            yield pair
        at = max(at, stop)


def _agreeing(text: str, at: int, end: int, own: bool, n: int) -> Iterator[Pair]:
    for i in range(at, end):
        counted = is_han(text[i])
        n += counted
        if own or counted:
            yield Pair(n if counted else 0, i, text[i], text[i])


def _deviating(text: str, start: int, stop: int, own: bool, n: int, reading: str) -> Iterator[Pair]:
    """Paired one by one from the left; the surplus of either stands alone."""
    mine = [i for i in range(start, stop) if own or is_han(text[i])]
    for k in range(max(len(mine), len(reading))):
        char = text[mine[k]] if k < len(mine) else ""
        counted = bool(char) and is_han(char)
        n += counted
        yield Pair(n if counted else 0, mine[k] if char else stop, char, reading[k] if k < len(reading) else "")


def weave(
    unit: Unit, variants: Iterable[Variant], raw: Sequence[Raw], own: bool, extant: Extant = (None, None)
) -> tuple[list[Token], Misfit | None]:
    """The rows of one unit in one witness, in reading order, and the first place that does not fit.

    `raw` is what the witness has there, from `raw_chars`. A supplied character has a row in the witness the
    text is taken from; a further witness has a row for each character it has, no more.
    """
    tokens: list[Token] = []
    misfit: Misfit | None = None
    place = 0
    for pair in spelled(unit, variants, own, extant):
        if not pair.theirs:
            if own:
                tokens.append(Token(pair.n, "", -1, "", pair.mine, pair.at))
            continue
        place = _marks(raw, place, own, tokens)
        source, offset, char = raw[place] if place < len(raw) else ("", raw[-1][1] + 1 if raw else 0, "")
        if char != pair.theirs:
            misfit = misfit or Misfit(pair.at, offset, pair.theirs, char)
            continue
        tokens.append(Token(pair.n, source, offset, char, pair.mine, pair.at))
        place += 1
    place = _marks(raw, place, own, tokens)
    if place < len(raw) and misfit is None:
        misfit = Misfit(len(unit.text), raw[place][1], "", raw[place][2])
    return tokens, misfit


def _marks(raw: Sequence[Raw], place: int, own: bool, tokens: list[Token]) -> int:
    """The punctuation of a further witness stands for itself."""
    while not own and place < len(raw) and not is_han(raw[place][2]):
        source, offset, char = raw[place]
        tokens.append(Token(0, source, offset, char, char, -1))
        place += 1
    return place
