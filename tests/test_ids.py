"""Addresses that change their state: every table follows, or nothing is written; what was published is never lost."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from lxml import html
from playwright.sync_api import Browser

from conftest import ROOT
from edition.addresses.freeze import freeze
from edition.addresses.merge import merge
from edition.addresses.split import split
from edition.addresses.withdraw import withdraw
from edition.build import Built, build, prepare
from edition.editing import Refused
from edition.enrich import Edition
from validators import axe, lost_links, vnu

TINY = ROOT / "tests" / "tiny" / "corpus"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TINY, tmp_path / "corpus"))


def read(corpus: Path) -> Edition:
    built: Built = prepare(corpus, lambda stage: None)
    assert built.edition is not None and not built.stops(False), built.problems
    return built.edition


def rows(corpus: Path, table: str, *keys: str) -> list[str]:
    """Rows of a table that have one of the cells, with | for the tab."""
    lines = (corpus / "zhimu" / f"{table}.tsv").read_text("utf-8").splitlines()
    return [line.replace("\t", "|") for line in lines if set(keys) & set(line.split("\t"))]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def tree(corpus: Path) -> dict[str, bytes]:
    return {path.relative_to(corpus).as_posix(): path.read_bytes() for path in corpus.rglob("*") if path.is_file()}


def test_a_split_takes_every_table_with_it(corpus: Path) -> None:
    halves, files = split(read(corpus), "zhimu/2.2", "左", "分条")
    assert halves == ["2.2a", "2.2b"]
    assert "corpus/zhimu/ledger.tsv" in files
    assert rows(corpus, "ben", "2.2", "2.2a", "2.2b") == ["2.2a|匠負木入門左，", "2.2b|根在後，枝在前。"]
    assert rows(corpus, "ledger", "2.2", "2.2a", "2.2b") == [
        "2.2|ben|jia-1.txt|238|253|49f6bbdaffdd15d4|split|2.2a 2.2b|分条",
        f"2.2a|ben|jia-1.txt|238|245|{sha('匠負木入門左，')}|provisional||",
        f"2.2b|ben|jia-1.txt|245|253|{sha('根在後，枝在前。')}|provisional||",
    ]
    assert rows(corpus, "apparatus", "app2.2", "app2.2b") == [
        "app2.2|2.2a|門|before|乙|自||added|decided|甲；板1.2a|乙衍自字，涉“出自”常語。",
        "app2.2b|2.2b|根|on|乙|恨||wrong|decided|甲；板1.2a；箋“後根者”|根、恨形近而誤。",
    ]
    assert rows(corpus, "witnesses", "2.2a", "2.2b") == ["乙|2.2a|95|103||", "乙|2.2b|103|111||"]
    assert "jian2.2|2.2a-2.2b|||||full|" in rows(corpus, "alignment", "jian2.2")
    assert rows(corpus, "published", "2.2") == ["2.2|ben|jia-1.txt|238|253|49f6bbdaffdd15d4|0.1.0|0.1.0"]
    note = (corpus / "zhimu" / "notes" / "an2.2.md").read_text("utf-8")
    assert 'unit = "2.2b"\nwords = "根在後"\n' in note
    read(corpus)


def test_what_was_split_is_split_again_under_the_next_letters(corpus: Path) -> None:
    split(read(corpus), "zhimu/2.2", "左", "分條")
    assert split(read(corpus), "zhimu/2.2b", "後", "再分")[0] == ["2.2c", "2.2d"]
    assert rows(corpus, "ledger", "2.2")[0].endswith("|split|2.2a 2.2c 2.2d|分條")
    assert [row.split("|")[0] for row in rows(corpus, "ben", "2.2a", "2.2c", "2.2d")] == ["2.2a", "2.2c", "2.2d"]


def test_a_merger_keeps_the_first_address_and_its_stretch(corpus: Path) -> None:
    merge(read(corpus), "zhimu/2.4", "zhimu/2.5", "一事")
    assert rows(corpus, "ben", "2.4", "2.5") == ["2.4|主人執鍤，三發土；匠繼之，畢穴。匠奉木，主人扶之，正其面。"]
    assert rows(corpus, "ledger", "2.4", "2.5") == [
        "2.4|ben|jia-1.txt|279|295|d876aeea1a4c956a|provisional||",
        "2.4|ben|jia-1.txt|296|309|45ca1874e90fbae0|provisional||",
        "2.5|ben|jia-1.txt|296|309|45ca1874e90fbae0|merged|2.4|一事",
    ]
    assert rows(corpus, "witnesses", "2.4", "2.5") == ["乙|2.4|122|151||"]
    assert rows(corpus, "leaves", "2.4", "2.5") == ["1.2b|2.4|16"]
    assert "app2.5|2.4|，[3]|on|甲|。||punctuation|decided|文例|匠奉木與主人扶之為一事，不當句絕。" in rows(
        corpus, "apparatus", "app2.5"
    )
    assert rows(corpus, "alignment", "jian2.5", "shi2.6", "yi2.5") == [
        "jian2.5|2.4|13|22|||full|",
        "shi2.6|2.4-2.6|13|5|||full|標起止只及箋",
        "yi2.5|2.4|13|22|||full|",
    ]
    read(corpus)


def test_a_note_is_withdrawn_and_leaves_its_row(corpus: Path) -> None:
    withdraw(read(corpus), "an2.2", ["2.2"], "改入校記")
    assert not (corpus / "zhimu" / "notes" / "an2.2.md").exists()
    assert rows(corpus, "ledger", "an2.2") == ["an2.2|an|||||withdrawn|2.2|改入校記"]
    assert rows(corpus, "published", "an2.2") == ["an2.2|an|||||0.1.0|0.1.0"]


def test_text_that_nobody_would_count_is_not_withdrawn(corpus: Path) -> None:
    before = tree(corpus)
    with pytest.raises(Refused, match=r"^corpus/\S+:\d+:\d+: [A-Z]\d\d "):
        withdraw(read(corpus), "jian2.7", [], "無")
    assert tree(corpus) == before


@pytest.mark.parametrize(
    ("name", "after", "said"),
    [
        ("2.2", "在", "在 stands 2 times in 2.2: write 在[1] to 在[2]"),
        ("2.2", "根在", "corpus/zhimu/notes/an2.2.md:3: the cut goes through 2.2 根在後"),
        ("2.2", "前", "nothing of 2.2 would be left after 前"),
        ("2.2", "柏", "2.2 has no 柏: 匠負木入門左，根在後，枝在前。"),
        ("2.22", "木", "there is no ID 2.22 (did you mean 2.2?)"),
        ("pang3-1.ben", "木", "pang3-1.ben is of layer pang, whose units stand as their source has them"),
    ],
)
def test_a_split_that_cannot_be_says_why_and_changes_nothing(corpus: Path, name: str, after: str, said: str) -> None:
    before = tree(corpus)
    with pytest.raises(Refused) as refused:
        split(read(corpus), f"zhimu/{name}", after, "試")
    assert str(refused.value) == said
    assert tree(corpus) == before


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("2.4", "2.6", "2.6 does not follow 2.4: only neighbours are merged"),
        ("1.4", "2.1", "1.4 and 2.1 are of two sections"),
        ("jian2.1", "2.2", "jian2.1 and 2.2 are not of one layer of one chapter"),
    ],
)
def test_a_merger_that_cannot_be_says_why(corpus: Path, first: str, second: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        merge(read(corpus), f"zhimu/{first}", f"zhimu/{second}", "試")
    assert str(refused.value) == said


def test_what_is_frozen_cannot_be_deleted_by_hand(corpus: Path) -> None:
    count = 0
    for path in corpus.glob("*/ledger.tsv"):
        lines = path.read_text("utf-8").splitlines()
        count += len({line.split("\t")[0] for line in lines if not line.startswith(("#", "id\t"))})
        count += len(list(path.parent.glob("notes/*.md")))
    assert freeze(read(corpus), [])[0] == count
    for table in ("ledger", "ben"):
        path = corpus / "zhimu" / f"{table}.tsv"
        lines = path.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if not line.startswith("2.8\t")), "utf-8")
    found = [p for p in prepare(corpus, lambda stage: None).problems if p.code == "U11"]
    assert [p.message for p in found] == [
        "2.8 was published in 0.1.0, the ledger has lost it: put its rows back, then say where it went with "
        "edition ids split, merge or withdraw 2.8"
    ]


SHIPPED = ROOT / "corpus"


def damaged(tmp_path: Path, edit: dict[str, tuple[str, str]]) -> list[str]:
    """What U11 says of a copy of the shipped corpus in which each table has one stretch of text exchanged."""
    corpus = Path(shutil.copytree(SHIPPED, tmp_path / "corpus"))
    for table, (was, now) in edit.items():
        path = corpus / "xiangshe" / f"{table}.tsv"
        text = path.read_text("utf-8")
        assert was in text
        path.write_text(text.replace(was, now), "utf-8")
    built = prepare(corpus, lambda stage: None)
    assert built.stops(False)
    return [p.message for p in built.problems if p.code == "U11"]


def test_every_address_of_the_shipped_edition_is_frozen() -> None:
    lines = (SHIPPED / "xiangshe" / "ledger.tsv").read_text("utf-8").splitlines()
    states = {line.split("\t")[0]: line.split("\t")[6] for line in lines if not line.startswith(("#", "id\t"))}
    notes = {path.stem for path in (SHIPPED / "xiangshe" / "notes").glob("*.md")}
    assert {"1.1", "19.4", "zhu19.4", "shu19.4", "52.6", "shuzhu25-12.jing"} | notes <= set(states)
    assert set(states.values()) == {"frozen"}


ROW = "1.3\tjing\t002_20fc4633c7d0ffc8.txt\t71\t74\tb79c0170362153f4\tfrozen\t\t\n"


def test_a_lost_address_of_the_shipped_edition_fails_the_build(tmp_path: Path) -> None:
    assert damaged(tmp_path, {"ledger": (ROW, ""), "jing": ("1.3\t无介。\n", "")}) == [
        "1.3 was published in 0.1.0, the ledger has lost it: put its rows back, then say where it went with "
        "edition ids split, merge or withdraw 1.3"
    ]


def test_a_moved_address_of_the_shipped_edition_fails_the_build(tmp_path: Path) -> None:
    moved = ROW.replace("\t71\t74\tb79c0170362153f4", f"\t69\t74\t{sha('拜。无介。')}")
    said = damaged(tmp_path, {"ledger": (ROW, moved)})
    assert said == [
        "1.3 was published in 0.1.0 for jing 71 to 74 of 002_20fc4633c7d0ffc8.txt, the ledger has jing 69 to 74 of "
        "002_20fc4633c7d0ffc8.txt: set it back; edition ids split or merge 1.3 moves text to another ID"
    ]


def test_an_address_of_the_shipped_edition_given_to_other_words_fails_the_build(tmp_path: Path) -> None:
    jing = "1.2\t宾礼辞，许。主人再拜，宾答再拜。主人退；宾送，再拜。\n1.3\t无介。\n"
    ledger = f"1.2\tjing\t002_20fc4633c7d0ffc8.txt\t45\t71\t834f9d4c90dbc5d9\tfrozen\t\t\n{ROW}"

    def exchanged(text: str) -> tuple[str, str]:
        return text, text.replace("1.2\t", "1.x\t").replace("1.3\t", "1.2\t").replace("1.x\t", "1.3\t")

    said = damaged(tmp_path, {"jing": exchanged(jing), "ledger": exchanged(ledger)})
    assert said == [
        f"{this} was published in 0.1.0 for jing {was} of 002_20fc4633c7d0ffc8.txt, the ledger has jing {now} of "
        f"002_20fc4633c7d0ffc8.txt: set it back; edition ids split or merge {this} moves text to another ID"
        for this, was, now in (("1.2", "45 to 71", "71 to 74"), ("1.3", "71 to 74", "45 to 71"))
    ]


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a corpus in which something became of its addresses."""
    folder = tmp_path_factory.mktemp("after")
    corpus = Path(shutil.copytree(TINY, folder / "corpus"))
    split(read(corpus), "zhimu/2.2", "左", "分條")
    merge(read(corpus), "zhimu/2.4", "zhimu/2.5", "一事")
    merge(read(corpus), "jian2.1", "jian2.2", "一箋")
    withdraw(read(corpus), "an2.2", ["2.2b"], "改入校記")
    withdraw(read(corpus), "an2.1", [], "不當")
    built = build(ROOT, corpus, folder / "site", lambda stage: None)
    assert not built.stops(False), built.problems
    return folder / "site"


