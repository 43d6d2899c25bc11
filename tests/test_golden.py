"""The tiny corpus, built as the README says, against what a person has read and approved.

To renew after a change that is meant: EDITION_RENEW=1 pytest tests/test_golden.py, then read the difference in git.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from lxml import html

from conftest import ROOT, build

GOLDEN = ROOT / "tests" / "tiny" / "golden"
PAGES = [
    "zhimu/1/index.html",
    "zhimu/1.2/index.html",
    "yingbin/1/index.html",
    "hant/yingbin/1/index.html",
    "apparatus/index.html",
    "readings/index.html",
    "hant/zhimu/2.2/index.html",
    "hant/plan/index.html",
    "notes/index.html",
    "citations/index.html",
    "hant/changes/index.html",
]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny") / "site"
    done = build(folder, ROOT / "tests" / "tiny" / "corpus")
    assert done.returncode == 0, done.stderr
    assert "0 errors, 0 warnings" in done.stdout
    return folder


def words(page: Path) -> str:
    """What a page says, a line for each block, white space folded."""
    tree = html.fromstring(page.read_bytes())
    main = tree.xpath("//main")[0]
    for block in main.iter("p", "div", "li", "h1", "h2", "h3", "tr", "dt", "dd", "section", "article"):
        block.tail = (block.tail or "") + "\n"
    lines = (re.sub(r"\s+", " ", line).strip() for line in main.text_content().split("\n"))
    return "\n".join(line for line in lines if line) + "\n"


def golden(tiny: Path) -> dict[str, str]:
    found = {f"data/{p.parent.name}/{p.name}": p.read_text("utf-8") for p in sorted(tiny.glob("data/*/*.tsv"))}
    for name in PAGES:
        found["pages/" + name.replace("/", "_").replace(".html", ".txt")] = words(tiny / name)
    return found


def test_golden_output(tiny: Path) -> None:
    found = golden(tiny)
    if os.environ.get("EDITION_RENEW"):
        for name, text in found.items():
            (GOLDEN / name).parent.mkdir(parents=True, exist_ok=True)
            (GOLDEN / name).write_text(text, "utf-8", newline="\n")
    kept = {p.relative_to(GOLDEN).as_posix(): p.read_text("utf-8") for p in sorted(GOLDEN.rglob("*")) if p.is_file()}
    assert sorted(kept) == sorted(found)
    for name, text in found.items():
        assert text == kept[name], name


def test_the_tiny_site_is_whole(tiny: Path) -> None:
    """Ids unique on every page, links landing, both scripts, every chapter: what the shipped edition has."""
    pages = {p: html.fromstring(p.read_bytes()) for p in sorted(tiny.rglob("*.html"))}
    ids = {p: tree.xpath("//@id") for p, tree in pages.items()}
    for path, tree in pages.items():
        assert len(ids[path]) == len(set(ids[path])), path
        for link in tree.xpath("//a/@href"):
            target, _, fragment = link.partition("#")
            if ":" in target:
                continue
            file = (path.parent / target.partition("?")[0]).resolve() if target else path.resolve()
            assert file.is_file(), (path, link)
            assert not fragment or fragment in ids[file], (path, link)


def test_a_text_that_is_not_chinese_has_no_pinyin_and_its_own_language(tiny: Path) -> None:
    page = html.fromstring((tiny / "zhimu" / "1" / "index.html").read_bytes())
    english = page.xpath("//*[@lang='en'][contains(@class, 'kind-translation')]")
    assert english and not english[0].xpath(".//rt")
