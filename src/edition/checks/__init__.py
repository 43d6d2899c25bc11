"""What must hold before anything is written: small functions, one for each kind of fault, in a visible list."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from edition.checks import accounting, alignment, apparatus, changes, ids, prose, published, twice
from edition.enrich import Edition
from edition.model import Problem
from edition.problems import in_order

__all__ = ["CHECKS", "run_checks"]

CHECKS: tuple[Callable[[Edition], Iterator[Problem]], ...] = (
    ids.grammar,
    ids.twice,
    ids.order,
    ids.known,
    ids.digests,
    ids.statuses,
    ids.sections,
    ids.empty,
    published.published,
    accounting.skipped,
    accounting.quoted,
    accounting.own_source,
    accounting.counted_once,
    alignment.targets,
    alignment.parts,
    alignment.relations,
    alignment.every_unit,
    alignment.spans,
    alignment.gaps,
    twice.said_twice,
    apparatus.sigla,
    apparatus.extant,
    apparatus.words,
    apparatus.overlaps,
    apparatus.idle,
    apparatus.authorities,
    apparatus.entries,
    prose.prose,
    prose.chapters,
    prose.synopses,
    prose.plans,
    changes.changes,
)


def run_checks(edition: Edition) -> list[Problem]:
    """Every finding of every check, in the order of files and lines."""
    return in_order([problem for check in CHECKS for problem in check(edition)])