def test_the_pages_of_what_was_given_up_are_valid_and_every_link_lands(after: Path, browser: Browser) -> None:
    assert vnu(after) == ""
    assert lost_links(after, {path: html.fromstring(path.read_bytes()) for path in after.rglob("*.html")}) == []
    for address in ("zhimu/2.2", "hant/zhimu/2.5", "zhimu/an2.2", "zhimu/an2.1", "zhimu/2"):
        for scheme, width in (("light", 390), ("dark", 1280)):
            assert axe(browser, (after / address / "index.html").as_uri(), scheme, width) == ""


def told(site: Path, address: str) -> tuple[str, list[tuple[str, str]]]:
    """The words of the page of an address that was given up, and its links."""
    main = html.parse(str(site / address / "index.html")).find(".//main")
    return " ".join(" ".join(main.itertext()).split()), [(a.text_content(), a.get("href")) for a in main.iter("a")]


def test_the_page_of_an_address_given_up_says_how_and_why_and_where(after: Path) -> None:
    words, links = told(after, "zhimu/2.2")
    assert "此编号已分为数条。 This number was divided." in words
    assert "自版本 Since version 0.1.0" in words and "缘由 Why 分条" in words
    assert links == [
        ("2.2a", "../2.2a/index.html#2.2a"),
        ("2.2b", "../2.2b/index.html#2.2b"),
        ("原处 Where it stood", "../2/index.html#2.2"),
    ]
    assert "此編號已並入他條。" in told(after, "hant/zhimu/2.5")[0]
    assert told(after, "zhimu/an2.2")[1][0] == ("2.2b", "../2.2b/index.html#2.2b")
    assert told(after, "zhimu/an2.1")[1] == []
    assert "此编号已撤去。" in told(after, "zhimu/an2.1")[0] and "缘由 Why 不当" in told(after, "zhimu/an2.1")[0]


