"""Reading of the files of a corpus: text, TOML and TSV, each cell with its place."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edition.memory import remembered
from edition.model import Place, Problem
from edition.problems import did_you_mean

LONGEST_LINE = 100_000  # code points: the longest 疏 of the Thirteen Classics has some 6,000
LONGEST_NAME = 200  # bytes: some file systems take no more than 255
LOST = {
    "\ufeff": "a byte order mark stands here; save the file without it",
    "\0": "a NUL stands here; take it out",
    "\ufffd": "U+FFFD stands here for a character that was lost; write it again",
}
CONTROL = re.compile("[\x01-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
Report = Callable[[Problem], None]
ESCAPES = {"\\n": "\n", "\\r": "\r", "\\t": "\t", "\\s": " ", "\\\\": "\\"}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its cells by column name."""

    cells: dict[str, str]
    columns: dict[str, int]  # 1-based column at which each cell begins
    place: Place

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")

    def at(self, name: str) -> Place:
        p = self.place
        return Place(p.path, p.line, self.columns.get(name, 1), p.text)


def escape(text: str) -> str:
    """Line ends, tabs and spaces made visible, as the tables of marks hold them."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t").replace(" ", "\\s")


def unescape(text: str) -> str:
    return re.sub(r"\\[nrts\\]", lambda m: ESCAPES[m[0]], text)


def read_text(path: Path, shown: str, report: Report) -> str | None:
    """The text of a UTF-8 file, or None with the reason reported (F01, F02, F03, F09)."""
    if led_out := leads_out(path, shown):
        report(led_out)
        return None
    try:
        raw = path.read_bytes()
    except OSError:
        report(Problem("F01", Place(shown, 1), "the file is missing or cannot be read"))
        return None
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        report(_not_utf8(raw, error.start, shown))
        return None
    for bad, message in LOST.items():
        if bad in text:
            report(Problem("F03", _place_of(text, text.index(bad), shown), message))
            return None
    return text


def leads_out(path: Path, shown: str) -> Problem | None:
    """F09 where a link takes a file out of the corpus; `shown` begins with the name of its folder."""
    depth = shown.count("/")
    root = path.parents[depth - 1] if depth else path.parent
    if not any(one.is_symlink() for one in (path, *path.parents[: depth - 1])):
        return None
    try:
        if path.resolve().is_relative_to(root.resolve()):
            return None
    except (OSError, RuntimeError, ValueError):  # a link to itself, a name no system takes
        pass
    return Problem("F09", Place(shown, 1), "a link leads out of the corpus: put the file itself here")


def _place_of(text: str, at: int, shown: str) -> Place:
    begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    return Place(shown, text.count("\n", 0, at) + 1, at - begin + 1, text[begin : end if end >= 0 else len(text)])


def _not_utf8(raw: bytes, at: int, shown: str) -> Problem:
    """F03 for half of a surrogate pair (ED A0 to BF), else F02 with a guess at the encoding."""
    begin, end = raw.rfind(b"\n", 0, at) + 1, raw.find(b"\n", at)
    line = raw[begin : end if end >= 0 else len(raw)].decode("utf-8", "backslashreplace")
    col = len(raw[begin:at].decode("utf-8")) + 1
    place = Place(shown, raw.count(b"\n", 0, at) + 1, col, line)
    if raw[at] == 0xED and 0xA0 <= raw[at + 1 : at + 2].ljust(1, b"\0")[0] <= 0xBF:
        return Problem("F03", place, "a half of a surrogate pair stands here; write the character itself")
    return Problem("F02", place, f"byte {raw[at]:02X} is not UTF-8{_guess(raw)}")


def _guess(raw: bytes) -> str:
    """The encoding a file is probably in, when it is another one throughout and not UTF-8 with a flaw."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return " (the file is probably UTF-16; save it as UTF-8)"
    if raw.decode("utf-8", "replace").count("\ufffd") * 20 < len(raw):
        return ""
    try:
        raw.decode("gb18030")
    except UnicodeDecodeError:
        return ""
    return " (the file is probably GBK; save it as UTF-8)"


