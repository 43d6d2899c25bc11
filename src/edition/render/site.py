"""The whole site as one mapping of paths to bytes: gathered first, then written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from edition.enrich import Edition
from edition.model import Target, WitnessSpan
from edition.render.cite import Citations, cite_js
from edition.render.exports import exports
from edition.render.pages import pages
from edition.render.readings_js import readings_js
from edition.render.reference import reference_pages
from edition.render.stage import MARK, Refused
from edition.render.words import Tongue

SCHEMA = Path(__file__).parent / "schema"
Proposals = Mapping[str, tuple[Sequence[Target], Sequence[WitnessSpan]]]  # by chapter


def gather(edition: Edition, proposals: Proposals, templates: Path, static: Path) -> dict[str, bytes]:
    """Every file of the site; paths with `/`, text in UTF-8 with LF."""
    files: dict[str, bytes] = {}
    for name, text in {**pages(edition, templates), **reference_pages(edition, templates)}.items():
        files[name] = text.encode()
    citations = Citations(edition, Tongue(edition))
    for book in edition.books:
        files[f"{book.chapter.id}/cite.js"] = cite_js(citations, book).encode()
        files[f"{book.chapter.id}/readings.js"] = readings_js(edition, book).encode()
        for name, text in exports(edition, book, *proposals.get(book.chapter.id, ((), ()))).items():
            files[f"data/{book.chapter.id}/{name}"] = text.encode()
    if not static.is_dir():
        raise Refused(f"{static} is not there: the style and the scripts of the pages")
    for path in sorted(static.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            files[f"static/{path.relative_to(static).as_posix()}"] = path.read_bytes()
    for schema in sorted(SCHEMA.glob("*.json")):
        files[f"data/schema/{schema.name}"] = schema.read_bytes()
    files[MARK] = b""
    return files
