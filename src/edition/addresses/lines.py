"""A table as it lies on disk: every row replaced in its line, comments and all other lines as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from edition.editing import Refused

Cells = dict[str, str]


@dataclass(slots=True)
class Lines:
    """The lines of one table while it is changed."""

    path: Path
    shown: str  # corpus/19/alignment.tsv
    columns: tuple[str, ...]
    lines: list[str]

    @classmethod
    def of(cls, root: Path, chapter: str, name: str, columns: Sequence[str]) -> Lines | None:
        path = root / chapter / f"{name}.tsv"
        if not path.exists():
            return None
        lines = path.read_text("utf-8").rstrip("\n").split("\n")
        return cls(path, f"{root.name}/{chapter}/{name}.tsv", tuple(columns), lines)

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def rows(self) -> list[tuple[int, Cells]]:
        """(index of the line, cells) of every row below the header."""
        found = [(i, line) for i, line in enumerate(self.lines) if line and not line.startswith("#")]
        return [(i, dict(zip(self.columns, line.split("\t"), strict=True))) for i, line in found[1:]]

    def written(self, cells: Cells) -> str:
        return "\t".join(cells.get(column, "") for column in self.columns)

    def change(self, follow: Callable[[Cells], list[Cells]]) -> int:
        """Every row replaced by what `follow` makes of it; how many were changed.

        Raises:
            Refused: with the place of the row that cannot follow.
        """
        new: dict[int, list[str]] = {}
        for i, cells in self.rows():
            try:
                after = [self.written(row) for row in follow(dict(cells))]
            except Refused as stuck:
                raise Refused(f"{self.shown}:{i + 1}: {stuck}") from None
            if after != [self.lines[i]]:
                new[i] = after
        self.lines = [out for i, line in enumerate(self.lines) for out in new.get(i, [line])]
        return len(new)
