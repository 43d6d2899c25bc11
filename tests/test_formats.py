"""The readers of the source formats: each gives a partition of its source, and the real sources come out right."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edition.formats import READERS, REASONS, ROLES, Segment, printed

CORPUS = Path(__file__).parent.parent / "corpus"
SIGNS = "经注疏曰释记。，：！？“”（）〔〕[]［］○《》　 \n\r\t\u2028\x0b第页12abē,.!\ue001■"
Options = dict[str, object]


@cache
def real() -> dict[str, tuple[str, str, Options]]:
    """Format, text and options of every source of the shipped corpus, by siglum."""
    described = tomllib.loads((CORPUS / "edition.toml").read_text("utf-8"))["source"]
    return {
        s["siglum"]: (s["format"], (CORPUS / "sources" / s["file"]).read_bytes().decode("utf-8"), s.get("options", {}))
        for s in described
    }


@cache
def cut(siglum: str) -> tuple[str, list[Segment]]:
    form, text, options = real()[siglum]
    return text, READERS[form](text, options)


def texts(siglum: str, role: str, part: str = "") -> list[str]:
    """The text of each unit of a role, what is skipped in it left out."""
    text, segments = cut(siglum)
    units: dict[int, str] = {}
    for s in segments:
        if s.role == role and s.part == part:
            units[s.unit] = units.get(s.unit, "") + text[s.start : s.end]
    return list(units.values())


def skips(siglum: str, reason: str) -> list[str]:
    text, segments = cut(siglum)
    return [text[s.start : s.end] for s in segments if s.reason == reason]


def assert_partition(text: str, segments: list[Segment]) -> None:
    assert printed(text, segments) == text
    assert all(s.start < s.end and s.role in ROLES for s in segments)
    assert all(a.end == b.start for a, b in pairwise(segments))
    assert not segments or (segments[0].start, segments[-1].end) == (0, len(text))
    for s in segments:
        assert (s.role == "skip") == (s.reason in REASONS) == (s.unit == 0)


FORMATS = pytest.mark.parametrize("form", sorted(READERS))


@FORMATS
@given(text=st.text(st.sampled_from(SIGNS), max_size=80) | st.text(max_size=80))
def test_any_text_comes_out_whole(form: str, text: str) -> None:
    assert_partition(text, READERS[form](text, {}))


VALUES = (
    st.none()
    | st.integers(-3, 9)
    | st.booleans()
    | st.text(max_size=3)
    | st.lists(st.text(st.sampled_from(SIGNS), max_size=3) | st.integers(), max_size=3)
    | st.dictionaries(st.text(st.sampled_from(SIGNS), max_size=2), st.text(max_size=2), max_size=3)
)
NAMES = ("heads", "headings", "brackets", "labels", "lemma", "opening", "marks", "unfinished")


@FORMATS
@given(text=st.text(st.sampled_from(SIGNS), max_size=60), options=st.dictionaries(st.sampled_from(NAMES), VALUES))
def test_any_options_are_borne(form: str, text: str, options: Options) -> None:
    assert_partition(text, READERS[form](text, options))


@st.composite
def spoiled(draw: st.DrawFn, siglum: str) -> str:
    """A window of a real source in which stretches were lost, doubled or written over."""
    text = real()[siglum][1]
    start = draw(st.integers(0, len(text)))
    window = text[start : start + draw(st.integers(0, 600))]
    for _ in range(draw(st.integers(0, 4))):
        a = draw(st.integers(0, len(window)))
        b = min(len(window), a + draw(st.integers(0, 20)))
        window = window[:a] + draw(st.text(st.sampled_from(SIGNS), max_size=4)) + window[b:]
    return window


@pytest.mark.parametrize("siglum", sorted(real()))
@given(data=st.data())
@settings(deadline=None)
def test_a_spoiled_source_comes_out_whole(siglum: str, data: st.DataObject) -> None:
    form, _, options = real()[siglum]
    text = data.draw(spoiled(siglum))
    assert_partition(text, READERS[form](text, options))


@pytest.mark.parametrize("siglum", sorted(real()))
def test_a_real_source_comes_out_whole(siglum: str) -> None:
    text, segments = cut(siglum)
    assert_partition(text, segments)


@pytest.mark.parametrize("siglum", sorted(real()))
def test_no_han_character_is_skipped_outside_heads_and_labels(siglum: str) -> None:
    text, segments = cut(siglum)
    odd = {text[s.start : s.end] for s in segments if s.role == "skip" and s.reason not in ("head", "label")}
    assert not [gap for gap in odd if any("\u4e00" <= char <= "\u9fff" for char in gap)]


def test_line_ends_of_every_kind() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = f"题{end}{end}主人戒{end}宾，出{end}"
        segments = READERS["plain"](text, {"heads": 1})
        assert_partition(text, segments)
        assert "".join(text[s.start : s.end] for s in segments if s.role == "base") == "主人戒宾，出"
        assert {s.reason for s in segments if s.role == "skip"} == {"head", "line-end"}


# --- annotated ----------------------------------------------------------------------------------------------


def test_notes_stand_inside_the_text() -> None:
    notes = texts("C", "commentary")
    assert len(notes) == 30
    assert notes[3] == "未违俟处也。，插也，插於带右。"
    text, segments = cut("C")
    at = next(s for s in segments if s.role == "commentary" and s.unit == 4)
    assert (at.start, at.end) == (502, 517)
    assert [text[i] for i in (at.start - 1, at.end)] == ["（", "）"]


def test_two_units_in_one_paragraph() -> None:
    text, segments = cut("C")
    line = text.index("诱射，（")
    end = text.index("\n", line)
    inside = [(s.role, text[s.start : s.end]) for s in segments if line <= s.start < end]
    assert inside == [
        ("base", "诱射，"),
        ("skip", "（"),
        ("commentary", "诱犹教也。"),
        ("skip", "）"),
        ("base", "将乘矢。"),
        ("skip", "（"),
        ("commentary", "将，行也。行四矢，象有事於四方。"),
        ("skip", "）"),
    ]
    units = [s.unit for s in segments if line <= s.start < end and s.role == "base"]
    assert units[1] == units[0] + 1


def test_the_second_commentary_keeps_its_lemmata_and_loses_its_labels() -> None:
    comments = texts("C", "subcommentary")
    assert len(comments) == 27
    assert comments[3].startswith("“三耦”至“一个”。“未违”至“带右”。释曰：上云“三耦俟于堂西”")
    assert comments[24].startswith("“宫为”至“相生”。释曰：宫为君")  # `[疏]注“宫为”`: no lemma in the text
    assert skips("C", "label").count("[疏]注") == 1


def test_a_paragraph_without_notes_is_base_text() -> None:
    assert "司射先立于所设中之西南，东面。三耦皆进，由司射之西，立于其西南，东面北上而俟。" in texts("C", "base")


def test_an_unclosed_bracket_takes_the_line() -> None:
    text = "题\n甲。（乙。\n丙。（丁（戊）己）庚）。"
    found = [(s.role, text[s.start : s.end]) for s in READERS["annotated"](text, {}) if s.role != "skip"]
    assert found == [
        ("base", "甲。"),
        ("commentary", "乙。"),
        ("base", "丙。"),
        ("commentary", "丁（戊）己"),
        ("base", "庚）。"),
    ]


# --- blocks -------------------------------------------------------------------------------------------------


def test_blocks_and_their_parts() -> None:
    assert len(texts("述", "block", "jing")) == 52
    assert texts("述", "block", "jing")[4] == "既拾取矢梱之"
    assert texts("述", "block", "zhu")[4] == "注曰梱等之也"
    assert len(skips("述", "mark")) == 10


def test_a_break_that_is_wanting() -> None:
    """The base text runs on into its note without a space."""
    assert texts("述", "block", "jing")[0] == "遂命三耦各与其耦拾取矢皆袒决遂执弓右挟之"
    assert texts("述", "block", "zhu")[0].startswith("注曰此命入次之事也")


def test_a_comment_broken_in_two_by_the_end_of_a_page_line() -> None:
    text, segments = cut("述")
    tail = next(s for s in segments if s.role == "block" and text[s.start : s.end] == "同也")
    first = next(s for s in segments if (s.unit, s.part) == (tail.unit, tail.part))
    assert tail.part == "shu" and (tail.start, tail.end) == (3286, 3288)
    assert text[first.start : first.end].endswith("其助祭取一身之义义故不")


def test_a_third_commentator() -> None:
    assert texts("述", "block", "yang") == ["杨氏曰此后注多与乡射同更不重出其不同者着之"]


def test_a_comment_quotes_an_earlier_one() -> None:
    text = "题\n经文注曰一○疏曰所谓注曰二者　　经文"
    found = [(s.unit, s.part, text[s.start : s.end]) for s in READERS["blocks"](text, {}) if s.role == "block"]
    assert found == [(1, "jing", "经文"), (1, "zhu", "注曰一"), (1, "shu", "疏曰所谓注曰二者"), (2, "jing", "经文")]


# --- lines --------------------------------------------------------------------------------------------------


def test_items_of_the_translation() -> None:
    items = texts("译", "item")
    assert len(items) + len(texts("译", "heading")) == 53
    assert texts("译", "heading") == ["［记］"]
    assert items[0] == "如果有大夫参加，则使居官之士为宾。因为宾为贤能之士，所以不必预先戒告。"
    assert sum(item.count("■") for item in items) == 2
    assert skips("译", "head") == ["乡射礼(12)"]


def test_latin_words_keep_their_spaces() -> None:
    text = "A Head\n\n  He bows  twice.\r\n主人 再拜。\n"
    found = [text[s.start : s.end] for s in READERS["lines"](text, {}) if s.role == "item"]
    assert found == ["He bows  twice.", "主人", "再拜。"]


# --- plain and interlinear ----------------------------------------------------------------------------------


def test_stray_spaces_and_indents() -> None:
    assert skips("A", "stray-space") == [" "] * 21
    assert set(skips("A", "indent")) == {"　　"}
    assert "".join(texts("A", "base")).startswith("司射降自西阶，阶前西面命弟子纳射器。")


def test_a_title_within_a_paragraph() -> None:
    text, segments = cut("B")
    title = next(s for s in segments if s.role == "heading")
    assert text[title.start : title.end] == "记。"
    assert texts("B", "base")[-1].startswith("大夫与，则公士为宾。")
    assert len(texts("B", "heading")) == 1


def test_a_title_is_no_word_of_a_sentence() -> None:
    text = "题\n\n史记。记。大夫与。"
    found = [(s.role, text[s.start : s.end]) for s in READERS["plain"](text, {}) if s.role != "skip"]
    assert found == [("base", "史记。"), ("heading", "记。"), ("base", "大夫与。")]


def test_interlinear_lines_and_their_glosses() -> None:
    text, segments = cut("B")
    glosses = {s.unit: text[s.start : s.end] for s in segments if s.role == "interlinear"}
    line = next(s for s in segments if s.role == "witness" and text[s.start : s.end] == "主人戒宾，")
    assert glosses[line.unit] == "\n\nzhǔ rén jiè bīn，\n\n"
    assert len(glosses) == 1213


def test_the_last_gloss_has_no_line() -> None:
    text, segments = cut("B")
    last = [s for s in segments if s.role == "interlinear"][-1]
    assert text[last.start : last.end] == "\n\nbīn\n\n"
    assert last.unit not in {s.unit for s in segments if s.role == "witness"}


def test_heads_of_empty_parts() -> None:
    heads = skips("B", "head")
    assert heads[0] == "乡射礼第五\n\n先秦诸子 - [周]"
    assert [head.removeprefix("乡射礼第五") for head in heads[-4:]] == ["注释", "评析", "赏析", "辑评"]
    assert "先秦诸子。" in heads and "xiān qín zhū zǐ。" in heads  # the heads of the page are copied too
