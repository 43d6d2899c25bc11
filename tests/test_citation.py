"""How a place is cited: exact footnotes, records that programs written by others read, names that nobody parts."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import jsonschema
import pytest
import rispy
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON
from hypothesis import given
from hypothesis import strategies as st
from pybtex.database import parse_string

from edition.citation import ESCAPES, FORMATS, NOTHING, Matter, Pattern, cite, digest, fill, key_of, patterns
from exports import is_han

SCHEMA = json.loads((Path(__file__).parent / "csl.schema.json").read_text("utf-8"))
ZHU = Matter(
    author="郑玄",
    author_english="Zheng Xuan",
    dynasty="汉",
    unknown="",
    unknown_english="",
    work="仪礼注",
    work_english="Yili zhu",
    own_work=True,
    chapter="乡射礼第五",
    chapter_english="The District Archery Ceremony",
    cited="",
    cited_english="",
    title="仪礼·乡射礼",
    title_english="Yili: The District Archery Ceremony",
    editors=("校注本编者", "司马某"),
    editors_english=("the editors", "Sima"),
    publisher="某社",
    version="1.2.0",
    date="2026-12-01",
    lang="lzh-Hans",
    folder="xiangshe",
    online=True,
    say=str,
)
PLACE = "https://example.org/e/xiangshe/19.4/#zhu19.4"
WHOLE = {"id": "zhu19.4", "key": "zhu19.4", "address": PLACE, "url": PLACE, "digest": "6ee3cb6d"}
WORDS = {
    **WHOLE,
    "quotation": "搢，插也",
    "emended": "搢，C 脱",
    "emended_english": "C lacks 搢",
    "accessed": "2027-01-02",
}


SAID = dict(re.findall(r"^# (\w+)\n(.+)$", (Path(__file__).parent / "citations.txt").read_text("utf-8"), re.M))


@pytest.mark.parametrize("name", ["gbt", "chicago", "mla", "plain"])
def test_a_footnote_is_exactly_this(name: str) -> None:
    assert cite(patterns(ZHU)[name], name, WORDS) == SAID[name]


def test_what_has_no_value_leaves_no_trace() -> None:
    said = cite(patterns(ZHU)["plain"], "plain", {"id": "zhu19.4", "address": PLACE})
    assert said == SAID["bare"]


def test_the_digest_is_of_the_han_characters_alone() -> None:
    assert digest("搢，插也。") == digest("“搢插也”") == hashlib.sha256("搢插也".encode()).hexdigest()[:8]
    assert digest("Plant the tree.") == ""


def test_bibtex_is_read_by_pybtex_with_names_whole() -> None:
    read = parse_string(cite(patterns(ZHU)["bibtex"], "bibtex", WORDS), "bibtex").entries["xiangshe:zhu19.4"]
    assert read.type == "inbook"
    assert [str(p) for p in read.persons["author"]] == ["{郑玄}"]
    assert [(p.last_names, p.first_names) for p in read.persons["editor"]] == [
        (["{校注本编者}"], []),
        (["{司马某}"], []),
    ]
    assert read.fields["title"] == "{仪礼注·乡射礼第五}" and read.fields["booktitle"] == "{仪礼·乡射礼}"
    assert (read.fields["url"], read.fields["urldate"], read.fields["date"]) == (PLACE, "2027-01-02", "2026-12-01")
    assert read.fields["note"] == "1.2.0 版；引文“搢，插也”；引文含校改：搢，C 脱；文字校验 6ee3cb6d"


def test_ris_is_read_by_rispy() -> None:
    (read,) = rispy.loads(cite(patterns(ZHU)["ris"], "ris", WORDS))
    assert read["type_of_reference"] == "CHAP" and read["id"] == "xiangshe:zhu19.4"
    assert read["authors"] == ["郑玄"] and read["secondary_authors"] == ["校注本编者", "司马某"]
    assert (read["title"], read["secondary_title"]) == ("仪礼注·乡射礼第五", "仪礼·乡射礼")
    assert (read["start_page"], read["urls"], read["year"]) == ("zhu19.4", [PLACE], "2026")


def rendered(record: dict[str, object]) -> str:
    style = CitationStylesStyle("harvard-cite-them-right", validate=False)
    bibliography = CitationStylesBibliography(style, CiteProcJSON([record]), formatter.plain)
    bibliography.register(Citation([CitationItem(record["id"])]))
    return str(bibliography.bibliography()[0])


def test_csl_follows_its_schema_and_citeproc_keeps_the_names() -> None:
    record = json.loads(cite(patterns(ZHU)["csl"], "csl", {**WORDS, "accessed": ""}))
    jsonschema.validate([record], SCHEMA)
    assert record["author"] == [{"literal": "郑玄"}]
    said = rendered(record)
    assert "郑玄" in said and "校注本编者" in said and "仪礼注·乡射礼第五" in said
    assert not re.search("郑[ ,.]+玄|玄[ ,.]+郑", said)


WORDS_OF_ANY_KIND = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=30)


@given(
    st.lists(st.lists(WORDS_OF_ANY_KIND, min_size=1, max_size=5)), st.dictionaries(WORDS_OF_ANY_KIND, WORDS_OF_ANY_KIND)
)
def test_a_piece_is_there_whole_or_not_at_all(pieces: list[list[str]], slots: dict[str, str]) -> None:
    pattern: Pattern = tuple(map(tuple, pieces))
    there = [p for p in pieces if all(slots.get(name) for name in p[1::2])]
    said = "".join(slots[part] if i % 2 else part for p in there for i, part in enumerate(p))
    assert fill(pattern, slots, NOTHING) == said


@given(WORDS_OF_ANY_KIND)
def test_any_quotation_comes_back_from_every_record(words: str) -> None:
    slots = {**WHOLE, "quotation": words}
    made = {name: cite(patterns(ZHU)[name], name, slots) for name in ESCAPES}
    note = f"1.2.0 版；引文“{words}”；文字校验 6ee3cb6d" if words else "1.2.0 版；文字校验 6ee3cb6d"
    assert json.loads(made["csl"])["note"] == note
    (line,) = re.findall(r"^N1  - (.*)$", made["ris"], re.M)
    assert line == note
    entry = parse_string(made["bibtex"], "bibtex").entries["xiangshe:zhu19.4"]
    assert list(entry.persons["author"][0].last_names) == ["{郑玄}"]


@given(st.text())
def test_a_key_is_ascii(place: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9.:-]*", key_of(place))


def test_every_format_names_the_place_and_nothing_unknown() -> None:
    slots = set(WORDS) | {"key"}
    for name, pattern in patterns(ZHU).items():
        used = {slot for piece in pattern for slot in piece[1::2]}
        assert name in FORMATS and "id" in used and used <= slots


# --- the shipped edition


def script(site: Path) -> dict[str, object]:
    text = (site / "xiangshe" / "cite.js").read_text("utf-8")
    head, tail = "window.EDITION_CITE=", ";\n"
    assert text.startswith(head) and text.endswith(tail)
    return dict(json.loads(text[len(head) : -len(tail)]))


def test_the_browser_fills_the_same_patterns(site: Path) -> None:
    table = script(site)
    layers = table["layers"]
    assert isinstance(layers, dict) and list(layers) == ["jing", "zhu", "shu", "translation", "shuzhu", "note"]
    pieces = layers["shuzhu"]["hant"]["plain"]
    said = "".join("".join({"id": "shuzhu25-12.zhu"}.get(x, x) for x in p) for p in pieces if set(p[1::2]) <= {"id"})
    assert said == (
        "（清）李光坡《儀禮述注·大射儀》，《儀禮·鄉射禮》shuzhu25-12.zhu（平行文，所釋爲《大射儀》，非《鄉射禮》之注），"
        "儀禮·鄉射禮數字校注本編者，0.1.0 版。"
    )
    assert table["emended"]["zhu19.4"] == [[6, 6, "搢，C 脱", "搢，C 脫", "C lacks 搢", "C lacks 搢"]]  # type: ignore[index]
    assert table["emended"]["20.2"][0][2:] == ["堂，B 作“常”", "堂，B 作“常”", *["B reads “常” for 堂"] * 2]  # type: ignore[index]


def test_a_name_is_never_parted_in_any_layer(site: Path) -> None:
    text = json.dumps(script(site), ensure_ascii=False)
    for name in ("郑玄", "鄭玄", "贾公彦", "賈公彥", "李光坡"):
        assert name in text and f"{name[0]}, {name[1:]}" not in text and f"{name[1:]} {name[0]}" not in text
    assert all(is_han(char) for char in "郑玄")
