"""Pages in columns, measured: the order in which characters stand on the screen is the order of the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from exports import rows
from test_browser import press, url

Box = tuple[str, float, float, float, float]  # character, left, top, right, bottom

BOXES = """() => { const found = [], range = document.createRange();
    const walk = document.createTreeWalker(document.querySelector('.roll'), NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode());) {
        if (!node.parentElement.closest('.vc')) continue;
        for (let i = 0; i < node.data.length; i += node.data.codePointAt(i) > 0xffff ? 2 : 1) {
            range.setStart(node, i); range.setEnd(node, i + (node.data.codePointAt(i) > 0xffff ? 2 : 1));
            const b = range.getBoundingClientRect();
            found.push([range.toString(), b.left, b.top, b.right, b.bottom]); } }
    return found; }"""


@pytest.fixture
def open_page(site: Path, page: Page) -> Iterator[Any]:
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))

    def go(path: str, width: int = 1280, height: int = 900) -> Page:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(url(site, path))
        page.wait_for_timeout(300)
        return page

    yield go
    assert errors == []


def is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] in "PZ"


def expected(site: Path, section: str, form: str = "hans") -> str:
    """From the exports: each passage of a section, and after it the commentary whose target ends there."""
    said: dict[str, str] = {}
    for row in rows(site, "tokens.tsv"):
        if row["layer"] in ("jing", "zhu") and (row["witness"] == "B") == (row["layer"] == "jing"):
            said[row["unit"]] = said.get(row["unit"], "") + row[form]
    after: dict[str, list[str]] = {}
    for row in rows(site, "alignment.tsv"):
        if row["layer"] == "zhu":
            after.setdefault(row["passages"].split("-")[-1], []).append(row["unit"])
    passages = [unit for unit in said if unit.partition(".")[0] == section]
    return "".join(said[p] + "".join(said[u] for u in after.get(p, ())) for p in passages)


def seen(boxes: list[Box], cell: float, pitch: float) -> list[list[tuple[str, str]]]:
    """Columns from right to left, each from top to bottom: ("text", characters) or ("right" | "left", characters).

    Told from the boxes alone: which column by the middle of a box, which half by the side of the column it is on.
    """
    boxes = [b for b in boxes if not is_mark(b[0])]
    edge = max(b[3] for b in boxes if b[4] - b[2] > cell * 0.75)  # right edge of the first full character

    def column(b: Box) -> int:
        return round((edge - cell / 2 - (b[1] + b[3]) / 2) / pitch)

    found = []
    for _, some in groupby(sorted(boxes, key=lambda b: (column(b), b[2])), column):
        parts: list[tuple[str, str]] = []
        for small, group in groupby(some, lambda b: b[4] - b[2] < cell * 0.75):
            glyphs = list(group)
            middle = edge - cell / 2 - column(glyphs[0]) * pitch
            if not small:
                parts.append(("text", "".join(b[0] for b in glyphs)))
                continue
            right = [b for b in glyphs if (b[1] + b[3]) / 2 > middle]
            left = [b for b in glyphs if (b[1] + b[3]) / 2 < middle]
            parts += [("right", "".join(b[0] for b in right)), ("left", "".join(b[0] for b in left))]
        found.append(parts)
    return found


def sizes(page: Page) -> tuple[float, float]:
    said = page.evaluate(
        "(s => [parseFloat(s.fontSize), parseFloat(s.lineHeight)])(getComputedStyle(document.querySelector('.vc')))"
    )
    return said[0], said[1]


@pytest.mark.parametrize(("cells", "folder", "width", "height"), [(22, "", 1280, 900), (16, "16/", 390, 844)])
@pytest.mark.parametrize("section", ["19", "20", "21"])
def test_the_order_on_the_screen_is_the_order_of_the_text(
    site: Path, open_page: Any, section: str, cells: int, folder: str, width: int, height: int
) -> None:
    page = open_page(f"xiangshe/{section}/vertical/{folder}index.html?ruby=all&layers=jing,zhu", width, height)
    columns = seen(page.evaluate(BOXES), *sizes(page))
    text = "".join(chars for parts in columns for _, chars in parts)
    assert text == "".join(c for c in expected(site, section) if not is_mark(c))
    for k, parts in enumerate(columns):
        taken = 0
        for kind, chars in parts:
            taken += len(chars) if kind == "text" else (len(chars) + 1) // 2 if kind == "right" else 0
        assert taken == cells or (taken <= cells and k == len(columns) - 1), parts
        for (one, right), (other, left) in pairwise(parts):
            if one == "right":
                assert other == "left" and 0 <= len(right) - len(left) <= 1


def test_half_lines_stand_beside_one_another_below_the_words(open_page: Any) -> None:
    page = open_page("xiangshe/19/vertical/index.html")
    boxes = [b for b in page.evaluate(BOXES) if not is_mark(b[0])]
    cell, _ = sizes(page)
    at = "".join(b[0] for b in boxes).index("拾犹有故之辞拾更也")
    word, right, left = boxes[at], boxes[at + 1 : at + 5], boxes[at + 5 : at + 9]
    assert [b[0] for b in left] == ["辞", "拾", "更", "也"]
    for a, b in zip(right, left, strict=True):
        assert abs(a[2] - b[2]) < 0.6 and abs(a[4] - b[4]) < 0.6 and a[4] - a[2] < cell * 0.6  # level, and half as long
        assert across(a) - across(b) > cell * 0.55
        assert across(b) < across(word) < across(a)
    assert word[4] - 0.6 <= right[0][2] <= word[4] + 0.6


def across(box: Box) -> float:
    return (box[1] + box[3]) / 2


def test_pinyin_and_marks_move_no_character(open_page: Any) -> None:
    page = open_page("xiangshe/20/vertical/index.html?ruby=none")
    plain = [b for b in page.evaluate(BOXES) if not is_mark(b[0])]
    for key, value in (("ruby", "all"), ("marks", "on")):
        press(page, key, value)
        now = [b for b in page.evaluate(BOXES) if not is_mark(b[0])]
        assert [b[0] for b in now] == [b[0] for b in plain]
        assert max(abs(a - b) for x, y in zip(now, plain, strict=True) for a, b in zip(x[1:], y[1:], strict=True)) < 0.6
    assert "marks=on" in page.url
    drawn = page.evaluate("[...document.querySelectorAll('.vc .m')].every(e => e.getBoundingClientRect().height > 4)")
    assert drawn


def test_it_begins_at_the_right_edge_and_an_anchor_lands_there(open_page: Any) -> None:
    page = open_page("xiangshe/vertical/index.html")
    assert page.evaluate("document.querySelector('.roll').scrollLeft") == 0
    first = page.evaluate("document.getElementById('1.1').getBoundingClientRect().right")
    assert 1280 - 90 < first <= 1280
    for anchor in ("20.2", "zhu21.8", "52.30", "19.1-19.3", "20.2@钩楹"):
        page = open_page(f"xiangshe/vertical/index.html#{anchor}")
        page.wait_for_timeout(300)
        roll, aim, bar = page.evaluate(
            """id => { const b = e => (r => [r.left, r.right, r.top, r.bottom])(e.getBoundingClientRect());
            return [b(document.querySelector('.roll')), b(document.getElementById(id)),
                document.querySelector('.bar').getBoundingClientRect().bottom]; }""",
            re.split("[-@]", anchor)[0],
        )
        assert roll[1] - 120 < aim[1] <= roll[1] + 1, anchor
        assert bar <= aim[2] < 900
    assert page.evaluate("[...CSS.highlights.get('aim')].join('')") == "钩楹"


COPY = """([from, to]) => { const r = document.createRange();
    r.setStartBefore(document.getElementById(from)); r.setEndAfter(document.getElementById(to));
    getSelection().removeAllRanges(); getSelection().addRange(r); return getSelection().toString(); }"""


def test_what_is_copied_and_found_is_the_text(site: Path, browser: Browser) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(url(site, "xiangshe/20/vertical/index.html?ruby=all"))
    page.wait_for_timeout(300)
    page.evaluate(COPY, ["20.1", "20.9"])
    page.keyboard.press("Control+C")
    copied = page.evaluate("navigator.clipboard.readText()")
    whole = expected(site, "20")
    assert copied and whole.startswith(copied)
    text = page.evaluate("document.querySelector('.vc').textContent")
    assert text == whole
    cut = page.evaluate(
        "(l => l[0].textContent.slice(-3) + l[0].nextSibling.textContent.slice(0, 3))"
        "([...document.querySelectorAll('.vc .l')].filter(l => l.nextSibling))"
    )
    for words in (cut, whole[5:9], whole[60:70]):
        page.evaluate("getSelection().removeAllRanges()")
        assert page.evaluate("w => window.find(w, false, false, true)", words), words
        assert page.evaluate("getSelection().toString()") == words
    context.close()


def test_wheel_and_keys_go_to_the_left_and_let_go_at_the_end(open_page: Any) -> None:
    page = open_page("xiangshe/21/vertical/index.html", 400, 700)
    at = "Math.round(document.querySelector('.roll').scrollLeft)"
    page.mouse.move(200, 400)
    page.mouse.wheel(0, 120)
    page.wait_for_timeout(150)
    assert page.evaluate(at) == -120
    places = [0]
    for key in ("Home", "ArrowLeft", "Space", "PageDown", "Shift+Space", "End"):
        page.keyboard.press(key)
        page.wait_for_timeout(60)
        places.append(page.evaluate(at))
    assert places[1] == 0 > places[2] > places[3] > places[4] < places[5] > places[6]
    page.mouse.wheel(0, 400)  # at the end the page goes on
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") > 0
    page.focus(".roll")
    assert page.evaluate("getComputedStyle(document.querySelector('.roll')).outlineStyle") == "solid"


def test_between_rows_and_columns_one_keeps_place_script_and_choices(open_page: Any) -> None:
    page = open_page("xiangshe/20/index.html?layout=vertical&ruby=none#20.3")
    assert "/20/vertical/index.html?ruby=none#20.3" in page.url
    page.click(".bar [data-leads=inline]")
    page.wait_for_timeout(400)
    assert "/20/index.html?" in page.url and "layout=inline" in page.url and page.url.endswith("#20.3")
    assert page.evaluate("document.documentElement.dataset.layout") == "inline"
    press(page, "script", "hant")
    page.click(".bar [data-leads=vertical]")
    page.wait_for_timeout(400)
    assert "/hant/xiangshe/20/vertical/index.html" in page.url and "ruby=none" in page.url
    assert page.url.endswith("#20.3")
    assert page.evaluate("document.documentElement.dataset.layout") == "vertical"
    page = open_page("xiangshe/20/vertical/index.html?layout=stacked#20.3")
    assert "/20/index.html?layout=stacked" in page.url and page.url.endswith("#20.3")
    page = open_page("xiangshe/20/index.html?layout=vertical", 390, 844)
    assert "/20/vertical/16/index.html" in page.url
    page = open_page("xiangshe/20/vertical/index.html#shu20.2")  # what is not in columns stands in rows
    assert "/xiangshe/20/index.html" in page.url and page.url.endswith("#shu20.2")


def test_without_the_notes_the_columns_close_up_and_numbers_do_not_collide(open_page: Any) -> None:
    page = open_page("xiangshe/20/vertical/index.html?ruby=none")
    page.click(".bar [data-layer=zhu]")
    page.wait_for_timeout(200)
    boxes = [b for b in page.evaluate(BOXES) if not is_mark(b[0]) and b[3] > b[1]]
    columns = seen(boxes, *sizes(page))
    assert all(len(parts) == 1 and len(parts[0][1]) == 22 for parts in columns[:-1])
    spots = page.evaluate(
        "[...document.querySelectorAll('.i')].map(e => (r => Math.round(r.left) + ' ' + Math.round(r.top))"
        "(e.getBoundingClientRect()))"
    )
    assert len(spots) == 9 == len(set(spots))


def test_the_switched_page_says_what_its_twin_says(site: Path, open_page: Any) -> None:
    words = "document.querySelector('.roll').textContent.replace(/\\s+/g, ' ')"
    page = open_page("xiangshe/20/vertical/index.html?ruby=none&script=hant")
    switched = page.evaluate(words)
    page = open_page("hant/xiangshe/20/vertical/index.html?ruby=none")
    assert page.evaluate(words) == switched
    assert expected(site, "20", "hant") in switched
