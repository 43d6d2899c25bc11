"""Addresses of ranges and words: what is selected is what its link marks, in every script, layer and layout.

The oracle counts in tokens.tsv and in the ids of the pages, and shares nothing with the scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import html
from playwright.sync_api import Browser, Page

from exports import is_han, rows
from test_browser import text, url

COPIED = """Object.defineProperty(navigator, 'clipboard', {value: {
    writeText: t => { window.copied = t; return Promise.resolve(); }}})"""
SHOWN = """id => new Promise(done => {
    document.getElementById(id).scrollIntoView();
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))); })"""
SELECT = """([a, i, b, j]) => {  // from the i-th Han character of a to the j-th of b, both from 1
    const han = /[\\p{Script=Han}□■〇\\uE000-\\uF8FF]/u;
    const at = (id, n) => {
        const unit = document.getElementById(id);
        const walk = document.createTreeWalker(unit.querySelector('.sense') || unit, NodeFilter.SHOW_TEXT);
        for (let node; (node = walk.nextNode());)
            for (let k = 0; k < node.data.length; k++) {
                const c = String.fromCodePoint(node.data.codePointAt(k));
                if (han.test(c) && !node.parentElement.closest('[lang=en]') && !--n) return [node, k, k + c.length];
                k += c.length - 1;
            } };
    const [n1, k1] = at(a, i), [n2, , k2] = at(b, j);
    getSelection().setBaseAndExtent(n1, k1, n2, k2); }"""
MARKED = """() => {
    const ranges = [...CSS.highlights.get('aim')];
    ranges.push(...[...document.querySelectorAll('.hit, :target')].map(e => {
        const r = document.createRange(); r.selectNodeContents(e); return r; }));
    ranges.sort((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b));
    return ranges.map(String).join(''); }"""
DONE = "() => document.querySelector('.hit, :target') || [...(CSS.highlights.get('aim') || [])].length"
SEEN = """() => {
    const first = [...CSS.highlights.get('aim')][0] || document.querySelector('.hit, :target');
    const box = [...first.getClientRects()].find(b => b.width);
    return [document.querySelector('.bar').getBoundingClientRect().bottom, box.top, innerHeight]; }"""


def han(words: str) -> str:
    return "".join(filter(is_han, words))


@pytest.fixture(scope="module")
def fresh(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(COPIED)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    yield page
    assert errors == []
    context.close()


def go(page: Page, address: str) -> None:
    """A page of its own: an address that differs only after the # would not be opened again."""
    page.goto("about:blank")
    page.goto(address)


@dataclass(frozen=True)
class State:
    script: str
    ruby: str
    layout: str

    def query(self, only: str = "") -> str:
        return f"?script={self.script}&ruby={self.ruby}&layout={self.layout}" + (f"&layers={only}" if only else "")


STATES = st.builds(
    State,
    st.sampled_from(["hans", "hant"]),
    st.sampled_from(["none", "hard", "all"]),
    st.sampled_from(["columns", "stacked", "inline"]),
)
PATHS = {  # page: layers that are tried on it
    "xiangshe/19/index.html": ["", "zhu", "shu"],
    "xiangshe/21/index.html": ["", "zhu", "shu"],
    "xiangshe/20.2/index.html": ["", "zhu", "shu"],
    "xiangshe/24/index.html": ["", "shuzhu"],
    "xiangshe/52/index.html": ["", "translation"],
    "xiangshe/index.html": ["", "shu"],
    "hant/xiangshe/20/index.html": ["", "zhu"],
}


@cache
def texts(site: Path) -> dict[str, list[tuple[str, str]]]:
    """ID of a unit to the two forms of each of its Han characters; of the base, what B has and what is supplied."""
    found: dict[str, dict[int, tuple[str, str]]] = {}
    for row in rows(site, "tokens.tsv"):
        if row["n"] and row["layer"] != "jing-pinyin" and (row["layer"] != "jing" or row["witness"] in ("B", "")):
            found.setdefault(row["unit"], {})[int(row["n"])] = (row["hans"], row["hant"])
    return {unit: [chars[n] for n in sorted(chars)] for unit, chars in found.items()}


@cache
def units(site: Path, path: str, layer: str) -> list[str]:
    """IDs of the units of one layer on a page, in the order in which they are read."""
    ids = html.fromstring((site / path).read_bytes()).xpath("//*[contains(@class,'p') or contains(@class,'u')]/@id")
    return [str(one) for one in ids if re.fullmatch(layer + r"\d[\w.-]*", one) and one in texts(site)]


def between(site: Path, some: list[str], a: str, i: int, b: str, j: int, script: str) -> str:
    stretch = some[some.index(a) : some.index(b) + 1]
    chars = [(unit, n, pair) for unit in stretch for n, pair in enumerate(texts(site)[unit], 1)]
    wanted = [pair for unit, n, pair in chars if not (unit == a and n < i) and not (unit == b and n > j)]
    return "".join(pair[script == "hant"] for pair in wanted)


