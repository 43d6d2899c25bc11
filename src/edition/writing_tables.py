"""The one place that writes tables: UTF-8, LF, no quoting, the comment at the head kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

Cell = str | int | None


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Cell]], comment: str = "") -> None:
    """Write a table that `tables.read_table` reads back.

    The comment lines of a file that is there stay; `comment` heads a new one.

    Raises:
        ValueError: a cell holds a tab or a line end (`tables.escape` makes them visible first).
    """
    head = _comment(path) or [f"# {line}" for line in comment.splitlines()]
    lines = [*head, "\t".join(columns), *("\t".join(map(_cell, row)) for row in rows)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def _comment(path: Path) -> list[str]:
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    return [line for line in lines if line.startswith("#")]


def _cell(value: Cell) -> str:
    cell = "" if value is None else str(value)
    if any(char in cell for char in "\t\n\r"):
        raise ValueError(f"a cell of a table cannot hold a tab or a line end: {cell!r}")
    return cell
