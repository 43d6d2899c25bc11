"""Every page of the site, in both scripts. Pure: the templates are read, nothing is written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from edition.enrich import Book, Edition
from edition.model import BASE, PARALLEL, TRANSLATION, LayerId
from edition.render import nav
from edition.render.characters import Characters
from edition.render.coverage import strip
from edition.render.exports import Make
from edition.render.gloss_view import Tree
from edition.render.passage import comments_on, passage_facts
from edition.render.retired import retired
from edition.render.rows import Spread, blocks_of, spreads
from edition.render.setting import Facts, Setting, later, told
from edition.render.vertical import CELLS, layers_below, sheet, sheets
from edition.render.views import View, all_voices
from edition.script import HANS, HANT

CHARACTERS = "static/characters.js"
NOTES = "notes.js"


@dataclass(frozen=True, slots=True)
class Job:
    """One page before it is written in both scripts."""

    path: str
    template: str
    book: Book | None
    facts: Facts
    apart: bool = False


def pages(desk: Setting) -> dict[str, Make]:
    """Path to what makes the text: every page under the root and its twin under hant/, the page for lost addresses,
    and the table of characters that the script of the pages reads. In which order they are made is all one."""
    edition, texts = desk.edition, desk.texts
    found: dict[str, Make] = {CHARACTERS: texts.table.script}
    for job in jobs(edition, texts.trees):
        for script in (HANS, HANT):
            page = nav.Page(job.path, script)
            found[page.file] = partial(_page, desk, job, page)
    for book in edition.books:
        for script in (HANS, HANT):
            page = nav.Page(nav.chapter_page(book), script)
            found[page.file.replace("index.html", NOTES)] = partial(_notes, desk, page, book)
    lost = Job("404.html", "missing.j2", None, {})
    found[lost.path] = partial(_page, desk, lost, nav.Page(lost.path, HANS))
    return found


def _page(desk: Setting, job: Job, page: nav.Page) -> str:
    facts = told(job.facts)
    there = frozenset(str(voice.unit.id) for voice in facts.get("voices", ()))
    view = View(page, desk.texts, desk.speakers[page.script], job.book, job.apart, there)
    return desk.env.get_template(job.template).render(v=view, edition=desk.edition, **facts)


def _notes(desk: Setting, page: nav.Page, book: Book) -> str:
    """The entries and notes of a chapter for its page, which is too large to hold them: read when the first is touched,
    or a range is printed."""
    view = View(page, desk.texts, desk.speakers[page.script], book)
    module: Any = desk.env.get_template("_notes.j2").module
    noted: Any = desk.env.get_template("_note.j2").module
    shown = {layer.id for layer in view.edition.layers}
    entries = view.entries(v for v in book.voices.values() if v.layer.id in shown)
    found = {entry.id: str(module.entry(view, voice, entry)).strip() for voice, entry in entries}
    layers = {layer.id: layer for layer in view.edition.layers}
    found |= {n.id: str(noted.note(view, n, layers[n.layer])).strip() for n in view.notes.every() if n.layer in layers}
    return f"window.EDITION_NOTES={json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n"


def jobs(edition: Edition, trees: Mapping[str, Tree]) -> Iterator[Job]:
    drawn = {book.chapter.id: spreads(edition, book) for book in edition.books}
    strips = {
        (book.chapter.id, s.section.id): strip(edition, book, s.passages, trees[book.chapter.id].remarks)
        for book in edition.books
        for s in drawn[book.chapter.id]
    }
    common = {"spreads": drawn, "strips": strips}
    yield Job(nav.home(), "home.j2", None, common)
    for book in edition.books:
        yield from _chapter_jobs(edition, book, drawn[book.chapter.id], common)
    yield Job(
        "sources/index.html",
        "sources.j2",
        None,
        {"translations": [layer for layer in edition.layers if layer.kind == TRANSLATION]},
    )
    yield Job("help/index.html", "help.j2", None, {})
    yield from _patterns(edition, drawn, common)


def _chapter_jobs(edition: Edition, book: Book, drawn: list[Spread], common: dict[str, Any]) -> Iterator[Job]:
    yield Job(
        nav.chapter_page(book),
        "chapter.j2",
        book,
        {
            "drawn": drawn,
            "said": _said_once(drawn),
            "voices": [v for s in drawn for v in all_voices(book, s.rows)],
            **common,
        },
        True,
    )
    for k, spread in enumerate(drawn):
        facts = {
            "spread": spread,
            "before": drawn[k - 1] if k else None,
            "after": drawn[k + 1] if k + 1 < len(drawn) else None,
            "voices": all_voices(book, spread.rows),
            **common,
        }
        yield Job(nav.section_page(book, spread.section.id), "section.j2", book, facts)
    yield from _upright(edition, book, drawn, common)
    numbered = [p for p in book.passages if str(p) not in nav.headings(book)]
    comments = comments_on(edition, book)
    titles = {s.section.id: s.section for s in drawn}
    for k, passage in enumerate(numbered):
        around = {
            "section": titles[nav.section_of(passage)],
            "before": numbered[k - 1] if k else None,
            "after": numbered[k + 1] if k + 1 < len(numbered) else None,
        }
        about = later(passage_facts, edition, book, passage, comments, around)
        yield Job(nav.passage_page(book, passage), "passage.j2", book, about)
    for layer in edition.layers:
        if layer.kind != BASE and book.by_layer.get(layer.id):
            yield _layer_job(book, layer.id, blocks_layer=layer)
    if any(layer.kind == PARALLEL and book.by_layer.get(layer.id) for layer in edition.layers):
        yield Job(nav.parallels_page(book), "parallels.j2", book, {})
    for gone in retired(edition, book):
        yield Job(nav.passage_page(book, gone.row.id), "gone.j2", book, {"gone": gone})


def _upright(edition: Edition, book: Book, drawn: list[Spread], common: dict[str, Any]) -> Iterator[Job]:
    """The chapter and each section in columns, in columns of either length."""
    for cells, every in sheets(edition, book, drawn).items():
        facts = {"cells": cells, "columns": (edition.base, *layers_below(edition)), **common}
        whole = [voice for one in every for voice in one.voices]
        yield _columns(book, nav.chapter_page(book), {"sheets": every, "voices": whole, **facts}, True)
        for k, one in enumerate(every):
            beside = {"before": every[k - 1] if k else None, "after": every[k + 1] if k + 1 < len(every) else None}
            path = nav.section_page(book, one.spread.section.id)
            yield _columns(book, path, {"sheets": [one], "voices": one.voices, **beside, **facts}, False)


def _columns(book: Book, flat: str, facts: dict[str, Any], apart: bool) -> Job:
    path = nav.upright_page(flat, facts["cells"] != CELLS[0])
    return Job(path, "vertical.j2", book, {"apart": apart, **facts}, apart)


def _layer_job(book: Book, layer: LayerId, blocks_layer: Any) -> Job:
    """A layer as it stands in its source, with what answers nothing in the base text too."""
    placed = {b.parts[0].unit.id: b for b in blocks_of(book, blocks_layer)}
    parts = {p.unit.id for b in placed.values() for p in b.parts}
    order = [(placed.get(v.unit.id), v) for v in book.by_layer[layer] if v.unit.id in placed or v.unit.id not in parts]
    return Job(
        nav.layer_page(book, layer),
        "layer.j2",
        book,
        {"layer": blocks_layer, "blocks": order, "voices": list(book.by_layer[layer])},
    )


def _said_once(drawn: list[Spread]) -> dict[str, str]:
    """Section at which a run of sections lacks the same layers → the last section of the run."""
    found: dict[str, str] = {}
    first: Spread | None = None
    for spread in drawn:
        if first is None or spread.missing != first.missing:
            first = spread
        if first.missing:
            found[first.section.id] = spread.section.id
    return found


def _patterns(edition: Edition, drawn: dict[str, list[Spread]], common: dict[str, Any]) -> Iterator[Job]:
    """The page of all components, drawn from the corpus at hand."""
    for book in edition.books:
        full = next((s for s in drawn[book.chapter.id] if s.level), None)
        bare = next((s for s in drawn[book.chapter.id] if not s.level), None)
        shown = [s for s in (bare, full) if s]
        facts = {
            "samples": shown,
            "sheets": [sheet(edition, book, shown[-1], CELLS[-1])],
            "voices": [v for s in shown for v in all_voices(book, s.rows)],
            **common,
        }
        yield Job("patterns/index.html", "patterns.j2", book, facts)
        return


__all__ = ["Characters", "pages"]
