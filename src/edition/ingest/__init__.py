"""`edition ingest`: the raw sources cut by their readers, as tables, or held against the tables that are there."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from edition.corpus import read_corpus
from edition.corpus.settings import Settings, read_settings
from edition.ingest.compare import RENEWABLE, Difference, compare
from edition.ingest.make import Aligner, make_alignment, make_texts
from edition.ingest.sources import parse_sources
from edition.model import Problem
from edition.problems import in_order

__all__ = ["RENEWABLE", "Difference", "Outcome", "ingest"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What `ingest` found and did."""

    made: tuple[Path, ...]  # files that were missing: written, or to be written
    differences: tuple[Difference, ...]  # rows that the sources would give otherwise, left as they are
    problems: tuple[Problem, ...]  # why something could not be read


def ingest(corpus_folder: Path, write: bool, renew: tuple[str, ...] = ()) -> Outcome:
    """Read the sources; make the tables that are missing and compare those that exist.

    Args:
        corpus_folder: the folder that holds edition.toml.
        write: put the missing tables into the corpus; else only say which they are.
        renew: tables (of `RENEWABLE`) that are made anew over what stands there.

    Everything is made in a copy first, so that a failure leaves the corpus as it was.
    """
    problems: list[Problem] = []
    settings = read_settings(corpus_folder, problems.append)
    if settings is None:
        return Outcome((), (), tuple(in_order(problems)))
    with tempfile.TemporaryDirectory() as room:
        copy = Path(room) / corpus_folder.name
        shutil.copytree(corpus_folder, copy)
        made = [path.relative_to(copy) for path in _make(copy, settings, renew)]
        differences = _differences(copy, settings, problems)
        for path in made if write else ():
            (corpus_folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(copy / path, corpus_folder / path)
    return Outcome(tuple(corpus_folder / path for path in made), tuple(differences), tuple(in_order(problems)))


def _differences(folder: Path, settings: Settings, problems: list[Problem]) -> list[Difference]:
    """What the tables say otherwise than the sources; those just made are held against them too."""
    corpus, found = read_corpus(folder)
    problems += found
    differences = []
    for chapter in corpus.chapters if corpus else ():
        parsed = parse_sources(settings, chapter.id, problems.append)
        differences += compare(folder, chapter, settings, parsed, problems.append)
    return differences


def _make(copy: Path, settings: Settings, renew: tuple[str, ...]) -> list[Path]:
    """The texts of every chapter first, then what an aligner finds in them; the paths of the new files."""
    for name in set(renew) & set(RENEWABLE):
        for chapter in settings.chapters:
            (copy / chapter.id / f"{name}.tsv").unlink(missing_ok=True)
    before = set(copy.rglob("*.tsv"))
    known = {}
    for chapter in settings.chapters:
        parsed = parse_sources(settings, chapter.id, lambda problem: None)
        known[chapter.id] = make_texts(copy, chapter.id, settings, parsed)
    for chapter in settings.chapters:
        make_alignment(copy, chapter.id, settings, known[chapter.id], _aligner())
    return sorted(set(copy.rglob("*.tsv")) - before)


def _aligner() -> Aligner | None:
    """The aligner reads a corpus that is just being made, so it is called late; without it less is aligned."""
    try:
        align = import_module("edition.align")
    except ImportError:
        return None
    return align.propose, align.propose_spans
