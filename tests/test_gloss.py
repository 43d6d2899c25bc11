"""Comments on the very characters: touched, by keyboard, without script, in both scripts; exact words and boxes."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from lxml import html
from playwright.sync_api import Browser, Page

from conftest import ROOT
from edition.render.parallels import differences
from edition.render.scripts import terse
from exports import rows
from test_browser import press, url

MIDDLE = """([id, char, nth]) => {
    const walk = document.createTreeWalker(document.getElementById(id), NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode());)
        for (let i = 0; i < node.data.length; i++)
            if (node.data[i] === char && !--nth) {
                const range = document.createRange();
                range.setStart(node, i); range.setEnd(node, i + 1);
                range.startContainer.parentElement.scrollIntoView({block: 'center'});
                const b = range.getBoundingClientRect();
                return [b.x + b.width / 2, b.y + b.height / 2];
            } }"""
LIT = "[...CSS.highlights.get('lit')].map(String).join('')"
SAID = """[...document.querySelectorAll('.glosspop li')].map(li =>
    [...li.querySelectorAll('.tag, .said, .via')].map(e => e.textContent))"""


@pytest.fixture
def open_page(site: Path, page: Page) -> Iterator[object]:
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))

    def go(path: str, width: int = 1280) -> Page:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(url(site, path))
        return page

    yield go
    assert errors == []


def touch(page: Page, unit: str, char: str, nth: int = 1) -> None:
    page.mouse.click(*page.evaluate(MIDDLE, [unit, char, nth]))


def tree(site: Path, path: str) -> html.HtmlElement:
    return html.fromstring((site / path).read_bytes())


def words(element: html.HtmlElement) -> str:
    return re.sub(r"\s+", " ", element.text_content()).strip()


# --- touching a character


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["xiangshe/19/index.html", "xiangshe/19.1/index.html", "hant/xiangshe/19/index.html"])
def test_a_character_names_its_comments_in_order(open_page, path: str, width: int) -> None:  # type: ignore[no-untyped-def]
    page = open_page(path, width)
    touch(page, "19.1", "拾")
    said = page.evaluate(SAID)
    hant = path.startswith("hant")
    assert said[0] == ["鄭注" if hant else "郑注", "“拾，更也”"]
    assert said[1][0] == ("賈疏" if hant else "贾疏")
    assert said[1][1] == "“司射”至“矢拾”"
    assert "“取弓矢拾”" in said[1] and "“拾更也”" in said[1]
    assert page.evaluate(LIT) == "拾"
    page.click(".glosspop li:first-child .said")
    page.wait_for_timeout(200)
    assert page.url.endswith("#zhu19.1") and page.evaluate(LIT) == "拾更也"


def test_a_character_only_the_subcommentary_speaks_of(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/19/index.html")
    touch(page, "19.1", "命")
    assert [line[0] for line in page.evaluate(SAID)] == ["贾疏"]


def test_a_character_nobody_speaks_of_says_so(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/28/index.html")
    touch(page, "28.1", "宾")
    assert "此字无人释" in page.inner_text(".glosspop")


def test_a_parallel_speaks_of_its_characters(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/24/index.html")
    touch(page, "24.8", "右")
    assert page.evaluate(SAID)[0] == ["大射仪（述注）", "“揖以耦左还上射于左”"]


def test_a_quotation_from_afar_leads_to_its_page(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/14/index.html")
    touch(page, "14.2", "兼")
    assert page.evaluate(SAID)[0] == ["贾疏", "“兼挟乘矢”"]
    page.click(".glosspop .said")
    assert page.url.endswith("xiangshe/19.1/index.html#shu19.1")


def test_the_keyboard_goes_from_character_to_character(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/19/index.html")
    page.focus("[id='19.1'] .chars")
    page.keyboard.press("Enter")
    assert page.evaluate(LIT) == "司" or page.evaluate(LIT) == "犹"
    for _ in range(16):
        page.keyboard.press("ArrowRight")
    for _ in range(30):
        if page.evaluate(LIT) == "拾":
            break
        page.keyboard.press("ArrowRight")
    assert [line[0] for line in page.evaluate(SAID)][:2] == ["郑注", "贾疏"]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(LIT) == "三" and "19.2" in page.inner_text(".glosspop h2")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(LIT) == "拾"
    page.keyboard.press("Escape")
    assert page.evaluate("document.querySelector('.glosspop')") is None
    assert page.evaluate("document.activeElement.matches(\"[id='19.1'] .chars\")")
    assert page.evaluate(LIT) == ""


def test_a_touch_on_a_phone_shows_the_character_above_the_panel(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/21/index.html", 390)
    touch(page, "21.10", "获")
    sheet = page.evaluate("document.querySelector('.glosspop').getBoundingClientRect().top")
    box = page.evaluate("""() => { const b = [...CSS.highlights.get('lit')][0].getBoundingClientRect();
        return [b.top, b.bottom]; }""")
    bar = page.evaluate("document.querySelector('.bar').getBoundingClientRect().bottom")
    assert bar <= box[0] and box[1] <= sheet
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_in_the_open_panel(site: Path, browser: Browser, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme="dark")
    page = context.new_page()
    page.goto(url(site, "xiangshe/19/index.html"))
    touch(page, "19.1", "拾")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()[:3000]
    context.close()


def test_the_apparatus_leads_on_to_the_comments(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/20/index.html")
    touch(page, "20.2", "堂")
    page.click(".pop .copy")
    assert "贾疏" in [line[0] for line in page.evaluate(SAID)]


# --- touching a lemma


def test_a_lemma_lights_exactly_its_characters(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/19/index.html")
    page.click("[id='shu19.4'] a.lm.heading >> nth=0")
    assert page.evaluate(LIT) == "三耦皆执弓搢三而挟一个"
    inside = page.evaluate("""() => { const p = document.getElementById('19.4').getBoundingClientRect();
        return [...CSS.highlights.get('lit')].every(r => { const b = r.getBoundingClientRect();
            return b.left >= p.left - 1 && b.right <= p.right + 1
                && b.top >= p.top - 1 && b.bottom <= p.bottom + 1; }); }""")
    assert inside
    page.keyboard.press("Escape")
    assert page.evaluate(LIT) == ""


def test_a_heading_on_the_note_lights_the_note(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/19/index.html")
    heading = "[id='shu19.4'] a.lm.heading >> nth=1"
    page.click(heading)
    assert page.evaluate(LIT) == "未违俟处也搢插也插于带右"
    sign = page.evaluate("""getComputedStyle(document.querySelector("[id='shu19.4'] [data-on]"), '::before').content""")
    assert sign.startswith('"注"')


def test_a_gloss_lights_its_word_and_scrolls_it_into_view(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/21/index.html", 390)
    page.locator("[id='zhu21.13'] .lm.gloss").first.click()
    assert page.evaluate(LIT) == "宫"
    top = page.evaluate("[...CSS.highlights.get('lit')][0].getBoundingClientRect().top")
    assert 44 <= top < 900


def test_the_light_stays_with_its_characters_when_the_script_is_switched(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/19/index.html?ruby=all")
    page.wait_for_timeout(300)
    page.click("[id='shu19.4'] a.lm.heading >> nth=0")
    assert page.evaluate(LIT) == "三耦皆执弓搢三而挟一个"
    press(page, "script", "hant")
    page.wait_for_timeout(300)
    assert page.evaluate(LIT) == "三耦皆執弓搢三而挾一个"


def test_ten_switches_with_the_light_give_the_first_page(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/20/index.html")
    main = "document.querySelector('main').innerHTML"
    first = page.evaluate(main)
    page.click("[id='shu20.9'] a.lm.heading >> nth=0")
    for _ in range(10):
        press(page, "script", "hant")
        press(page, "script", "hans")
    assert page.evaluate(main) == first


def test_the_text_of_a_passage_is_untouched(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/19/index.html")
    assert page.evaluate("document.getElementById('19.4').textContent") == "三耦皆执弓，搢三而挟一个。"
    page.evaluate("getSelection().selectAllChildren(document.getElementById('19.4'))")
    assert page.evaluate("getSelection().toString().trim()") == "三耦皆执弓，搢三而挟一个。"


# --- without script


def test_without_script_the_page_of_a_passage_lists_the_same(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url(site, "xiangshe/19.1/index.html"))
    last = page.locator("#glosses dt").last
    assert last.inner_text().split() == ["拾", "19"]
    said = page.locator("#glosses dd").last.inner_text()
    assert said.index("郑注") < said.index("贾疏") and "“拾，更也”" in said
    page.click("#glosses dd:last-of-type a.said >> nth=0")
    assert page.url.endswith("#zhu19.1")
    page.goto(url(site, "xiangshe/19/index.html"))
    page.click("[id='shu19.4'] a.lm.heading >> nth=0")
    assert page.url.endswith("xiangshe/19/index.html#19.4")
    context.close()


def test_links_never_stand_in_links(site: Path) -> None:
    for path in site.glob("xiangshe/*/index.html"):
        assert not html.fromstring(path.read_bytes()).xpath("//a//a | //a//button | //button//a"), path


def test_each_lemma_is_one_link(site: Path) -> None:
    """Every row of lemmata.tsv with a target here is marked once, unless the apparatus has all its characters."""
    for unit in ("shu19.1", "shu20.2", "shu21.12", "zhu21.13"):
        page = tree(site, f"xiangshe/{unit.lstrip('shuz')}/index.html")
        marked = page.xpath(f"//*[@id='{unit}']//a[@data-l]/@data-l")
        wanted = [
            f"{r['target_from']} {r['n_from']} {r['target_to']} {r['n_to']}"
            for r in rows(site, "lemmata.tsv")
            if r["unit"] == unit and r["target_from"]
        ]
        assert sorted(marked) == sorted(wanted)


# --- strip, divisions, ranges


def test_the_strip_counts_characters(site: Path) -> None:
    page = tree(site, "xiangshe/19/index.html")
    share = words(page.xpath("//*[@class='share']")[0])
    assert share.startswith("全节 83 字，释及：郑注 8、贾疏 50")
    glossed = set()
    for r in rows(site, "lemmata.tsv"):
        if r["unit"].startswith("zhu19.") and r["role"] == "gloss":
            glossed |= {(r["target_from"], n) for n in range(int(r["n_from"]), int(r["n_to"]) + 1)}
    assert len(glossed) + 3 == 8  # and 遂授矢, which its note explains as a whole
    path = page.xpath("//*[local-name()='svg'][@class='strip']/*[@class='kind-commentary']/@d")[0]
    assert sum(int(n) for n in re.findall(r"h(\d+)v", path)) == 8


def test_the_divisions_of_the_subcommentary(site: Path) -> None:
    for path in ("xiangshe/index.html", "xiangshe/19/index.html", "xiangshe/20/index.html"):
        said = [words(p) for p in tree(site, path).xpath("//p[contains(@class, 'division')]")]
        assert any("19.1–20.9 自此尽“取扑搢之以反位”，论司射诱射，教三耦射法之事" in one for one in said), path
    said = [words(p) for p in tree(site, "xiangshe/21/index.html").xpath("//p[contains(@class, 'division')]")]
    assert len(said) == 1 and "21.1–22.1" in said[0] and "止于来源所收之外" in said[0]
    assert not tree(site, "xiangshe/18/index.html").xpath("//p[contains(@class, 'division')]")


def test_a_comment_on_a_range_is_reachable_from_every_passage_of_it(site: Path) -> None:
    for section in ("28", "29"):
        page = tree(site, f"xiangshe/{section}/index.html")
        link = page.xpath("//p[contains(@class, 'see')]/a[text()='28.1–30.1']/@href")
        assert link == ["../30/index.html#shuzhu25-36.jing"]
    assert len(tree(site, "xiangshe/30/index.html").xpath("//*[@id='shuzhu25-36.jing']")) == 1


# --- parallels and traditions


def test_the_page_of_parallels_marks_left_and_right(site: Path) -> None:
    page = tree(site, "xiangshe/parallels/index.html")
    block = page.xpath("//article[@id='shuzhu25-8']")[0]
    sides = block.xpath(".//p[@class='side']")
    assert [side.xpath(".//mark/text()") for side in sides] == [["皆", "右"], ["以耦", "左"]]
    assert words(sides[1].xpath(".//span[contains(@class, 'han')]")[0]) == "揖以耦左还上射于左"
    assert "文近" in words(block) and "皆言便其反位" in words(block)
    listed = page.xpath("//article/@id")
    assert listed == list(
        dict.fromkeys(r["unit"].partition(".")[0] for r in rows(site, "alignment.tsv") if r["layer"] == "shuzhu")
    )
    assert "不是《乡射礼》" in words(page.xpath("//p[@class='about']")[0])
    own = tree(site, "xiangshe/24.8/index.html").xpath("//div[@class='pair']//mark/text()")
    assert own == ["皆", "右", "以耦", "左"]


def test_public_and_guest_differ_and_forms_of_a_character_do_not() -> None:
    assert differences("请释获于宾，", "請釋獲于公", {"請": "请", "釋": "释", "獲": "获"}) == (
        [False, False, False, False, True, False],
        [False, False, False, False, True],
    )


def test_each_tradition_is_shown_with_the_whole_passage(site: Path) -> None:
    page = tree(site, "xiangshe/20.2/index.html")
    names = [words(dt) for dt in page.xpath("//*[@id='traditions']//dt")]
    assert names == ["今文"]
    line = page.xpath("//*[@id='traditions']//dd")[0]
    assert "揖；序则钩楹内" in words(line) and line.xpath(".//mark/text()") == ["序"]
    two = tree(site, "xiangshe/52.10/index.html").xpath("//*[@id='traditions']//dt")
    assert [words(dt) for dt in two] == ["今文", "古文"]
    without = tree(site, "xiangshe/5.3/index.html").xpath("//*[@id='traditions']//dd")[0]
    assert "阼阶" not in words(without) and without.xpath(".//mark[@class='gap']")


def test_the_scripts_stay_small(site: Path) -> None:
    names = ("early.js", "edition.js", "words.js", "gloss.js")
    size = sum(len(gzip.compress((site / "static" / name).read_bytes())) for name in names)
    assert size <= 15_000


def test_the_style_stays_small_and_says_all_it_said(site: Path, page: Page) -> None:
    served, written = site / "static" / "edition.css", ROOT / "static" / "edition.css"
    assert len(gzip.compress(served.read_bytes())) <= 15_000
    rules = """css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);
        return [...sheet.cssRules].map(rule => rule.cssText.replace(/\\s*([,:;{}])\\s*/g, "$1")) }"""
    page.goto("about:blank")
    said = page.evaluate(rules, written.read_text("utf-8"))
    assert len(said) > 300 and page.evaluate(rules, served.read_text("utf-8")) == said


def test_scripts_are_served_without_what_only_their_reader_needs() -> None:
    written = '/* One\n   and two. */\n(function () {\n  /* three */ a();\n\n  b("/* kept */"); /* kept */\n})();\n'
    assert terse(written) == '(function () {\na();\nb("/* kept */"); /* kept */\n})();\n'
    for path in (ROOT / "static").glob("*.js"):
        text = path.read_text("utf-8")
        assert "`" not in terse(text), path
        for line in text.splitlines():  # a comment that does not begin a line ends on it
            assert line.strip().startswith("/*") or line.count("/*") <= line.count("*/"), line


@pytest.mark.parametrize(
    ("path", "unit", "char", "said"),
    [
        ("xiangshe/2/index.html", "2.4", "篚", "fěi 竹器 · 释文10.9b 音匪"),  # a section on which nobody comments
        ("xiangshe/21/index.html", "21.11", "拾", "jié 更迭 · 释文10.10a 其劫反"),
        ("xiangshe/19/index.html", "zhu19.1", "更", "gēng"),
        ("hant/xiangshe/21/index.html", "21.11", "拾", "jié 更迭 · 釋文10.10a 其劫反"),
    ],
)
def test_a_character_opens_to_its_reading_and_authority(
    site: Path, page: Page, path: str, unit: str, char: str, said: str
) -> None:
    page.goto((site / path).as_uri())
    page.wait_for_timeout(300)
    page.locator(f"[id='{unit}'] ruby", has_text=char).first.click()
    page.wait_for_timeout(300)
    assert page.text_content(".glosspop .sounds").startswith(said)
    page.keyboard.press("Escape")
    assert page.locator(".glosspop").count() == 0


def test_readings_are_reached_by_keyboard_where_nobody_comments(site: Path, page: Page) -> None:
    page.goto((site / "xiangshe/1/index.html").as_uri())
    page.focus("[id='1.1'] .chars")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert page.text_content(".glosspop .sounds").startswith("xiāng")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(100)
    assert page.text_content(".glosspop .sounds").startswith("shè")
