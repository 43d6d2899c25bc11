"""Every fault an editor can make, met with its exact message; and no fault at all met with a traceback."""

from __future__ import annotations

import re
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edition.build import aligned
from edition.checks import run_checks
from edition.checks.accounting import REASONS, han_by_reason
from edition.corpus import read_corpus
from edition.corpus.names import CHAPTER_TABLES
from edition.enrich import enrich
from edition.model import Problem
from edition.problems import CODES, ERROR, in_order, severity, shown

CASES = Path(__file__).parent / "checks"
CLEAN = CASES / "_clean"
ELSEWHERE = {"A07", "T01"}  # below, and in test_reproducible: they take an aligner, a template

FOLDERS = sorted(path for path in CASES.iterdir() if path.is_dir() and not path.name.startswith("_"))


def problems_of(folder: Path) -> list[Problem]:
    corpus, problems = read_corpus(folder)
    if corpus is not None:
        edition, found = enrich(corpus)
        problems += found + run_checks(edition)
    return in_order(problems)


def prepare(case: Path, room: Path) -> Path:
    corpus = room / "corpus"
    shutil.copytree(CLEAN, corpus)
    if (case / "input").exists():
        shutil.copytree(case / "input", corpus, dirs_exist_ok=True)
    if (case / "edits.toml").exists():
        for edit in tomllib.loads((case / "edits.toml").read_text("utf-8"))["edit"]:
            change(corpus, **edit)
    return corpus


def change(corpus: Path, op: str, file: str, **how: str | int | bool) -> None:
    path = corpus / file
    if op == "bytes":
        old, count = str(how["old"]).encode(), -1 if how.get("all") else 1
        assert old in path.read_bytes()
        path.write_bytes(path.read_bytes().replace(old, bytes.fromhex(str(how["hex"])), count))
    elif op == "encode":
        path.write_bytes(path.read_text("utf-8").encode(str(how["encoding"])))
    elif op == "repeat":
        old = str(how["old"])
        path.write_text(path.read_text("utf-8").replace(old, old * int(how["times"]), 1), "utf-8")
    elif op == "delete":
        path.unlink()
    elif op == "link":
        outside = corpus.parent / "outside"
        outside.mkdir(exist_ok=True)
        if path.is_file():
            shutil.move(path, outside / path.name)
        path.symlink_to(str(how["to"]).replace("OUTSIDE", str(outside)))
    elif op == "rename":
        path.rename(corpus / str(how["to"]))
    else:
        raise AssertionError(f"no such edit: {op}")


@pytest.mark.parametrize("case", FOLDERS, ids=lambda case: case.name)
def test_case(case: Path, tmp_path: Path) -> None:
    found = [shown(problem) for problem in problems_of(prepare(case, tmp_path))]
    expected = (case / "expected.txt").read_text("utf-8")
    assert "".join(f"{line}\n" for line in found) == expected
    code = case.name.split("-")[0]
    assert code == "none" or any(f": {code} " in line for line in found)


def test_clean_is_clean() -> None:
    assert problems_of(CLEAN) == []


def test_every_code_has_a_case() -> None:
    assert {case.name.split("-")[0] for case in FOLDERS} - {"none"} == CODES.keys() - ELSEWHERE


def test_an_alignment_of_the_aligner_alone_is_said() -> None:
    corpus, _ = read_corpus(CLEAN)
    assert corpus is not None
    chapter = corpus.chapters[0]
    bare = replace(corpus, chapters=(replace(chapter, targets=(), spans=()),))
    found, problems = aligned(bare)
    assert [problem.code for problem in problems] == ["A07", "A07"]
    assert {(t.unit, t.passages) for t in found.chapters[0].targets} == {(t.unit, t.passages) for t in chapter.targets}


def test_han_by_reason_names_every_reason() -> None:
    corpus, _ = read_corpus(CLEAN)
    assert corpus is not None
    counts = han_by_reason(enrich(corpus)[0])
    assert counts == dict.fromkeys(REASONS, 0) | {"head": 2}


