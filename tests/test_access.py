"""Read by keyboard, by voice, at any size: no page scrolls sideways, focus is seen, targets are large enough."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from exports import rows
from views import PAGES

SECTION = "xiangshe/19/index.html"


def address(site: Path, path: str) -> str:
    name, mark, query = path.partition("?")
    return f"{(site / name).as_uri()}{mark}{query}"


@pytest.mark.parametrize("width,size", [(320, "m"), (640, "xl")])
def test_no_page_scrolls_sideways(site: Path, browser: Browser, width: int, size: str) -> None:
    """320 px, which is also 1280 px at 400 %; and the largest type. Pages in columns scroll by their nature."""
    context = browser.new_context(viewport={"width": width, "height": 700})
    page = context.new_page()
    wide = []
    for path in (path for name, path in PAGES.items() if "columns" not in name):
        page.goto(f"{address(site, path)}{'&' if '?' in path else '?'}size={size}")
        found = page.evaluate("document.documentElement.scrollWidth")
        if found > width:
            wide.append((path, found))
    context.close()
    assert wide == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_focus_is_seen_wherever_it_goes(site: Path, browser: Browser, scheme: Any) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.goto((site / SECTION).as_uri())
    unseen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        told = page.evaluate(
            """() => { const el = document.activeElement, s = getComputedStyle(el), b = el.getBoundingClientRect();
            const drawn = s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1;
            const inside = b.bottom > 0 && b.top < innerHeight && b.width > 0;
            return { what: el.outerHTML.slice(0, 80), drawn, inside } }"""
        )
        if not (told["drawn"] and told["inside"]):
            unseen.append(told)
    context.close()
    assert unseen == []


@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_pressed_is_large_enough(site: Path, browser: Browser, width: int) -> None:
    """24 px each way (WCAG 2.5.8) for every control that is no link in a line of text."""
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    small = []
    for path in (SECTION, "search/index.html", "verify/index.html", "apparatus/index.html", "xiangshe/20.2/index.html"):
        page.goto((site / path).as_uri())
        if width == 390:
            page.locator(".sheet").click()
        small += page.evaluate(
            """() => [...document.querySelectorAll('button, select, input, summary, .opts a')].filter(el => {
                const b = el.getBoundingClientRect(), s = getComputedStyle(el);
                if (!b.width || s.visibility === 'hidden' || s.clipPath !== 'none') return false;
                const target = el.closest('label')?.getBoundingClientRect() || b;
                return Math.max(b.height, target.height) < 24 || Math.max(b.width, target.width) < 24;
            }).map(el => el.outerHTML.slice(0, 100))"""
        )
    context.close()
    assert small == []


def spoken(nodes: dict[str, Any], at: str) -> Iterator[str]:
    """The texts below a node in the order in which they are read."""
    node = nodes[at]
    if not node["ignored"] and node["role"]["value"] == "StaticText":
        yield node["name"]["value"]
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from spoken(nodes, child)


def test_a_voice_reads_the_text_then_its_comments_once(site: Path, page: Page) -> None:
    """The order of the accessibility tree, with pinyin on every character."""
    page.goto(f"{(site / SECTION).as_uri()}?ruby=all")
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    said = "".join(spoken(by_id, nodes[0]["nodeId"]))
    tokens = [r for r in rows(site, "tokens.tsv") if r["n"] and r["witness"] in ("B", "C")]
    at = -1
    for unit in ("19.2", "zhu19.2", "shu19.2"):
        own = {r["n"]: r["hans"] for r in tokens if r["unit"] == unit and (unit[0] != "1" or r["witness"] == "B")}
        words = "".join(own.values())
        plain = "".join(char for char in said if "\u3400" <= char <= "\u9fff")
        assert plain.count(words) == 1, unit
        assert plain.index(words) > at, unit
        at = plain.index(words)


def test_marks_are_seen_where_colours_are_forced(site: Path, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, forced_colors="active")
    page = context.new_page()
    page.goto((site / "xiangshe/20/index.html").as_uri())
    marked = page.evaluate(
        """() => [...document.querySelectorAll('#main a.app')].slice(0, 8).map(el => {
            const s = getComputedStyle(el), before = getComputedStyle(el, '::before').content;
            return s.textDecorationLine !== 'none' || parseFloat(s.borderBottomWidth) > 0 || before !== 'none' })"""
    )
    context.close()
    assert marked and all(marked)
