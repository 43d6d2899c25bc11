"""The other corpus: in traditional script, with other layers, and every feature once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from edition.checks import run_checks
from edition.corpus import read_corpus
from edition.enrich import enrich
from edition.model import Chapter, Corpus, Unit, UnitId
from edition.text import is_han
from edition.weave import raw_chars, weave

TINY = Path(__file__).parent / "tiny" / "corpus"
CHAPTERS = pytest.mark.parametrize("name", ["zhimu", "yingbin"])


@cache
def tiny() -> Corpus:
    corpus, problems = read_corpus(TINY)
    assert corpus and not problems
    return corpus


def chapter(name: str) -> Chapter:
    return next(c for c in tiny().chapters if c.id == name)


def units(chapter: Chapter) -> dict[UnitId, Unit]:
    return {unit.id: unit for some in chapter.units.values() for unit in some}


def test_nothing_is_left_undecided() -> None:
    edition, problems = enrich(tiny())
    assert not problems
    assert not run_checks(edition)


def test_a_text_stored_as_traditional_is_printed_as_it_is_stored() -> None:
    edition, _ = enrich(tiny())
    voices = [voice for book in edition.books for voice in book.voices.values() if voice.layer.script == "hant"]
    assert {v.unit.id: v.hant for v in voices} == {v.unit.id: v.unit.text for v in voices}


@CHAPTERS
def test_each_witness_comes_back_when_the_apparatus_is_undone(name: str) -> None:
    here = chapter(name)
    texts = {source.id: source.text for source in tiny().sources.values()}
    holes: dict[str, set[int]] = {}
    for skip in here.skipped:
        holes.setdefault(skip.stretch.source, set()).update(range(skip.stretch.start, skip.stretch.end))
    for gloss in here.glosses:
        holes.setdefault(gloss.source, set()).update(range(gloss.offset, gloss.offset + len(gloss.text)))
    own = {layer.id: layer.witness for layer in tiny().layers}
    carried = [(u, own[u.layer], u.stretches, True, (None, None)) for u in units(here).values()]
    for s in here.spans:
        carried.append((units(here)[UnitId(s.passage)], s.witness, (s.stretch,), False, (s.n_from, s.n_to)))
    for unit, witness, stretches, is_own, extant in carried:
        raw = raw_chars(stretches, texts, holes)
        variants = [v for v in here.variants if v.unit == unit.id and v.witness == witness]
        tokens, misfit = weave(unit, variants, raw, is_own, extant)
        assert misfit is None, (unit.id, witness, misfit)
        assert "".join(token.char for token in tokens) == "".join(char for _, _, char in raw)


@CHAPTERS
def test_every_code_point_has_its_place_once(name: str) -> None:
    here = chapter(name)
    skipped = {(r.stretch.source, i) for r in here.skipped for i in range(r.stretch.start, r.stretch.end)}
    glossed = {(g.source, g.offset + i) for g in here.glosses for i in range(len(g.text))}
    stretches = [s for row in here.ledger for s in row.stretches] + [span.stretch for span in here.spans]
    textual = [(s.source, i) for s in stretches for i in range(s.start, s.end)]
    assert len(textual) == len(set(textual))
    for source in tiny().sources.values():
        if source.chapter == name:
            every = {(source.id, i) for i in range(len(source.text))}
            assert every <= skipped | glossed | set(textual)


def test_it_has_every_feature() -> None:
    one, two = chapter("zhimu"), chapter("yingbin")
    variants = (*one.variants, *two.variants)
    assert {v.cls for v in variants} == {
        "dropped",
        "wrong",
        "split",
        "added",
        "orthographic",
        "variant",
        "gaiji",
        "punctuation",
    }
    assert {v.status for v in variants} == {"decided", "doubtful"}
    assert any(len(row.stretches) == 2 for row in one.ledger)
    assert any(t.first and t.last and t.first.split(".")[0] != t.last.split(".")[0] for t in one.targets)
    assert {t.relation for t in (*one.targets, *two.targets)} >= {
        "full",
        "expands",
        "merges",
        "heading",
        "parallel-near",
        "parallel-same-rite",
    }
    assert {layer.kind for layer in tiny().layers} >= {
        "base",
        "commentary",
        "subcommentary",
        "translation",
        "parallel",
        "interlinear",
    }
    assert one.leaves and one.marks and two.marks and two.glosses and two.readings and two.forms
    assert any(r.kind == "doubtful" for r in two.readings)
    assert any(s.n_to for s in one.spans) and [s.heading for s in two.sections if s.heading]
    assert len({source.format for source in tiny().sources.values()}) == 5


def test_it_is_in_traditional_script_with_hard_cases() -> None:
    text = "".join(unit.text for name in ("zhimu", "yingbin") for unit in units(chapter(name)).values())
    assert all(char in text for char in "乾後后徵著餘還樂種與禮")
    assert not set("礼宾后余征着乐种与") & set(filter(is_han, text)) - {"后"}
