"""The whole site as one mapping of paths to what makes each file: gathered first, then made and written."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from edition.enrich import Edition
from edition.render.cite import cite_js
from edition.render.data_page import data_files, version_record
from edition.render.exports import Make as Words
from edition.render.exports import dump, exports
from edition.render.pages import pages
from edition.render.readings_js import readings_js
from edition.render.reference import reference_pages
from edition.render.scripts import terse, terse_style
from edition.render.search_page import search_pages
from edition.render.setting import setting
from edition.render.sitemap import robot_files
from edition.render.stage import MARK, Make, Refused
from edition.render.text_files import chapter_files, passage_files
from edition.render.verify_page import verify_pages
from edition.render.witness_js import contents_js, witnesses_js

SCHEMA = Path(__file__).parent / "schema"


def gather(edition: Edition, templates: Path, static: Path) -> dict[str, Make]:
    """Every file of the site and what makes it; paths with `/`, text in UTF-8 with LF."""
    desk, meta = setting(edition, templates), edition.corpus.meta
    search = search_pages(desk)
    made: dict[str, Words] = {**pages(desk), **reference_pages(desk), **search}
    made |= verify_pages(desk, sorted(name for name in search if name.endswith(".js")))
    for book in edition.books:
        made[f"{book.chapter.id}/cite.js"] = partial(cite_js, desk.texts.citations, book)
        made[f"{book.chapter.id}/readings.js"] = partial(readings_js, edition, book)
        made[f"{book.chapter.id}/witnesses.js"] = partial(witnesses_js, edition, book, desk.tongue)
        made[f"{book.chapter.id}/contents.js"] = partial(contents_js, book, desk.tongue)
        made |= {f"data/{book.chapter.id}/{name}": make for name, make in exports(edition, book).items()}
        made |= {f"data/{book.chapter.id}/{name}": make for name, make in chapter_files(desk.texts, book).items()}
        made[f"data/{book.chapter.id}/version.json"] = lambda: dump(version_record(edition))
        made |= passage_files(desk.texts, book)
    files: dict[str, Make] = {name: partial(_encoded, make) for name, make in made.items()}
    if not static.is_dir():
        raise Refused(f"{static} is not there: the style and the scripts of the pages")
    for path in sorted(static.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            served = SERVED.get(path.suffix)
            make = partial(served, path) if served else path.read_bytes
            files[f"static/{path.relative_to(static).as_posix()}"] = make
    for schema in sorted(SCHEMA.glob("*.json")):
        files[f"data/schema/{schema.name}"] = schema.read_bytes
    files |= data_files(desk, files)
    files |= {name: partial(_encoded, make) for name, make in robot_files(files, meta.site_url, meta.date).items()}
    files[MARK] = bytes
    return files


def _encoded(make: Words) -> bytes:
    return make().encode()


def _script(path: Path) -> bytes:
    return terse(path.read_text("utf-8")).encode()


def _style(path: Path) -> bytes:
    return terse_style(path.read_text("utf-8")).encode()


SERVED = {".js": _script, ".css": _style}  # what is not served as it is written
