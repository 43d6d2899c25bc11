"""What comes out of the printer: pages of PDF read back as text and as pixels."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

Printed = tuple[list[str], Path]  # the words of each page without white space; the file


@pytest.fixture(scope="module")
def dark(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(color_scheme="dark", viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def printed(page: Page, site: Path, address: str, folder: Path) -> Printed:
    file, _, query = address.partition("?")
    page.goto((site / file).as_uri() + "?" + query)
    if "print=" in query:
        page.wait_for_function("document.documentElement.dataset.print")
    page.pdf(path=folder / "out.pdf", prefer_css_page_size=True)
    done = subprocess.run(
        ["pdftotext", "-raw", "-enc", "UTF-8", str(folder / "out.pdf"), "-"], capture_output=True, check=True
    )
    return ["".join(words.split()) for words in done.stdout.decode("utf-8").split("\f")[:-1]], folder / "out.pdf"


def pixels(file: Path, number: int) -> list[bytes]:
    """Red, green and blue of each pixel of a page."""
    command = ["pdftoppm", "-r", "50", "-f", str(number), "-l", str(number), str(file)]
    picture = subprocess.run(command, capture_output=True, check=True).stdout
    body = picture.split(b"\n", 3)[3]
    return [body[k : k + 3] for k in range(0, len(body), 3)]


def test_a_section_is_a_handout(dark: Page, site: Path, tmp_path: Path) -> None:
    """Folds open, the long comment over two pages, a head on each page, its citation at the end, nothing of the bar."""
    pages, _ = printed(dark, site, "xiangshe/20/index.html?ruby=none", tmp_path)
    words = "".join(pages)
    assert len(pages) >= 4
    assert all(page.startswith("20司射诱射·乡射礼第五") for page in pages)
    assert [page.find(f"{k + 1}/{len(pages)}") >= 0 for k, page in enumerate(pages)] == [True] * len(pages)
    assert "20.1司射东面立于三耦之北，搢三而挟一个，" in words
    assert "20.2揖进；当阶，北面揖；及阶，揖；升堂，揖；" in words
    begins, ends = "凡行射礼耦，耦各相对揖", "序，州党之学也"
    first = [k for k, page in enumerate(pages) if begins in page]
    last = [k for k, page in enumerate(pages) if ends in page]
    assert first and last and first[0] < last[0]
    assert "ZhengXuanholdsthatneither豫(oldscript)nor序(modernscript)istherightword" in words
    assert "校记Apparatus" in words and "堂、常形近而误。" in words
    assert "《仪礼·乡射礼》20.1-20.9，仪礼·乡射礼数字校注本编者，0.1.0版，书内地址xiangshe/20/#20.1-20.9" in words
    for screen in ("特大", "难字", "随系统", "展开", "上一节", "打印", "点经文一字"):
        assert screen not in words, screen


def test_a_range_leaves_out_all_else(dark: Page, site: Path, tmp_path: Path) -> None:
    pages, _ = printed(dark, site, "xiangshe/20/index.html?print=20.2-20.3&ruby=none", tmp_path)
    words = "".join(pages)
    assert all(page.startswith("乡射礼第五·20司射诱射·20.2–20.3") for page in pages)
    assert "20.2揖进；" in words and "钩楹，绕楹而东也。" in words and "堂、常形近而误。" in words
    for other in ("司射东面立于三耦之北，搢三而挟一个", "为当诱射也", "Allthree却"):
        assert other not in words, other
    assert "《仪礼·乡射礼》20.2-20.3，仪礼·乡射礼数字校注本编者，0.1.0版，书内地址xiangshe/20/#20.2-20.3" in words


def test_a_range_over_sections_has_notes_and_apparatus_whole(dark: Page, site: Path, tmp_path: Path) -> None:
    """Asked of a section, it is printed from the page of the chapter, in the script that is read."""
    pages, _ = printed(dark, site, "xiangshe/20/index.html?print=18.2-20.2&script=hant&ruby=none", tmp_path)
    words = "".join(pages)
    assert dark.url.split("?")[0].endswith("xiangshe/index.html")
    assert all(page.startswith("鄉射禮第五·18樂正遷樂–20司射誘射·18.2–20.2") for page in pages)
    assert "18.2弟子相工，如初入；降自西階" in words and "三耦皆執弓，" in words
    assert "undertheinfluenceofthewordbefore." in words and "堂、常形近而誤。" in words
    for other in ("18.1", "20.3", "21.1三耦", "舊注所分節次"):
        assert other not in words.replace("18.1–18.3", "").replace("21.1–22.1", ""), other
    assert "《儀禮·鄉射禮》18.2-20.2，" in words and "書內地址xiangshe/#18.2-20.2" in words


@pytest.mark.parametrize(("asked", "landed"), [("20.3-20.2", "20.2-20.3"), ("20", "20.1-20.9"), ("20.4", "20.4-20.4")])
def test_a_range_may_be_written_as_one_likes(dark: Page, site: Path, asked: str, landed: str) -> None:
    dark.goto((site / "xiangshe/20/index.html").as_uri() + f"?print={asked}")
    dark.wait_for_function("document.documentElement.dataset.print")
    assert dark.evaluate("document.documentElement.dataset.print") == landed
    assert dark.evaluate("[...document.querySelectorAll('.handout input')].map(e => e.value).join('-')") == landed


def test_what_is_not_there_is_said_and_all_is_kept(dark: Page, site: Path) -> None:
    dark.goto((site / "xiangshe/index.html").as_uri() + "?print=99.1-99.4")
    dark.wait_for_selector(".say:not(:empty)")
    assert dark.inner_text(".say").startswith("没有 99.1") and dark.locator(".out").count() == 0


def test_the_form_prints_what_it_says(dark: Page, site: Path) -> None:
    dark.goto((site / "xiangshe/19/index.html").as_uri())
    dark.evaluate("window.print = () => { window.asked = document.documentElement.dataset.print }")
    dark.fill(".handout [name=from]", "19.2")
    dark.fill(".handout [name=to]", "19.4")
    dark.press(".handout [name=to]", "Enter")
    dark.wait_for_function("window.asked")
    assert dark.evaluate("window.asked") == "19.2-19.4" and "print=19.2-19.4" in dark.url
    assert dark.locator("[id='19.1']").is_visible()


def test_paper_is_white_and_ink_black_from_the_dark(dark: Page, site: Path, tmp_path: Path) -> None:
    _, file = printed(dark, site, "xiangshe/20/index.html?theme=dark&print=20.1-20.2&ruby=hard", tmp_path)
    seen = pixels(file, 1)
    assert seen.count(b"\xff\xff\xff") > 0.8 * len(seen)
    assert sum(max(dot) < 70 for dot in seen) > 500
    assert all(max(dot) - min(dot) <= 8 for dot in seen), "no colour"


@pytest.mark.parametrize("ruby", ["none", "hard", "all"])
def test_pinyin_is_printed_as_chosen(dark: Page, site: Path, tmp_path: Path, ruby: str) -> None:
    """In the whole chapter too, where it is built only for what is seen."""
    pages, _ = printed(dark, site, f"xiangshe/index.html?print=48.1-49.2&ruby={ruby}", tmp_path)
    assert ("zhǔrén" in "".join(pages)) == (ruby == "all")


def test_notes_in_the_line_are_printed_in_it(dark: Page, site: Path, tmp_path: Path) -> None:
    pages, _ = printed(
        dark, site, "xiangshe/19/index.html?layout=inline&print=19.4&ruby=none&layers=jing,zhu", tmp_path
    )
    assert "三而挟一个。" in "".join(pages) and "未违俟处也。" in "".join(pages)
    assert "他处所引" not in "".join(pages)
    assert "贾疏“三耦" not in "".join(pages), "a layer that is off is not printed"
