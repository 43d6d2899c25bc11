"""The panel that cites what is selected, or a passage: exact words, digests by another hand, records read by others."""

from __future__ import annotations

import datetime
import hashlib
import json
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from hypothesis import HealthCheck, given, settings
from playwright.sync_api import Page
from pybtex.database import parse_string

from test_browser import text, url
from test_places import SELECT, STATES, State, between, fresh, go, selections

__all__ = ["fresh"]
TODAY = datetime.date.today().isoformat()
CITED = "[...document.querySelectorAll('.citepop .cite')].map(e => e.textContent)"
COPY = """name => {
    [...document.querySelectorAll('.citepop .copy')].find(b => b.textContent.endsWith(' ' + name)).click();
    return window.copied; }"""


def panel(page: Page, selection: list[object]) -> None:
    page.evaluate(SELECT, selection)
    page.wait_for_selector("#cut:not([hidden])")
    page.click("#cut button:last-child")
    page.wait_for_selector(".citepop")


def sha(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:8]


def test_words_of_a_comment_in_traditional_characters(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "hant/xiangshe/19/index.html"))
    panel(fresh, ["zhu19.4", 6, "zhu19.4", 12])
    mark = sha("搢插也插于带右")  # as it is printed in the script in which it is stored
    assert fresh.evaluate(CITED)[0] == (
        "鄭玄. 儀禮注·鄉射禮第五[M/OL]//儀禮·鄉射禮數字校注本編者. 儀禮·鄉射禮. 0.1.0 版: "
        f"zhu19.4@搢插也插於帶右[{TODAY}]. 書內地址 xiangshe/19/#zhu19.4@搢插也插於帶右. 引文：“搢，插也，插於帶右”。"
        f"引文含校改：搢，C 脫。文字校驗 {mark}。"
    )
    assert text(fresh, ".citepop code") == mark
    record = json.loads(fresh.evaluate(COPY, "CSL-JSON"))
    assert record[0]["author"] == [{"literal": "鄭玄"}] and record[0]["accessed"] == {"raw": TODAY}
    assert "CSL-JSON 已複製 Copied" in text(fresh, ".say")
    entry = next(iter(parse_string(fresh.evaluate(COPY, "BibTeX"), "bibtex").entries.values()))
    assert list(entry.persons["author"][0].last_names) == ["{鄭玄}"] and entry.fields["pages"].startswith("zhu19.4@")
    assert fresh.evaluate(COPY, "RIS").endswith("\nER  - \n")


def test_the_panel_of_a_passage_says_what_its_page_says(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "xiangshe/20.2/index.html"))
    fresh.click("button[data-cite]")
    fresh.wait_for_selector(".citepop")
    on_page = fresh.evaluate("[...document.querySelectorAll('main dd .cite')].map(e => e.textContent)")
    dates = (f"[{TODAY}]", f", accessed {TODAY}", f" Accessed {TODAY}.", f"，引用日期 {TODAY}")
    said = fresh.evaluate(CITED)
    assert all(date in words for date, words in zip(dates, said, strict=True))
    assert [words.replace(date, "") for date, words in zip(dates, said, strict=True)] == on_page
    assert "堂，B 作“常”" in text(fresh, ".citepop .why")
    fresh.keyboard.press("Escape")
    assert not fresh.query_selector(".citepop") and fresh.evaluate("document.activeElement.dataset.cite") == "20.2"


def test_the_format_chosen_is_first_the_next_time(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "xiangshe/19/index.html"))
    panel(fresh, ["19.1", 1, "19.1", 3])
    assert fresh.evaluate(COPY, "MLA").startswith("“The District Archery Ceremony” 乡射礼第五. Yili 仪礼, 19.1@司射犹.")
    go(fresh, url(site, "xiangshe/20/index.html"))
    panel(fresh, ["20.1", 1, "20.1", 3])
    assert text(fresh, ".citepop .cites dt") == "MLA"
    fresh.evaluate("localStorage.clear()")


def test_the_second_way_is_the_words_themselves(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "xiangshe/19/index.html?ruby=all"))
    panel(fresh, ["19.1", 11, "19.1", 18])
    fresh.click(".citepop .copy:has-text('Text fragment')")
    link = fresh.evaluate("window.copied")
    assert link.startswith(url(site, "xiangshe/19/index.html")) and link.isascii()
    assert link.endswith("#:~:text=%E5%90%84%E4%B8%8E%E5%85%B6%E8%80%A6%E8%AE%A9%E5%8F%96%E5%BC%93%E7%9F%A2")


def test_the_digest_is_of_the_characters_in_the_script_that_is_stored(site: Path, fresh: Page) -> None:
    @settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(selections(site), STATES)
    def holds(chosen: tuple[str, str, list[str], str, int, str, int], state: State) -> None:
        path, _, some, a, i, b, j = chosen
        go(fresh, url(site, path + state.query()))
        panel(fresh, [a, i, b, j])
        assert text(fresh, ".citepop code") == sha(between(site, some, a, i, b, j, "hans"))

    holds()


def test_the_panel_can_be_used_by_everyone(site: Path, fresh: Page) -> None:
    for width, scheme in ((1280, "light"), (390, "dark")):
        fresh.set_viewport_size({"width": width, "height": 900})
        fresh.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        go(fresh, url(site, "xiangshe/20/index.html"))
        panel(fresh, ["20.2", 10, "20.2", 20])
        found = Axe().run(fresh)
        assert found.violations_count == 0, found.generate_report()[:2000]
        assert fresh.evaluate("document.documentElement.scrollWidth") <= width
    fresh.set_viewport_size({"width": 1280, "height": 900})
    fresh.emulate_media(color_scheme="light")


def test_words_of_a_vertical_page_are_cited_where_they_stand_in_rows(site: Path, fresh: Page) -> None:
    go(fresh, url(site, "xiangshe/vertical/index.html"))
    panel(fresh, ["19.1", 18, "19.2", 2])
    assert "书内地址 xiangshe/19/#19.1@矢拾-19.2@三耦。" in fresh.evaluate(CITED)[0].replace("三耦. 引", "三耦。引")
    made = str(fresh.evaluate("[...document.querySelectorAll('.citepop .copy')].map(b => b.textContent).join()"))
    assert "BibTeX" in made