@st.composite
def selections(draw: st.DrawFn, site: Path) -> tuple[str, str, list[str], str, int, str, int]:
    path = draw(st.sampled_from(sorted(PATHS)))
    layer = draw(st.sampled_from(PATHS[path]))
    some = units(site, path, layer)
    at = draw(st.integers(0, len(some) - 1))
    to = min(len(some) - 1, at + draw(st.sampled_from([0, 0, 0, 1, 1, 2, 5])))
    a, b = some[at], some[to]
    i = draw(st.integers(1, len(texts(site)[a])))
    j = draw(st.integers(i if a == b else 1, len(texts(site)[b])))
    return path, layer, some, a, i, b, j


def copied(page: Page, selection: list[object]) -> str:
    """The link that the strip under a selection gives."""
    page.evaluate("window.copied = ''")
    page.evaluate(SHOWN, selection[0])  # a reader selects what is before his eyes, drawn to the end
    page.evaluate(SELECT, selection)
    page.wait_for_selector("#cut:not([hidden])")
    page.click("#cut button")
    return str(page.evaluate("window.copied"))


def test_a_link_to_selected_words_marks_them(site: Path, fresh: Page) -> None:
    @settings(max_examples=16, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(selections(site), STATES, STATES)
    def holds(chosen: tuple[str, str, list[str], str, int, str, int], one: State, other: State) -> None:
        path, layer, some, a, i, b, j = chosen
        go(fresh, url(site, path + one.query()))
        link = copied(fresh, [a, i, b, j])
        address, _, anchor = link.partition("#")
        assert address == url(site, path) and anchor.isascii()
        only = "&layers=jing" if layer else "&layers=zhu"  # hidden here, and shown for the link
        go(fresh, f"{address}{other.query()}{only if 'translation' not in layer else ''}#{anchor}")
        fresh.wait_for_function(DONE)
        assert han(fresh.evaluate(MARKED)) == between(site, some, a, i, b, j, other.script), link
        bar, top, bottom = fresh.evaluate(SEEN)
        assert bar <= top < bottom, link
        assert text(fresh, ".say") == ""

    holds()


@pytest.mark.parametrize(
    ("path", "selection", "anchor"),
    [
        ("19", ["19.1", 10, "19.1", 10], "19.1@耦"),
        ("19", ["19.1", 14, "19.1", 14], "19.1@耦[2]"),
        ("19", ["19.1", 1, "19.1", 19], "19.1"),
        ("19", ["19.1", 1, "19.3", 3], "19.1-19.3"),
        ("20", ["20.2", 6, "20.2", 7], "20.2@面揖"),
        ("19", ["zhu19.1", 1, "zhu19.1", 5], "zhu19.1@犹有故之辞"),
        ("19", ["shu19.1", 23, "shu19.1", 43], "shu19.1@论司射诱-shu19.1@耦取弓矢"),
        ("19", ["shu19.1", 38, "shu19.1", 52], "shu19.1@次三耦取-shu19.1@弓矢不拾"),
        ("19", ["19.1", 18, "19.2", 2], "19.1@矢拾-19.2@三耦"),
        ("19", ["note19.1", 2, "note19.1", 3], "note19.1@拾更"),
        ("19", ["zhu19.4", 9, "shu19.4", 2], "zhu19.4@插于带右,shu19.4@三耦"),
    ],
)
def test_an_address_is_what_a_person_would_write(
    site: Path, fresh: Page, path: str, selection: list[object], anchor: str
) -> None:
    go(fresh, url(site, f"xiangshe/{path}/index.html"))
    made = copied(fresh, selection).partition("#")
    assert (made[0], unquote(made[2])) == (url(site, f"xiangshe/{path}/index.html"), anchor)


def test_the_words_of_a_link_are_in_the_script_that_is_read(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "xiangshe/19/index.html?script=hant&ruby=all"))
    assert unquote(copied(fresh, ["19.1", 11, "19.1", 15])).endswith("#19.1@各與其耦讓")
    assert "鏈接 19.1@各與其耦讓" in text(fresh, ".say")


