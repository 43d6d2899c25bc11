"""The figures of the edition against a count of the exports by another hand."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from lxml import html

from conftest import ROOT
from exports import is_han, read_tsv, rows


@pytest.fixture(scope="module")
def figures() -> dict[str, object]:
    command = [sys.executable, "-m", "edition", "--root", str(ROOT), "stats", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, cwd=ROOT)
    found: list[dict[str, object]] = json.loads(done.stdout)
    assert len(found) == 1
    return found[0]


def test_layers_are_those_of_the_tokens(site: Path, figures: dict[str, object]) -> None:
    sources = {"jing": "002", "zhu": "004", "shu": "004", "translation": "001", "shuzhu": "003"}
    tokens = [r for r in rows(site, "tokens.tsv") if r["n"] and r["layer"] in sources]
    own = [r for r in tokens if r["source"].startswith(sources[r["layer"]]) or not r["source"]]
    counted = {layer: len({(r["unit"], r["n"]) for r in own if r["layer"] == layer}) for layer in sources}
    layers = {x["layer"]: x for x in figures["layers"]}  # type: ignore[attr-defined]
    assert {layer: layers[layer]["characters"] for layer in sources} == counted
    assert {layer: layers[layer]["units"] for layer in sources} == {
        layer: len({r["unit"] for r in own if r["layer"] == layer}) for layer in sources
    }


def lemma(row: dict[str, str]) -> str:
    """What a row speaks of; nothing where its words only say before or after which it stands."""
    return row["lemma"].partition("[")[0] if row["at"] == "on" else ""


def test_entries_readings_and_forms_are_those_of_the_exports(site: Path, figures: dict[str, object]) -> None:
    table = read_tsv(ROOT / "corpus" / "xiangshe" / "apparatus.tsv")
    differing = {(r["class"], r["witness"], r["unit"], r["entry"]) for r in table if r["reading"] != lemma(r)}
    counted: dict[str, Counter[str]] = {}
    for cls, witness, _, _ in differing:
        counted.setdefault(cls, Counter())[witness] += 1
    assert figures["entries"] == counted
    heard = Counter(r["authority_kind"] for r in rows(site, "readings.tsv"))
    assert {kind: sum(n.values()) for kind, n in figures["readings"].items()} == heard  # type: ignore[attr-defined]
    formed = Counter(r["kind"] for r in rows(site, "script.tsv") if is_han(r["char"]))
    assert figures["forms"] == formed
    assert figures["undecided"] == 0


def test_the_page_says_the_same(site: Path, figures: dict[str, object]) -> None:
    tree = html.fromstring((site / "stats" / "index.html").read_bytes())
    told = [
        " ".join("".join(cell.itertext()) for cell in row) for row in tree.xpath("//table[@class='figures']/tbody/tr")
    ]
    assert "经 413 6,801 413 / 413 100%" in told
    links = tree.xpath("//ul[@class='doubts']//a/@href")
    units = [one["unit"] for one in figures["doubtful"]]  # type: ignore[attr-defined]
    assert [link.partition("#")[2] for link in links] == units
    assert "8.2" in units and "52.40" in units
