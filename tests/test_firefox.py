"""The site in another engine, from the disk: what is drawn, found, copied, switched, sought; its own reader view."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from marionette import Firefox

NOTE = "未违俟处也。搢，插也，插于带右。"
READER = """const { ReaderMode } = ChromeUtils.importESModule(
    "moz-src:///toolkit/components/reader/ReaderMode.sys.mjs");
return ReaderMode.parseDocument(new DOMParser().parseFromString(arguments[0], "text/html"))
    .then(article => article && article.textContent)"""

CLIPBOARD = """const look = left => {
    const got = Cc["@mozilla.org/widget/transferable;1"].createInstance(Ci.nsITransferable), data = {};
    got.init(null); got.addDataFlavor("text/plain");
    try {
        Services.clipboard.getData(got, Services.clipboard.kGlobalClipboard);
        got.getTransferData("text/plain", data);
        return data.value.QueryInterface(Ci.nsISupportsString).data;
    } catch (empty) {
        if (!left) throw empty;
        return new Promise(r => setTimeout(r, 100)).then(() => look(left - 1));
    } };
Services.clipboard.emptyClipboard(Services.clipboard.kGlobalClipboard);
goDoCommand("cmd_copy");
return look(100);"""  # the page copies in a process of its own, some time after it was told to


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    browser = Firefox(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


def go(firefox: Firefox, site: Path, path: str) -> None:
    file, _, rest = path.partition("?")
    firefox.open((site / file).as_uri() + ("?" + rest if rest else ""))
    firefox.run("return document.fonts.ready.then(() => new Promise(r => setTimeout(r, 150)))")


def test_pinyin_stands_over_its_character(firefox: Firefox, site: Path) -> None:
    """Each syllable above its character, in the middle of it, and none over its neighbour."""
    go(firefox, site, "xiangshe/19/index.html?ruby=all")
    boxes = firefox.run("""return [...document.querySelectorAll(".row:first-child .kind-base ruby")].map(r => {
        const rt = r.querySelector("rt").getBoundingClientRect(), text = document.createRange();
        text.selectNode(r.firstChild);
        const base = text.getBoundingClientRect();
        return [rt.width, rt.bottom - base.top, (rt.left + rt.right - base.left - base.right) / 2, base.height, rt.top,
            rt.left, rt.right]; })""")
    assert len(boxes) > 15
    for width, overlap, aside, height, *_ in boxes:
        assert width > 5 and overlap < height * 0.45 and abs(aside) < 3
    for one, other in pairwise(boxes):
        assert other[4] != one[4] or other[5] >= one[6] - 0.6


def test_the_text_is_found_and_copied_alone(firefox: Firefox, site: Path) -> None:
    go(firefox, site, "xiangshe/19/index.html?ruby=all")
    assert firefox.run("return document.getElementById('zhu19.4').textContent.trim()") == NOTE
    assert firefox.run("getSelection().removeAllRanges(); return window.find('搢，插也，插于带右')")
    firefox.run("const r = document.createRange(); r.selectNodeContents(document.getElementById('zhu19.4'));"
                "getSelection().removeAllRanges(); getSelection().addRange(r)")  # fmt: skip
    copied = firefox.run(CLIPBOARD, chrome=True)
    assert copied.strip() == NOTE


def test_switches_work_from_the_disk(firefox: Firefox, site: Path) -> None:
    go(firefox, site, "xiangshe/19/index.html?ruby=hard")
    firefox.press(".bar [data-key=script][data-value=hant]")
    assert firefox.run("return document.getElementById('zhu19.4').textContent.trim()").startswith("未違俟處也")
    assert firefox.run("return document.documentElement.lang") == "zh-Hant"
    firefox.press(".bar [data-key=ruby][data-value=none]")
    assert firefox.run("return [...document.querySelectorAll('rt')].every(e => !e.getClientRects().length)")
    firefox.press(".bar [data-layer=shu]")
    assert firefox.run("return getComputedStyle(document.getElementById('shu19.4').closest('.c')).display") == "none"
    firefox.press(".bar [data-key=layout][data-value=stacked]")
    tops = firefox.run(
        "return [...document.querySelectorAll('.row:nth-child(4) > .c')].map(e => e.getBoundingClientRect())"
        ".filter(b => b.height).map(b => b.top)"
    )
    assert len(tops) > 1 and tops == sorted(tops) and len(set(tops)) == len(tops)
    assert "script=hant" in (where := firefox.run("return location.search")) and "layout=stacked" in where
    firefox.run("localStorage.clear()")


@pytest.mark.parametrize("place", ["21.10", "shu20.2"])
def test_a_link_lands_below_the_bar(firefox: Firefox, site: Path, place: str) -> None:
    go(firefox, site, f"xiangshe/index.html?#{place}")
    firefox.run("return new Promise(r => setTimeout(r, 500))")
    top, bar, height = firefox.run(
        "const p = document.getElementById(arguments[0]).getClientRects()[0];"
        "return [p.top, document.querySelector('.bar').getBoundingClientRect().bottom, innerHeight]",
        place,
    )
    assert bar - 1 <= top < height * 0.6


def test_a_range_is_marked_for_print(firefox: Firefox, site: Path) -> None:
    go(firefox, site, "xiangshe/19/index.html?print=19.2-19.3")
    firefox.run("return new Promise(r => setTimeout(r, 300))")
    assert firefox.run("return [...document.querySelectorAll('.row .p:not(.out)')].map(e => e.id)") == ["19.2", "19.3"]


@pytest.mark.parametrize("path", ["xiangshe/19/index.html", "xiangshe/1/index.html", "xiangshe/19.4/index.html"])
def test_its_reader_view_has_the_whole_text(firefox: Firefox, site: Path, path: str) -> None:
    """Text and comments, every word in its order, as the reader view of Firefox keeps them; no pinyin among them."""
    go(firefox, site, path)
    wanted = firefox.run("return [...document.querySelectorAll('main .p, main .u')].map(e => e.textContent.trim())")
    kept = firefox.run(READER, firefox.run("return document.documentElement.outerHTML"), chrome=True)
    at = -1
    for words in wanted:
        found = kept.find(words, at + 1)
        assert found > at, words
        at = found


def test_search_finds_from_the_disk(firefox: Firefox, site: Path) -> None:
    go(firefox, site, "search/index.html?q=%E6%90%A2%E4%B8%89%E8%80%8C%E6%8C%9F")
    for _ in range(40):
        hits = firefox.run("return [...document.querySelectorAll('main .hits .ids')].map(e => e.textContent.trim())")
        if hits:
            break
        firefox.run("return new Promise(r => setTimeout(r, 100))")
    assert "19.4" in hits and "20.1" in hits
