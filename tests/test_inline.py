"""Notes behind the words they explain: two half-lines where they are short, one run in brackets where they are long."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from exports import rows
from test_browser import press, url
from views import WIDTHS

BOXES = """() => [...document.querySelectorAll('.two > .u')].map(u => {
    const found = [], range = document.createRange();
    const walk = document.createTreeWalker(u, NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode());)
        for (let i = 0; i < node.data.length; i++) {
            range.setStart(node, i); range.setEnd(node, i + 1);
            const b = range.getBoundingClientRect();
            found.push([node.data[i], b.left, b.top, b.bottom]); }
    return [u.id, found]; })"""
LONG = "zhu20.2"  # too long for two half-lines


@pytest.fixture
def open_page(site: Path, page: Page) -> Iterator[Any]:
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))

    def go(path: str, width: int) -> Page:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(url(site, path))
        page.wait_for_timeout(250)
        return page

    yield go
    assert errors == []


def said(site: Path, form: str = "hans") -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows(site, "tokens.tsv"):
        if row["layer"] in ("jing", "zhu") and (row["witness"] == "B") == (row["layer"] == "jing"):
            found[row["unit"]] = found.get(row["unit"], "") + row[form]
    return found


def bare(line: str) -> int:
    """Characters of a line without the marks at its end, which hang."""
    return len(line.rstrip("".join(c for c in set(line) if unicodedata.category(c)[0] == "P")))


def halves_of(boxes: list[tuple[str, float, float, float]]) -> list[str]:
    """The lines as they are seen, each from left to right, from the boxes alone."""
    lines = []
    for _, some in groupby(sorted(boxes, key=lambda b: (round(b[2]), b[1])), lambda b: round(b[2])):
        lines.append("".join(b[0] for b in some))
    return lines


@pytest.mark.parametrize("state", ["ruby=none", "ruby=all&script=hant"])
@pytest.mark.parametrize("width", [*WIDTHS, 640])  # 640: a window of 1280 at 200 %
def test_a_short_note_stands_in_two_level_halves(site: Path, open_page: Any, width: int, state: str) -> None:
    page = open_page(f"xiangshe/21/index.html?layout=inline&{state}", width)
    text = said(site, "hant" if "hant" in state else "hans")
    found = page.evaluate(BOXES)
    assert [unit for unit, _ in found] == [u for u in text if u.startswith("zhu21.") and len(text[u]) <= 40]
    for unit, boxes in found:
        lines = halves_of(boxes)
        assert len(lines) == 2 and "".join(lines) == text[unit], (unit, lines)
        assert abs(bare(lines[0]) - bare(lines[1])) <= 1, (unit, lines)
        tops = sorted({round(b[2]) for b in boxes})
        assert 10 <= tops[1] - tops[0] <= 20
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_words_and_their_note_stand_in_one_line(open_page: Any) -> None:
    page = open_page("xiangshe/19/index.html?layout=inline&ruby=none&layers=jing,zhu", 1280)
    word, note = page.evaluate(
        "['19.3', 'zhu19.3'].map(id => (r => [r.left, r.right, r.top, r.bottom])"
        "(document.getElementById(id).getClientRects()[0]))"
    )
    assert word[1] < note[0] < word[1] + 60
    assert word[2] - 2 <= note[2] and note[3] <= word[3] + 2


def test_a_long_note_is_one_run_in_brackets_that_are_drawn(open_page: Any) -> None:
    page = open_page("xiangshe/20/index.html?layout=inline&ruby=none", 820)
    signs, shown, text = page.evaluate(
        """id => { const u = document.getElementById(id), b = u.closest('.b');
        const s = (e, p) => getComputedStyle(e, p);
        return [[s(b, '::before').content, s(b, '::after').content], s(b).display + s(u).display, b.textContent]; }""",
        LONG,
    )
    assert "（" in signs[0] and "）" in signs[1] and shown == "inlineinline" and "（" not in text[:4]
    lines = page.evaluate("id => document.getElementById(id).getClientRects().length", LONG)
    assert lines > 2
    assert (
        page.evaluate("id => getComputedStyle(document.getElementById(id).closest('.b')).overflow", LONG) == "visible"
    )


def test_what_is_copied_across_notes_is_the_text(site: Path, browser: Browser) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(url(site, "xiangshe/19/index.html?layout=inline&ruby=all&layers=jing,zhu"))
    page.wait_for_timeout(300)
    page.evaluate("""() => { const r = document.createRange(), s = getSelection();
        r.setStartBefore(document.getElementById('19.1')); r.setEndAfter(document.getElementById('19.5'));
        s.removeAllRanges(); s.addRange(r); }""")
    page.keyboard.press("Control+C")
    text = said(site)
    order = ["19.1", "zhu19.1", "19.2", "zhu19.2", "19.3", "zhu19.3", "19.4", "zhu19.4", "19.5"]
    assert page.evaluate("navigator.clipboard.readText()") == "".join(text[unit] for unit in order)
    assert page.evaluate("w => window.find(w, false, false, true)", text["zhu19.3"][2:7])
    context.close()


def test_in_the_other_layouts_a_short_note_is_a_line_as_any(open_page: Any) -> None:
    page = open_page("xiangshe/19/index.html?layout=inline&ruby=none", 1280)
    press(page, "layout", "columns")
    shown = page.evaluate(
        """(u => [getComputedStyle(u).display, new Set([...u.getClientRects()].map(r => Math.round(r.top))).size])
        (document.getElementById('zhu19.3'))"""
    )
    assert shown == ["inline", 1]