def read_toml(path: Path, shown: str, report: Report) -> dict[str, Any] | None:
    text = read_text(path, shown, report)
    if text is None:
        return None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not only TOMLDecodeError: numbers too long, tables too deep
        found = re.search(r"at line (\d+), column (\d+)", str(error))
        lines = text.split("\n")
        line, col = (int(found[1]), int(found[2])) if found else (len(lines), 1)
        whole = lines[line - 1] if line <= len(lines) else ""
        message = re.sub(r" \(at .*\)$", "", str(error))
        report(Problem("F04", Place(shown, line, col, whole), f"this is not TOML: {message}"))
        return None


def read_table(path: Path, shown: str, columns: Sequence[str], report: Report, optional: bool = False) -> list[Row]:
    """Rows of a TSV file. Lines that begin with `#` are comments; the first other line is the header.

    Reports F01 to F06, F11 and F12; rows that cannot be read are left out after they were reported.
    """
    if optional and not path.exists():
        return []
    text = read_text(path, shown, report)
    if text is None:
        return []
    rows, problems = _parsed(text, shown, tuple(columns))
    for problem in problems:
        report(problem)
    return list(rows)


@remembered(256)
def _parsed(text: str, shown: str, columns: tuple[str, ...]) -> tuple[tuple[Row, ...], tuple[Problem, ...]]:
    found: list[Problem] = []
    if "\r" in text:
        line = text.count("\n", 0, text.index("\r")) + 1
        return (), (Problem("F12", Place(shown, line), "the line ends with CR; tables end their lines with LF"),)
    lines = list(_lines(text, shown, found.append))
    if not lines:
        empty = f"the table is empty: it should begin with {' '.join(columns)}"
        return (), (*found, Problem("F06", Place(shown, 1), empty))
    header = lines[0].text.split("\t")
    if not _header_fits(header, columns, lines[0], found.append):
        return (), tuple(found)
    rows = tuple(row for place in lines[1:] if (row := _row(header, place, found.append)))
    return rows, tuple(found)


def _lines(text: str, shown: str, report: Report) -> Iterator[Place]:
    """Every line that is no comment and can be read (F08, F11)."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        if len(line) > LONGEST_LINE:
            place = Place(shown, number, 1, line)
            report(Problem("F11", place, f"a line of {len(line)} characters (a line end lost?)"))
        elif odd := CONTROL.search(line):
            place = Place(shown, number, odd.start() + 1, line)
            report(Problem("F08", place, f"U+{ord(odd[0]):04X} is a control character; take it out"))
        else:
            yield Place(shown, number, 1, line)


def _row(header: list[str], place: Place, report: Report) -> Row | None:
    fields = place.text.split("\t")
    if len(fields) != len(header):
        few = "few" if len(fields) < len(header) else "many"
        report(
            Problem("F05", place, f"{len(fields)} fields, too {few}: the header has {len(header)} ({' '.join(header)})")
        )
        return None
    starts, col = {}, 1
    for name, cell in zip(header, fields, strict=True):
        starts[name] = col
        col += len(cell) + 1
    return Row(dict(zip(header, fields, strict=True)), starts, place)


def _header_fits(header: list[str], columns: Sequence[str], place: Place, report: Report) -> bool:
    if list(columns) == header:
        return True
    odd = [name for name in header if name not in columns]
    hint = did_you_mean(odd[0], columns) if odd else ""
    report(Problem("F06", place, f"the header should be: {' '.join(columns)}{hint}"))
    return False


def number(row: Row, name: str, report: Report, empty: int | None = None) -> int | None:
    """The whole number in a cell; `empty` where the cell is empty; None with F08 where it is no number."""
    cell = row[name]
    if not cell:
        return empty
    if re.fullmatch(r"[0-9]{1,9}", cell):
        return int(cell)
    report(Problem("F08", row.at(name), f"{name} is a whole number, not {cell!r}"))
    return None


def safe_path(root: Path, name: str) -> Path | None:
    """The path of a file named in a table, or None where the name leads out of `root` or is not in NFC."""
    parts = name.split("/")
    if unicodedata.normalize("NFC", name) != name or "\\" in name or CONTROL.search(name) or "\0" in name:
        return None
    if not all(part.strip(".") and len(part.encode()) <= LONGEST_NAME for part in parts):
        return None
    path = root / name
    try:
        return path if path.resolve().is_relative_to(root.resolve()) else None
    except (OSError, RuntimeError):
        return None