FILES = sorted(path.relative_to(CLEAN).as_posix() for path in CLEAN.rglob("*") if path.is_file())
ODD = st.sampled_from(
    [
        "",
        "\t",
        "\n",
        "\r\n",
        "\0",
        "\ufeff",
        "\ufffd",
        "\x1b[2J",
        "{{ x }}",
        "<script>",
        "../",
        "-",
        "0",
        "99999999",
        "[0]",
        "[2]",
        "[99999999]",
        '"',
        "'",
        "[",
        "]",
        "[[layer]]",
        "=",
        "#",
        "揖",
        "𢷏",
        "\ue000",
        "·",
        "e\u0301",
        "1.2",
        "2.1-1.1",
        "zhu1.1",
        "withdrawn",
        "split",
        "none",
        "source",
        " ",
        "\\n",
        "\u2028",
        "S",
        "a" * 300,
        "9" * 5000,
    ]
)
EDIT = st.tuples(st.sampled_from(FILES), st.integers(0, 3000), st.integers(0, 40), ODD | st.text(max_size=6))
SLOW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def assert_placed(folder: Path, problems: list[Problem]) -> None:
    """Every problem has a place that an editor can go to, and the line that stands there."""
    for problem in problems:
        place = problem.place
        assert place.path.startswith(f"{folder.name}/") and place.line >= 1 and place.col >= 1, problem
        path = folder.parent / place.path
        if place.text and path.is_file() and problem.code not in ("F02", "F03"):
            assert path.read_bytes().decode("utf-8").split("\n")[place.line - 1] == place.text, problem
        assert not re.search(r"[\x00-\x08\x0b-\x1f]", shown(problem))


@SLOW
@given(edits=st.lists(EDIT, min_size=1, max_size=3))
def test_no_edit_raises(edits: list[tuple[str, int, int, str]], tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    for file, at, length, new in edits:
        text = (folder / file).read_text("utf-8", errors="surrogateescape")
        at %= len(text) + 1
        new = new.encode("utf-8", "replace").decode()
        (folder / file).write_text(text[:at] + new + text[at + length :], "utf-8", errors="surrogateescape", newline="")
    assert_placed(folder, problems_of(folder))


@SLOW
@given(file=st.sampled_from(FILES), at=st.integers(0, 3000), new=st.binary(max_size=4), length=st.integers(0, 4))
def test_no_bytes_raise(file: str, at: int, new: bytes, length: int, tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    raw = (folder / file).read_bytes()
    at %= len(raw) + 1
    (folder / file).write_bytes(raw[:at] + new + raw[at + length :])
    problems = problems_of(folder)
    assert_placed(folder, problems)
    if file.startswith("sources/") and (folder / file).read_bytes() != raw:
        assert any(severity(problem) == ERROR for problem in problems)


CELLS = [
    (f, i, j)
    for f in FILES
    if f.endswith(".tsv")
    for i, line in enumerate((CLEAN / f).read_text("utf-8").split("\n"))
    for j in range(line.count("\t") + 1)
    if i >= 2 and line
]


@SLOW
@given(cell=st.sampled_from(CELLS), new=ODD | st.text(max_size=4))
def test_no_cell_raises(cell: tuple[str, int, int], new: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    file, i, j = cell
    rows = [line.split("\t") for line in (folder / file).read_text("utf-8").split("\n")]
    rows[i][j] = new.encode("utf-8", "replace").decode()
    (folder / file).write_text("\n".join("\t".join(row) for row in rows), "utf-8", newline="")
    assert_placed(folder, problems_of(folder))


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("small/")])
def test_no_cell_raises_exhaustively(file: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    text = (folder / file).read_text("utf-8")
    for _, i, j in (cell for cell in CELLS if cell[0] == file):
        for new in ("", "0", "99999999", "揖"):
            rows = [line.split("\t") for line in text.split("\n")]
            rows[i][j] = new
            (folder / file).write_text("\n".join("\t".join(row) for row in rows), "utf-8")
            assert_placed(folder, problems_of(folder))


NEEDED = ["ledger", "jing", "zhu", "sections", "witnesses", "marks", "skipped", "alignment", "apparatus"]
ROWS = [
    (name, i)
    for name in NEEDED
    for i, line in enumerate((CLEAN / "small" / f"{name}.tsv").read_text("utf-8").splitlines())
    if i >= 2
    if not (name == "apparatus" and "\tS\t" in line)
]  # what a quoted witness agrees in may be left unsaid


@pytest.mark.parametrize(("name", "line"), ROWS)
def test_no_row_can_be_lost(name: str, line: int, tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    path = folder / "small" / f"{name}.tsv"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:line] + lines[line + 1 :]), "utf-8")
    assert any(severity(problem) == ERROR for problem in problems_of(folder)), lines[line]


@pytest.mark.parametrize("name", sorted(CHAPTER_TABLES))
def test_a_table_may_be_empty_or_missing(name: str, tmp_path: Path) -> None:
    for text in ("", "# nothing\n", "\t".join(CHAPTER_TABLES[name]) + "\n", None):
        folder = fresh(tmp_path)
        path = folder / "small" / f"{name}.tsv"
        path.unlink(missing_ok=True)
        if text is not None:
            path.write_text(text, "utf-8")
        assert_placed(folder, problems_of(folder))


def fresh(room: Path) -> Path:
    folder = room / "corpus"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CLEAN, folder)
    return folder
