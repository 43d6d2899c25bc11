"""What the pages say of themselves to programs: Zotero field by field, JSON-LD, addresses, robots."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from lxml import etree, html

from conftest import ROOT, build
from exports import rows

HOME = "https://example.org/li"
REPORT = "https://example.org/new?title={id}%20({version})&body={quotation}%20{address}"
HIGHWIRE = {  # Zotero's translator Embedded Metadata, version of 2024-06-13, HIGHWIRE_MAPPINGS and what it adds
    "citation_title": "title",
    "citation_publication_date": "date",
    "citation_book_title": "bookTitle",
    "citation_publisher": "publisher",
    "citation_abstract": "abstractNote",
    "citation_public_url": "url",
    "citation_language": "language",
}
RDF = {"prism.edition": "edition", "dc.rights": "rights"}  # its translator RDF, for what Highwire has no word
TYPES = {"citation_book_title": "bookSection", "citation_inbook_title": "bookSection"}  # any of them decides


def zotero(page: html.HtmlElement) -> dict[str, object]:
    """What Zotero would keep of a page: its rules, written anew from its source."""
    tags: dict[str, list[str]] = {}
    for tag in page.xpath("/html/head/meta[@name][@content]"):
        tags.setdefault(tag.get("name"), []).append(tag.get("content"))
    item: dict[str, object] = {zotero: tags[name][0] for name, zotero in {**RDF, **HIGHWIRE}.items() if name in tags}
    item["itemType"] = next((TYPES[name] for name in tags if name in TYPES), "webpage")
    item["creators"] = [(creator, kind) for kind in ("author", "editor") for creator in creators(tags, kind)]
    pages = [tags[name][0] for name in ("citation_firstpage", "citation_lastpage") if name in tags]
    assert not any("-" in number or "–" in number for number in pages)  # it would cut there
    item["pages"] = "-".join(pages)
    return item


def creators(tags: dict[str, list[str]], kind: str) -> list[str]:
    """A name is parted at `;`, at a comma and at its last space: one without them is kept whole."""
    names = tags.get(f"citation_{kind}", [])
    assert not any(re.search("[;, ]", name) for name in names)
    return names


@pytest.fixture(scope="module")
def placed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The other corpus with a home on the web, a date, a publisher, and an address for reports."""
    room = tmp_path_factory.mktemp("placed")
    corpus = room / "corpus"
    shutil.copytree(ROOT / "tests" / "tiny" / "corpus", corpus)
    settings = (corpus / "edition.toml").read_text("utf-8")
    settings = settings.replace('site_url = ""', f'site_url = "{HOME}"')
    settings = settings.replace('report_url = ""', f'report_url = "{REPORT}"\ndate = "2026-12-01"\npublisher = "某社"')
    (corpus / "edition.toml").write_text(settings, "utf-8", newline="\n")
    done = build(room / "site", corpus)
    assert done.returncode == 0, done.stderr
    assert "site_url" not in done.stdout
    return room / "site"


def read(path: Path) -> html.HtmlElement:
    return html.fromstring(path.read_bytes())


def test_zotero_keeps_a_passage_as_a_part_of_the_edition(placed: Path) -> None:
    assert zotero(read(placed / "hant" / "zhimu" / "1.2" / "index.html")) == {
        "itemType": "bookSection",
        "title": "小禮·植木第一",
        "bookTitle": "小禮·植木迎賓",
        "creators": [("本校勘記編者", "editor")],
        "date": "2026-12-01",
        "publisher": "某社",
        "pages": "1.2",
        "edition": "0.1.0",
        "language": "lzh-Hant",
        "url": f"{HOME}/zhimu/1.2/",
        "rights": "CC0 1.0",
        "abstractNote": words(placed / "hant" / "zhimu" / "1.2" / "index.html", "1.2"),
    }


def words(path: Path, unit: str) -> str:
    (found,) = read(path).xpath(f"//*[@id='{unit}']")
    return str(found.text_content()).strip()


def test_zotero_keeps_a_section_as_a_range(site: Path) -> None:
    kept = zotero(read(site / "xiangshe" / "19" / "index.html"))
    assert (kept["itemType"], kept["pages"], kept["title"]) == ("bookSection", "19.1-19.5", "仪礼·乡射礼第五")
    assert zotero(read(site / "xiangshe" / "index.html"))["pages"] == ""
    assert zotero(read(site / "help" / "index.html"))["itemType"] == "webpage"


def test_no_identifier_looks_like_one_of_another_kind(site: Path) -> None:
    """Zotero takes an identifier that holds `10/…` or `10.1234/…` for a DOI, eight digits for an ISSN."""
    for path in sorted(site.glob("xiangshe/*/index.html")):
        for said in read(path).xpath("//meta[@name='dc.identifier']/@content"):
            assert re.fullmatch(r"xiangshe:\d+(\.\d+[a-z]?)?(-\d+\.\d+[a-z]?)?", said), said
            assert not re.search(r"\b10(\.[0-9]{4,})?/|[0-9]{4}-?[0-9]{3}[0-9X]", said)