def test_old_anchors_stand_where_the_text_is_now_and_once_on_a_page(after: Path) -> None:
    for page in ("zhimu/index.html", "zhimu/2/index.html", "hant/zhimu/2/index.html"):
        tree = html.parse(str(after / page))
        ids = tree.xpath("//@id")
        assert len(ids) == len(set(ids))
        former = {a.get("id"): (a.getnext().get("id"), a.get("data-now")) for a in tree.iterfind(".//a[@class='was']")}
        assert former == {
            "2.2": ("2.2a", "2.2a 2.2b"),
            "2.5": ("2.4", "2.4,13,22"),
            "jian2.2": ("jian2.1", "jian2.1,4,13"),
            "an2.2": ("2.2b", "2.2b"),
        }


def test_data_says_what_became_of_an_address(after: Path) -> None:
    rows = {row["id"]: row for row in json.loads((after / "data/zhimu/ids.json").read_text("utf-8"))["ids"]}
    said = ("status", "successors", "version", "retired", "reason")
    assert [rows["2.2"][name] for name in said] == ["split", ["2.2a", "2.2b"], "0.1.0", "0.1.0", "分條"]
    assert [rows["2.2a"][name] for name in said] == ["provisional", [], "", "", ""]
    assert rows["an2.1"]["stretches"] == [] and rows["an2.1"]["status"] == "withdrawn"
    names = [row.split("\t") for row in (after / "data/zhimu/aliases.tsv").read_text("utf-8").splitlines()]
    assert ["2.2", "retired", "2.2a", "2.2b", "zhimu/2/index.html#2.2a-2.2b"] in names
    assert ["an2.1", "retired", "an2.1", "an2.1", "zhimu/an2.1/index.html"] in names


