"""Markdown of the edition: no HTML, links resolved, footnotes, line ends of Chinese without a space."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edition.prose import check, render

PLACES = {"19.1": ("../19/index.html#19.1", "19.1")}


def html(text: str) -> str:
    return str(render(text, PLACES.get))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("见 [[19.1]]。", '<p>见 <a href="../19/index.html#19.1">19.1</a>。</p>\n'),
        ("主人戒\n宾，出\n迎 the guest\nat the gate", "<p>主人戒宾，出迎 the guest\nat the gate</p>\n"),
        ("<script>alert(1)</script> {{ 7*7 }}", "<p>&lt;script&gt;alert(1)&lt;/script&gt; {{ 7*7 }}</p>\n"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("[[nothing]] & more", "<p>nothing &amp; more</p>\n"),
    ],
)
def test_what_is_written_is_what_is_shown(text: str, said: str) -> None:
    assert html(text) == said


def test_a_footnote_leads_there_and_back() -> None:
    shown = html("拾[^1]，更也。\n\n[^1]: 释文10.10a 其劫反，见 [[19.1]]。\n")
    to, back = re.search(r'href="#(fn-[0-9a-f]{8}-1)"', shown), re.search(r'href="#(fnref-[0-9a-f]{8}-1)"', shown)
    assert to and back
    assert f'id="{to[1]}"' in shown and f'id="{back[1]}"' in shown
    assert '<a href="../19/index.html#19.1">19.1</a>' in shown
    assert shown != html("拾[^1]，更也。\n\n[^1]: 又音。\n")


@pytest.mark.parametrize(
    ("text", "code", "col"),
    [
        ("a <b>c</b>", "M01", 3),
        ("[x](javascript:x)", "M02", 5),
        ("[r]: javascript:x", "M02", 6),
        ("见 [[9.9]]", "M03", 3),
    ],
)
def test_what_may_not_stand_is_found_in_its_place(text: str, code: str, col: int) -> None:
    found = check(text, "n.md", 7, PLACES.get)[0]
    assert (found.code, found.place.line, found.place.col) == (code, 7, col)


@given(st.text())
def test_no_text_becomes_markup_or_breaks_the_page(text: str) -> None:
    shown = html(text)
    assert "<script" not in shown and "javascript:" not in "".join(re.findall(r'href="([^"]*)"', shown))
