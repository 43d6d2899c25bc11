"""The whole chapter as one page: places hold while it is laid out piece by piece, and far parts follow the switches."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

BELOW = """id => document.getElementById(id).getClientRects()[0].top
    - document.querySelector(".bar").getBoundingClientRect().bottom"""
FAR = "document.getElementById('52.80').textContent"


@pytest.mark.parametrize("place", ["52.80", "19.4"])
def test_a_place_stays_below_the_bar_when_all_is_laid_out(site: Path, page: Page, place: str) -> None:
    page.goto((site / "xiangshe/index.html").as_uri() + "?ruby=all#" + place)
    page.wait_for_timeout(700)
    first = page.evaluate(BELOW, place)
    assert 0 <= first < 120
    page.wait_for_timeout(500)
    assert abs(page.evaluate(BELOW, place) - first) < 1


def test_what_is_far_away_follows_the_script_and_comes_back(site: Path, page: Page) -> None:
    page.goto((site / "xiangshe/index.html").as_uri())
    before = page.evaluate(FAR)
    page.click("[data-key=script][data-value=hant]")
    page.wait_for_function("document.querySelector('section.sec:last-of-type [lang=lzh-Hant]')")
    page.wait_for_timeout(300)
    turned = page.evaluate("Array.from(document.querySelectorAll('.p'), p => p.textContent.trim())")
    page.click("[data-key=script][data-value=hans]")
    page.wait_for_function("!document.querySelector('section.sec [lang=lzh-Hant]')")
    assert page.evaluate(FAR) == before
    page.goto((site / "hant/xiangshe/index.html").as_uri())
    assert turned == page.evaluate("Array.from(document.querySelectorAll('.p'), p => p.textContent.trim())")
