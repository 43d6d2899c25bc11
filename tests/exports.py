"""The exports as a reader without this program would read them. Used by oracles; imports nothing of `edition`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

CHAPTER = "xiangshe"
ROOT = Path(__file__).resolve().parent.parent


def rows(site: Path, name: str, chapter: str = CHAPTER) -> list[dict[str, str]]:
    return list(read_tsv(site / "data" / chapter / name))


def read_tsv(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="\n") as stream:
        lines = (line for line in stream if not line.startswith("#"))
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def source(name: str) -> str:
    return (ROOT / "corpus" / "sources" / name).read_bytes().decode("utf-8")


def unescape(text: str) -> str:
    out, i = "", 0
    names = {"n": "\n", "r": "\r", "t": "\t", "s": " ", "\\": "\\"}
    while i < len(text):
        if text[i] == "\\":
            out, i = out + names[text[i + 1]], i + 2
        else:
            out, i = out + text[i], i + 1
    return out


def is_han(char: str) -> bool:
    c = ord(char)
    return 0x3400 <= c <= 0x9FFF or 0xE000 <= c <= 0xFAFF or c >= 0x20000 or char in "□■〇"
