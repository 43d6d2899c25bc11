"""The two lexicons of the edition: what a character sounds like, and what its two script forms are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unicodedata import category, normalize

from edition.corpus.names import CORPUS_TABLES
from edition.corpus.settings import Settings
from edition.model import Problem, Rule
from edition.problems import did_you_mean
from edition.tables import Report, Row, read_table
from edition.text import is_han

READINGS, FORMS, FOLDS = CORPUS_TABLES["readings"], CORPUS_TABLES["script"], CORPUS_TABLES["folds"]
OPEN = "·"  # a character of the pattern that the row does not decide


def read_lexicon(folder: Path, settings: Settings, report: Report) -> tuple[Rule, ...]:
    """corpus/readings.tsv: one syllable for each character of the pattern (R02)."""
    rows = read_table(folder / "readings.tsv", f"{folder.name}/readings.tsv", READINGS, report, optional=True)
    return tuple(rule for row in rows if (rule := _rule(row, readings_of(row, report), settings, report)))


def read_forms(folder: Path, settings: Settings, report: Report) -> tuple[Rule, ...]:
    """corpus/script.tsv: a simplified and a traditional form for each character of the pattern (C02)."""
    rows = read_table(folder / "script.tsv", f"{folder.name}/script.tsv", FORMS, report, optional=True)
    return tuple(rule for row in rows if (rule := _rule(row, forms_of(row, "pattern", report), settings, report)))


def read_folds(folder: Path, report: Report) -> dict[str, str]:
    """corpus/folds.tsv: the forms that count as one character in collation and search, one to one (F08)."""
    folds: dict[str, str] = {}
    for row in read_table(folder / "folds.tsv", f"{folder.name}/folds.tsv", FOLDS, report, optional=True):
        if len(row["form"]) != 1 or len(row["folded"]) != 1:
            report(Problem("F08", row.at("form"), f"one character folds to one: {row['form']} to {row['folded']}"))
        else:
            folds[row["form"]] = row["folded"]
    return folds


def readings_of(row: Row, report: Report, chars: str | None = None) -> tuple[str, ...] | None:
    """The syllables of a row, "" where it decides nothing; None with R02 where they do not fit its characters."""
    wanted = row["pattern"] if chars is None else chars
    values = tuple("" if syllable == OPEN else syllable for syllable in row["reading"].split(" "))
    if len(values) == len(wanted) and any(values):
        return values
    report(
        Problem(
            "R02", row.at("reading"), f"{wanted} has {len(wanted)} characters, the row gives {len(values)} readings"
        )
    )
    return None


def forms_of(row: Row, column: str, report: Report, chars: str | None = None) -> tuple[str, ...] | None:
    """Pairs `hans hant` (two code points each), "" where the row decides nothing; None with C02."""
    wanted, hans, hant = row[column] if chars is None else chars, row["hans"], row["hant"]
    if not (len(wanted) == len(hans) == len(hant)):
        report(Problem("C02", row.at("hans"), f"{wanted}, {hans} and {hant} should have the same length"))
        return None
    if wrong := list(_unfit(row, wanted)):
        for problem in wrong:
            report(problem)
        return None
    return tuple("" if OPEN in (s, t) else s + t for s, t in zip(hans, hant, strict=True))


def _unfit(row: Row, wanted: str) -> Iterator[Problem]:
    """A form is one Han character for another; marks, length and private codes stay what they are (F08)."""
    for at, (char, *pair) in enumerate(zip(wanted, row["hans"], row["hant"], strict=True)):
        if OPEN in pair and pair[0] != pair[1]:
            said = f"{OPEN} leaves {char} open in both columns or in none"
            yield Problem("F08", row.at("hant" if pair[1] == OPEN else "hans").right(at), said)
            continue
        for column, form in zip(("hans", "hant"), pair, strict=True):
            if form in (char, OPEN):
                continue
            plain = normalize("NFC", form)
            if plain != form:
                said = f"U+{ord(form):04X} is a compatibility character (did you mean {plain}?)"
            elif not is_han(char):
                said = f"{char!r} is no Han character: it stays (did you mean {OPEN}?)"
            elif not is_han(form) or category(form) == "Co":
                said = f"{form!r} (U+{ord(form):04X}) is no Han character, and {char} is one"
            else:
                continue
            yield Problem("F08", row.at(column).right(at), said)


def _rule(row: Row, values: tuple[str, ...] | None, settings: Settings, report: Report) -> Rule | None:
    if values is None:
        return None
    if not row["pattern"]:
        report(Problem("F08", row.at("pattern"), "the row has no pattern"))
        return None
    known = {layer.id for layer in settings.layers}
    layers = frozenset(row["layers"].split())
    for name in sorted(layers - known):
        report(Problem("F08", row.at("layers"), f"there is no layer {name}{did_you_mean(name, known)}"))
    return Rule(
        row["pattern"],
        values,
        layers,
        row["sense"],
        row["kind"],
        row["authority"],
        row["alternatives"],
        row["note"],
        row.place,
    )
