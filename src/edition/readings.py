"""Pinyin: the edition's tables decide; the library only reads what has one reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from edition.model import Decision, Problem, Rule, Ruling, Unit
from edition.rules import Ledger, Lexicon, decide, problems_of
from edition.text import SIGNS, is_han

LIBRARY = "library"
DOUBTFUL = "doubtful"
KINDS = ("shiwen", "zhengzhu", "tongxing", "editor", DOUBTFUL)
SYLLABLE = re.compile(r"[bpmfdtnlgkhjqxrzcsyw]{0,2}[aāáǎàeēéěèêiīíǐìoōóǒòuūúǔùüǖǘǚǜ]{1,3}(?:n|ng|r)?")


@lru_cache(maxsize=1)
def _dictionary() -> dict[int, str]:
    from pypinyin.constants import PINYIN_DICT  # a third of a second: only a build that reads needs it

    return dict(PINYIN_DICT)


@lru_cache(maxsize=1 << 16)
def possible(char: str) -> tuple[str, ...]:
    """Every reading the library knows for a character, the commonest first."""
    found = _dictionary().get(ord(char), "")
    return tuple(dict.fromkeys(found.split(","))) if found else ()


def read_aloud(unit: Unit, lexicon: Lexicon, rulings: Sequence[Ruling], ledger: Ledger) -> list[Decision | None]:
    """The reading of each code point of a unit; None for marks and for what has no reading."""
    decided = decide(unit, lexicon, rulings, ledger)
    for at, char in enumerate(unit.text):
        if decided[at] is None and is_han(char) and char not in SIGNS and (known := possible(char)):
            decided[at] = Decision(known[0], LIBRARY, "", "、".join(known[1:]), "", "")
    return decided


def check_readings(
    voiced: Iterable[tuple[Unit, list[Decision | None]]], rows: Sequence[Rule | Ruling], ledger: Ledger
) -> list[Problem]:
    """R03 to R08 over the whole edition."""
    found = problems_of(ledger, rows, "R03", "R04")
    for row in rows:
        found += _check_row(row)
    for unit, decisions in voiced:
        for at, decision in enumerate(decisions):
            char = unit.text[at]
            if decision is None and is_han(char) and char not in SIGNS:
                found.append(
                    Problem("R07", unit.place.right(at), f"{unit.id}: {char} (U+{ord(char):04X}) has no reading")
                )
            elif decision is not None and decision.kind == LIBRARY and len(possible(char)) > 1:
                found.append(
                    Problem(
                        "R05",
                        unit.place.right(at),
                        f"{unit.id}: {_context(unit.text, at)}: {char} may be {', '.join(possible(char))}",
                    )
                )
    return found


def _check_row(row: Rule | Ruling) -> list[Problem]:
    found = [
        Problem("R06", row.place, f"{value!r} is no syllable")
        for value in row.values
        if value and not SYLLABLE.fullmatch(value)
    ]
    if row.kind not in KINDS:
        found.append(Problem("F08", row.place, f"a reading is decided by {', '.join(KINDS)}, not {row.kind!r}"))
    if not row.sense and not row.authority:
        found.append(Problem("R08", row.place, "the decision names neither a sense nor an authority"))
    return found


def _context(text: str, at: int, width: int = 4) -> str:
    return f"{text[max(0, at - width) : at]}〈{text[at]}〉{text[at + 1 : at + 1 + width]}"
