"""The whole flow: read → align → enrich → check → render. Each stage is a module; nothing is written before
every page is known, and nothing is written where an error was found.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from edition.align import propose, propose_spans
from edition.checks import run_checks
from edition.corpus import read_corpus
from edition.corpus.names import CHAPTER_TABLES
from edition.enrich import Edition, enrich
from edition.model import Chapter, Corpus, Place, Problem
from edition.problems import ERROR, in_order, severity

Say = Callable[[str], None]
UNREADABLE = {"F01", "F02", "F03", "F05", "F06", "F11", "F12", "U02", "U04"}  # faults by which a row of text is lost
FOLLOWING = {  # findings that speak of units, which may only be missing because their row is
    "A01",
    "A02",
    "A03",
    "A04",
    "A06",
    "A08",
    "C01",
    "C03",
    "C05",
    "C07",
    "L01",
    "M03",
    "M06",
    "M07",
    "R01",
    "R03",
    "R05",
    "S03",
    "U01",
    "U03",
    "U04",
    "U05",
    "U08",
    "U09",
    "U11",
    "V01",
    "V02",
    "V04",
    "V05",
    "V07",
    "V08",
    "V10",
}


@dataclass(frozen=True, slots=True)
class Built:
    """What a run came to."""

    edition: Edition | None
    problems: list[Problem]

    def stops(self, strict: bool) -> bool:
        return self.edition is None or any(strict or severity(p) == ERROR for p in self.problems)


def prepare(corpus_folder: Path, say: Say) -> Built:
    """Everything up to the checks; pure but for the reading of the corpus."""
    say("read")
    corpus, problems = read_corpus(corpus_folder)
    if corpus is None:
        return Built(None, in_order(causes(problems)))
    say("align")
    corpus, found = aligned(corpus)
    problems += found
    say("enrich")
    edition, found = enrich(corpus)
    say("check")
    problems += found + run_checks(edition)
    return Built(edition, in_order(causes(problems)))


def causes(problems: list[Problem]) -> list[Problem]:
    """Without what only follows from a table of text that cannot be read as it should.

    A lost row of the base text would else be reported by every table that speaks of the passage.
    """
    at_fault = {p.place.path for p in problems if p.code in UNREADABLE and _of_text(p.place.path)}
    if not at_fault:
        return problems
    return [p for p in problems if p.code not in FOLLOWING or (p.code in UNREADABLE and p.place.path in at_fault)]


def _of_text(path: str) -> bool:
    """Whether a path is that of a layer, or of the ledger that says which units there are."""
    parts = path.split("/")
    stem = parts[-1].removesuffix(".tsv")
    return len(parts) == 3 and parts[-1].endswith(".tsv") and (stem == "ledger" or stem not in CHAPTER_TABLES)


def aligned(corpus: Corpus) -> tuple[Corpus, list[Problem]]:
    """A chapter without tables of alignment stands on the aligners' word, which is said (A07)."""
    chapters, problems = [], []
    for chapter in corpus.chapters:
        targets = chapter.targets or tuple(propose(corpus, chapter))
        spans = chapter.spans or tuple(propose_spans(corpus, chapter))
        if not chapter.targets and targets:
            problems.append(_proposed(corpus, chapter, "alignment", len(targets)))
        if not chapter.spans and spans:
            problems.append(_proposed(corpus, chapter, "witnesses", len(spans)))
        chapters.append(replace(chapter, targets=targets, spans=spans))
    return replace(corpus, chapters=tuple(chapters)), problems


def _proposed(corpus: Corpus, chapter: Chapter, table: str, rows: int) -> Problem:
    place = Place(f"{corpus.root.name}/{chapter.id}/{table}.tsv", 1)
    return Problem("A07", place, f"there is no table of {table}: {rows} rows are the aligner's alone")


def build(root: Path, corpus_folder: Path, site: Path, say: Say, strict: bool = False) -> Built:
    """Build `site` from `corpus_folder`, or leave it untouched and return what is wrong."""
    from jinja2 import TemplateError  # the checks need no templates

    from edition.render import stage
    from edition.render.site import gather

    stage.fit(site, (corpus_folder, root / "templates", root / "static", root / "src"))
    with stage.lock(site):
        built = prepare(corpus_folder, say)
        if built.edition is None or built.stops(strict):
            return built
        say("render")
        try:
            stage.replace(site, gather(built.edition, root / "templates", root / "static"))
        except TemplateError as error:
            return replace(built, problems=[*built.problems, in_template(error, root)])
    return built


def in_template(error: Exception, root: Path) -> Problem:
    """T01 at the template and line where a page could not be made."""
    name, line = getattr(error, "name", None), getattr(error, "lineno", None)
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).parent == root / "templates":
            name, line = Path(frame.filename).name, frame.lineno
    path = root / "templates" / str(name)
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    text = lines[line - 1] if line and line <= len(lines) else ""
    what = f"the template is missing: {error}" if not lines else str(error)
    return Problem("T01", Place(f"templates/{name}", line or 1, 1, text), what)
