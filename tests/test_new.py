"""`edition new`: a small corpus that can be read at once, and never over something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from edition.cli import main
from edition.corpus import read_corpus
from edition.enrich import enrich
from edition.ingest import ingest
from edition.model import BASE
from edition.new import new


def test_it_reads_without_a_problem(tmp_path: Path) -> None:
    written = new(tmp_path / "mine")
    assert written == sorted(path for path in (tmp_path / "mine").rglob("*") if path.is_file())
    corpus, problems = read_corpus(tmp_path / "mine")
    assert corpus and not problems
    _, undecided = enrich(corpus)
    assert not undecided


def test_it_is_small_and_has_a_note(tmp_path: Path) -> None:
    new(tmp_path)
    corpus, _ = read_corpus(tmp_path)
    assert corpus
    (chapter,) = corpus.chapters
    base = next(layer.id for layer in corpus.layers if layer.kind == BASE)
    assert 3 <= len(chapter.units[base]) <= 4
    assert [t.last for t in chapter.targets] == [chapter.units[base][0].id]


def test_every_file_says_what_it_is(tmp_path: Path) -> None:
    for path in new(tmp_path):
        if path.parent.name != "sources":  # a source stands as it was received
            assert path.read_text("utf-8").startswith("# "), path


def test_the_tables_can_be_made_again(tmp_path: Path) -> None:
    new(tmp_path)
    for path in (tmp_path / "first").glob("*.tsv"):
        path.unlink()
    outcome = ingest(tmp_path, write=True)
    assert outcome.made and not outcome.problems and not outcome.differences


@pytest.mark.parametrize("name", ["edition.toml", ".keep", "folder"])
def test_it_never_writes_over_something(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir() if name == "folder" else (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match="is not empty"):
        new(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        new(tmp_path / "file")


def test_the_command_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(tmp_path / "mine")]) == 0
    assert main(["new", str(tmp_path / "mine")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
