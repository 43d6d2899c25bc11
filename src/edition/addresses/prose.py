"""How texts follow a change of addresses: links in double square brackets, and the heads of notes and terms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from edition.addresses.shift import Shift
from edition.corpus.front import FENCE
from edition.editing import Refused
from edition.text import han

LINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
FIELD = re.compile(r'(?P<name>unit|words)\s*=\s*"(?P<value>[^"]*)"\s*$')
LIST = re.compile(r"passages\s*=\s*\[(?P<names>[^\]]*)\]\s*$")


def links(text: str, shift: Shift) -> str:
    """`[[19.4]]` → `[[19.4a]]–[[19.4b]]`."""
    return LINK.sub(lambda found: _link(found[1], found[0], shift), text)


def _link(name: str, whole: str, shift: Shift) -> str:
    names = shift.names(name)
    return whole if names == [name] else "–".join(f"[[{one}]]" for one in names)


def passages(text: str, shift: Shift, words: Sequence[str] = ()) -> str:
    """Lines `passages = [...]` of TOML; where `words` are given, only the new units in which one of them stands."""
    return "\n".join(_listed(line, shift, words) for line in text.split("\n"))


def _listed(line: str, shift: Shift, words: Sequence[str]) -> str:
    found = LIST.match(line)
    names = re.findall('"([^"]*)"', found["names"]) if found else []
    if not any(map(shift.touches, names)):
        return line
    new = dict.fromkeys(one for name in names for one in _where(name, shift, words))
    return f"passages = [{', '.join(f'{chr(34)}{one}{chr(34)}' for one in new)}]"


def _where(name: str, shift: Shift, words: Sequence[str]) -> list[str]:
    some = shift.names(name)
    return [one for one in some if any(word in han(shift.new[one]) for word in words)] or some


def note(path: Path, shown: str, shift: Shift) -> str:
    """A note: the unit and the words it speaks of, and the links in it.

    Raises:
        Refused: with the line of the words through which the cut goes.
    """
    lines = path.read_text("utf-8").split("\n")
    end = next(i for i, line in enumerate(lines[1:], 1) if line.strip() == FENCE)
    at = {found["name"]: i for i, line in enumerate(lines[:end]) if (found := FIELD.match(line))}
    if {"unit", "words"} <= at.keys():
        unit, words = (_value(lines[at[name]]) for name in ("unit", "words"))
        try:
            new, written = shift.words(unit, words)
        except Refused as stuck:
            raise Refused(f"{shown}:{at['words'] + 1}: {stuck}") from None
        if shift.touches(unit):
            lines[at["unit"]], lines[at["words"]] = f'unit = "{new}"', f'words = "{written}"'
    return "\n".join([*lines[:end], *links("\n".join(lines[end:]), shift).split("\n")])


def _value(line: str) -> str:
    found = FIELD.match(line)
    return found["value"] if found else ""
