"""The pages beside the text: witnesses, apparatus, collation, special readings, principles, glossary; notes, plan,
citations, introductions.

Every page is told of the whole edition, so these stand at the root and speak of each chapter in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from edition.changes import by_passage, by_version
from edition.collate import collate
from edition.enrich import Edition
from edition.model import Siglum
from edition.render import nav
from edition.render.apparatus_page import apparatus_facts
from edition.render.citations_page import citations_facts
from edition.render.exports import Make
from edition.render.note_view import by_section
from edition.render.plan import plan_facts, view_box
from edition.render.prose_pages import glossary_facts
from edition.render.readings_page import readings_facts
from edition.render.reference_view import ReferenceView
from edition.render.setting import Facts, Setting, later, told
from edition.render.stats_page import stats_facts
from edition.render.texts import Texts
from edition.render.witness_pages import Summary, comparable, compare_facts, slugs, summaries, witness_facts
from edition.script import HANS, HANT


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page before it is written in both scripts."""

    path: str
    template: str
    facts: Facts


def reference_pages(desk: Setting) -> dict[str, Make]:
    """Path to what makes the text, of every page of reference and of its twin."""
    found: dict[str, Make] = {}
    for sheet in sheets(desk.edition, desk.texts):
        for script in (HANS, HANT):
            page = nav.Page(sheet.path, script)
            found[page.file] = partial(sheet_page, desk, sheet, page)
    return found


def sheet_page(desk: Setting, sheet: Sheet, page: nav.Page) -> str:
    """One page of reference in one script."""
    view = ReferenceView(page, desk.texts, desk.speakers[page.script])
    return desk.env.get_template(sheet.template).render(v=view, edition=desk.edition, **told(sheet.facts))


def sheets(edition: Edition, texts: Texts) -> Iterator[Sheet]:
    known = slugs(edition)
    about = summaries(edition)
    yield Sheet("witnesses/index.html", "witnesses.j2", {"witnesses": about, "slugs": known})
    for one in about:
        if one.siglum in known:
            yield Sheet(
                f"witnesses/{known[one.siglum]}/index.html",
                "witness.j2",
                later(_witness, edition, one, known),
            )
    if comparable(edition):
        yield Sheet("witnesses/compare/index.html", "compare.j2", later(compare_facts, edition, known))
    yield Sheet("apparatus/index.html", "apparatus.j2", later(apparatus_facts, edition, texts))
    yield Sheet("collation/index.html", "collation.j2", later(_collated, edition))
    yield Sheet(
        "changes/index.html",
        "changes.j2",
        {"parts": [(b, by_version(b.chapter.changes), by_passage(b)) for b in edition.books]},
    )
    yield Sheet("readings/index.html", "readings.j2", later(readings_facts, edition))
    yield Sheet("stats/index.html", "stats.j2", later(stats_facts, edition))
    if edition.corpus.principles:
        yield Sheet("principles/index.html", "principles.j2", {"text": edition.corpus.principles})
    if edition.corpus.glossary:
        yield Sheet("glossary/index.html", "glossary.j2", later(glossary_facts, edition))
    yield from _chapters(edition)


def _witness(edition: Edition, about: Summary, known: Mapping[Siglum, str]) -> dict[str, Any]:
    return {"about": about, "slugs": known, "parts": witness_facts(edition, about.siglum)}


def _collated(edition: Edition) -> dict[str, Any]:
    return {"parts": [(book, collate(edition, book)) for book in edition.books]}


def _chapters(edition: Edition) -> Iterator[Sheet]:
    """What the edition itself says of its chapters: notes, plan, citations, introductions."""
    noted = [(book, some) for book in edition.books if (some := by_section(edition, book))]
    if noted:
        yield Sheet("notes/index.html", "notes.j2", {"parts": noted})
    if (cited := citations_facts(edition))["parts"]:
        yield Sheet("citations/index.html", "citations.j2", cited)
    if (plans := plan_facts(edition))["plans"]:
        yield Sheet("plan/index.html", "plan.j2", {**plans, "view_box": view_box})
    for book in edition.books:
        if book.chapter.introduction:
            yield Sheet(nav.introduction_page(book), "introduction.j2", {"book": book})


__all__ = ["Sheet", "reference_pages", "sheet_page", "sheets"]
