"""Witnesses come back from the tables, to the byte."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exports import ROOT, is_han, source

FILES = {
    "A": "000_d78d5709b12db893.txt",
    "译": "001_82a738e5f426ff14.txt",
    "B": "002_20fc4633c7d0ffc8.txt",
    "述": "003_ce91a2cbb07d00e2.txt",
    "C": "004_6f84958ea2f7dfab.txt",
}


def witness(corpus: Path, *args: str) -> bytes:
    command = [sys.executable, "-m", "edition", "--corpus", str(corpus), "witness", *args]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.fixture(scope="module")
def without_sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    corpus = tmp_path_factory.mktemp("bare") / "corpus"
    shutil.copytree(ROOT / "corpus", corpus, ignore=shutil.ignore_patterns("sources"))
    return corpus


@pytest.mark.parametrize("siglum", sorted(FILES))
def test_a_source_is_printed_to_the_byte_with_sources_taken_away(without_sources: Path, siglum: str) -> None:
    assert witness(without_sources, siglum, "--source") == (ROOT / "corpus" / "sources" / FILES[siglum]).read_bytes()


def test_a_witness_is_printed_with_its_own_errors(without_sources: Path) -> None:
    printed = witness(without_sources, "A").decode()
    assert "命弟子赞工迁乐于丁。" in printed
    assert "合足而侯。" in printed
    text = source(FILES["A"])
    assert "".join(filter(is_han, printed)) == "".join(filter(is_han, text[text.index("司射降自西阶") :]))


def test_the_copy_breaks_off_where_it_does(without_sources: Path) -> None:
    assert witness(without_sources, "B2").decode().rstrip("\n").endswith("主人进受觯，")
    assert "乡射之礼。主人戒宾，宾出迎，再拜。" in witness(without_sources, "B2").decode()


def test_the_base_text_of_the_annotated_copy_lacks_what_it_lacks(without_sources: Path) -> None:
    printed = witness(without_sources, "C").decode().split("\n")
    assert "三耦皆执弓，三而挟一个。" in printed
    assert "遂阶西，取扑，之，以反位。" in printed


def test_an_unknown_witness_is_said_to_be_unknown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "edition", "witness", "Q"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("edition: there is no witness Q with a source")
