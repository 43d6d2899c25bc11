"""Hand decisions written into their tables: the right row of the right table, comments kept, nothing else moved.

A change is tried first: where the corpus has an error after it, every file is put back as it was.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from edition.build import Built, prepare
from edition.model import Problem
from edition.problems import ERROR, severity


class Refused(Exception):
    """The change cannot be made as it was asked for."""


@contextlib.contextmanager
def tried(files: Sequence[Path]) -> Iterator[None]:
    """Put the files back where the block raises."""
    before = {path: path.read_bytes() if path.exists() else None for path in files}
    try:
        yield
    except BaseException:
        for path, content in before.items():
            path.unlink(missing_ok=True) if content is None else path.write_bytes(content)
        raise


def checked(corpus: Path) -> None:
    """Raise Refused with the errors that the corpus has now."""
    built: Built = prepare(corpus, lambda stage: None)
    errors: list[Problem] = [p for p in built.problems if severity(p) == ERROR]
    if errors:
        first = errors[0]
        raise Refused(f"{first.place.path}:{first.place.line}:{first.place.col}: {first.code} {first.message}")


def put_row(
    path: Path,
    columns: Sequence[str],
    row: dict[str, str],
    key: Sequence[str],
    rank: Callable[[dict[str, str]], tuple[int, ...]],
    comment: str,
) -> int:
    """Replace the row with the same key, or insert it where its rank puts it; the line number it has."""
    lines = path.read_text("utf-8").rstrip("\n").split("\n") if path.exists() else [f"# {comment}", "\t".join(columns)]
    new = "\t".join(row.get(column, "") for column in columns)
    header = next(i for i, line in enumerate(lines) if not line.startswith("#"))
    at = len(lines)
    for i in range(header + 1, len(lines)):
        if not lines[i] or lines[i].startswith("#"):
            continue
        there = dict(zip(columns, lines[i].split("\t"), strict=False))
        if all(there.get(name) == row.get(name, "") for name in key):
            lines[i] = new
            break
        if rank(there) > rank(row):
            at = min(at, _before_comment(lines, i))
    else:
        lines.insert(at, new)
    path.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")
    return lines.index(new) + 1


def _before_comment(lines: Sequence[str], i: int) -> int:
    """A comment that stands above a row belongs to it."""
    while lines[i - 1].startswith("#"):
        i -= 1
    return i
