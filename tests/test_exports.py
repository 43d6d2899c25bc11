"""The exports are complete in form and say the same thing as one another."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from exports import CHAPTER, ROOT, is_han, read_tsv, rows, source, unescape

DOC = (ROOT / "docs" / "exports.md").read_text("utf-8")
TABLES = [
    "tokens.tsv",
    "alignment.tsv",
    "proposals.tsv",
    "apparatus.tsv",
    "lemmata.tsv",
    "citations.tsv",
    "readings.tsv",
    "script.tsv",
]


def documented(name: str) -> str:
    head = next(m for m in re.finditer(r"^## (.+)$", DOC, re.M) if name in m[1])
    found = re.search(r"`([^`]+)`", DOC[head.end() :])
    assert found
    return found[1]


@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_documented(site: Path, name: str) -> None:
    raw = (site / "data" / CHAPTER / name).read_bytes()
    assert not raw.startswith(b"\xef\xbb\xbf") and b"\r" not in raw and raw.endswith(b"\n")
    lines = raw.decode("utf-8").rstrip("\n").split("\n")
    assert lines[0] == documented(name).replace(" ", "\t")
    width = lines[0].count("\t")
    assert [line for line in lines if line.count("\t") != width] == []


@pytest.mark.parametrize("name", ["passages", "ids"])
def test_json_follows_its_schema(site: Path, name: str) -> None:
    schema = json.loads((site / "data" / "schema" / f"{name}.schema.json").read_text("utf-8"))
    value = json.loads((site / "data" / CHAPTER / f"{name}.json").read_text("utf-8"))
    jsonschema.validate(value, schema)


def test_tokens_and_passages_give_the_same_text(site: Path) -> None:
    own = {"jing": "B", "zhu": "C", "shu": "C", "translation": "译", "shuzhu": "述"}
    texts: dict[str, dict[str, str]] = {}
    for row in rows(site, "tokens.tsv"):
        if row["witness"] == own.get(row["layer"]):
            unit = texts.setdefault(row["unit"], {"hans": "", "hant": ""})
            unit["hans"] += row["hans"]
            unit["hant"] += row["hant"]
    passages = json.loads((site / "data" / CHAPTER / "passages.json").read_text("utf-8"))["passages"]
    seen = set()
    for passage in passages:
        for unit in [{"id": passage["id"], "text": passage["text"]}, *passage["units"]]:
            seen.add(unit["id"])
            assert {k: unit["text"][k] for k in ("hans", "hant")} == texts[unit["id"]], unit["id"]
    unanswered = {u for u in texts if u not in seen}
    assert unanswered == {r["unit"] for r in rows(site, "alignment.tsv") if r["relation"] == "none"}


def test_n_counts_the_han_characters_of_each_unit(site: Path) -> None:
    numbers: dict[tuple[str, str, str], list[int]] = {}
    for row in rows(site, "tokens.tsv"):
        assert bool(row["n"]) == bool(row["text"] and is_han(row["text"])), row
        if row["n"]:
            numbers.setdefault((row["layer"], row["unit"], row["witness"]), []).append(int(row["n"]))
    for (layer, unit, witness), found in numbers.items():
        if (layer, witness) in {("jing", "B"), ("zhu", "C"), ("shu", "C"), ("translation", "译"), ("shuzhu", "述")}:
            assert found == list(range(1, len(found) + 1)), unit
        else:
            assert found == sorted(set(found)), (unit, witness)


def test_every_han_character_is_read_and_marks_are_not(site: Path) -> None:
    syllable = re.compile(r"[a-zāáǎàēéěèêīíǐìōóǒòūúǔùüǖǘǚǜńňǹ]+")
    for row in rows(site, "tokens.tsv"):
        if row["n"]:
            assert syllable.fullmatch(row["pinyin"]), row
        else:
            assert row["pinyin"] == "", row


def test_the_interlinear_copy_keeps_its_own_syllables(site: Path) -> None:
    copy = [r for r in rows(site, "tokens.tsv") if r["layer"] == "jing-pinyin" and r["n"]]
    assert len(copy) == 5212 and all(r["authority"] for r in copy)
    said = {(r["unit"], r["n"]): (r["pinyin"], r["authority"]) for r in copy}
    assert said["14.1", "3"] == ("sì", "qí")  # 俟, as a dictionary has it
    latin = [row["text"] for row in read_tsv(ROOT / "corpus" / "xiangshe" / "interlinear.tsv")]
    letters = "".join(re.findall(r"[^\W\d_]", "".join(unescape(text) for text in latin)))
    assert letters == "".join(r["authority"] for r in copy) + "bīn"  # the last line has no line below it


def test_every_row_of_the_apparatus_says_what_its_witness_has(site: Path) -> None:
    for row in rows(site, "apparatus.tsv"):
        if row["source"] and row["class"] != "punctuation":
            raw = source(row["source"])[int(row["start"]) : int(row["end"])]
            assert "".join(filter(is_han, raw)) == "".join(filter(is_han, row["reading"])), row


def test_nothing_is_left_to_the_library(site: Path) -> None:
    assert [r for r in rows(site, "readings.tsv") if r["authority_kind"] == "library"] == []
    assert [r for r in rows(site, "script.tsv") if r["kind"] == "library"] == []


def test_every_unit_has_a_row_of_alignment(site: Path) -> None:
    units = {r["unit"] for r in rows(site, "tokens.tsv")}
    assert units == {r["unit"] for r in rows(site, "alignment.tsv")}
