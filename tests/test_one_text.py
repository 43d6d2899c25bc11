"""One text, everywhere the same: page, clipboard, JSON, plain text, Markdown, tokens.tsv, against the corpus itself.

The oracle is the tables of corpus/ read by this file alone, and for the form of each character the columns of
tokens.tsv, whose `text` is first held against those tables. Nothing here is imported from `edition`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Browser

from exports import CHAPTER, ROOT, is_han, read_tsv, rows

SCRIPTS = ("hans", "hant")
FOLDER = {"hans": "", "hant": "hant/"}
HEADING = "52"  # 记。 heads its section and has no page of its own, nor has what answers it alone
SIGNS = re.compile("[〔〕⟨⟩°?]")
SPELLED = re.compile("（[a-zāáǎàēéěèêīíǐìōóǒòūúǔùüǖǘǚǜńňǹ]+）")
MARKED = re.compile(r"\\([\\`*_{}\[\]<>#|~!+-])")
Texts = dict[str, str]  # ID of the unit → its text


def settings() -> dict[str, dict[str, object]]:
    """The layers whose text is published, by ID."""
    layers = tomllib.loads((ROOT / "corpus" / "edition.toml").read_text("utf-8"))["layer"]
    kinds = ("base", "commentary", "subcommentary", "translation", "parallel")
    return {y["id"]: y for y in layers if y["kind"] in kinds and y.get("publish", True)}


def established() -> Texts:
    """Every unit as its table has it: the text in the script in which it is stored."""
    found = {}
    for layer in settings():
        found |= {row["unit"]: row["text"] for row in read_tsv(ROOT / "corpus" / CHAPTER / f"{layer}.tsv")}
    return found


@pytest.fixture(scope="module")
def printed(site: Path) -> dict[str, Texts]:
    """Script → unit → text, from the rows of each layer in its own witness."""
    own = {layer: settings()[layer]["witness"] for layer in settings()}
    found: dict[str, Texts] = {script: {} for script in (*SCRIPTS, "text")}
    for row in rows(site, "tokens.tsv"):
        if row["witness"] == own.get(row["layer"]):
            for column, texts in found.items():
                texts[row["unit"]] = texts.get(row["unit"], "") + row[column]
    return found


def units_of(path: Path) -> Iterator[tuple[str, str]]:
    """ID and text of every unit on a page; `.p` are passages, `.u` what answers them."""
    for element in html.fromstring(path.read_bytes()).xpath("//main//*[@id]"):
        if {"p", "u"} & set((element.get("class") or "").split()):
            yield element.get("id"), element.text_content().strip()


def lines_of(text: str) -> Iterator[tuple[str, str]]:
    for line in text.split("\n"):
        if line and not line.startswith("# "):
            unit, label, words = line.split("\t")
            assert label
            yield unit, words


def blocks_of(text: str) -> Iterator[tuple[str, str]]:
    """Paragraphs of Markdown that begin with an ID in bold, as it is meant to be read."""
    body = text.split("\n\n---\n")[0]
    for found in re.finditer(r"^(?:> .*?)?\*\*(\S+)\*\* (.*)$", body, re.M):
        yield MARKED.sub(r"\1", found[1]), MARKED.sub(r"\1", found[2])


def same(found: Iterator[tuple[str, str]] | list[tuple[str, str]], texts: Texts, where: object) -> set[str]:
    """Hold every unit that was found against the text; the IDs that were found."""
    seen = set()
    for unit, words in found:
        assert words == texts[unit], (where, unit)
        seen.add(unit)
    return seen


def test_the_tokens_are_the_text_of_the_tables(printed: dict[str, Texts]) -> None:
    assert printed["text"] == established()
    for layer in settings().values():
        assert layer["script"] == "hans"
    for unit, text in printed["hans"].items():
        assert len(text) == len(printed["hant"][unit]) == len(printed["text"][unit])
        assert [c for c in text if not is_han(c)] == [c for c in printed["hant"][unit] if not is_han(c)]  # same marks


def answering(site: Path, below: bool = False) -> set[str]:
    """Units with a place beside the text; `below`: on the page of a passage."""
    found = [r for r in rows(site, "alignment.tsv") if r["relation"] != "none" and r["layer"] in settings()]
    return {r["unit"] for r in found if not (below and r["passages"] == HEADING)}


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_page_has_it(site: Path, printed: dict[str, Texts], script: str) -> None:
    texts, chapter = printed[script], site / FOLDER[script] / CHAPTER
    assert same(units_of(chapter / "index.html"), texts, "chapter") == answering(site)
    sections, passages, layers = set(), set(), set()
    for path in sorted(chapter.glob("*/index.html")):
        name = path.parent.name
        seen = same(units_of(path), texts, path.relative_to(site))
        if name.isdigit():
            sections |= seen
        elif "." in name:
            passages |= seen
            assert name in seen
        else:
            layers |= seen
    assert (sections, passages) == (answering(site), answering(site, below=True))
    assert set(texts) - sections <= layers  # what answers nothing stands with its layer


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_file_beside_a_passage_has_it(site: Path, printed: dict[str, Texts], script: str) -> None:
    texts, folder = printed[script], site / FOLDER[script] / CHAPTER
    seen: set[str] = set()
    for path in sorted((site / CHAPTER).glob("*/text.json")):
        passage = json.loads(path.read_text("utf-8"))
        record = [(one["id"], one["text"][script]) for one in (passage, *passage["units"])]
        signed = [(one["id"], SIGNS.sub("", one["text"][f"{script}_signs"])) for one in (passage, *passage["units"])]
        assert record == signed
        seen |= same(record, texts, path)
        beside = folder / path.parent.name
        plain = list(lines_of((beside / "text.txt").read_text("utf-8")))
        assert plain == record == list(blocks_of((beside / "text.md").read_text("utf-8")))
    assert seen == answering(site, below=True)


def test_the_exports_of_the_chapter_have_it(site: Path, printed: dict[str, Texts]) -> None:
    passages = json.loads((site / "data" / CHAPTER / "passages.json").read_text("utf-8"))["passages"]
    for script in SCRIPTS:
        found = [(one["id"], one["text"][script]) for p in passages for one in (p, *p["units"])]
        assert same(found, printed[script], "passages.json") == answering(site)


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("signs", ["", "-signs"])
@pytest.mark.parametrize("pinyin", ["", "-pinyin"])
def test_the_whole_text_has_each_unit_once(
    site: Path, printed: dict[str, Texts], script: str, signs: str, pinyin: str
) -> None:
    """With signs and pinyin it is the same text when they are taken out again."""
    data = site / "data" / CHAPTER
    for ending, read in ((".txt", lines_of), (".md", blocks_of)):
        raw = list(read((data / f"text.{script}{signs}{pinyin}{ending}").read_text("utf-8")))
        bare = [(unit, SIGNS.sub("", SPELLED.sub("", words))) for unit, words in raw]
        assert len(bare) == len({unit for unit, _ in bare})
        assert same(bare, printed[script], ending) == set(printed[script])
        assert any("〔" in words for _, words in raw) == bool(signs)
        assert any(SPELLED.search(words) for _, words in raw) == bool(pinyin)


def searched(site: Path) -> Iterator[tuple[str, str]]:
    """The units of the layers in what the search page searches: IDs parted by spaces, texts by form feeds."""
    for path in sorted(site.glob("search/*.js")):
        text = path.read_text("utf-8")
        for stream in json.loads(text[text.index("push(") + 5 : text.rindex(")")])["streams"]:
            if stream["id"] in settings():
                yield from zip(stream["ids"].split(), stream["text"].split("\f"), strict=True)


def test_the_search_has_it(site: Path, printed: dict[str, Texts]) -> None:
    """Where there is a search page; the other script it makes from the table of characters, as the pages do."""
    if (site / "search" / "index.html").exists():
        assert same(searched(site), printed["hans"], "search") == set(printed["hans"])


SELECTED = """() => { document.querySelectorAll('main .fold[aria-expanded=false]').forEach(one => one.click());
    const found = [], chosen = getSelection();
    for (const one of document.querySelectorAll('main .p[id], main .u[id]')) {
        chosen.removeAllRanges(); const range = document.createRange();
        range.selectNodeContents(one); chosen.addRange(range); found.push([one.id, chosen.toString().trim()]); }
    return found; }"""
COPIED = """id => { const range = document.createRange(); range.selectNodeContents(document.getElementById(id));
    getSelection().removeAllRanges(); getSelection().addRange(range);
    let said = null; addEventListener('copy', e => { said = getSelection().toString(); }, { once: true });
    document.execCommand('copy'); return said; }"""


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_clipboard_gets_it(site: Path, printed: dict[str, Texts], browser: Browser, script: str) -> None:
    """Selected with pinyin shown, in the page as it is and in the page switched to the other script."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    other = "hant" if script == "hans" else "hans"
    for asked in (script, other):
        page.goto((site / FOLDER[script] / CHAPTER / "index.html").as_uri() + f"?ruby=hard&script={asked}")
        page.wait_for_timeout(300)
        seen = same(map(tuple, page.evaluate(SELECTED)), printed[asked], ("selected", asked))
        assert len(seen) >= 600
    page.goto((site / FOLDER[script] / CHAPTER / "20" / "index.html").as_uri() + f"?ruby=all&script={script}")
    page.wait_for_timeout(300)
    for unit in ("20.2", "zhu20.2", "shu20.2"):  # an emendation, notes, lemmata, pinyin on every character
        page.evaluate(COPIED, unit)
        assert page.evaluate("navigator.clipboard.readText()").strip() == printed[script][unit], unit
    context.close()
