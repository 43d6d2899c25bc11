"""What each version changed: versions held to one another, IDs as links, the page of a passage."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from conftest import ROOT, build
from edition.changes import version_key
from exports import read_tsv

SETTINGS = tomllib.loads((ROOT / "corpus" / "edition.toml").read_text("utf-8"))
TINY = ROOT / "tests" / "tiny" / "corpus"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("changed") / "site"
    done = build(folder, TINY)
    assert done.returncode == 0, done.stderr
    return folder


def words(element: html.HtmlElement) -> str:
    return re.sub(r"\s+", " ", element.text_content()).strip()


def page(site: Path, path: str) -> html.HtmlElement:
    return html.fromstring((site / path / "index.html").read_bytes())


def test_one_version_everywhere(site: Path) -> None:
    version = SETTINGS["edition"]["version"]
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## (\S+)", log, re.M)
    assert heads[0] == version
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"] == version
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))["version"] == version
    rows = list(read_tsv(ROOT / "corpus" / "xiangshe" / "changes.tsv"))
    assert {row["version"] for row in rows} == set(heads)
    for path in sorted(site.rglob("*.html")):
        if path.name != "404.html":
            assert f"Version {version}" in words(html.fromstring(path.read_bytes()).xpath("//footer")[0]), path


def test_the_citation_file_says_what_the_settings_say() -> None:
    cff = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    edition = SETTINGS["edition"]
    assert {"cff-version", "message", "title", "authors"} <= cff.keys()
    assert cff["title"] == f"{edition['title']} ({edition['english']})"
    assert [author["name"] for author in cff["authors"]] == edition["editors"]
    assert [author["alias"] for author in cff["authors"]] == edition["editors_english"]
    assert cff["license"] == [edition["licence"].replace(" ", "-"), "MIT"]


def test_the_page_of_changes_goes_by_version_and_by_passage(tiny: Path) -> None:
    changes = page(tiny, "hant/changes")
    assert [words(h) for h in changes.xpath("//section[@class='version']/h2")] == [
        "版本 Version 0.1.0 2026-12-01",
        "版本 Version 0.0.9 2026-11-30",
        "依條 By passage",
    ]
    first = changes.xpath("//ul[@class='changes']")[0]
    assert [words(li) for li in first.xpath("./li")] == [
        "文字 text 1.2 jian1.2 改著為着之字復為著。 著 restored where 着 had been printed. 甲本作著。",
        "讀音 readings 1.1–1.3 長字皆讀 zhǎng。 長 read zhǎng throughout.",
        "校記 apparatus 乙本對校。 Witness 乙 collated.",
    ]
    links = first.xpath(".//a/@href")
    assert links == ["../zhimu/1.2/index.html#1.2", "../zhimu/1.2/index.html#jian1.2", "../zhimu/1/index.html#1.1"]
    listed = changes.xpath("//section[@class='version'][last()]//dt")
    assert [words(dt) for dt in listed] == ["1.1", "1.2", "jian1.2", "1.3"]
    assert words(listed[1].getnext()) == "0.1.0 文字 text；0.1.0 讀音 readings"


def test_a_passage_says_when_its_text_last_changed_and_why(tiny: Path) -> None:
    said = [words(li) for li in page(tiny, "zhimu/1.2").xpath("//*[@id='changes']//li")]
    assert said == [
        "0.1.0 2026-12-01 文字 text 1.2 jian1.2 改著为着之字复为著。 著 restored where 着 had been printed. 甲本作著。",
        "0.1.0 2026-12-01 读音 readings 1.1–1.3 长字皆读 zhǎng。 长 read zhǎng throughout.",
        "0.0.9 2026-11-30 文字 text 初刊。 First publication.",
    ]
    said = [words(li) for li in page(tiny, "zhimu/2.2").xpath("//*[@id='changes']//li")]
    assert said == ["0.0.9 2026-11-30 文字 text 初刊。 First publication."]
    assert page(tiny, "yingbin/1.1").xpath("//*[@id='changes']") == []  # its chapter records nothing


def test_a_version_that_is_not_published_says_so(site: Path) -> None:
    (head,) = page(site, "changes").xpath("//section[@class='version']/h2")
    assert words(head) == "版本 Version 0.1.0 未刊 not published yet"
    said = [words(li) for li in page(site, "xiangshe/19.4").xpath("//*[@id='changes']//li")]
    assert len(said) == 1 and said[0].startswith("0.1.0 文字 text 初刊：据底本 B 校定")


def test_a_chapter_without_a_record_says_so(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(TINY, corpus)
    (corpus / "zhimu" / "changes.tsv").unlink()
    assert build(tmp_path / "site", corpus).returncode == 0
    assert [words(p) for p in page(tmp_path / "site", "changes").xpath("//p[@class='absent']")] == [
        "尚无记录 Nothing recorded yet",
        "尚无记录 Nothing recorded yet",
    ]


@given(st.lists(st.lists(st.integers(0, 99), min_size=3, max_size=3)))
def test_versions_are_ordered_by_their_numbers(numbers: list[list[int]]) -> None:
    written = [".".join(map(str, one)) for one in numbers]
    assert [list(version_key(v)) for v in sorted(written, key=version_key)] == sorted(numbers)
