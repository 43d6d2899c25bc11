"""The pages of reference say what the tables say: witnesses whole, every entry, special readings, the glossary."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from edition.checks import run_checks
from edition.corpus import read_corpus
from edition.enrich import enrich
from edition.model import Problem
from edition.render.reference import reference_pages
from edition.render.setting import setting
from exports import ROOT, is_han, read_tsv, rows, source

A, B = "000_d78d5709b12db893.txt", "002_20fc4633c7d0ffc8.txt"
ENTRY = """+++
term = "觯"
hant = "觶"
pinyin = "zhì"
kind = "vessel"
english = "a cup"
aliases = []
passages = ["19.1"]
authority = "《仪礼·乡射礼》郑注（四部叢刊 5.2b）"
+++

酒器。

A cup.
"""

GETA = "〓"


def tree(site: Path, path: str) -> html.HtmlElement:
    return html.fromstring((site / path / "index.html").read_bytes())


def words(node: html.HtmlElement) -> str:
    return re.sub(r"\s+", " ", node.text_content()).strip()


def by_id(page: html.HtmlElement, name: str) -> html.HtmlElement:
    found = page.xpath("//*[@id=$name]", name=name)
    assert len(found) == 1, name
    return found[0]


def entry(site: Path, name: str, folder: str = "") -> tuple[str, str]:
    """The line of an entry and what is said of it."""
    line, why = by_id(tree(site, f"{folder}apparatus"), name).xpath("./p")
    return words(line), words(why)


def test_an_entry_is_printed_as_in_print(site: Path) -> None:
    line, why = entry(site, "app20.2")
    assert line == "20.2 堂¹] A C S5.13a；常 B B2"
    assert why.startswith("讹误 error · 已定 decided") and "堂、常形近而误。" in why


def test_an_omission_is_worded(site: Path) -> None:
    line, why = entry(site, "app19.4")
    assert line == "19.4 搢] B A B2 S5.12b；C 无此字 om."
    assert why.startswith("脱文 omission · 已定 decided")


def test_a_print_is_quoted_by_leaf(site: Path) -> None:
    found = [r for r in read_tsv(ROOT / "corpus" / "xiangshe" / "apparatus.tsv") if r["witness"] == "單"]
    page = tree(site, "apparatus")
    assert found
    for row in found:
        leaves = {
            leaf
            for line in by_id(page, row["entry"]).xpath(".//p[@class='e']")
            for leaf in re.findall(r"單(\d+\.\d+[ab])", words(line))
        }
        assert row["ref"] in leaves, row["entry"]


def test_every_entry_stands_once_with_its_witnesses(site: Path) -> None:
    page = tree(site, "apparatus")
    shown = page.xpath("//ol[@class='entries']/li")
    wanted: dict[str, set[str]] = {}
    said: set[tuple[str, str, str, str]] = set()  # a deviation that two entries meet is told by the first
    for row in rows(site, "apparatus.tsv"):
        wanted.setdefault(row["entry"], set())
        told = (row["unit"], row["n_from"], row["witness"], row["start"])
        if row["reading"] != row["lemma"] and not (row["source"] and told in said):
            wanted[row["entry"]].add(row["witness"])
            said.add(told)
    assert [li.get("id") for li in shown] == list(dict.fromkeys(r["entry"] for r in rows(site, "apparatus.tsv")))
    assert {li.get("id"): set(li.get("data-witness").split()) for li in shown} == wanted


def test_nothing_hangs_in_the_air(site: Path) -> None:
    """Before and after the bracket, and on both sides of every semicolon, something stands."""
    for li in tree(site, "apparatus").xpath("//ol[@class='entries']/li"):
        left, _, right = words(li.xpath("./p[@class='e']")[0]).partition("]")
        assert len(left.split()) > 1, li.get("id")
        assert all(side.strip() for side in right.split("；")), li.get("id")


def test_a_form_under_discussion_stays_in_both_scripts(site: Path) -> None:
    assert entry(site, "app21.4")[0].endswith("；従 B B2")
    assert entry(site, "app21.4", "hant/")[0] == "21.4 從] A C；従 B B2"


@pytest.mark.parametrize(
    ("folder", "passage", "text"),
    [
        ("A", "18.1", "乐正适西方，命弟子赞工迁乐于丁。"),
        ("B", "20.2", "揖进；当阶，北面揖；及阶，揖；升常，揖；豫则钩楹内，堂则由楹外。当左物，北面揖；"),
        ("C", "19.4", "三耦皆执弓，三而挟一个。"),
    ],
)
def test_misprints_are_kept(site: Path, folder: str, passage: str, text: str) -> None:
    line = by_id(tree(site, f"witnesses/{folder}"), passage)
    assert folder == "C" or text in source({"A": A, "B": B}[folder])
    assert words(line.xpath("./span[@class='t']")[0]) == text
    assert line.xpath(".//a[contains(@class, 'dev')]")


def test_what_a_witness_lacks_is_a_sign_and_no_text(site: Path) -> None:
    [sign] = by_id(tree(site, "witnesses/C"), "19.4").xpath(".//a[contains(@class, 'lacks')]")
    assert sign.text_content() == "" and "搢" in sign.get("aria-label")
    assert sign.get("href").endswith("apparatus/index.html#app19.4")


def test_the_established_reading_stands_beside(site: Path) -> None:
    row = by_id(tree(site, "witnesses/A"), "18.1").getparent()
    assert words(row.xpath(".//ul[@class='devs']/li")[0]) == "下] 丁 讹误 error"


def test_a_copy_that_breaks_off_says_so(site: Path) -> None:
    page = tree(site, "witnesses/B2")
    assert words(by_id(page, "45.5")) == "主人进受觯， 此本至此中断 breaks off here"
    assert not page.xpath("//*[@id='45.6']")
    assert len(page.xpath("//*[@class='edge']")) == 1


def _printable(char: str) -> str:
    """What stands on a page for a character: a sign where it has only a private-use code."""
    return GETA if "\ue000" <= char <= "\uf8ff" else char


@pytest.mark.parametrize(("folder", "siglum"), [("B", "B"), ("A", "A"), ("B2", "B2"), ("C", "C"), ("w11", "述")])
def test_a_witness_is_printed_whole(site: Path, folder: str, siglum: str) -> None:
    """Its Han characters are those of its rows in tokens.tsv, in the order of its source."""
    mine = sorted((int(r["offset"]), r) for r in rows(site, "tokens.tsv") if r["witness"] == siglum and r["offset"])
    lines = tree(site, f"witnesses/{folder}").xpath("//p[contains(@class, 'wtext')]/span[@class='t']")
    shown = [c for line in lines for c in line.text_content() if is_han(c) or c == GETA]
    had = [(r["char"], {_printable(r["char"]), r["hans"], r["hant"]}) for _, r in mine if is_han(r["char"])]
    assert len(shown) == len(had)
    assert all(one in forms for one, (_, forms) in zip(shown, had, strict=True))


def test_the_raw_text_of_a_is_there(site: Path) -> None:
    lines = tree(site, "witnesses/A").xpath("//p[contains(@class, 'wtext')]/span[@class='t']")
    shown = "".join(filter(is_han, "".join(line.text_content() for line in lines)))
    assert shown in "".join(filter(is_han, source(A)))


def test_private_use_characters_are_drawn_by_their_code(site: Path) -> None:
    codes = set(tree(site, "witnesses/w11").xpath("//*[@class='pua']/@data-code"))
    assert {"U+EB8E", "U+EF6E"} <= codes


def test_without_script_two_witnesses_stand_side_by_side(site: Path) -> None:
    page = tree(site, "witnesses/compare")
    cells = by_id(page, "18.1").xpath("./td[not(@hidden)]")
    assert [cell.get("data-w") for cell in cells] == ["B", "A"]
    assert words(cells[0]).endswith("迁乐于下。") and words(cells[1]).endswith("迁乐于丁。")
    gone = by_id(page, "1.1").xpath("./td[@data-w='A']")[0]
    assert "此本不存" in words(gone) and "14.4" in words(gone)


def test_the_collation_says_what_was_decided(site: Path) -> None:
    lines = tree(site, "collation").xpath("//table[@class='collation']/tbody/tr")
    table = [[words(cell) for cell in line] for line in lines]
    assert ["18.1", "14", "下", "A", "丁", "讹误 error", "讹误 error"] in table


def test_special_readings_name_their_authority(site: Path) -> None:
    page = tree(site, "readings")
    found = [words(li) for li in page.xpath("//ol[@class='heard']/li")]
    assert any("拾" in one and "jié" in one and "释文10.10a" in one for one in found)
    assert (site / "readings" / "index.html").stat().st_size < 400_000
    wanted = {(r["char"], r["pinyin"]) for r in rows(site, "readings.tsv") if r["authority_kind"] == "shiwen"}
    heads = {
        (words(li.xpath(".//b")[0]), words(li.xpath(".//*[@class='sound']")[0]))
        for li in page.xpath("//ol[@class='heard']/li")
    }
    assert {reading for _, reading in wanted} <= {reading for _, reading in heads}


def test_links_of_the_principles_are_resolved(site: Path) -> None:
    page = tree(site, "principles")
    assert "[[" not in page.text_content()
    assert page.xpath("//a[.='45.5']/@href") == ["../xiangshe/45.5/index.html#45.5"]
    assert page.xpath("//*[@lang='en'][contains(., 'The base text is witness')]")


def test_every_term_has_its_sense_passage_and_authority(site: Path) -> None:
    page = tree(site, "glossary")
    files = sorted(path.stem for path in (ROOT / "corpus" / "glossary").glob("*.md"))
    assert sorted(page.xpath("//article[@class='term']/@id")) == files
    term = by_id(page, "bi-arrow-rack")
    assert words(term.xpath("./h3")[0]) == "楅 bī rack for the arrows"
    quotes = {words(li.xpath("./a")[0]): words(li.xpath("./span")[0]) for li in term.xpath(".//ul[@class='quotes']/li")}
    assert quotes["52.39"] == "楅长如笴，博三寸，厚寸有半，龙首，其中蛇交，韦当。"
    text = "".join(r["text"] for r in rows(site, "tokens.tsv") if r["layer"] == "jing" and r["witness"] == "B")
    assert f"字面 {text.count('楅')} 处" in words(term.xpath("./p[@class='why']")[0])


def other_corpus(**changes: object) -> dict[str, html.HtmlElement]:
    """The pages of the small corpus: two chapters in traditional script with the same numbers."""
    corpus, problems = read_corpus(ROOT / "tests" / "tiny" / "corpus")
    assert corpus and not problems
    layers = tuple(replace(layer, **changes) if layer.kind == "translation" else layer for layer in corpus.layers)
    edition, _ = enrich(replace(corpus, layers=layers))
    pages = reference_pages(setting(edition, ROOT / "templates"))
    return {path: html.fromstring(make().encode()) for path, make in pages.items()}


def test_two_chapters_with_the_same_numbers_are_told_apart() -> None:
    for path, page in other_corpus().items():
        ids = page.xpath("//@id")
        assert len(ids) == len(set(ids)), path


def test_forms_that_a_script_makes_one_are_told_apart() -> None:
    pages = other_corpus()
    for folder in ("", "hant/"):
        line = words(by_id(pages[f"{folder}apparatus/index.html"], "yingbin-app1.2").xpath("./p")[0])
        assert line == "1.2 後] 编者所定 ed.；后 甲".translate(str.maketrans("编", "編") if folder else {})


def test_a_layer_that_is_not_published_is_left_out() -> None:
    shown, hidden = other_corpus(), other_corpus(publish=False)
    assert set(shown) - set(hidden) and not set(hidden) - set(shown)
    everything = "".join(page.text_content() for page in hidden.values())
    assert "host" in "".join(page.text_content() for page in shown.values()).lower()
    assert "the host" not in everything.lower()


def faults(tmp_path: Path, text: str) -> list[Problem]:
    folder = tmp_path / "corpus"
    shutil.copytree(ROOT / "tests" / "tiny" / "corpus", folder)
    (folder / "glossary").mkdir(exist_ok=True)
    (folder / "glossary" / "zhi.md").write_text(text, "utf-8")
    corpus, problems = read_corpus(folder)
    assert corpus
    return problems or run_checks(enrich(corpus)[0])


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "said"),
    [
        ("+++\nterm", "term", "M04", 1, "the front matter stands between two lines +++"),
        ('term = "觯"', "term = 觯", "M04", 2, "this is not TOML"),
        ("aliases", "alias", "M04", 7, "there is no field alias (did you mean aliases?)"),
        ('pinyin = "zhì"\n', "", "M04", 1, "the front matter lacks pinyin"),
        ('hant = "觶"', 'hant = "觶觶"', "M04", 3, "character for character"),
        ('passages = ["19.1"]', "passages = []", "M05", 8, "觯 quotes no passage"),
        ("《仪礼·乡射礼》郑注（四部叢刊 5.2b）", "郑注", "M05", 9, "觯 rests on no authority with work and chapter"),
        ("酒器。\n\nA cup.\n", "", "M05", 12, "觯 has no sense"),
        ('["19.1"]', '["19.1"]', "M03", 12, "觯 quotes 19.1, which is no passage"),
    ],
)
def test_a_bad_entry_is_refused(tmp_path: Path, old: str, new: str, code: str, line: int, said: str) -> None:
    text = ENTRY if old == new else ENTRY.replace(old, new)
    assert text != ENTRY or code == "M03"
    found = [p for p in faults(tmp_path, text) if p.code == code]
    assert found and found[0].place.path == "corpus/glossary/zhi.md"
    assert said in found[0].message and found[0].place.line == line, found
