"""Hand decisions by command: the right row of the right table, or nothing at all."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exports import ROOT


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "corpus", tmp_path / "corpus"))


def edition(corpus: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "edition", "--corpus", str(corpus), *args]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False)


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")


def test_a_reading_is_written_in_its_place(corpus: Path) -> None:
    table = corpus / "xiangshe" / "readings.tsv"
    before = lines(table)
    done = edition(corpus, "readings", "19.1", "拾", "shí", "--authority", "释文10.10a", "--sense", "试")
    assert done.returncode == 0, done.stderr
    new = "19.1\t拾\tshí\t试\tshiwen\t释文10.10a\t\t"
    assert done.stdout == "corpus/xiangshe/readings.tsv:3: 19.1 拾 written\n"
    assert lines(table) == [*before[:2], new, *before[2:]]
    shown = edition(corpus, "readings", "19.1", "拾", "--tsv").stdout.split("\n")[1].split("\t")
    assert (shown[4], shown[6], shown[8]) == ("shí", "shiwen", "place")


def test_a_decision_that_cannot_stand_is_not_written(corpus: Path) -> None:
    before = (corpus / "xiangshe" / "readings.tsv").read_bytes()
    done = edition(corpus, "readings", "19.1", "揖", "yī", "--authority", "通行")
    assert done.returncode == 1
    assert done.stderr.startswith("edition: not written: corpus/xiangshe/readings.tsv:3:6: R01 19.1 has no 揖")
    assert (corpus / "xiangshe" / "readings.tsv").read_bytes() == before


def test_a_form_is_written(corpus: Path) -> None:
    done = edition(corpus, "script", "20.8", "个", "个", "箇", "--authority", "试", "--sense", "枚")
    assert done.returncode == 0, done.stderr
    assert "20.8\t个\t个\t箇\t枚\tsense\t试\t" in lines(corpus / "xiangshe" / "script.tsv")


def test_an_emendation_changes_text_and_apparatus_together(corpus: Path) -> None:
    done = edition(corpus, "emend", "9.3", "拜", "辞", "--authority", "文义", "--reason", "试")
    assert done.returncode == 0, done.stderr
    assert "9.3\t宾辞。" in lines(corpus / "xiangshe" / "jing.tsv")
    rows = [row.split("\t") for row in lines(corpus / "xiangshe" / "apparatus.tsv") if row.startswith("app9.3\t")]
    assert [(r[2], r[4], r[5], r[7], r[9]) for r in rows] == [
        ("辞", "B", "拜", "wrong", "文义"),
        ("辞", "B2", "拜", "wrong", "文义"),
    ]


def test_an_emendation_of_words_that_a_note_speaks_of_is_refused(corpus: Path) -> None:
    done = edition(corpus, "emend", "1.3", "介", "界", "--authority", "文义")
    assert done.returncode == 1
    assert done.stderr.startswith("edition: not written: corpus/xiangshe/notes/note1.3.md:3:1: M06 1.3 has no 无介")
    assert "1.3\t无介。" in lines(corpus / "xiangshe" / "jing.tsv")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("21.33", "司", "私"), "edition: not written: there is no unit 21.33"),
        (("1.1", "介", "界"), "edition: not written: 介 stands 0 times in 1.1"),
        (("1.1", "主", "王"), "edition: not written: 主 stands 2 times in 1.1"),
        (("1.3", "无介", "界"), "edition: not written: as many characters as are replaced"),
    ],
)
def test_an_emendation_that_cannot_be_made_changes_nothing(corpus: Path, args: tuple[str, ...], said: str) -> None:
    before = {path: path.read_bytes() for path in corpus.rglob("*.tsv")}
    done = edition(corpus, "emend", *args, "--authority", "试")
    assert done.returncode == 1 and done.stderr.startswith(said), done.stderr
    assert {path: path.read_bytes() for path in corpus.rglob("*.tsv")} == before
