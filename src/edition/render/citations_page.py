"""What the commentators cite, by work: each place with the comment that cites it and the words quoted."""

from __future__ import annotations

import re
from typing import Any

from edition.enrich import Book, Edition
from edition.model import Citation

HEAD = re.compile(r"《([^·》]+)(?:·[^》]*)?》")
Cited = list[tuple[str, list[Citation]]]


def citations_facts(edition: Edition) -> dict[str, Any]:
    parts = [(book, by_work(edition, book)) for book in edition.books]
    return {"parts": [(book, some) for book, some in parts if some]}


def by_work(edition: Edition, book: Book) -> Cited:
    """Citations under the work they are of, works as they are first cited, places of one work together."""
    shown = {layer.id for layer in edition.layers}
    works: dict[str, list[Citation]] = {}
    for citation in book.chapter.citations:
        if book.voices[citation.unit].layer.id in shown:
            works.setdefault(work_of(citation), []).append(citation)
    return [(work, sorted(some, key=lambda c: _first(some, c))) for work, some in works.items()]


def work_of(citation: Citation) -> str:
    """《周礼·地官·州长》 stands under 《周礼》."""
    found = HEAD.match(citation.work)
    return f"《{found[1]}》" if found else citation.work


def _first(some: list[Citation], one: Citation) -> int:
    """Where the place is first cited."""
    return next(k for k, other in enumerate(some) if (other.work, other.where) == (one.work, one.where))
