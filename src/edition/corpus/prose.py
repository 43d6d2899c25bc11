"""The Markdown of a corpus: the editorial principles and the entries of the glossary."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from edition.corpus.names import PAGES
from edition.model import GlossaryEntry, Place, Problem
from edition.problems import did_you_mean
from edition.tables import Report, read_text

GLOSSARY = "glossary"
FENCE = "+++"
STEM = re.compile(r"[a-z][a-z0-9-]{0,79}")
LISTS, WORDS = ("aliases", "passages"), ("term", "hant", "pinyin", "kind", "english", "authority")
CITED = re.compile(r"《[^》]+[·.][^》]+》|《[^》]+》[^；]*[卷第]")  # a work with its chapter


def read_principles(folder: Path, report: Report) -> str | None:
    """The text of the page of principles; None where the corpus has none."""
    path = folder / PAGES[0]
    return read_text(path, f"{folder.name}/{PAGES[0]}", report) if path.exists() else None


def read_glossary(folder: Path, report: Report) -> tuple[GlossaryEntry, ...]:
    """Every glossary/*.md that is sound, in the order of file names."""
    paths = sorted((folder / GLOSSARY).glob("*.md"))
    return tuple(entry for path in paths if (entry := _entry(path, f"{folder.name}/{GLOSSARY}/{path.name}", report)))


def _entry(path: Path, shown: str, report: Report) -> GlossaryEntry | None:
    text = read_text(path, shown, report)
    if text is None:
        return None
    lines = text.split("\n")
    end = next((n for n, line in enumerate(lines[1:], 1) if line.strip() == FENCE), 0)
    if lines[0].strip() != FENCE or not end:
        report(Problem("M04", Place(shown, 1, 1, lines[0]), f"the front matter stands between two lines {FENCE}"))
        return None
    try:
        head = tomllib.loads("\n".join(lines[1:end]))
    except (ValueError, RecursionError) as error:
        report(_not_toml(error, lines, shown))
        return None
    body = "\n".join(lines[end + 1 :])
    lead = len(body) - len(body.lstrip("\n"))
    faults = [*_misfits(path.stem, head, lines, shown)]
    if not faults:
        faults = [*_wanting(head, body, lines, shown)]
    for fault in faults:
        report(fault)
    if faults:
        return None
    line = end + 2 + lead
    return GlossaryEntry(
        id=path.stem, term=head["term"], hant=head["hant"], pinyin=head["pinyin"], kind=head["kind"],
        english=head["english"], aliases=tuple(head["aliases"]), passages=tuple(head["passages"]),
        authority=head["authority"],
        body=body.strip("\n"), place=Place(shown, line, 1, lines[line - 1] if line <= len(lines) else ""),
    )


def _not_toml(error: Exception, lines: list[str], shown: str) -> Problem:
    found = re.search(r"at line (\d+), column (\d+)", str(error))
    line, col = (int(found[1]) + 1, int(found[2])) if found else (1, 1)
    message = re.sub(r" \(at .*\)$", "", str(error))
    return Problem("M04", Place(shown, line, col, lines[line - 1]), f"this is not TOML: {message}")


def _misfits(stem: str, head: dict[str, Any], lines: list[str], shown: str) -> Iterator[Problem]:
    """Fields that are unknown, missing or of the wrong kind (M04)."""
    if not STEM.fullmatch(stem):
        yield Problem("M04", Place(shown, 1),
                      f"the name of the file is an address: small letters, digits, -, not {stem!r}")
    for name in head:
        if name not in (*WORDS, *LISTS):
            near = did_you_mean(name, (*WORDS, *LISTS))
            yield Problem("M04", _line(lines, shown, name), f"there is no field {name}{near}")
    for name in (*WORDS, *LISTS):
        value = head.get(name)
        if value is None:
            yield Problem("M04", Place(shown, 1, 1, lines[0]), f"the front matter lacks {name}")
        elif name in WORDS and not isinstance(value, str):
            yield Problem("M04", _line(lines, shown, name), f"{name} is text in quotation marks")
        elif name in LISTS and not (isinstance(value, list) and all(isinstance(v, str) and v for v in value)):
            yield Problem("M04", _line(lines, shown, name), f"{name} is a list of texts")
    term, hant = head.get("term"), head.get("hant")
    if isinstance(term, str) and isinstance(hant, str) and (not term.strip() or len(term) != len(hant)):
        yield Problem("M04", _line(lines, shown, "hant"), "term and hant are the same words, character for character")


def _wanting(head: dict[str, Any], body: str, lines: list[str], shown: str) -> Iterator[Problem]:
    """An entry has a sense, a passage and an authority with work and chapter (M05)."""
    if not body.strip():
        yield Problem("M05", Place(shown, len(lines), 1, lines[-1]), f"{head['term']} has no sense: say what it means")
    if not head["passages"]:
        yield Problem("M05", _line(lines, shown, "passages"), f"{head['term']} quotes no passage")
    if not CITED.search(head["authority"]):
        yield Problem("M05", _line(lines, shown, "authority"),
                      f"{head['term']} rests on no authority with work and chapter, as 《work·chapter》")


def _line(lines: list[str], shown: str, name: str) -> Place:
    for number, line in enumerate(lines, 1):
        if re.match(rf"{re.escape(name)}\s*=", line):
            return Place(shown, number, 1, line)
    return Place(shown, 1, 1, lines[0])
