"""What a reader chooses, and that nothing else changes: order of layers, folds, state in the address, place kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from reader import MAIN, Reader, press

REMEMBER = "v => localStorage.setItem('edition:view', v)"
KEPT = "JSON.parse(localStorage.getItem('edition:view') || '{}')"
ORDER = """[...document.querySelectorAll('.row')].map(row => [...row.children].slice(1)
    .map(c => /L(\\d)/.exec(c.className)[1]).join(''))"""
LEFT_TO_RIGHT = """() => [...document.querySelector('.row').children].filter(c => !c.matches('.under'))
    .map(c => [c.getBoundingClientRect().left, /L(\\d)/.exec(c.className)[1]])"""


@pytest.fixture
def reader(page: Page, site: Path) -> Reader:
    return Reader(page, site)


# --- order of the layers


def test_the_order_of_layers_is_chosen_by_keyboard_and_said_in_the_address(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    first = page.evaluate(MAIN)
    page.focus("details.order summary")
    page.keyboard.press("Enter")
    page.focus("[data-place-of=shu] [data-move='-1']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".say")
    assert page.evaluate("document.activeElement.closest('li').dataset.placeOf") == "shu"
    assert page.text_content(".say") == "次序：经、疏、注、案 Order"
    assert reader.query()["order"] == "jing,shu,zhu,note"
    boxes = page.evaluate(LEFT_TO_RIGHT)
    assert [place for _, place in boxes] == ["0", "2", "1"] == [place for _, place in sorted(boxes)]
    press(page, "[data-move='0']")
    assert page.evaluate(MAIN) == first and "order" not in reader.query()


@pytest.mark.parametrize("width", [390, 1280])
def test_eye_and_reading_order_agree_in_every_layout(reader: Reader, width: int) -> None:
    for layout in CHOICES["layout"]:
        page = reader.open(f"xiangshe/20/index.html?order=jing,shu&layout={layout}", width)
        rows = page.evaluate(ORDER)
        assert len(rows) == 9 and set(rows) == {"21", "215"}
        tops = page.evaluate(
            "[...document.querySelector('.row').children].filter(c => c.getClientRects().length)"
            ".map(c => c.getClientRects()[0].top)"
        )
        if layout == "stacked" or (width == 390 and layout == "columns"):
            assert tops == sorted(tops)


NO_ORDER = ["zhu,zhu,zhu", "nothing", "%00,<b>", "jing", ",,,", "a" * 5000, "__proto__,constructor"]


def test_an_order_that_is_none_is_ignored(reader: Reader) -> None:
    for asked in NO_ORDER:
        page = reader.open(f"xiangshe/20/index.html?order={asked}")
        assert set(page.evaluate(ORDER)) == {"12", "125"}, asked


def test_ten_changes_of_order_give_the_first_page(reader: Reader) -> None:
    page = reader.open("xiangshe/index.html")
    first = page.evaluate(MAIN)
    for _ in range(5):
        press(page, "[data-place-of=zhu] [data-move='1']")
        assert page.evaluate(MAIN) != first
        press(page, "[data-place-of=zhu] [data-move='-1']")
    assert page.evaluate(MAIN) == first


# --- state in the address


CHOICES = {
    "ruby": ["none", "hard", "all"],
    "layout": ["columns", "stacked", "inline"],
    "size": ["s", "m", "l", "xl"],
    "theme": ["auto", "light", "dark"],
    "script": ["hans", "hant"],
}
HOSTILE = ["", "ALL", "all hard", "<img src=x onerror=alert(1)>", "%00", "../..", "constructor", "none,all"]


def test_the_address_wins_and_what_is_remembered_stays(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    mine = {key: values[-1] for key, values in CHOICES.items()}
    page.evaluate(REMEMBER, json.dumps(mine))
    for k in range(4):
        asked = {key: values[k % len(values)] for key, values in CHOICES.items()}
        page = reader.open("xiangshe/20/index.html?" + "&".join(f"{key}={value}" for key, value in asked.items()))
        assert {key: reader.pressed(key) for key in CHOICES} == asked
        assert page.evaluate(KEPT) == mine


def test_bad_values_break_nothing_and_leave_what_is_remembered(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    mine = {key: values[-1] for key, values in CHOICES.items()}
    page.evaluate(REMEMBER, json.dumps({**mine, "off": ["note"]}))
    for bad in HOSTILE:
        keys = [*CHOICES, "layers", "order", "witness", "q", "keys"]
        page = reader.open("xiangshe/20/index.html?" + "&".join(f"{key}={bad}" for key in keys) + "#20.2")
        assert {key: reader.pressed(key) for key in CHOICES} == mine, bad
        assert reader.layers() == ["jing", "zhu", "shu"], bad
        assert "揖進；當階，北面揖；" in str(page.evaluate("document.getElementById('20.2').textContent"))


SPOILT = ["5", "null", "[]", '"x"', "{", '{"off":5,"order":{"a":1},"ruby":{}}', '{"off":["jing"]}']


def test_a_memory_that_is_spoilt_breaks_nothing(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    for stored in SPOILT:
        page.evaluate(REMEMBER, stored)
        page = reader.open("xiangshe/20/index.html")
        press(page, "[data-layer=shu]")
        assert "shu" not in reader.layers() and "zhu" in reader.layers(), stored


def test_a_shared_link_shows_the_same_view(reader: Reader) -> None:
    """What was chosen before is said in the address; one who has chosen otherwise sees it too and keeps his own."""
    page = reader.open("xiangshe/20/index.html")
    for css in ("[data-key=ruby][data-value=all]", "[data-key=script][data-value=hant]", "[data-layer=note]"):
        press(page, css)
    press(page, "[data-place-of=shu] [data-move='-1']")
    page = reader.open("xiangshe/21/index.html")
    link = page.url.partition("site/")[2]
    assert reader.query() == {
        "ruby": "all", "script": "hant", "layers": "jing,zhu,shu", "order": "jing,shu,zhu,note"}  # fmt: skip
    mine = {"ruby": "none", "script": "hans", "off": ["zhu"], "order": ["jing", "zhu", "shu", "note"]}
    page.evaluate(REMEMBER, json.dumps(mine))
    page = reader.open(link)
    assert (reader.pressed("ruby"), reader.pressed("script")) == ("all", "hant")
    assert reader.layers() == ["jing", "shu", "zhu"]
    assert page.evaluate(KEPT) == mine
    page.click(".turn [rel=next]")
    page.wait_for_timeout(150)
    assert "/22/" in page.url and reader.query()["ruby"] == "all"
    assert page.evaluate("document.documentElement.lang") == "zh-Hant"


def test_choosing_on_a_shared_view_remembers_that_choice_alone(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html?layers=jing&ruby=all")
    press(page, "[data-layer=zhu]")
    assert reader.layers() == ["jing", "zhu"] and reader.query()["layers"] == "jing,zhu"
    assert page.evaluate(KEPT) == {"off": []}


def test_a_link_into_a_hidden_layer_shows_it_without_being_remembered(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    page.evaluate(REMEMBER, json.dumps({"off": ["shu"]}))
    for layers in ("jing,note", "zhu"):
        page = reader.open(f"xiangshe/20/index.html?layers={layers}#shu20.2")
        box = page.locator("[id='shu20.2']").bounding_box()
        assert box and 40 < box["y"] < 500 and "shu" in reader.layers()
        assert page.evaluate(KEPT) == {"off": ["shu"]}
        assert page.evaluate("document.querySelector(\"[id='shu20.2']\").closest('.long').matches('.all')")


# --- flowing stretches and folded notes


@pytest.mark.parametrize("section", ["1", "10"])
def test_a_section_without_commentary_is_one_paragraph(reader: Reader, section: str) -> None:
    page = reader.open(f"xiangshe/{section}/index.html")
    assert page.locator(".row").count() == 1 and page.locator(".row > p .p").count() >= 3
    assert page.evaluate("getComputedStyle(document.querySelector('.row')).borderTopWidth") == "0px"
    boxes = page.evaluate("[...document.querySelectorAll('.row > *')].map(e => e.getBoundingClientRect().toJSON())")
    assert all(box["left"] > boxes[0]["right"] and abs(box["top"] - boxes[0]["top"]) < 40 for box in boxes[1:2])


def test_notes_fold_to_one_line_and_open_in_place(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    note = page.locator("[id='note20.2b']")
    line = note.bounding_box()
    assert line and line["height"] < 34 and not note.locator("p[lang=en]").is_visible()
    note.locator(".fold").press("Enter")
    assert note.locator("p[lang=en]").is_visible() and note.locator(".why").is_visible()
    note.locator(".fold").press("Enter")
    assert note.bounding_box() == line
    page = reader.open("xiangshe/20/index.html#note20.2b")
    assert page.locator("[id='note20.2b'] .why").is_visible()


def test_notes_are_whole_in_print_and_without_script(reader: Reader) -> None:
    page = reader.open("xiangshe/20/index.html")
    page.emulate_media(media="print")
    assert page.locator("[id='note20.2b'] .why").is_visible()
    assert page.locator("[id='note20.2b'] p[lang=en]").is_visible()
    said = "Zheng Xuan holds that neither 豫 (old script) nor 序 (modern script) is the right word"
    assert said in page.inner_text("[id='note20.2b']")


# --- the place is kept


SWITCHES = [
    "[data-layer=shu]", "[data-layer=zhu]", "[data-place-of=shu] [data-move='-1']", "[data-key=ruby][data-value=all]",
    "[data-key=layout][data-value=stacked]", "[data-key=size][data-value=xl]", "[data-key=layout][data-value=inline]",
]  # fmt: skip


@pytest.mark.parametrize(("section", "width"), [("20", 390), ("21", 1280)])
def test_the_passage_at_the_top_stays(reader: Reader, section: str, width: int) -> None:
    """Below the bar, within a few pixels, whatever is switched, and switched again."""
    page = reader.open(f"xiangshe/{section}/index.html", width, 800)
    where = """id => document.getElementById(id).getClientRects()[0].top
        - document.querySelector('.bar').getBoundingClientRect().bottom"""
    for css in SWITCHES:
        page.evaluate("id => { document.getElementById(id).scrollIntoView(); scrollBy(0, -6); }", f"{section}.5")
        page.wait_for_timeout(60)
        before = page.evaluate(where, f"{section}.5")
        press(page, css)
        assert abs(page.evaluate(where, f"{section}.5") - before) <= 6, css
