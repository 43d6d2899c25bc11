"""The page that verifies citations: what the cite panel makes holds; what is not so is said to be what it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from test_browser import text, url
from test_cite_panel import COPY, panel
from test_places import fresh, go, han, texts

__all__ = ["fresh"]
NOTE = (
    "郑玄. 仪礼注·乡射礼第五[M/OL]//仪礼·乡射礼数字校注本编者. 仪礼·乡射礼. "
    "0.1.0 版: zhu19.4@搢插也插于带右[2026-12-01]. "
    "书内地址 xiangshe/19/#zhu19.4@搢插也插于带右. 引文：“搢，插也，插于带右”。"
    "引文含校改：搢，C 脱。文字校验 690f3e7b。"
)
VERIFY = """words => { const f = EDITION.verify(words);
    return [f.kind, f.ids.join(), f.hits.map(h => h.unit).join(), (f.pieces || []).filter(p => p[0] !== '=')
        .map(p => [p[0], p[1] || '', p[2] ? p[2][0] : ''].join('')).join()]; }"""


@pytest.fixture(scope="module")
def desk(site: Path, browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    strangers: list[str] = []
    page.on("request", lambda r: None if r.url.startswith(("file:", "data:")) else strangers.append(r.url))
    page.on("pageerror", lambda e: strangers.append(str(e)))
    page.goto(url(site, "verify/index.html"))
    yield page
    assert strangers == []
    page.close()


@pytest.mark.parametrize(
    ("claim", "kind", "ids", "hits", "changes"),
    [
        (NOTE, "same", "zhu19.4", "", ""),
        (NOTE.replace("690f3e7b", "690f3e7c"), "digest", "zhu19.4", "", ""),
        (NOTE.replace("于带右”", "于带左”"), "changed", "zhu19.4", "", "/左右"),
        ("19.4 三耦皆执弓，搢三而挟一个。", "same", "19.4", "", ""),
        ("《儀禮·鄉射禮》19.4：三耦皆執弓，搢三而挾一个。", "same", "19.4", "", ""),
        ("三耦皆執弓，搢三而挾一個（19.4）", "forms", "19.4", "", "/個个"),
        ("19.4，三耦皆执弓，插三而挟一个", "changed", "19.4", "", "/插搢"),
        ("19.4，三耦皆执弓，三而挟一个", "changed", "19.4", "", "+搢"),
        ("１９．３　三耦皆执弓，搢三而挟一个", "elsewhere", "19.3", "19.4", ""),
        ("三耦皆执弓，搢三而挟一个", "ambiguous", "", "19.4,shu19.4", ""),
        ("皆执弓，搢三而挟一个。司射先立", "found", "", "19.4", ""),
        ("99.9 三耦皆执弓，搢三而挟一个", "elsewhere", "99.9", "19.4", ""),
        ("99.9", "unknown", "99.9", "", ""),
        ("19.4 床前明月光，疑是地上霜", "missing", "19.4", "", ""),
        ("床前明月光，疑是地上霜", "nowhere", "", "", ""),
        ("https://example.org/x/xiangshe/19/#19.1@%E8%80%A6[2]", "same", "19.1", "", ""),
        ("19.1@耦[5]", "fewer", "19.1", "", ""),
        ("19.1-19.3", "there", "19.1,19.3", "", ""),
        ("", "empty", "", "", ""),
        ("，。；！“”", "empty", "", "", ""),
        ("<img src=x onerror=alert(1)>", "empty", "", "", ""),
        ("version 19.4", "empty", "", "", ""),
        ("三耦" * 50_000, "long", "", "", ""),
    ],
)
def test_a_claim_is_judged(desk: Page, claim: str, kind: str, ids: str, hits: str, changes: str) -> None:
    assert desk.evaluate(VERIFY, claim) == [kind, ids, hits, changes]


def test_what_a_quotation_was_and_is_stands_character_by_character(desk: Page) -> None:
    desk.fill("#claim", NOTE.replace("于带右”", "于带左”").replace("0.1.0", "0.0.9"))
    desk.click(".verify button")
    assert text(desk, ".verdict h2") == "zhu19.4：今本不同 Changed since"
    assert desk.evaluate("['del', 'ins'].map(t => document.querySelector('.diff ' + t).textContent)") == ["左", "右"]
    assert "所引为 0.0.9 版，今为 0.1.0 版" in text(desk, ".verdict")
    assert desk.evaluate("document.querySelector('.verdict li a').href").endswith("xiangshe/19/index.html#zhu19.4")
    desk.fill("#claim", "<b>19.4</b> <script>三耦</script>")
    desk.click(".verify button")
    assert text(desk, ".verdict h2").startswith("19.4：与今本同") and not desk.query_selector(
        ".answer script, .answer b"
    )


def test_numbers_given_up_say_where_their_text_went(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(url(site, "verify/index.html"))
    page.evaluate("""() => {
        const list = document.createElement('ul'); list.id = 'retired';
        for (const [id, to, why] of [['19.8', '19.4', '并入前条'], ['19.9', '', '误立']]) {
            const li = document.createElement('li');
            li.dataset.id = id; li.dataset.to = to; li.innerHTML = `<span class=why>${why}</span>`; list.append(li); }
        document.querySelector('main').append(list); }""")
    said = {}
    for claim in ("19.8 三耦皆执弓", "19.8 三耦皆挟弓", "19.9 三耦"):
        page.fill("#claim", claim)
        page.click(".verify button")
        said[claim] = text(page, ".verdict h2"), text(page, ".verdict .line")
    assert said == {
        "19.8 三耦皆执弓": ("19.8 已移至 19.4，文字同 Moved; the words are unchanged", "缘由 Reason 并入前条"),
        "19.8 三耦皆挟弓": ("19.8 已移至 19.4，文字不同 Moved, and changed since", "缘由 Reason 并入前条"),
        "19.9 三耦": ("19.9 已撤去 Withdrawn", "缘由 Reason 误立"),
    }
    page.close()


@pytest.mark.parametrize(
    ("path", "selection"),
    [
        ("xiangshe/20/index.html", ["20.2", 10, "20.3", 6]),
        ("hant/xiangshe/19/index.html", ["shu19.1", 11, "shu19.1", 110]),
        ("xiangshe/24/index.html?ruby=all", ["24.1", 1, "24.1", 5]),
    ],
)
def test_every_format_of_the_panel_holds(
    site: Path, fresh: Page, desk: Page, path: str, selection: list[object]
) -> None:
    go(fresh, url(site, path))
    panel(fresh, selection)
    for name in ("GB/T 7714", "Chicago", "MLA", "BibTeX", "RIS", "CSL-JSON"):
        assert desk.evaluate(VERIFY, fresh.evaluate(COPY, name))[0] == "same", name


def test_any_unit_is_known_by_its_words_and_a_changed_one_as_changed(site: Path, desk: Page) -> None:
    known = sorted(unit for unit, chars in texts(site).items() if 6 <= len(chars) <= 120)

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(st.sampled_from(known), st.booleans(), st.integers(0, 10**6))
    def holds(unit: str, hant: bool, at: int) -> None:
        words = "".join(pair[hant] for pair in texts(site)[unit])
        assert desk.evaluate(VERIFY, f"{unit} {words}")[:2] == ["same", unit]
        k = at % len(words)
        changed = words[:k] + "龘" + words[k + 1 :]
        kind, _, _, pieces = desk.evaluate(VERIFY, f"{unit}：“{changed}”")
        assert kind == "changed" and "龘" in pieces
        assert han(pieces) in ("龘" + texts(site)[unit][k][0], "龘")

    holds()


def test_a_hash_is_a_claim_and_the_answer_can_be_used_by_everyone(site: Path, browser: Browser) -> None:
    for width, scheme, path in ((1280, "dark", "verify/index.html"), (390, "light", "hant/verify/index.html")):
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(url(site, path + "#19.4@插三"))
        page.wait_for_selector(".verdict")
        assert page.input_value("#claim") == "19.4@插三"
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()[:2000]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        context.close()
