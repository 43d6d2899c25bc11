"""The samples beside the project, and the four passages worked through the exports."""

from __future__ import annotations

from pathlib import Path

import pytest

from exports import read_tsv, rows

B, C, A = "002_20fc4633c7d0ffc8.txt", "004_6f84958ea2f7dfab.txt", "000_d78d5709b12db893.txt"


@pytest.fixture(scope="session")
def tokens(site: Path) -> dict[tuple[str, str, str], dict[str, str]]:
    return {(r["layer"], r["source"], r["offset"]): r for r in rows(site, "tokens.tsv")}


def test_every_sample_reading_is_accepted(tokens: dict[tuple[str, str, str], dict[str, str]], shared: Path) -> None:
    wrong = []
    for sample in read_tsv(shared / "fixtures" / "readings.tsv"):
        found = next(
            t for layer in ("jing", "zhu", "shu") if (t := tokens.get((layer, sample["file"], sample["offset"])))
        )
        # of a misprint the sample gives its own sound; the edition reads the established character
        wanted = sample["accepted"] + ("|" + sample["lenient"] if found["text"] != found["char"] else "")
        if found["pinyin"] not in wanted.split("|"):
            wrong.append((sample["file"], sample["offset"], sample["char"], wanted, found["pinyin"]))
    assert wrong == []


def test_every_sample_of_the_translation_is_aligned(site: Path, shared: Path) -> None:
    spans = {r["unit"]: r for r in rows(site, "alignment.tsv") if r["layer"] == "jing" and r["source"] == B}
    found = {
        (r["start"], r["end"]): (
            spans[r["passages"].split("-")[0]]["start"],
            spans[r["passages"].split("-")[-1]]["end"],
            r["relation"],
        )
        for r in rows(site, "alignment.tsv")
        if r["layer"] == "translation" and not r["n_from"]
    }
    for sample in read_tsv(shared / "fixtures" / "alignment.tsv"):
        if sample["kind"] == "ji":
            start, end = sample["span_001"].split("-")
            assert found[start, end] == (*sample["spans_002"].split("-"), sample["relation"]), sample["row_id"]


def test_every_sample_of_the_commentary_is_aligned(site: Path, shared: Path) -> None:
    spans = {r["unit"]: r for r in rows(site, "alignment.tsv") if r["layer"] == "jing" and r["source"] == B}
    found = {
        (r["layer"], r["start"], r["end"]): (
            spans[r["passages"].split("-")[0]]["start"],
            spans[r["passages"].split("-")[-1]]["end"],
        )
        for r in rows(site, "alignment.tsv")
        if r["source"] == C and r["layer"] in ("zhu", "shu")
    }
    for sample in read_tsv(shared / "fixtures" / "alignment.tsv"):
        if sample["kind"] == "zhushu":
            for layer in ("zhu", "shu"):
                start, end = sample[f"{layer}_004"].split("-")
                assert found[layer, start, end] == tuple(sample["spans_002"].split("-")), sample["row_id"]


def unit(site: Path, layer: str, name: str, source: str) -> list[dict[str, str]]:
    return [
        r for r in rows(site, "tokens.tsv") if (r["layer"], r["unit"]) == (layer, name) and r["source"] in (source, "")
    ]


def test_passage_19_4(site: Path, tokens: dict[tuple[str, str, str], dict[str, str]]) -> None:
    text = unit(site, "jing", "19.4", B)
    assert "".join(r["text"] for r in text) == "三耦皆执弓，搢三而挟一个。"
    assert [r["n"] for r in text if r["char"] == "搢"] == ["6"]
    three = tokens["jing", C, "495"]
    assert (three["char"], three["n"], three["text"]) == ("三", "7", "三")
    assert ("jing", A, "310") in tokens and tokens["jing", A, "310"]["char"] == "搢"
    note = unit(site, "zhu", "zhu19.4", C)
    assert "".join(r["text"] for r in note) == "未违俟处也。搢，插也，插於带右。"
    supplied = note[6]
    assert (supplied["source"], supplied["offset"], supplied["char"]) == ("", "", "")
    assert (supplied["n"], supplied["hans"], supplied["hant"], supplied["pinyin"]) == ("6", "搢", "搢", "jìn")
    assert (tokens["zhu", C, "513"]["hans"], tokens["zhu", C, "513"]["hant"]) == ("于", "於")
    entries = [r for r in rows(site, "apparatus.tsv") if r["unit"] in ("19.4", "zhu19.4", "shu19.4")]
    lacking = [r for r in entries if r["witness"] == "C" and r["unit"] == "19.4"]
    assert [(r["lemma"], r["reading"], r["start"], r["end"], r["class"], r["n_from"], r["n_to"]) for r in lacking] == [
        ("搢", "", "495", "495", "dropped", "6", "6")
    ]
    assert len({r["entry"] for r in entries if r["unit"] == "zhu19.4"}) == 1
    assert len({r["entry"] for r in entries if r["unit"] == "shu19.4"}) == 2


def test_passage_24_7_is_answered_by_three_blocks(site: Path) -> None:
    found = [
        r
        for r in rows(site, "alignment.tsv")
        if r["layer"] == "shuzhu" and r["passages"] == "24.7" and r["unit"].endswith(".jing")
    ]
    assert len(found) == 3
    assert all(r["relation"].startswith("parallel-") and r["n_from"] and r["n_to"] for r in found)
    assert found[0]["start"] == "476"
    assert not [r for r in rows(site, "alignment.tsv") if r["layer"] == "zhu" and r["passages"] == "24.7"]


def test_passage_1_1(site: Path) -> None:
    layers = {(r["layer"], r["witness"]) for r in rows(site, "tokens.tsv") if r["passage"] == "1.1"}
    assert layers == {("jing", "B"), ("jing-pinyin", "B2")}
    assert (
        "".join(r["text"] for r in unit(site, "jing", "1.1", B))
        == "乡射之礼。主人戒宾，宾出迎，再拜。主人答再拜，乃请。"
    )


def test_a_split_character_is_one_character(site: Path) -> None:
    note = unit(site, "zhu", "zhu21.5", C)
    pairs = [(r["char"], r["text"], r["n"]) for r in note]
    assert pairs[:4] == [("并", "并", "1"), ("，", "，", ""), ("亻", "併", "2"), ("并", "", "")]


def test_lemmata_of_passage_19_4(site: Path) -> None:
    found = {
        (r["role"], r["kind"], r["start"], r["end"], r["target_from"], r["n_from"], r["target_to"], r["n_to"])
        for r in rows(site, "lemmata.tsv")
        if r["unit"] == "shu19.4"
    }
    assert ("heading", "jing", "523", "530", "19.4", "1", "19.4", "11") in found
    assert ("heading", "zhu", "535", "542", "zhu19.4", "1", "zhu19.4", "12") in found
    assert ("quotation", "jing", "575", "585", "19.4", "1", "19.4", "11") in found
    assert ("quotation", "zhu", "637", "645", "zhu19.4", "6", "zhu19.4", "12") in found
    assert {r[4].split(".")[0] for r in found if r[0] == "quotation" and r[2] in ("551", "562")} == {"14", "16"}
