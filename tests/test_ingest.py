"""Ingest: tables made from the sources alone, and tables that are there held against the sources."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import edition.ingest
from edition.cli import main
from edition.corpus import read_corpus
from edition.ingest import Outcome, ingest
from edition.ingest.passages import numbered
from edition.model import Chapter, LayerId
from edition.tables import read_table
from edition.writing_tables import write_table

ROOT = Path(__file__).parent.parent
SHIPPED, TINY, STARTER = ROOT / "corpus", ROOT / "tests" / "tiny" / "corpus", ROOT / "src" / "edition" / "starter"
CORPORA = pytest.mark.parametrize("corpus", [SHIPPED, TINY, STARTER], ids=["shipped", "tiny", "starter"])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The settings, sources and chapter of the shipped corpus, to be spoiled."""
    shutil.copytree(SHIPPED, tmp_path / "corpus", ignore=shutil.ignore_patterns("notes", "glossary", "*.md"))
    return tmp_path / "corpus"


def contents(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def replace(path: Path, old: str, new: str) -> int:
    """Replace what stands once in a file; the line on which it stands."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    return text.count("\n", 0, text.index(old)) + 1


def chapter(folder: Path) -> Chapter:
    corpus, problems = read_corpus(folder)
    assert corpus and not problems
    return corpus.chapters[0]


def bare(folder: Path) -> Path:
    """A corpus of settings and sources alone."""
    for path in folder.rglob("*.tsv"):
        path.unlink()
    return folder


def shown(outcome: Outcome) -> str:
    return "\n".join(map(str, outcome.differences))


@CORPORA
def test_the_tables_are_what_the_sources_give(corpus: Path) -> None:
    outcome = ingest(corpus, write=False)
    assert (outcome.made, shown(outcome)) == ((), "")
    assert not [p for p in outcome.problems if p.place.path.endswith(".tsv")]


def test_nothing_is_written_over(copy: Path) -> None:
    replace(copy / "xiangshe" / "jing.tsv", "\n1.3\t无介。", "\n1.3\t無介。")
    before = contents(copy)
    outcome = ingest(copy, write=True)
    assert outcome.differences and not outcome.made
    assert contents(copy) == before


@pytest.mark.parametrize(
    ("table", "old", "new", "said"),
    [
        ("jing", "\n1.3\t无介。", "\n1.3\t有介。", "1.3 有介。 · the source gives: 无介。"),
        ("zhu", "\nzhu19.1\t犹，", "\nzhu19.1\t由，", "zhu19.1 由，有故之辞"),
        ("ledger", "\t502\t517\t", "\t502\t516\t", "the source gives: 502-517 未违俟处也。，插也，…"),
        ("ledger", "\t71\t74\t", "\t71\t73\t", "the source gives: 002_20fc4633c7d0ffc8.txt 73-74 。 as a passage"),
        (
            "skipped",
            "\t8\t10\tline-end\t\\n\\n\n",
            "\t8\t10\tindent\t\\n\\n\n",
            "8-10 \\n\\n as indent · the source gives: 000_d78d5709b12db893.txt 8-10 \\n\\n as line-end",
        ),
        ("marks", "000_d78d5709b12db893.txt\t18\t，\n", "000_d78d5709b12db893.txt\t18\t。\n", "18-19 ， as 。"),
        ("interlinear", "\\n\\nbīn\\schū\\syíng，\\n\\n", "\\n\\nbīn\\schū\\syíng。\\n\\n", "as 。 · the source gives"),
        ("witnesses", "\nA\t15.1\t12\t", "\nA\t15.1\t13\t", "12-13 司 as a passage"),
    ],
)
def test_what_differs_is_reported_at_its_place(copy: Path, table: str, old: str, new: str, said: str) -> None:
    path = copy / "xiangshe" / f"{table}.tsv"
    line = replace(path, old, new) + old.startswith("\n")
    found = [str(d) for d in ingest(copy, write=False).differences]
    shown_path = f"corpus/xiangshe/{table}.tsv"
    assert any(said in one for one in found), found
    assert any(one.startswith((f"{shown_path}:{line}:", f"{shown_path}:1:")) for one in found)


def test_a_passage_may_be_cut_finer_but_not_across_paragraphs(copy: Path) -> None:
    ledger = copy / "xiangshe" / "ledger.tsv"
    rows = ledger.read_text("utf-8").splitlines(keepends=True)
    at = next(i for i, row in enumerate(rows) if row.startswith("1.3\t"))
    rows[at] = rows[at].replace("\t71\t74\t", "\t71\t86\t")
    del rows[at + 1]
    ledger.write_text("".join(rows), encoding="utf-8", newline="\n")
    assert "1.3 71-86 · the source gives: an end at 76" in shown(ingest(copy, write=False))


def test_one_missing_table_is_made_again(copy: Path) -> None:
    room = copy / "xiangshe"
    for name in ("marks", "zhu", "skipped"):
        (room / f"{name}.tsv").unlink()
    before = contents(copy)
    assert [path.stem for path in ingest(copy, write=False).made] == ["marks", "skipped", "zhu"]
    assert contents(copy) == before
    outcome = ingest(copy, write=True)
    assert {path.stem for path in outcome.made} == {"marks", "skipped", "zhu"}
    assert all("zhu" in d.place.path for d in outcome.differences)  # the corrections of an editor are not in a source
    made = {"xiangshe/marks.tsv", "xiangshe/zhu.tsv", "xiangshe/skipped.tsv"}
    assert {name for name in contents(copy) if str(name) not in made} == before.keys()
    assert all(contents(copy)[name] == before[name] for name in before)


def test_a_table_is_renewed_when_told(copy: Path) -> None:
    marks = copy / "xiangshe" / "marks.tsv"
    replace(marks, "000_d78d5709b12db893.txt\t18\t，\n", "000_d78d5709b12db893.txt\t18\t。\n")
    assert ingest(copy, write=True).differences
    ingest(copy, write=True, renew=("marks", "jing"))
    assert not ingest(copy, write=True).differences
    assert "\n1.1\t" in (copy / "xiangshe" / "jing.tsv").read_text("utf-8")


def test_all_tables_from_the_sources_alone(copy: Path) -> None:
    outcome = ingest(bare(copy), write=True)
    assert not outcome.problems and not outcome.differences
    made = chapter(copy)
    passages = [unit.text for unit in made.units[LayerId("jing")]]
    assert passages[:3] == ["乡射之礼。", "主人戒宾，宾出迎，再拜。", "主人答再拜，乃请。"]
    assert "诱射，" in passages and "将乘矢。" in passages  # cut at the end of a note, in the middle of a sentence
    assert [s.heading for s in made.sections if s.heading] == [made.sections[-1].id]
    again = ingest(copy, write=True)
    assert not again.made and not again.differences


def test_comments_find_their_passages(copy: Path) -> None:
    """A note of another copy of the text gets the id of the passage that ends where its own text does."""
    ingest(bare(copy), write=True)
    made = chapter(copy)
    text = {unit.id: unit.text for units in made.units.values() for unit in units}
    answered = {text[t.unit]: text[t.last] for t in made.targets if t.last and t.layer == "zhu"}
    assert answered["未违俟处也。，插也，插於带右。"] == "三耦皆执弓，搢三而挟一个。"
    assert answered["诱犹教也。"] == "诱射，"
    targets = {t.unit: t.last for t in made.targets}
    assert all(str(unit).startswith(f"zhu{last}") for unit, last in targets.items() if str(unit).startswith("zhu"))


def test_without_an_aligner_less_is_known_but_all_is_there(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edition.ingest, "_aligner", lambda: None)
    outcome = ingest(bare(copy), write=True)
    assert not outcome.problems and not outcome.differences
    made = chapter(copy)
    assert made.units.keys() >= {"zhu", "shu", "translation", "shuzhu"}
    assert {t.layer for t in made.targets} == {"zhu", "shu"}
    assert not made.spans


def test_two_notes_on_one_passage_are_told_apart() -> None:
    taken: dict[str, int] = {}
    assert [numbered("jian1.1", taken) for _ in range(3)] == ["jian1.1", "jian1.1b", "jian1.1c"]


def test_a_format_nobody_reads_is_a_problem(copy: Path) -> None:
    replace(copy / "edition.toml", 'format = "lines"', 'format = "line"')
    outcome = ingest(copy, write=True)
    assert [(p.code, p.message) for p in outcome.problems] == [("F07", "there is no format line (did you mean lines?)")]


def test_settings_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text("[edition", encoding="utf-8")
    outcome = ingest(tmp_path, write=True)
    assert [p.code for p in outcome.problems] == ["F04"] and not outcome.made


def test_tables_are_written_as_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "table.tsv"
    write_table(path, ("a", "b"), [("一", 2), ("", None)], "What it is.")
    assert path.read_bytes().decode("utf-8") == "# What it is.\na\tb\n一\t2\n\t\n"
    write_table(path, ("a", "b"), [("x", "y")], "Another comment.")
    assert path.read_text("utf-8") == "# What it is.\na\tb\nx\ty\n"
    assert [row.cells for row in read_table(path, "t", ("a", "b"), pytest.fail)] == [{"a": "x", "b": "y"}]
    with pytest.raises(ValueError, match="cannot hold a tab"):
        write_table(path, ("a",), [("x\ty",)])


def test_the_command_says_what_it_did(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--corpus", str(copy), "ingest"]
    assert main([*command, "--check"]) == 0
    (copy / "xiangshe" / "marks.tsv").unlink()
    assert main([*command, "--check"]) == 1
    assert "corpus/xiangshe/marks.tsv: is missing" in capsys.readouterr().out
    assert main(command) == 0
    assert "corpus/xiangshe/marks.tsv: written" in capsys.readouterr().out
