"""changes.tsv of a chapter: what changed in which version, at which passages, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from edition.corpus.agree import is_date
from edition.model import CHANGES, Change, Problem
from edition.problems import did_you_mean
from edition.tables import Report, Row

VERSION = re.compile(r"[0-9]+(\.[0-9]+)*")


def read_changes(rows: Iterable[Row], report: Report) -> Iterator[Change]:
    """The rows whose cells are of the right form; every fault is reported (F08)."""
    for row in rows:
        faults = list(_faults(row))
        for fault in faults:
            report(fault)
        if not faults:
            ids = tuple(row["ids"].split())
            words = row["what"], row["english"], row["why"]
            yield Change(row["version"], row["date"], ids, row["kind"], *words, row.place)


def _faults(row: Row) -> Iterator[Problem]:
    if not VERSION.fullmatch(row["version"]):
        message = f"a version is numbers joined by points, as 0.1.0, not {row['version']!r}"
        yield Problem("F08", row.at("version"), message)
    if row["date"] and not is_date(row["date"]):
        yield Problem("F08", row.at("date"), f"date is a day as YYYY-MM-DD, not {row['date']!r}")
    if row["kind"] not in CHANGES:
        near = did_you_mean(row["kind"], CHANGES)
        message = f"there is no kind of change {row['kind'] or 'without a name'}{near}: {', '.join(CHANGES)}"
        yield Problem("F08", row.at("kind"), message)
    if not row["what"]:
        yield Problem("F08", row.at("what"), "a change says what it is")
