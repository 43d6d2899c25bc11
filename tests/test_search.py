"""Search in the real page against a plain scan of the exports; names against their table; what a hit opens."""

from __future__ import annotations

import random
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from playwright.sync_api import Browser, Page

from edition.aliases import key, leaf_names, numeral
from exports import ROOT, is_han, read_tsv, rows

Letter = tuple[str, str, str]  # simplified, traditional, reading
MARKS = "，。；：“”《》 　-"
PAGE = "search/index.html"
WORDS = """([query, wanted, exact]) => { const f = EDITION.finder, r = f.search(query, wanted, exact);
  return r.hits.map(h => [h.stream.id, h.unit, h.stream.chars.slice(h.stream.open[h.a], h.from)
    .filter(c => /[\\p{L}\\p{N}\\ue000-\\uf8ff□■]/u.test(c)).length]); }"""


def letter(char: str) -> bool:
    return unicodedata.category(char)[0] in "LN" or is_han(char)


@cache
def own_witness() -> dict[str, str]:
    settings = tomllib.loads((ROOT / "corpus" / "edition.toml").read_text("utf-8"))
    kinds = ("interlinear", "notes")
    return {one["id"]: one["witness"] for one in settings["layer"] if one["kind"] not in kinds}


def pieces_of(site: Path, page: str, css: str, parts: str) -> list[tuple[str, list[list[Letter]]]]:
    """ID and parts of what stands on a page of reference, from both twins."""
    trees = [html.fromstring((site / way / page).read_bytes()) for way in ("", "hant")]
    found = []
    for one, other in zip(*(tree.xpath(css) for tree in trees), strict=True):
        texts = [[e.text_content() for e in el.xpath(parts)] for el in (one, other)]
        lists = [
            [(a.lower(), b.lower(), "") for a, b in zip(x, y, strict=True) if letter(a)]
            for x, y in zip(*texts, strict=True)
        ]
        found.append((one.get("id"), lists))
    return found


PLACES = """names => names.map(n => EDITION.finder.places(n)
  .map(p => [p.first, p.last, p.page + (p.hash && '#' + p.hash)]))"""
LINKS = """some => { const f = EDITION.finder, han = c => /\\p{Script=Han}|[□■\\ue000-\\uf8ff]/u.test(c);
  return some.flatMap(q => f.search(q, [], false).hits.filter(h => h.book.id).flatMap(h => ["hans", "hant"].map(s =>
    [Array.from(q).filter(han).length, h.unit,
     h.stream.chars.slice(h.stream.open[h.a], h.from).filter(han).length, f.address(h, s)]))); }"""
BLOCKS = ".//*[contains(@class,'sense')]//*[self::p or self::li or self::td or self::th or self::h3 or self::h4]"


@pytest.fixture(scope="module")
def streams(site: Path) -> dict[str, list[tuple[str, list[Letter]]]]:
    """Stream → runs of letters that no string leaves: for the base one run, of (unit, letters) in order."""
    found: dict[str, list[tuple[str, list[Letter]]]] = {layer: [] for layer in own_witness()}
    for row in rows(site, "tokens.tsv"):
        if own_witness().get(row["layer"]) == row["witness"] and row["n"] and row["text"]:
            units = found[row["layer"]]
            if not units or units[-1][0] != row["unit"]:
                units.append((row["unit"], []))
            units[-1][1].append((row["hans"], row["hant"], row["pinyin"]))
    found["note"] = [
        (name, part) for name, parts in pieces_of(site, "notes/index.html", "//*[@class='n']", BLOCKS) for part in parts
    ]
    return found