@pytest.mark.parametrize(
    ("address", "marked", "said"),
    [
        ("xiangshe/19/index.html#19.1@%E8%80%A6[2]", "耦", ""),
        ("xiangshe/19/index.html#１９．１＠耦［２］", "耦", ""),
        ("xiangshe/19/index.html#ZHU19.1@猶有故之辭", "犹有故之辞", ""),
        ("hant/xiangshe/19/index.html#zhu19.1@犹有故之辞", "猶有故之辭", ""),
        ("xiangshe/19/index.html#乡射礼19.1@各与其耦，让取弓矢", "各与其耦让取弓矢", ""),
        ("xiangshe/19.1/index.html#19.1@耦[2]-19.1@弓矢", "耦让取弓矢", ""),
        ("xiangshe/19/index.html#19.1@弓矢-19.1@耦[2]", "耦让取弓矢", ""),
        ("xiangshe/19/index.html#19.2@取扑", "三耦皆袒决遂有司左执弣右执弦而授弓", "19.2 没有“取扑”，所示为全条"),
        ("xiangshe/19/index.html#19.3@矢[4]", "遂授矢", "19.3 只有 1 处“矢”，所示为全条"),
        ("xiangshe/19/index.html#19.1@拾-20.1@三", "拾", "本页没有 20.1"),
        ("xiangshe/index.html#19.5@而俟-20.1@司射", "而俟司射", ""),
        ("xiangshe/19/index.html#19.1@。！", "司射", "19.1 没有“。!”"),
        ("xiangshe/19/index.html#19.1@", "司射犹挟乘矢以命三耦各与其耦让取弓矢拾", ""),
        ("xiangshe/19/index.html#19.1@<img src=x onerror=alert(1)>", "司射", "19.1 没有“<imgsrc=xonerror=alert(1)>”"),
        ("xiangshe/19/index.html#20.1@三耦", "", "本页没有 20.1"),
    ],
)
def test_an_address_lands_on_its_words_or_says_why_not(
    site: Path, fresh: Page, address: str, marked: str, said: str
) -> None:
    go(fresh, url(site, address))
    fresh.wait_for_function(f"() => ({DONE})() || document.querySelector('.say').textContent")
    found = han(fresh.evaluate(MARKED))
    assert found.startswith(marked) and (found or said)
    assert text(fresh, ".say").startswith(said) and bool(said) == bool(text(fresh, ".say"))
    if "20.1@" in address and said:
        link = str(fresh.evaluate("document.querySelector('.say a').href"))
        assert unquote(link) == unquote(url(site, "xiangshe/index.html#" + address.partition("#")[2]))


def test_the_address_bar_shows_the_address_as_it_should_be_written(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "xiangshe/19/index.html?ruby=none#１９．１＠耦［２］"))
    fresh.wait_for_function(DONE)
    assert unquote(fresh.url).endswith("?ruby=none#19.1@耦[2]")


def test_going_on_and_back_marks_each_place_in_turn(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "xiangshe/21/index.html#21.1@执旌"))
    fresh.wait_for_function(DONE)
    first = fresh.evaluate(MARKED)
    fresh.evaluate("location.hash = '21.2-21.3'")
    fresh.wait_for_function("document.querySelectorAll('.hit').length === 2 && ![...CSS.highlights.get('aim')].length")
    fresh.go_back()
    fresh.wait_for_function("[...CSS.highlights.get('aim')].length")
    assert (fresh.evaluate(MARKED), first) == ("执旌", "执旌")


def test_a_layer_shown_for_a_link_is_not_remembered(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "xiangshe/19/index.html"))
    fresh.click(".bar [data-layer=zhu]")
    go(fresh, url(site, "xiangshe/19/index.html#zhu19.1@有故"))
    fresh.wait_for_function(DONE)
    assert fresh.is_visible("[id='zhu19.1']") and fresh.get_attribute(".bar [data-layer=zhu]", "aria-pressed") == "true"
    go(fresh, url(site, "xiangshe/20/index.html"))
    assert fresh.get_attribute(".bar [data-layer=zhu]", "aria-pressed") == "false"
    fresh.evaluate("localStorage.clear()")


def test_where_the_browser_cannot_mark_words_the_unit_is_marked(site: Path, browser: Browser) -> None:
    context = browser.new_context()
    context.add_init_script("delete window.Highlight")
    page = context.new_page()
    page.goto(url(site, "xiangshe/19/index.html#19.1@耦[2]"))
    page.wait_for_selector(".lit")
    assert page.evaluate("[...document.querySelectorAll('.lit')].map(e => e.id)") == ["19.1"]
    context.close()


def test_the_strip_is_reached_by_tab_and_left_by_escape(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "xiangshe/19/index.html"))
    fresh.evaluate(SELECT, ["19.1", 3, "19.1", 4])
    fresh.wait_for_selector("#cut:not([hidden])")
    words, strip = (
        fresh.evaluate(f"{one}.getBoundingClientRect().toJSON()") for one in ("getSelection().getRangeAt(0)", "cut")
    )
    assert strip["top"] >= words["bottom"] and strip["bottom"] < words["bottom"] + 80
    fresh.keyboard.press("Tab")
    assert fresh.evaluate("document.activeElement.closest('#cut') !== null")
    fresh.keyboard.press("Escape")
    assert fresh.is_hidden("#cut") and fresh.evaluate("getSelection().toString()") == "犹挟"
    fresh.evaluate(
        "getSelection().removeAllRanges(); getSelection().selectAllChildren(document.querySelector('.foot'))"
    )
    fresh.wait_for_timeout(300)
    assert fresh.is_hidden("#cut")


def test_on_a_phone_the_strip_stands_at_the_foot(site: Path, fresh: Page) -> None:
    fresh.set_viewport_size({"width": 390, "height": 800})
    go(fresh, url(site, "xiangshe/19/index.html"))
    fresh.evaluate(SELECT, ["19.1", 3, "19.1", 4])
    fresh.wait_for_selector("#cut:not([hidden])")
    box = fresh.evaluate("cut.getBoundingClientRect().toJSON()")
    assert (box["left"], box["right"], box["bottom"]) == (0, 390, 800)
    assert fresh.evaluate("[...document.querySelectorAll('#cut button')].every(b => b.offsetHeight >= 44)")
    fresh.set_viewport_size({"width": 1280, "height": 900})
