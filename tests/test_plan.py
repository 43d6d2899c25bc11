"""The plan says what its data say: every part a term, a list that says the same, boxes where the numbers put them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Page

from conftest import ROOT
from edition.corpus import read_corpus
from edition.glossary import by_word
from edition.model import NOWHERE, Part
from edition.render.plan import path_of, tip_of


def part(shape: str, box: tuple[float, float, float, float], facing: str = "") -> Part:
    return Part("a", "place", "", "", "", shape, box, None, False, "", "", facing, (), "", "", NOWHERE)


def test_shapes() -> None:
    assert path_of(part("rect", (1, 2, 3.5, 4))) == "M1 2h3.5v4h-3.5z"
    assert path_of(part("line", (1, 2, 0, 4))) == "M1 2l0 4"
    assert path_of(part("point", (1, 2, 0, 0))) == "M0.3 1.3h1.4v1.4h-1.4z"
    assert path_of(part("text", (1, 2, 0, 0))) == ""
    assert tip_of(part("point", (10, 10, 0, 0), "N")) == "M10 8.5L9 10.7L11 10.7z"
    assert tip_of(part("line", (10, 10, 0, 4), "E")).startswith("M11.5 12L")


def test_every_part_has_its_term_its_passages_and_its_line_in_the_list(site: Path) -> None:
    corpus, _ = read_corpus(ROOT / "corpus")
    assert corpus is not None and corpus.chapters[0].plan is not None
    parts = corpus.chapters[0].plan.parts
    terms = by_word(corpus.glossary)
    page = html.fromstring((site / "plan" / "index.html").read_bytes())
    drawn = [re.sub(r"\s", "", t) for t in page.xpath("//svg//a/text/text()")]
    assert drawn == [p.label for p in parts if p.label]
    for one in parts:
        line = page.get_element_by_id(f"plan-{one.id}")
        assert line.xpath(".//a[@class='term']/@href") == [f"../glossary/index.html#{terms[one.term].id}"]
        assert [a.text_content() for a in line.xpath(".//a[@class='at']")] == list(one.passages)
    desc = page.xpath("//svg/desc")[0].text_content()
    assert desc.startswith(corpus.chapters[0].plan.note)


@pytest.mark.parametrize("script", ["", "hant/"])
def test_the_drawing_stands_where_the_numbers_put_it(page: Page, site: Path, script: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 1000})
    page.goto((site / script / "plan" / "index.html").as_uri())
    boxes = page.evaluate("""() => { const svg = document.querySelector('.plan svg'), r = svg.getBoundingClientRect();
        const k = r.width / svg.viewBox.baseVal.width, at = e => { const b = e.getBoundingClientRect();
        const v = svg.viewBox.baseVal;
        return [(b.x - r.x) / k + v.x, (b.y - r.y) / k + v.y, b.width / k, b.height / k]; };
        return [...svg.querySelectorAll('g:not(.north) > path:not(.tip)')].filter(e => e.getBoundingClientRect().width)
          .map(at).slice(0, 1); }""")
    hall = [22, 12, 56, 28]
    assert all(abs(a - b) < 0.5 for a, b in zip(boxes[0], hall, strict=True)), boxes


def test_a_state_hides_what_is_not_there_in_drawing_and_list(page: Page, site: Path) -> None:
    page.goto((site / "plan" / "index.html").as_uri())
    director, archer = page.locator("[id='plan-director']"), page.locator("[id='plan-upper-archer']")
    assert archer.is_visible() and not director.is_visible()
    page.locator("label[for='plan-state-drinking']").click()
    assert director.is_visible() and not archer.is_visible()
    assert page.locator(".plan svg a", has_text="上射").count() == 1
    assert not page.locator(".plan svg a", has_text="上射").is_visible()
    page.locator("label[for='plan-state-every']").click()
    assert director.is_visible() and archer.is_visible()


def test_no_label_lies_over_another(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": 1440, "height": 1000})
    page.goto((site / "plan" / "index.html").as_uri())
    for state in ("shooting", "drinking"):
        page.locator(f"label[for='plan-state-{state}']").click()
        over = page.evaluate("""() => { const t = [...document.querySelectorAll('.plan svg text')].map(e =>
            [e.textContent, e.getBoundingClientRect()]).filter(x => x[1].width); const found = [];
            t.forEach(([a, p], i) => t.slice(i + 1).forEach(([b, q]) => { const w = Math.min(p.right, q.right) -
            Math.max(p.left, q.left), h = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
            if (w > 1 && h > 8) found.push(a + ' ' + b); })); return found; }""")
        assert over == [], state


def test_the_page_never_scrolls_sideways_on_a_phone(page: Page, site: Path) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto((site / "plan" / "index.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.querySelector('.sheet-of').scrollWidth") >= 600
