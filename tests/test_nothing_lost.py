"""Every code point of every source is in a layer or listed as skipped; no text differs without an entry.

The oracle reads corpus/ and the exports and shares no code with the program.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from exports import ROOT, is_han, read_tsv, rows, source, unescape

SOURCES = sorted(p.name for p in (ROOT / "corpus" / "sources").iterdir())
TABLES = ROOT / "corpus" / "xiangshe"


@pytest.mark.parametrize("name", SOURCES)
def test_every_code_point_is_accounted_for_once(site: Path, name: str) -> None:
    text = source(name)
    counted: Counter[int] = Counter()
    for row in rows(site, "tokens.tsv"):
        if row["source"] == name:
            assert row["char"] == text[int(row["offset"])], row
            counted[int(row["offset"])] += 1
    for row in read_tsv(TABLES / "skipped.tsv"):
        if row["source"] == name:
            assert unescape(row["text"]) == text[int(row["start"]) : int(row["end"])]
            counted.update(range(int(row["start"]), int(row["end"])))
    for row in read_tsv(TABLES / "interlinear.tsv"):
        if row["source"] == name:
            latin = unescape(row["text"])
            at = int(row["offset"])
            assert latin == text[at : at + len(latin)]
            assert not any(map(is_han, latin))
            counted.update(range(at, at + len(latin)))
    assert [i for i in range(len(text)) if counted[i] != 1] == []


def test_no_han_character_is_skipped_outside_heads_and_labels() -> None:
    lost = [
        row
        for row in read_tsv(TABLES / "skipped.tsv")
        if any(map(is_han, row["text"])) and not (row["reason"] == "head" or row["text"] in ("[疏]", "注"))
    ]
    assert lost == []


def test_the_sources_are_the_ones_received(shared: Path) -> None:
    for path in sorted((shared / "seeds").iterdir()):
        mine = (ROOT / "corpus" / "sources" / path.name).read_bytes()
        assert hashlib.sha256(mine).hexdigest() == hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_text_differs_from_its_source_only_where_an_entry_says_so(site: Path) -> None:
    """Rows of a layer's own source whose text is not what stands there are covered by a row of apparatus.tsv."""
    own = {"jing": "B", "zhu": "C", "shu": "C", "translation": "译", "shuzhu": "述"}
    covered: set[tuple[str, int]] = set()
    supplied: Counter[str] = Counter()
    for row in rows(site, "apparatus.tsv"):
        if row["witness"] == own.get(row["layer"]) and row["source"]:
            covered.update((row["source"], i) for i in range(int(row["start"]), int(row["end"])))
            if row["lemma"] != row["reading"]:
                supplied[row["unit"]] += max(0, len(row["lemma"]) - len(row["reading"]))
    wanted: Counter[str] = Counter()
    for row in rows(site, "tokens.tsv"):
        if row["witness"] != own.get(row["layer"]):
            continue
        if not row["source"]:
            wanted[row["unit"]] += 1
        elif row["char"] != row["text"]:
            assert (row["source"], int(row["offset"])) in covered, row
    assert all(wanted[unit] <= supplied[unit] for unit in wanted), wanted - supplied


def test_the_ledger_holds_the_raw_stretches() -> None:
    for row in read_tsv(TABLES / "ledger.tsv"):
        if row["layer"] == "note":  # of the edition itself, and in no source
            assert row["source"] + row["start"] + row["end"] + row["digest"] == ""
            continue
        raw = source(row["source"])[int(row["start"]) : int(row["end"])]
        assert row["digest"] == hashlib.sha256(raw.encode()).hexdigest()[:16], row["id"]


def test_no_further_witness_is_stored_a_second_time(site: Path) -> None:
    """No file outside sources/ holds more than 20 characters in a row of A, of C's base text or of B2.

    The texts of the layers are their own: the base text agrees with its witnesses, and a parallel may agree too.
    """
    layers = {"jing.tsv", "zhu.tsv", "shu.tsv", "translation.tsv", "shuzhu.tsv"}
    stored = {
        path: path.read_text("utf-8")
        for path in sorted((ROOT / "corpus").rglob("*.t*"))
        if "sources" not in path.parts and path.name not in layers
    }
    for witness in ("A", "B2", "C"):
        chars = [
            r["char"]
            for r in rows(site, "tokens.tsv")
            if r["witness"] == witness and r["layer"] in ("jing", "jing-pinyin")
        ]
        for text in ("".join(chars), "".join(filter(is_han, chars))):
            pieces = {text[i : i + 21] for i in range(len(text) - 20)}
            for path, held in stored.items():
                mine = {line[i : i + 21] for line in held.split("\n") for i in range(len(line) - 20)}
                assert not pieces & mine, (witness, path.name, pieces & mine)
