"""Markdown with settings at its head: TOML between two lines +++, then the text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edition.memory import remembered
from edition.model import Place, Problem
from edition.problems import did_you_mean
from edition.tables import Report, read_text

FENCE = "+++"


@dataclass(frozen=True, slots=True)
class Front:
    """One file, taken apart."""

    shown: str
    lines: list[str]
    head: dict[str, Any]
    body: str
    place: Place  # of the first line of the body

    def line(self, name: str) -> Place:
        """Where a field of the head stands; the first line where it does not."""
        for number, line in enumerate(self.lines, 1):
            if re.match(rf"{re.escape(name)}\s*=", line):
                return Place(self.shown, number, 1, line)
        return self.top

    @property
    def top(self) -> Place:
        return Place(self.shown, 1, 1, self.lines[0])

    @property
    def end(self) -> Place:
        return Place(self.shown, len(self.lines), 1, self.lines[-1])


def read_front(path: Path, shown: str, report: Report) -> Front | None:
    """The file, or None after a report (F02, F03, M04)."""
    text = read_text(path, shown, report)
    front, fault = _parsed(text, shown) if text is not None else (None, None)
    if fault:
        report(fault)
    return front


@remembered(4096)
def _parsed(text: str, shown: str) -> tuple[Front | None, Problem | None]:
    lines = text.split("\n")
    end = next((n for n, line in enumerate(lines[1:], 1) if line.strip() == FENCE), 0)
    if lines[0].strip() != FENCE or not end:
        fault = f"the front matter stands between two lines {FENCE}"
        return None, Problem("M04", Place(shown, 1, 1, lines[0]), fault)
    try:
        head = tomllib.loads("\n".join(lines[1:end]))
    except (ValueError, RecursionError) as error:
        return None, _not_toml(error, lines, shown)
    body = "\n".join(lines[end + 1 :])
    line = end + 2 + len(body) - len(body.lstrip("\n"))
    place = Place(shown, line, 1, lines[line - 1] if line <= len(lines) else "")
    return Front(shown, lines, head, body.strip("\n"), place), None


def _not_toml(error: Exception, lines: Sequence[str], shown: str) -> Problem:
    """What tomllib says, at the line of the file: the fence stands before what it read."""
    found = re.search(r"at line (\d+), column (\d+)", str(error))
    line, col = (int(found[1]) + 1, int(found[2])) if found else (1, 1)
    message = re.sub(r" \(at .*\)$", "", str(error))
    return Problem("M04", Place(shown, line, col, lines[min(line, len(lines)) - 1]), f"this is not TOML: {message}")


def misfits(front: Front, words: Sequence[str], lists: Sequence[str]) -> Iterator[Problem]:
    """Fields that are unknown, missing or of the wrong kind (M04)."""
    for name in front.head:
        if name not in (*words, *lists):
            near = did_you_mean(name, (*words, *lists))
            yield Problem("M04", front.line(name), f"there is no field {name}{near}")
    for name in (*words, *lists):
        value = front.head.get(name)
        if value is None:
            yield Problem("M04", front.top, f"the front matter lacks {name}")
        elif name in words and not isinstance(value, str):
            yield Problem("M04", front.line(name), f"{name} is text in quotation marks")
        elif name in lists and not (isinstance(value, list) and all(isinstance(v, str) and v for v in value)):
            yield Problem("M04", front.line(name), f"{name} is a list of texts")
