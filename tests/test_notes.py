"""The edition's own words: notes on words of the text, introduction, synopses, works cited, terms of a passage."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Page

from conftest import ROOT, build
from edition.corpus import read_corpus
from edition.glossary import terms_in
from edition.model import Note
from edition.render.note_marks import noted
from edition.text import han

CORPUS = ROOT / "corpus"
TINY = ROOT / "tests" / "tiny" / "corpus"


def tree(site: Path, path: str) -> html.HtmlElement:
    return html.fromstring((site / path / "index.html").read_bytes())


def said(element: html.HtmlElement) -> str:
    return re.sub(r"\s+", " ", element.text_content()).strip()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny") / "site"
    done = build(folder, TINY)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_note_stands_on_the_page_of_its_words_on_its_section_and_in_the_list(site: Path) -> None:
    corpus, problems = read_corpus(CORPUS)
    assert corpus is not None and not problems
    chapter = corpus.chapters[0]
    files = sorted(path.stem for path in (CORPUS / chapter.id / "notes").glob("*.md"))
    assert sorted(note.id for note in chapter.notes) == files and len(files) > 150
    listed = tree(site, "notes").xpath("//*[contains(@class, 'n')]/@id")
    assert sorted(i for i in listed if i in set(files)) == files
    for note in chapter.notes:
        marks = [p for p in site.glob(f"{chapter.id}/*/index.html") if f'id="{note.id}"' in p.read_text("utf-8")]
        assert marks, note.id


def test_the_words_of_a_note_are_those_of_the_text() -> None:
    corpus, _ = read_corpus(CORPUS)
    assert corpus is not None
    chapter = corpus.chapters[0]
    units = {unit.id: unit for some in chapter.units.values() for unit in some}
    for note in chapter.notes:
        text = units[note.unit].text
        assert han(text)[note.n_from - 1 : note.n_to] == note.words == han(text[note.at[0] : note.at[1]])


def test_a_note_in_both_scripts(tiny: Path) -> None:
    for path, words, body in (
        ("hant/zhimu/2.2", "根在後", "根在後則枝在前，見 2.5；“根”乙本作“恨”。入門之左。"),
        ("zhimu/2.2", "根在后", "根在后则枝在前，见 2.5；“根”乙本作“恨”。入门之左。"),
    ):
        page = tree(tiny, path)
        note = page.get_element_by_id("an2.2")
        assert said(note.xpath(".//*[@class='nw']")[0]) == words
        assert said(note.xpath(".//*[@class='sense']/p")[0]) == body
        links = page.xpath("//*[@class='p']//a[contains(@class, 'nt')][@href='#an2.2']")
        assert "".join(said(link) for link in links) in words and links


def test_a_note_on_a_comment_on_two_sections_stands_once_on_a_page(tiny: Path) -> None:
    for path in ("zhimu/2", "zhimu/2.1", "zhimu/1.4", "zhimu/shi"):
        assert len(tree(tiny, path).xpath("//*[@id='an2.1']")) == 1, path


def test_the_text_is_the_same_with_and_without_notes(tiny: Path) -> None:
    page = tree(tiny, "hant/zhimu/2.2")
    assert page.get_element_by_id("2.2").text_content() == "匠負木入門左，根在後，枝在前。"


def test_links_cannot_stand_in_one_another() -> None:
    note = Note("n1.1", "n", "1.1", 1, 3, (0, 4), "", "", "", None)  # type: ignore[arg-type]
    assert noted("甲<ruby>乙<rt></rt></ruby>，丙丁", [note], "", "案") == (
        '<a class="nt" href="#n1.1">甲<ruby>乙<rt></rt></ruby>，丙</a>丁'
    )
    assert noted('<a href="#x">甲乙，丙</a>丁', [note], "", "案") == (
        '<a href="#x">甲乙，丙</a><a class="ns" href="#n1.1" data-s="案" aria-label="案 n1.1"></a>丁'
    )
    assert noted('甲<a href="#x">乙</a>&amp;丙丁', [note], "", "案") == (
        '<a class="nt" href="#n1.1">甲</a><a href="#x">乙</a><a class="nt" href="#n1.1">&amp;丙</a>丁'
    )


def test_the_export_says_where_each_note_stands(tiny: Path) -> None:
    found = json.loads((tiny / "data" / "zhimu" / "notes.json").read_text("utf-8"))["notes"]
    assert [(n["id"], n["unit"], n["n_from"], n["n_to"], n["words"]) for n in found] == [
        ("an2.2", "2.2", 7, 9, "根在後"),
        ("an2.1", "shi2.1", 21, 21, "因"),
        ("anpang3-3", "pang3-3.ben", 5, 5, "匠"),
    ]
    assert found[0]["body"].startswith("根在後則枝在前，見 [[2.5]]；") and "<" not in found[0]["body"]


def test_introduction_and_synopses(tiny: Path) -> None:
    page = tree(tiny, "hant/zhimu/introduction")
    assert [said(h) for h in page.xpath("//main//h1")] == ["植木導讀", "Introduction"]
    assert page.xpath("//main//p/a/@href")[:2] == ["../1.1/index.html#1.1", "../../glossary/index.html#cha-spade"]
    synopsis = tree(tiny, "hant/zhimu/1").xpath("//*[@class='synopsis']")[0]
    assert said(synopsis) == "主人徵匠，筮日于門外。 The host summons a carpenter and divines for the day."
    assert len(tree(tiny, ".").xpath("//*[@class='synopsis']")) == 2


def test_works_cited(tiny: Path, site: Path) -> None:
    item = tree(tiny, "hant/citations").xpath("//*[@class='work']//li")[0]
    assert said(item) == "1.1 釋 《小禮·植木·箋》 徵，召也 → 1.1"
    assert item.xpath(".//a/@href") == ["../zhimu/1.1/index.html#shi1.1", "../zhimu/1.1/index.html#1.1"]
    corpus, _ = read_corpus(CORPUS)
    assert corpus is not None
    assert len(tree(site, "citations").xpath("//*[@class='work']//li")) == len(corpus.chapters[0].citations)


def test_the_longest_term_is_meant(tiny: Path) -> None:
    corpus, _ = read_corpus(TINY)
    assert corpus is not None
    assert [e.term for e in terms_in(corpus.glossary, "筮日于門外，匠執鍤入門", "1.1")] == ["門", "鍤"]
    terms = tree(tiny, "hant/zhimu/2.4").xpath("//*[contains(@class, 'terms')]//a")
    assert [said(a) for a in terms] == ["鍤 spade"]


def test_notes_are_a_layer_that_can_be_switched_off(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto((site / "xiangshe" / "5" / "index.html").as_uri())
    note = page.locator("[id='note5.3']")
    base = page.locator("[id='5.3']").bounding_box()
    box = note.bounding_box()
    assert base and box and box["x"] > base["x"] + base["width"] and abs(box["y"] - base["y"]) < 40
    page.locator(".bar [data-layer='note']").click()
    assert not note.is_visible()
    page.locator(".bar [data-layer='note']").click()
    page.locator("[id='5.3'] a.nt").first.click()
    assert page.url.endswith("#note5.3") and note.is_visible()