def test_json_ld_tells_the_place_and_whose_the_comments_are(site: Path) -> None:
    (text,) = read(site / "xiangshe" / "19.4" / "index.html").xpath("//script[@type='application/ld+json']/text()")
    record = json.loads(text)
    assert record["identifier"] == "xiangshe:19.4" and record["version"] == "0.1.0"
    assert record["text"] == "三耦皆执弓，搢三而挟一个。"
    assert record["license"] == "https://creativecommons.org/licenses/by-sa/4.0/"
    names = []
    while record:
        names.append((record["@type"], record["name"]))
        parts, record = record.get("hasPart", []), record.get("isPartOf")
        for part in parts:
            names.append((part["identifier"], part["author"]["name"], part["isPartOf"]["name"]))
    assert names == [
        ("CreativeWork", "仪礼·乡射礼 19.4"),
        ("xiangshe:zhu19.4", "郑玄", "仪礼注"),
        ("xiangshe:shu19.4", "贾公彦", "仪礼疏"),
        ("Chapter", "19 三耦取弓矢俟射"),
        ("Chapter", "乡射礼第五"),
        ("Book", "仪礼·乡射礼"),
    ]


def test_every_page_has_a_title_a_description_and_an_icon(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        if path.name == "404.html":
            continue
        page = read(path)
        (title,) = page.xpath("//meta[@property='og:title']/@content")
        assert title == page.findtext(".//title")
        (one,) = page.xpath("//meta[@property='og:description']/@content")
        assert one.strip() and len(one) <= 150 and page.xpath("//meta[@name='description']/@content") == [one]
        (icon,) = page.xpath("//link[@rel='icon']/@href")
        assert (path.parent / icon).resolve() == (site / "static" / "icon.svg").resolve()
        assert not page.xpath("//link[@rel='canonical'] | //meta[@property='og:url']")  # it has no home on the web


def test_addresses_are_absolute_where_there_is_a_home(placed: Path) -> None:
    page = read(placed / "hant" / "zhimu" / "1.2" / "index.html")
    assert page.xpath("//link[@rel='canonical']/@href") == [f"{HOME}/hant/zhimu/1.2/"]
    assert page.xpath("//meta[@property='og:url']/@content") == [f"{HOME}/hant/zhimu/1.2/"]
    assert page.xpath("//link[@rel='alternate'][@hreflang]/@href") == [
        f"{HOME}/zhimu/1.2/",
        f"{HOME}/hant/zhimu/1.2/",
    ]
    said = page.xpath("//*[@id='cite']")[0].text_content()
    assert said.startswith("《小禮·植木迎賓》1.2，") and f"，{HOME}/zhimu/1.2/，" in said


def test_the_map_has_every_page_in_both_scripts(placed: Path) -> None:
    tree = etree.parse(placed / "sitemap.xml").getroot()
    space = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    listed = tree.xpath("//s:loc/text()", namespaces=space)
    there = {
        f"{HOME}/{p.relative_to(placed).as_posix().removesuffix('index.html')}"
        for p in placed.rglob("*.html")
        if p.name != "404.html" and "patterns" not in p.parts
    }
    assert len(listed) == len(set(listed)) and set(listed) == there
    assert {x.text for x in tree.xpath("//s:lastmod", namespaces=space)} == {"2026-12-01"}
    for url in tree:
        twins = {x.get("hreflang"): x.get("href") for x in url.xpath("x:link", namespaces=space)}
        assert list(twins) == ["zh-Hans", "zh-Hant"] and url[0].text in twins.values()
        assert twins["zh-Hant"].replace("/hant/", "/") == twins["zh-Hans"]
    assert not (placed / "robots.txt").exists()  # under a path nobody would read it


def test_without_a_home_there_is_no_map_and_the_build_says_so(site: Path, tmp_path: Path) -> None:
    assert not (site / "sitemap.xml").exists() and not (site / "robots.txt").exists()
    done = build(tmp_path / "site", ROOT / "tests" / "tiny" / "corpus")
    assert "edition.toml has no site_url: cited addresses are relative" in done.stdout


def test_a_report_has_the_place_written_in(placed: Path) -> None:
    path = placed / "hant" / "zhimu" / "1.2" / "index.html"
    (link,) = read(path).xpath("//a[starts-with(@href, 'https://example.org/new')]/@href")
    from urllib.parse import unquote

    said = unquote(link)
    assert said == f"https://example.org/new?title=1.2 (0.1.0)&body={words(path, '1.2')} {HOME}/zhimu/1.2/"


def test_without_an_address_the_page_says_how_to_report(site: Path) -> None:
    (said,) = read(site / "hant" / "xiangshe" / "19.4" / "index.html").xpath("//*[@id='report']")
    assert said.text_content() == "《儀禮·鄉射禮》19.4，0.1.0 版：“三耦皆執弓，搢三而挾一个。”"


@pytest.mark.parametrize("script", ["", "hant/"])
def test_the_files_beside_a_passage_are_named_in_its_head(site: Path, script: str) -> None:
    passages = {r["unit"] for r in rows(site, "alignment.tsv") if r["layer"] == "jing"} - {"52"}
    for passage in sorted(passages):
        folder = site / script / "xiangshe" / passage
        links = read(folder / "index.html").xpath("//link[@rel='alternate'][@type]")
        assert [(folder / link.get("href")).resolve().is_file() for link in links] == [True] * 6
        assert [link.get("type") for link in links][:2] == ["application/json", "text/plain"]
