"""Reading on: a witness in place of the text, the sections, the shortcuts, the place where one left off."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page

from conftest import ROOT
from reader import MAIN, Reader, press

TEXT = """id => { const p = document.getElementById(id).cloneNode(true);
    p.querySelectorAll('.edge').forEach(e => e.remove()); return p.textContent; }"""
FOCUS = "document.activeElement.closest('.p')?.id"


@pytest.fixture
def reader(page: Page, site: Path) -> Reader:
    return Reader(page, site)


def read(page: Page, witness: str) -> None:
    press(page, f"[data-key=witness][data-value='{witness}']")
    page.wait_for_function("w => (document.documentElement.dataset.witness || '') === w", arg=witness)


# --- a witness as it stands


@pytest.mark.parametrize("siglum", ["A", "B", "B2", "C"])
def test_a_witness_is_what_the_command_prints(site: Path, siglum: str) -> None:
    command = [sys.executable, "-m", "edition", "--root", str(ROOT), "witness", siglum]
    printed = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=True).stdout
    script = (site / "xiangshe" / "witnesses.js").read_text("utf-8")
    texts = json.loads(script.partition("=")[2].rstrip(";\n"))[siglum]["texts"]
    assert "".join(text[0] for text in texts.values()) == printed.replace("\n", "")
    assert all(len(text[0]) == len(text[1]) for text in texts.values())


def test_the_page_reads_as_the_witness_in_both_scripts(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    assert "升堂，揖；" in page.evaluate(TEXT, "20.2")
    read(page, "B")
    assert (
        page.evaluate(TEXT, "20.2")
        == "揖进；当阶，北面揖；及阶，揖；升常，揖；豫则钩楹内，堂则由楹外。当左物，北面揖；"
    )
    assert page.evaluate("[...document.querySelectorAll(\"[id='20.2'] .wd\")].map(e => e.textContent)") == ["常"]
    assert page.locator("[id='20.2'] .corrected, [id='20.2'] .nt").count() == 0
    line = re.sub(r"\s+", " ", page.inner_text(".reading"))
    assert line.startswith("读本 B · 底本：网络通行本《乡射礼》 Witness B as it stands")
    assert "读本 B" in str(page.text_content("p.print")) and reader.query()["witness"] == "B"
    press(page, "[data-key=script][data-value=hant]")
    assert page.evaluate(TEXT, "20.2").startswith("揖進；當階，北面揖；及階，揖；升常，揖；豫則鉤楹內")
    read(page, "C")
    assert page.evaluate(TEXT, "20.9") == "遂階西，取扑，之，以反位。"
    assert page.locator("[id='20.9'] .wd.lacks").count() == 2
    page.focus("[id='20.9'] .wd.lacks >> nth=0")
    page.keyboard.press("Enter")
    assert "適" in page.inner_text(".pop")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches(\"[id='20.9'] .wd.lacks\")")


def test_pinyin_stands_only_on_the_same_characters(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html?ruby=all&witness=B")
    page.wait_for_function("document.documentElement.dataset.witness === 'B'")
    heard = """[...document.querySelectorAll("[id='20.2'] rt")].map(e => e.dataset.p + e.parentNode.firstChild.data)"""
    said = page.evaluate(heard)
    assert "yíng楹" in said and "xiè豫" in said and not [one for one in said if one.endswith("常")]


def test_what_a_witness_lacks_is_said_once_for_a_run(reader: Reader) -> None:
    page = reader.open("xiangshe/10/index.html?witness=A")
    page.wait_for_selector(".reading")
    words = re.sub(r"\s+", " ", page.inner_text(".row > p"))
    assert words.startswith("10.1") or words.startswith("此本未收")
    assert words.count("此本未收") == 1 and "10.1–10.22" in words and "Not extant in A" in words


@pytest.mark.parametrize("path", ["xiangshe/19/index.html", "hant/xiangshe/20.2/index.html", "xiangshe/index.html"])
def test_going_through_all_witnesses_and_back_gives_the_first_page(reader: Reader, path: str) -> None:
    page = reader.open(path)
    page.wait_for_timeout(200)
    first, own = page.evaluate(MAIN), page.get_attribute("html", "data-script")
    for siglum in ("A", "B", "C", "B2", "B"):
        read(page, siglum)
        press(page, "[data-key=ruby][data-value=all]")
        press(page, f"[data-key=script][data-value={'hans' if own == 'hant' else 'hant'}]")
        press(page, "[data-key=ruby][data-value=hard]")
    press(page, f"[data-key=script][data-value={own}]")
    read(page, "")
    assert page.evaluate(MAIN) == first


def test_copying_says_which_text_is_read(reader: Reader) -> None:
    page = reader.open("xiangshe/19.4/index.html?witness=C")
    page.wait_for_selector(".reading")
    assert all("读本 C" in text for text in page.locator(".cite").all_inner_texts())
    assert not page.locator(".pinyin").is_visible()


def test_without_script_the_switch_leads_to_the_witness(site: Path) -> None:
    for folder in ("", "hant/"):
        text = (site / folder / "xiangshe" / "20" / "index.html").read_text("utf-8")
        assert 'href="../../witnesses/A/index.html" data-key="witness" data-value="A"' in text


# --- sections, shortcuts


def test_the_sections_open_from_every_page_of_text_with_the_present_one_marked(reader: Reader) -> None:
    for path, target in (("xiangshe/20.2/index.html", "../../xiangshe/20/index.html"), ("xiangshe/index.html", "#20")):
        page = reader.open(path + ("#20.2" if target == "#20" else ""))
        page.focus("[data-ask=t]")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog.sections")
        now = page.locator("dialog [aria-current]")
        assert now.inner_text().split() == ["20", "司射诱射", "20.1–20.9"]
        assert now.get_attribute("href") in (target, target.replace("../../", "./../../"))
        assert page.locator("dialog li").count() == 52 and page.locator("dialog h3").count() >= 8
        for _ in range(4):
            page.keyboard.press("Shift+Tab")
        assert page.evaluate("document.querySelector('dialog').contains(document.activeElement)") or page.evaluate(
            "document.activeElement === document.body"
        )
        page.keyboard.press("Escape")
        page.wait_for_timeout(60)
        assert page.evaluate("document.activeElement.matches('[data-ask=t]')")


def key(page: Page, keys: str) -> None:
    for one in keys.split():
        page.keyboard.press(one)
        page.wait_for_timeout(180)


def test_the_shortcuts_do_what_their_list_says(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    key(page, "j j k")
    assert page.url.endswith("#20.2") and page.evaluate(FOCUS) == "20.2"
    key(page, "r s l 3")
    assert (reader.pressed("ruby"), reader.pressed("script"), reader.pressed("layout")) == ("all", "hant", "stacked")
    assert reader.layers() == ["jing", "zhu", "note"]
    assert re.sub(r"\s+", " ", str(page.text_content(".say"))) == "隱藏：疏 Hidden"
    key(page, "?")
    rows = [" ".join(text.split()) for text in page.locator("dialog.keys dt").all_inner_texts()]
    assert rows == ["t", "j k", "n p", "r", "s", "l", "1–9", "c", "/", "?", "Esc"]
    assert "按住 Ctrl、Alt、⌘ 時不起作用" in page.inner_text("dialog.keys")
    key(page, "j Escape n")
    page.wait_for_url("**/xiangshe/21/**")
    page.wait_for_timeout(200)
    key(page, "c")
    page.wait_for_selector(".citepop")
    assert "21.1" in page.inner_text(".citepop")


def test_shortcuts_are_never_stolen_and_can_be_switched_off(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    key(page, "Control+j Alt+j Meta+j Shift+J")
    page.evaluate(
        "() => { const i = document.createElement('input'); i.id = 'field'; document.querySelector('main').append(i);"
        " i.focus(); }"
    )
    key(page, "j r s ?")
    assert page.input_value("#field") == "jrs?"
    page.evaluate("document.activeElement.blur()")
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'j', isComposing: true, bubbles: true}))")
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'j', isComposing: true, bubbles: true}))"
    )
    assert "#" not in page.url and reader.pressed("ruby") == "hard"
    press(page, "[data-key=keys][data-value=off]")
    key(page, "j r ?")
    assert "#" not in page.url and reader.pressed("ruby") == "hard" and page.locator("dialog").count() == 0
    assert "keys" not in reader.query()
    page = reader.open("xiangshe/21/index.html")
    key(page, "j")
    assert "#" not in page.url


# --- the place where one left off


def test_the_place_is_offered_and_never_jumped_to(reader: Reader) -> None:
    page = reader.open("index.html")
    assert not page.locator(".resume").is_visible()
    page = reader.open("xiangshe/20/index.html")
    page.evaluate("() => { document.getElementById('20.4').scrollIntoView(); }")
    page.wait_for_timeout(80)
    page = reader.open("index.html")
    page.wait_for_selector(".resume", state="visible")
    assert re.sub(r"\s+", " ", page.inner_text(".resume")).strip() == "继续读 20.4 Continue"
    page = reader.open("xiangshe/index.html")
    page.wait_for_selector(".resume", state="visible")
    assert page.evaluate("scrollY") == 0
    page.click(".resume a")
    page.wait_for_timeout(200)
    box = page.locator("[id='20.4']").bounding_box()
    assert box and 40 < box["y"] < 200
    page = reader.open("xiangshe/index.html#5.1")
    assert not page.locator(".resume").is_visible()


def test_a_place_that_is_none_is_not_offered(reader: Reader) -> None:
    page = reader.open("index.html")
    for stored in ("{", "5", '{"xiangshe":5}', '{"xiangshe":"<b>"}', '{"xiangshe":"../x"}', "null"):
        page.evaluate("v => localStorage.setItem('edition:place:' + new URL('./', location.href).pathname, v)", stored)
        page = reader.open("index.html")
        assert not page.locator(".resume").is_visible()


# --- words that scripts say

SAID = {
    "本页没有": "本頁沒有", "关闭": "關閉", "目录：本篇各节": "目錄：本篇各節", "下一条": "下一條",
    "注音：无": "注音：無", "简繁": "簡繁", "各栏开关": "各欄開關", "引用此条": "引用此條", "检索": "檢索",
    "快捷键": "快捷鍵", "到开头了": "到開頭了", "显示": "顯示", "隐藏": "隱藏", "输入文字时与按住": "輸入文字時與按住",
    "时不起作用；可在": "時不起作用；可在", "此本自此始": "此本自此始", "此本至此中断": "此本至此中斷",
    "仍读所定之文": "仍讀所定之文", "读本": "讀本", "未能取得此本": "未能取得此本", "仪节": "儀節",
}  # fmt: skip


def test_words_of_scripts_are_right_in_traditional_characters(site: Path) -> None:
    tables = json.loads((site / "static" / "characters.js").read_text("utf-8").partition("=")[2].rstrip(";\n"))
    chars = list(tables["hans"])
    table = dict(zip(chars[::2], chars[1::2], strict=True))
    assert {words: "".join(table.get(c, c) for c in words) for words in SAID} == SAID
