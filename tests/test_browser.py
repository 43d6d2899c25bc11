"""The site in a real browser: boxes and words, not only presence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from views import WIDTHS

FIRST = "乡射之礼。主人戒宾，宾出迎，再拜。主人答再拜，乃请。"
NOTE = "未违俟处也。搢，插也，插于带右。"


def url(site: Path, path: str) -> str:
    file, mark, rest = path.partition("#")
    name, query, state = file.partition("?")
    return (site / name).as_uri() + query + state + mark + rest


@pytest.fixture
def open_page(site: Path, page: Page) -> Iterator[object]:
    """Opens a page from disk; any request that leaves the disk, and any error of a script, fails the test."""
    strangers: list[str] = []
    errors: list[str] = []
    page.on("request", lambda r: None if r.url.startswith(("file:", "data:")) else strangers.append(r.url))
    page.on("pageerror", lambda e: errors.append(str(e)))

    def go(path: str, width: int = 1280) -> Page:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(url(site, path))
        return page

    yield go
    assert strangers == [] and errors == []


def text(page: Page, selector: str) -> str:
    return str(page.eval_on_selector(selector, "e => e.textContent"))


def press(page: Page, key: str, value: str) -> None:
    page.evaluate("([k, v]) => document.querySelector(`[data-key=${k}][data-value=${v}]`).click()", [key, value])
    page.wait_for_timeout(150)


def test_a_passage_is_its_text_and_nothing_more(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/1/index.html")
    assert text(page, "[id='1.1']").strip() == FIRST
    page = open_page("xiangshe/19/index.html?ruby=all")
    page.wait_for_timeout(300)
    assert text(page, "[id='zhu19.4']").strip() == NOTE


@pytest.mark.parametrize("ruby", ["none", "hard", "all"])
def test_pinyin_is_drawn_found_and_not_copied(open_page, ruby: str) -> None:  # type: ignore[no-untyped-def]
    page = open_page(f"xiangshe/1/index.html?ruby={ruby}")
    page.wait_for_timeout(300)
    assert page.evaluate("window.find('主人戒宾，宾出迎')")
    assert page.evaluate("getSelection().toString()") == "主人戒宾，宾出迎"
    drawn = page.evaluate("""() => [...document.querySelectorAll("[id='1.1'] rt")]
        .filter(e => e.getClientRects().length && e.getBoundingClientRect().height > 0).length""")
    assert (drawn > 15) == (ruby == "all") and (drawn == 0 if ruby == "none" else True)


def test_the_line_does_not_jump_with_pinyin(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/1/index.html?ruby=none")
    tall = "document.querySelector(\"[id='1.1']\").parentElement.getBoundingClientRect().height"
    lines = "getComputedStyle(document.querySelector(\"[id='1.1']\")).lineHeight"
    before = page.evaluate(lines)
    press(page, "ruby", "hard")
    assert page.evaluate(lines) == before
    assert page.evaluate(tall) > 0


def test_ten_switches_of_script_give_the_first_page(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/21/index.html")
    main = "document.querySelector('main').innerHTML"
    first = page.evaluate(main)
    hans = text(page, "[id='21.11']").strip()
    assert hans == "乃射，上射既发，挟弓矢；而后下射射，拾发，以将乘矢。"
    for _ in range(10):
        press(page, "script", "hant")
        assert text(page, "[id='21.11']").strip() == "乃射，上射既發，挾弓矢；而后下射射，拾發，以將乘矢。"
        assert page.evaluate("document.documentElement.lang") == "zh-Hant"
        press(page, "script", "hans")
    assert page.evaluate(main) == first


def test_ids_and_links_do_not_change_with_the_script(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/21/index.html")
    names = "[...document.querySelectorAll('main [id], main [href]')].map(e => e.id + '|' + e.getAttribute('href'))"
    first = page.evaluate(names)
    press(page, "script", "hant")
    assert page.evaluate(names) == first


def test_the_switched_page_says_what_its_twin_says(open_page) -> None:  # type: ignore[no-untyped-def]
    words = "document.querySelector('main').textContent.replace(/\\s+/g, ' ')"
    page = open_page("xiangshe/19/index.html?ruby=none&script=hant")
    page.wait_for_timeout(300)
    switched = page.evaluate(words)
    page = open_page("hant/xiangshe/19/index.html?ruby=none")
    assert page.evaluate(words) == switched


@pytest.mark.parametrize("width", [390, 1280])
def test_an_anchor_lands_below_the_bar_with_the_passage_marked(open_page, width: int) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/21/index.html#21.10", width)
    page.wait_for_timeout(400)
    top, bar, height = page.evaluate("""() => {
        const p = document.querySelector("[id='21.10']").getBoundingClientRect();
        return [p.top, document.querySelector('.bar').getBoundingClientRect().bottom, innerHeight]; }""")
    assert bar <= top < height * 0.6
    plain = page.evaluate("getComputedStyle(document.querySelector(\"[id='21.9']\")).backgroundColor")
    assert page.evaluate("getComputedStyle(document.querySelector(\"[id='21.10']\")).backgroundColor") != plain


BASELINES = """() => [...document.querySelectorAll('.row')].map(row => {
    const cells = [...row.children].filter(c => c.getClientRects().length && c.querySelector('.p, .u'));
    return [row.getBoundingClientRect().top, ...cells.map(cell => {
        const mark = document.createElement('span');  // an empty inline block stands on the baseline
        mark.style.cssText = 'display:inline-block;width:0;height:0';
        cell.querySelector('.p, .u').prepend(mark);
        const y = mark.getBoundingClientRect().bottom;
        mark.remove();
        return y; })]; })"""


@pytest.mark.parametrize("width", [1024, 1152, 1280, 1600, 2000])
@pytest.mark.parametrize("ruby", ["none", "all"])
def test_rows_are_level(open_page, width: int, ruby: str) -> None:  # type: ignore[no-untyped-def]
    """The first lines of a row stand on one line, whatever the width and the pinyin."""
    page = open_page(f"xiangshe/20/index.html?ruby={ruby}", width)
    page.wait_for_timeout(300)
    rows = page.evaluate(BASELINES)
    assert len(rows) >= 9
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    for row in rows:
        assert max(row[1:]) - min(row[1:]) <= 1.5, row


@pytest.mark.parametrize(
    "path",
    [
        "xiangshe/20/index.html",
        "xiangshe/24/index.html",
        "xiangshe/20.2/index.html",
        "index.html",
        "sources/index.html",
    ],
)
def test_no_sideways_scroll_on_the_narrowest_phone(open_page, path: str) -> None:  # type: ignore[no-untyped-def]
    for width in WIDTHS:
        page = open_page(path, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_choices_are_remembered_and_the_address_wins(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/1/index.html")
    press(page, "ruby", "none")
    assert "ruby=none" in page.url
    page = open_page("xiangshe/2/index.html")
    assert page.get_attribute("[data-key=ruby][data-value=none]", "aria-pressed") == "true"
    page = open_page("xiangshe/2/index.html?ruby=all")
    assert page.get_attribute("[data-key=ruby][data-value=all]", "aria-pressed") == "true"


def test_blocked_storage_breaks_nothing(open_page, page: Page) -> None:  # type: ignore[no-untyped-def]
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked'); }})")
    page = open_page("xiangshe/1/index.html")
    press(page, "script", "hant")
    assert text(page, "[id='1.1']").strip().startswith("鄉射之禮。主人戒賓")


def test_without_script_everything_is_there(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url(site, "xiangshe/19/index.html"))
    words = page.inner_text("main")
    for said in (
        "三耦皆执弓，",
        "插也，插于带右。",
        "前後皆因前位" if "前後" in words else "前后皆因前位",
        "郑注",
        "贾疏",
    ):
        assert said in words
    page.click("[data-key=script][data-value=hant]")
    assert page.url.endswith("hant/xiangshe/19/index.html")
    assert "三耦皆執弓" in page.inner_text("main")
    context.close()


def test_a_note_of_the_apparatus_opens_by_keyboard_and_gives_the_focus_back(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/20/index.html")
    page.focus("[id='20.2'] a.app")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    said = page.evaluate("""() => [...document.querySelectorAll('[role=dialog], .note, dialog')]
        .filter(e => e.getClientRects().length).map(e => e.textContent).join()""")
    assert "堂" in said and "常" in said and "B" in said
    page.keyboard.press("Escape")
    page.wait_for_timeout(100)
    assert page.evaluate("document.activeElement.matches(\"[id='20.2'] a.app\")")


def test_editorial_signs_are_drawn_and_never_text(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/19/index.html")
    assert "〔" not in text(page, "main")
    sign = page.evaluate("getComputedStyle(document.querySelector(\"[id='zhu19.4'] .supplied\"), '::before').content")
    assert "〔" in sign


def test_absence_is_said_once_for_a_run(open_page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/1/index.html")
    assert page.evaluate("document.querySelectorAll('main .absent').length") == 1
    assert "来源未收" in text(page, "main .absent")


def test_the_shipped_font_is_used(open_page, page: Page) -> None:  # type: ignore[no-untyped-def]
    page = open_page("xiangshe/19/index.html?ruby=none")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(300)
    client = page.context.new_cdp_session(page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    node = client.send("DOM.querySelector", {"nodeId": root, "selector": "[id='zhu19.4']"})["nodeId"]
    fonts = client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    assert fonts and all(font["isCustomFont"] for font in fonts), fonts


def test_a_separate_command_copies_with_pinyin(site: Path, browser: Browser) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(url(site, "xiangshe/19.4/index.html"))
    page.click("button[data-hans]")
    page.wait_for_timeout(100)
    said = "三（sān）耦（ǒu）皆（jiē）执（zhí）弓（gōng），搢（jìn）三（sān）而（ér）挟（xié）一（yī）个（gè）。"
    assert page.evaluate("navigator.clipboard.readText()") == said
    press(page, "script", "hant")
    page.click("button[data-hant]")
    page.wait_for_timeout(100)
    assert page.evaluate("navigator.clipboard.readText()") == said.replace("执", "執").replace("挟", "挾")
    context.close()


MARKED = "[...document.querySelectorAll('.hit')].map(e => e.id)"


@pytest.mark.parametrize(
    ("anchor", "marked"),
    [
        ("19.1-19.3", ["19.1", "19.2", "19.3"]),
        ("19.3-19.1", ["19.1", "19.2", "19.3"]),
        ("19.4-999.9", ["19.4"]),
    ],
)
def test_a_range_is_marked_whole_in_its_order(open_page, anchor: str, marked: list[str]) -> None:  # type: ignore[no-untyped-def]
    page = open_page(f"xiangshe/19/index.html#{anchor}")
    page.wait_for_timeout(300)
    assert page.evaluate(MARKED) == marked
    if "999.9" in anchor:
        assert "本页没有 999.9" in text(page, ".say")


@pytest.mark.parametrize("anchor", ["999.9", "%E4", "<script>alert(1)</script>"])
def test_an_anchor_of_nothing_is_said_to_be_none(open_page, anchor: str) -> None:  # type: ignore[no-untyped-def]
    page = open_page(f"xiangshe/19/index.html#{anchor}")
    page.wait_for_timeout(300)
    assert text(page, ".say").startswith("本页没有 ")
