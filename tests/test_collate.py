"""Collation finds every difference, and every difference is decided."""

from __future__ import annotations

import pytest

from edition.collate import Candidate, collate
from edition.corpus import read_corpus
from edition.enrich import Edition, enrich
from exports import ROOT


@pytest.fixture(scope="module")
def edition() -> Edition:
    corpus, problems = read_corpus(ROOT / "corpus")
    assert corpus is not None and problems == []
    return enrich(corpus)[0]


@pytest.fixture(scope="module")
def candidates(edition: Edition) -> list[Candidate]:
    return collate(edition, edition.books[0])


def found(candidates: list[Candidate], passage: str) -> set[tuple[str, str, str, str]]:
    return {(c.witness, c.base, c.reading, c.proposed) for c in candidates if c.passage == passage}


def test_each_kind_of_difference_is_found(candidates: list[Candidate]) -> None:
    assert ("A", "下", "丁", "wrong") in found(candidates, "18.1")
    assert ("C", "搢", "", "dropped") in found(candidates, "19.4")
    assert {("A", "常", "堂", "variant"), ("C", "常", "堂", "variant")} <= found(candidates, "20.2")
    assert ("A", "俟", "侯", "variant") in found(candidates, "21.6")
    assert ("A", "算", "筭", "orthographic") in found(candidates, "26.3")


def test_every_difference_is_covered_by_an_entry(candidates: list[Candidate]) -> None:
    assert [c for c in candidates if not c.decided] == []


def test_a_copy_of_the_base_differs_nowhere(candidates: list[Candidate]) -> None:
    assert [c for c in candidates if c.witness == "B2"] == []