def test_an_old_address_marks_the_characters_it_had(after: Path, browser: Browser) -> None:
    page = browser.new_page()
    marked = """() => [decodeURI(location.hash), [...document.querySelectorAll(".hit")].map(e => e.id),
      [...(CSS.highlights.get("aim") || [])].map(String).join(""), document.querySelector(".say").innerText]"""
    for asked, hit, aim, said in (
        ("2.2", ["2.2a", "2.2b"], "", ""),
        ("2.5", [], "匠奉木主人扶之正其面", ""),
        ("2.5@匠", [], "匠", ""),
        ("2.2@在[2]", [], "在", ""),
        ("2.1-2.2", ["2.1", "2.2a", "2.2b"], "", ""),
        ("2.5@穴", ["2.4"], "", "2.5 没有“穴”"),
        ("an2.1", [], "", "an2.1 已撤去"),
        ("an9.9", [], "", "本页没有 an9.9"),
    ):
        page.goto("about:blank")
        page.goto(f"{(after / 'zhimu' / '2' / 'index.html').as_uri()}#{asked}")
        page.wait_for_function(
            "() => document.querySelector('.hit, .say:not(:empty)') || CSS.highlights.get('aim')?.size"
        )
        found = page.evaluate(marked)
        assert found[:3] == [f"#{asked}", hit, aim]
        assert found[3].startswith(said) and bool(found[3]) == bool(said)
    page.goto(f"{(after / 'zhimu' / '2' / 'index.html').as_uri()}#an2.1")
    page.click(".say a")
    assert page.inner_text("main").startswith("an2.1") and "不当" in page.inner_text("main")
    page.close()


def test_words_of_an_old_passage_page_are_marked_where_they_are_now(after: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{(after / 'zhimu' / '2.2' / 'index.html').as_uri()}#2.2@在[2]")
    page.wait_for_function("() => CSS.highlights.get('aim')?.size")
    assert page.url.partition("/zhimu/")[2].startswith("2/index.html")
    assert page.evaluate("[...CSS.highlights.get('aim')].map(String).join('')") == "在"
    page.goto("about:blank")
    page.goto(f"{(after / 'zhimu' / '2.2' / 'index.html').as_uri()}")
    assert "此编号已分为数条。" in page.inner_text("main")
    page.close()


def test_an_id_of_two_chapters_is_named_with_its_chapter(corpus: Path) -> None:
    with pytest.raises(Refused, match=r"^1\.2 is an ID of several chapters: write zhimu/1\.2 or yingbin/1\.2$"):
        freeze(read(corpus), ["1.2"])
    assert freeze(read(corpus), ["zhimu/1.2"])[0] == 1
    assert rows(corpus, "published", "1.2") == ["1.2|ben|jia-1.txt|103|108|0f05f01f0b8860f1|0.1.0|"]
    assert not (corpus / "yingbin" / "published.tsv").exists()
