"""The files of a corpus as they lie on disk: none that nothing names, none that lies elsewhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from edition.corpus.names import (
    ASIDE,
    CHAPTER_TABLES,
    CORPUS_TABLES,
    INTRODUCTION,
    PAGES,
    PLAN,
    PROSE,
    SETTINGS,
    SOURCES,
    TEXT,
)
from edition.corpus.settings import Settings
from edition.model import INTERLINEAR, NOTES, Place, Problem
from edition.problems import did_you_mean
from edition.tables import Report, leads_out, read_table, read_text


def strangers(folder: Path, settings: Settings) -> Iterator[Problem]:
    """F10 for every file that no table and no setting names, F09 for one that is not in the corpus."""
    named = set(_named(settings))
    for path in _walk(folder):
        inside = path.relative_to(folder)
        shown = f"{folder.name}/{inside.as_posix()}"
        if led_out := leads_out(path, shown):
            yield led_out
        elif unicodedata.normalize("NFC", shown) != shown:
            yield Problem("F09", Place(shown, 1), "the name of the file is not in NFC")
        elif path.is_file() and inside.as_posix() not in named and not _prose(inside, settings):
            near = did_you_mean(inside.as_posix(), sorted(named))
            yield Problem("F10", Place(shown, 1), f"no table and no setting names this file{near}")


def _walk(folder: Path) -> Iterator[Path]:
    """Every file and link in order, but for those whose name begins with a dot."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from _walk(path)


def _named(settings: Settings) -> Iterable[str]:
    yield from (SETTINGS, *ASIDE, *PAGES, *(f"{name}.tsv" for name in CORPUS_TABLES))
    yield from (f"{SOURCES}/{name}" for name in (*settings.declared, *ASIDE))
    layers = [layer.id for layer in settings.layers if layer.kind not in (NOTES, INTERLINEAR)]
    for chapter in settings.chapters:
        yield from (f"{chapter.id}/{name}.tsv" for name in (*CHAPTER_TABLES, *layers))
        yield from (f"{chapter.id}/{name}" for name in (*ASIDE, INTRODUCTION, PLAN))


def _prose(inside: Path, settings: Settings) -> bool:
    parts = inside.parts
    if len(parts) > 1 and parts[0] in {chapter.id for chapter in settings.chapters}:
        parts = parts[1:]
    return len(parts) > 1 and parts[0] in PROSE and inside.suffix == ".md"


def read_alone(folder: Path, report: Report) -> None:
    """What every file says by itself, where the settings cannot be relied on: encoding, header, fields."""
    for path in _walk(folder) if folder.is_dir() else ():
        shown = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        depth = shown.count("/")
        tables = CORPUS_TABLES if depth == 1 else CHAPTER_TABLES
        if path.is_symlink() and (led_out := leads_out(path, shown)):
            report(led_out)
        elif not path.is_file() or shown == f"{folder.name}/{SETTINGS}":
            continue
        elif path.suffix == ".tsv" and depth <= 2:
            read_table(path, shown, tables.get(path.stem, TEXT), report)
        else:
            read_text(path, shown, report)
