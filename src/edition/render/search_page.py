"""The page of search in both scripts, and the scripts that it searches."""

from __future__ import annotations

from functools import partial
from typing import Any

from edition.model import NOTES
from edition.render import nav
from edition.render.exports import Make
from edition.render.reference import Sheet, sheet_page
from edition.render.search_index import GLOSSARY, search_files
from edition.render.setting import Setting
from edition.script import HANS, HANT

PATH = "search/index.html"


def search_pages(desk: Setting) -> dict[str, Make]:
    files = search_files(desk)
    found: dict[str, Make] = {name: partial(str, body) for name, body in files.items()}
    sheet = Sheet(PATH, "search.j2", _facts(desk, sorted(files)))
    for script in (HANS, HANT):
        page = nav.Page(PATH, script)
        found[page.file] = partial(sheet_page, desk, sheet, page)
    return found


def _facts(desk: Setting, files: list[str]) -> dict[str, Any]:
    """The scripts in the order of the chapters, and the streams: ID, kind, label, English, whether it is a layer."""
    edition = desk.edition
    order = [*(book.chapter.id for book in edition.books), GLOSSARY]
    shown = [
        layer
        for layer in edition.layers
        if any(book.by_layer.get(layer.id) or (layer.kind == NOTES and book.chapter.notes) for book in edition.books)
    ]
    return {
        "indexes": sorted(files, key=lambda name: order.index(name.split("/")[1].rpartition("-")[0])),
        "shown": shown,
        "glossary": bool(edition.corpus.glossary),
    }
