"""Names of things and the places where they stand: what every other room of the model speaks in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

Siglum = NewType("Siglum", str)
UnitId = NewType("UnitId", str)
PassageId = NewType("PassageId", UnitId)  # a passage is a unit of the base text
LayerId = NewType("LayerId", str)
BASE, COMMENTARY, SUBCOMMENTARY = "base", "commentary", "subcommentary"
TRANSLATION, PARALLEL, NOTES, INTERLINEAR = "translation", "parallel", "notes", "interlinear"
LIVE = ("provisional", "frozen")  # statuses of an ID that has a text
RETIRED = ("withdrawn", "split", "merged")  # and of one that has none any more
CHANGES = ("text", "apparatus", "readings", "script", "alignment", "notes", "ids")  # what a version may change
KINDS = (BASE, COMMENTARY, SUBCOMMENTARY, TRANSLATION, PARALLEL, NOTES, INTERLINEAR)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a thing stands in a file of the corpus."""

    path: str  # as printed: relative to the project root
    line: int  # 1-based
    col: int = 1  # 1-based, in code points
    text: str = ""  # the line itself, for the reader of a problem

    def right(self, columns: int) -> Place:
        """The same line, further on: a character of a cell."""
        return Place(self.path, self.line, self.col + columns, self.text)


NOWHERE = Place("", 0)  # of what was made, not read


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding of one check."""

    code: str  # a key of `problems.CODES`
    place: Place
    message: str  # what is wrong, and in brackets what was probably meant