@pytest.fixture(scope="module")
def finder(site: Path, browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.goto((site / PAGE).as_uri() + "?q=%E4%B9%8B")
    page.wait_for_selector("#hits li")
    yield page
    page.close()
    assert errors == []


@pytest.fixture(scope="module")
def same(streams: dict[str, list[tuple[str, list[Letter]]]]) -> dict[str, str]:
    """Character → the least of all that count as the same: by the table of folds, or as forms of one place."""
    group: dict[str, set[str]] = {}
    pairs = {(row["form"], row["folded"]) for row in read_tsv(ROOT / "corpus" / "folds.tsv")}
    pairs |= {(h, t) for units in streams.values() for _, run in units for h, t, _ in run}
    for a, b in sorted(pairs):
        both = group.get(a, {a}) | group.get(b, {b})
        for char in both:
            group[char] = both
    return {char: min(some) for char, some in group.items()}


def runs(streams: dict[str, list[tuple[str, list[Letter]]]]) -> Iterator[tuple[str, list[tuple[str, int, Letter]]]]:
    """(stream, letters with their unit and place in it) for every stretch within which a string is sought."""
    for stream, units in streams.items():
        seen: dict[str, int] = {}
        placed = []
        for unit, run in units:
            start = seen.get(unit, 0)
            placed.append([(unit, start + k, one) for k, one in enumerate(run)])
            seen[unit] = start + len(run)
        if stream == next(iter(own_witness())):
            yield stream, [one for part in placed for one in part]
        else:
            yield from ((stream, part) for part in placed)


Asked = list[Any]


def ask(page: Page, queries: list[Asked]) -> list[list[list[Any]]]:
    """Every query in one call of the page's own search."""
    return page.evaluate(f"some => {{ const one = {WORDS}; return some.map(one); }}", queries)  # type: ignore[no-any-return]


def test_two_thousand_strings_are_found_wherever_they_stand(finder, streams, same) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(19)
    stretches = [(stream, run) for stream, run in runs(streams) if run]
    by_stream = {name: [run for stream, run in stretches if stream == name] for name in streams}
    folded = [(stream, "".join(same.get(h, h) for _, _, (h, _, _) in run), run) for stream, run in stretches]
    variants: dict[str, list[str]] = {}
    for char, least in same.items():
        variants.setdefault(least, []).append(char)
    queries, expected = [], []
    while len(queries) < 2000:
        run = chance.choice(by_stream[chance.choice(list(by_stream))])
        start, n = chance.randrange(len(run)), chance.randint(1, 6)
        chars = [chance.choice(variants.get(same.get(h, h), [h])) for _, _, (h, _, _) in run[start : start + n]]
        if not any(map(is_han, chars)):
            continue
        queries.append(["".join(c + chance.choice(["", "", "", chance.choice(MARKS)]) for c in chars), [], False])
        sought = "".join(same.get(c, c) for c in chars)
        expected.append(sorted(place(run, k) for stream, text, run in folded for k in every(text, sought)))
    found = ask(finder, queries)
    wrong = [
        (q[0], len(f), len(e))
        for q, f, e in zip(queries, found, expected, strict=True)
        if sorted(tuple(h[1:]) for h in f if h[0] in streams) != e
    ]
    assert wrong == []
    assert sum(map(len, expected)) > 20_000


def every(text: str, sought: str) -> Iterator[int]:
    at = text.find(sought)
    while at >= 0:
        yield at
        at = text.find(sought, at + 1)


def place(run: list[tuple[str, int, Letter]], k: int) -> tuple[str, int]:
    return run[k][0], run[k][1]


def test_exact_forms_are_those_of_one_script(finder, streams) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(4)
    stretches = [run for _, run in runs(streams) if run]
    texts = [["".join(one[2][k] for one in run) for run in stretches] for k in (0, 1)]
    queries: list[Asked] = [[q, [], True] for q in ("余", "餘", "后", "後", "獲", "获", "于", "於", "干", "乾")]
    for _ in range(200):
        run = chance.choice(stretches)
        start, k = chance.randrange(len(run)), chance.randrange(2)
        chars = "".join(one[2][k] for one in run[start : start + chance.randint(1, 4)])
        if any(map(is_han, chars)):
            queries.append([chars, [], True])
    for (query, _, _), hits in zip(queries, ask(finder, queries), strict=True):
        wanted = {
            place(run, at)
            for k in (0, 1)
            for run, text in zip(stretches, texts[k], strict=True)
            for at in every(text, query)
        }
        assert sorted(tuple(h[1:]) for h in hits if h[0] in streams) == sorted(wanted), query
    forms: dict[str, set[str]] = {}
    for run in stretches:
        for _, _, (hans, hant, _) in run:
            forms.setdefault(hans, set()).add(hant)
    two = sorted((hans, hant) for hans, some in forms.items() if len(some) > 1 for hant in some - {hans})
    assert ("后", "後") in two
    for hans, hant in two:
        exact_hans, exact_hant, loose_hans, loose_hant = (
            len(hits) for hits in ask(finder, [[c, [], exact] for exact in (True, False) for c in (hans, hant)])
        )
        assert loose_hans == loose_hant >= max(exact_hans, exact_hant), (hans, hant)
        assert (hans, hant) != ("后", "後") or exact_hant < exact_hans


TONES = "\u0304\u0301\u030c\u0300"


def bare(said: str) -> str:
    return unicodedata.normalize("NFC", "".join(c for c in unicodedata.normalize("NFD", said) if c not in TONES))


def tone(said: str) -> int:
    return next((TONES.index(c) + 1 for c in unicodedata.normalize("NFD", said) if c in TONES), 0)


def sounding(run: list[tuple[str, int, Letter]], at: int, words: list[str], toned: bool) -> bool:
    """Whether from here on whole syllables make up each of some words, letter by letter."""
    for word in words:
        rest = word
        while rest:
            said = run[at][2][2] if at < len(run) else ""
            if not said or len(said) > len(rest):
                return False
            if bare(said) != bare(rest[: len(said)]):
                return False
            if toned and any(a != b and a != bare(a) for a, b in zip(rest[: len(said)], said, strict=True)):
                return False
            rest, at = rest[len(said) :], at + 1
    return True


def test_readings_are_found_with_and_without_tones(finder, streams) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(52)
    stretches = [run for stream, run in runs(streams) if stream != "note" and run]
    queries: list[Asked] = []
    checks: list[tuple[list[str], bool]] = []
    for _ in range(48):
        run = chance.choice(stretches)
        start = chance.randrange(len(run))
        some = [one[2][2] for one in run[start : start + chance.randint(2, 4)]]
        if not all(some) or len(some) < 2:
            continue
        kind = len(queries) % 4
        toned = kind in (0, 1)
        words = [*some] if kind in (1, 3) else ["".join(some)]
        words = words if toned else [bare(w) for w in words]
        queries.append([" ".join(words), [], False])
        checks.append((words, toned))
    starts: dict[str, list[tuple[list[tuple[str, int, Letter]], int]]] = {}
    for run in stretches:
        for k, (_, _, (_, _, said)) in enumerate(run):
            starts.setdefault(bare(said)[:1], []).append((run, k))
    for (words, toned), (query, _, _), hits in zip(checks, queries, ask(finder, queries), strict=True):
        wanted = {place(run, k) for run, k in starts.get(bare(words[0])[0], ()) if sounding(run, k, words, toned)}
        assert sorted(tuple(h[1:]) for h in hits if h[0] in own_witness()) == sorted(wanted), query
    for marked, numbers in (("yī ràng shēng", "yi1rang4 sheng1"), ("lǚ", "lv3"), ("nǚ", "nu:3")):
        one, other = ask(finder, [[marked, ["jing", "shu"], False], [numbers, ["jing", "shu"], False]])
        assert one == other


def test_a_name_leads_where_its_row_says(site: Path, finder) -> None:  # type: ignore[no-untyped-def]
    table = rows(site, "aliases.tsv")
    names = sorted({row["name"] for row in table})
    wanted: dict[str, set[tuple[str, str, str]]] = {}
    for row in table:
        wanted.setdefault(key(row["name"]), set()).add((row["first"], row["last"], row["address"]))
    found = finder.evaluate(PLACES, names)
    for name, places in zip(names, found, strict=True):
        assert {tuple(place) for place in places} == wanted[key(name)] and len(places) == len(wanted[key(name)]), name
    anchors: dict[str, set[str]] = {}
    for row in table:
        file, _, anchor = row["address"].partition("#")
        if file not in anchors:
            anchors[file] = set(html.fromstring((site / file).read_bytes()).xpath("//@id"))
        assert not anchor or anchor in anchors[file], row


SPELLED = {
    "１９．４": "xiangshe/19/index.html#19.4",
    "乡射礼 19.1": "xiangshe/19/index.html#19.1",
    "《儀禮·鄉射禮》19.1": "xiangshe/19/index.html#19.1",
    "戒賓": "xiangshe/1/index.html",
    "记 12": "xiangshe/52/index.html#52.12",
    "鄭注19.4": "xiangshe/19/index.html#zhu19.4",
    "19.1–19.3": "xiangshe/19/index.html#19.1-19.3",
    "19.1-3": "xiangshe/19/index.html#19.1-19.3",
    "19.5—20.1": "xiangshe/index.html#19.5-20.1",
    "卷五·九上": "xiangshe/11/index.html#11.5",
    "卷五葉九上": "xiangshe/11/index.html#11.5",
    "19.1@耦[2]": "xiangshe/19/index.html#19.1@耦[2]",
    "https://example.org/li/hant/xiangshe/19/index.html?ruby=all#19.1-19.3": "xiangshe/19/index.html#19.1-19.3",
    "xiangshe/19.4/#zhu19.4": "xiangshe/19/index.html#zhu19.4",
}


def test_names_as_readers_write_them(finder, site: Path) -> None:  # type: ignore[no-untyped-def]
    wants = "q => EDITION.finder.places(q).map(p => p.page + (p.hash && '#' + p.hash))"
    assert {q: finder.evaluate(wants, q) for q in SPELLED} == {q: [there] for q, there in SPELLED.items()}
    listed = ["xiangshe/19/index.html#19.1", "xiangshe/19/index.html#19.3"]
    assert [finder.evaluate(wants, q) for q in ("19.1、19.3", "19.1, 19.3", "１９．１；乡射礼 19.3")] == [listed] * 3
    assert finder.evaluate(wants, "19.1、99.9") == [] and finder.evaluate(wants, "矢，拾") == []
    assert finder.evaluate(wants, "99.9") == [] and finder.evaluate("EDITION.finder.citing('99.9')")
    page = html.fromstring((site / "xiangshe" / "19.4" / "index.html").read_bytes())
    cited = [e.text_content() for e in page.xpath("//*[starts-with(@id,'cite-')]")] or [page.xpath("string(//dl)")]
    assert any("19.4" in text for text in cited)
    for text in cited:
        if "19.4" in text:
            assert "xiangshe/19/index.html#19.4" in finder.evaluate(wants, text), text


def test_a_link_names_the_very_words(finder, streams) -> None:  # type: ignore[no-untyped-def]
    """What an address of a hit says, read by its rule: the words in either form, the nth time in the unit."""
    letters: dict[str, list[Letter]] = {}
    for units in streams.values():
        for unit, run in units:
            letters.setdefault(unit, []).extend(one for one in run if is_han(one[0]))
    got = finder.evaluate(LINKS, ["之", "揖", "主人", "于", "升，", "拜。主人", "後", "获", "三耦"])
    assert len(got) > 1000
    for length, unit, at, address in got:
        whole = unquote(address.partition("#")[2])
        first, _, last = whole.partition("-") if re.fullmatch(r"[0-9.a-z]+", unit) else (whole, "", "")
        found = re.fullmatch(r"([^@]+)@([^\[]+)(?:\[(\d+)\])?", first)
        assert found and found[1] == unit, address
        words, nth = found[2], int(found[3] or 1)
        starts = [k for k in range(len(letters[unit])) if fits(letters[unit], k, words)]
        assert starts[nth - 1] == at, address
        if last:
            end = re.fullmatch(r"([^@]+)@([^\[]+)(?:\[(\d+)\])?", last)
            assert end and fits(letters[end[1]], 0, end[2]) and len(words) + len(end[2]) >= length, address
        else:
            assert len(words) == length


def fits(run: list[Letter], at: int, words: str) -> bool:
    some = run[at : at + len(words)]
    return len(some) == len(words) and all(c in one[:2] for c, one in zip(words, some, strict=True))


def test_the_page_while_one_types(site: Path, finder: Page) -> None:
    page = finder
    box = page.locator("#q")
    box.fill("是有故之辞")
    page.wait_for_function("document.getElementById('found').textContent.includes('1')")
    assert page.locator("#found").inner_text().startswith("共 1 处")
    assert page.locator("#hits mark").inner_text() == "是有故之辞"
    assert "q=" in page.url and page.locator("[data-count=shu]").inner_text() == "1"
    box.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('#hits') !== null")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "q"
    page.evaluate("document.querySelector('[data-key=script][data-value=hant]').click()")
    assert page.locator("#hits mark").inner_text() == "是有故之辭"
    assert page.locator("#found").inner_text().startswith("共 1 處")
    href = page.evaluate("document.querySelector('#hits li a').href")
    page.evaluate("document.querySelector('[data-key=script][data-value=hans]').click()")
    box.fill("<b>龘</b>&.*[\u0001")
    page.wait_for_function("document.getElementById('hits').children.length === 0")
    assert page.locator("#found b, #go b").count() == 0
    assert "<b>龘</b>&.*[" in page.locator("#found").inner_text()
    box.fill("")
    page.wait_for_function("!document.getElementById('found').textContent")
    assert "q=" not in page.url
    page.evaluate("""() => { const b = document.getElementById('q'); b.value = 'sh';
        b.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true })); }""")
    page.wait_for_timeout(150)
    assert page.locator("#found").inner_text() == ""
    box.fill("餘餘餘")
    page.locator("[name=exact]").check()
    page.wait_for_selector("#found button")
    assert page.locator("#found").inner_text().startswith("未见“餘餘餘”")
    page.goto(href.replace("index.html", "index.html?ruby=all&layers=jing", 1))
    page.wait_for_function("CSS.highlights && CSS.highlights.get('aim') && CSS.highlights.get('aim').size")
    lit = page.evaluate("[...CSS.highlights.get('aim')].map(r => r.toString()).join('')")
    assert "".join(filter(is_han, lit)) == "是有故之辭"
    assert page.evaluate("[...CSS.highlights.get('aim')][0].getBoundingClientRect().height") > 0
    page.goto((site / PAGE).as_uri() + "?q=%E4%B9%8B&in=jing")
    page.wait_for_selector("#hits .more-hits")
    total = int(page.locator("[data-count=jing]").inner_text())
    assert page.locator("#hits li").count() < total
    for more in page.locator("#hits .more-hits").all()[::-1]:
        more.click()
    assert page.locator("#hits li").count() == total


@given(st.integers(1, 999))
def test_figures_are_read_back(number: int) -> None:
    tens = {"百": 100, "十": 10}
    total = now = 0
    for char in numeral(number):
        if char in tens:
            total, now = total + (now or 1) * tens[char], 0
        else:
            now = "〇一二三四五六七八九".index(char)
    assert total + now == number


@given(st.text(alphabet="仪礼·《》１９．.4-—– a", max_size=12))
def test_a_key_is_its_own_key(name: str) -> None:
    assert key(key(name)) == key(name)


def test_leaves_have_their_names() -> None:
    assert leaf_names("5.21b") == ["5.21b", "卷五·二十一下", "卷五葉二十一下", "卷五叶二十一下"]
