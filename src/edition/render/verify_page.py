"""The page that tells whether a citation still holds, in both scripts. It asks the index of search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from edition.enrich import Edition
from edition.model import RETIRED, LedgerRow
from edition.render import nav
from edition.render.exports import Make
from edition.render.reference import Sheet, sheet_page
from edition.render.setting import Setting
from edition.script import HANS, HANT

PATH = "verify/index.html"


def verify_pages(desk: Setting, indexes: Sequence[str]) -> dict[str, Make]:
    """`indexes`: the scripts that search reads, by their paths."""
    sheet = Sheet(PATH, "verify.j2", {"indexes": indexes, "retired": retired(desk.edition)})
    return {page.file: partial(sheet_page, desk, sheet, page) for page in (nav.Page(PATH, s) for s in (HANS, HANT))}


def retired(edition: Edition) -> list[LedgerRow]:
    """Every ID that was given up, once, in the order of the ledgers."""
    shown = {layer.id for layer in edition.layers}
    rows = (row for book in edition.books for row in book.chapter.ledger)
    return list({row.id: row for row in rows if row.status in RETIRED and row.layer in shown}.values())
