"""Valid HTML, whole links, unique ids, no finding of axe: in every page of the table, state and width."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Browser

from exports import rows
from validators import axe, lost_links, vnu
from views import PAGES, STATES, measured


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


@pytest.fixture(scope="module")
def trees(site: Path) -> dict[Path, html.HtmlElement]:
    return {path: html.fromstring(path.read_bytes()) for path in pages(site)}


def test_every_page_is_valid(site: Path) -> None:
    assert vnu(site)[:4000] == ""


def test_ids_are_unique_and_ascii(trees: dict[Path, html.HtmlElement]) -> None:
    for path, tree in trees.items():
        ids = tree.xpath("//@id")
        assert len(ids) == len(set(ids)), path
        assert all(name.isascii() and " " not in name for name in ids), path


def test_every_link_lands(site: Path, trees: dict[Path, html.HtmlElement]) -> None:
    assert lost_links(site, trees) == []


def test_nothing_is_fetched_from_elsewhere(trees: dict[Path, html.HtmlElement]) -> None:
    for path, tree in trees.items():
        for link in tree.xpath("//script/@src | //link[@rel='stylesheet']/@href | //img/@src"):
            assert not link.startswith(("http:", "https:", "//")), (path, link)


def test_every_page_has_a_twin_with_the_same_ids(site: Path, trees: dict[Path, html.HtmlElement]) -> None:
    for path, tree in trees.items():
        name = path.relative_to(site)
        if name.parts[0] == "hant" or name.name == "404.html":
            continue
        twin = trees[site / "hant" / name]
        assert tree.xpath("//@id") == twin.xpath("//@id"), name
        assert (tree.get("lang"), twin.get("lang")) == ("zh-Hans", "zh-Hant")


def test_every_passage_has_a_page_and_an_anchor(site: Path, trees: dict[Path, html.HtmlElement]) -> None:
    chapter = set(trees[site / "xiangshe" / "index.html"].xpath("//@id"))
    for row in rows(site, "alignment.tsv"):
        if row["layer"] == "jing" and row["source"].startswith("002"):
            assert row["unit"] in chapter
            assert (site / "xiangshe" / row["unit"] / "index.html").is_file()


@pytest.mark.parametrize(("name", "state", "width"), measured())
def test_axe_finds_nothing(site: Path, browser: Browser, name: str, state: str, width: int) -> None:
    scheme, query = STATES[state]
    file, _, asked = PAGES[name].partition("?")
    address = (site / file).as_uri() + "?" + "&".join(filter(None, (asked, query[1:])))
    assert axe(browser, address, scheme, width) == ""
