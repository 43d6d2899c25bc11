"""Same input, same bytes; all or nothing."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import ROOT, build


def digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() + oct(path.stat().st_mode)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_two_builds_are_the_same_bytes(site: Path, tmp_path: Path) -> None:
    """Another hash seed, folder, time zone, locale, encoding and umask."""
    elsewhere = tmp_path / "另一處 b"
    elsewhere.mkdir()
    shutil.copytree(ROOT / "corpus", elsewhere / "corpus")
    before = os.umask(0o077)
    try:
        done = build(
            elsewhere / "site",
            elsewhere / "corpus",
            PYTHONHASHSEED="2",
            TZ="Asia/Taipei",
            LC_ALL="C",
            PYTHONUTF8="0",
            PYTHONIOENCODING="utf-8",
        )
    finally:
        os.umask(before)
    assert done.returncode == 0, done.stderr
    assert digests(elsewhere / "site") == digests(site)


def test_a_killed_build_leaves_the_old_site_or_the_new_one(tmp_path: Path) -> None:
    """Twenty moments over the whole run, the last ones during the writing and the exchange."""
    folder = tmp_path / "p"
    shutil.copytree(ROOT / "tests" / "tiny" / "corpus", folder / "corpus")
    site = folder / "site"
    command = [
        sys.executable,
        "-m",
        "edition",
        "--root",
        str(ROOT),
        "--corpus",
        str(folder / "corpus"),
        "build",
        "--site",
        str(site),
    ]
    begun = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    length = time.monotonic() - begun
    old = digests(site)
    marker = folder / "corpus" / "edition.toml"
    text = marker.read_text("utf-8")
    changed = text.replace('version = "', 'version = "9', 1)
    marker.write_text(changed, "utf-8")
    subprocess.run([*command[:-1], str(folder / "other")], check=True, capture_output=True)
    new = digests(folder / "other")
    assert new != old
    for moment in range(20):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(length * (0.3 + 0.035 * moment))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert digests(site) in (old, new), f"moment {moment}"
    subprocess.run(command, check=True, capture_output=True)
    assert digests(site) == new
    assert [
        p.name for p in folder.iterdir() if p.name.startswith(".site") and p.name not in (".site.lock", ".site.state")
    ] == []


def test_an_error_leaves_the_site_untouched(site: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "corpus", tmp_path / "corpus")
    shutil.copytree(site, tmp_path / "site")
    before = digests(tmp_path / "site")
    table = tmp_path / "corpus" / "xiangshe" / "jing.tsv"
    table.write_text(table.read_text("utf-8").replace("升堂，揖；豫", "升常，揖；豫"), "utf-8")
    done = build(tmp_path / "site", tmp_path / "corpus")
    assert done.returncode == 1
    assert "corpus/xiangshe/jing.tsv:144:22: V05 20.2 …，揖；升常，揖；…: A has 堂" in done.stderr
    assert "Traceback" not in done.stderr
    assert digests(tmp_path / "site") == before


def test_two_builds_do_not_run_at_once(tmp_path: Path) -> None:
    from edition.render import stage

    with stage.lock(tmp_path / "site"), pytest.raises(stage.Busy), stage.lock(tmp_path / "site"):
        pass


def test_two_renames_where_names_cannot_be_exchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from edition.render import stage

    monkeypatch.setattr(stage, "_exchange", lambda one, other: False)
    for content in (b"one", b"two"):
        stage.replace(tmp_path / "site", {"a/b.txt": content.__bytes__})
        assert (tmp_path / "site" / "a" / "b.txt").read_bytes() == content
    (tmp_path / "site").rename(tmp_path / ".site.old")  # the moment between the two renames
    (tmp_path / ".site.journal").write_text("swap\n")
    stage.recover(tmp_path / "site")
    assert (tmp_path / "site" / "a" / "b.txt").read_bytes() == b"two"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Templates, static files and the tiny corpus in a folder of their own."""
    for name in ("templates", "static"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "tests" / "tiny" / "corpus", tmp_path / "corpus")
    return tmp_path


def run(project: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "edition", "--root", str(project), "build", *args]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=project, check=False)


def test_a_template_that_cannot_make_its_page_is_named(project: Path) -> None:
    assert run(project).returncode == 0
    before = digests(project / "site")
    template = project / "templates" / "section.j2"
    text = template.read_text("utf-8")
    template.write_text(text + "{% if %}\n", "utf-8")
    done = run(project)
    line = text.count("\n") + 1
    assert done.returncode == 1
    assert done.stderr.startswith(f"templates/section.j2:{line}:1: T01 Expected an expression")
    template.unlink()
    done = run(project)
    assert done.returncode == 1 and done.stderr.startswith("templates/section.j2:1:1: T01 the template is missing")
    assert digests(project / "site") == before


@pytest.mark.parametrize(
    ("site", "said"),
    [
        ("corpus", "corpus or about it; give another folder"),
        ("corpus/site", "corpus or about it; give another folder"),
        (".", "about it; give another folder"),
        ("own", "holds other things than a built site; give an empty or a new folder"),
        ("own/thesis.txt", "is a file, not a folder"),
        ("nowhere/site", "nowhere is not there"),
        ("link", "is a link; give the folder itself"),
    ],
)
def test_the_site_does_not_go_where_something_else_is(project: Path, site: str, said: str) -> None:
    (project / "own").mkdir()
    (project / "own" / "thesis.txt").write_text("mine", "utf-8")
    (project / "link").symlink_to(project / "own", target_is_directory=True)
    before = digests(project)
    done = run(project, "--site", site)
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr
    assert digests(project) == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda t: "\ufeff" + t,
            "corpus/xiangshe/jing.tsv:1:1: F03 a byte order mark stands here; save the file without it",
        ),
        (lambda t: t + "19.4\t三耦\n", "corpus/xiangshe/jing.tsv:416:6: U02 19.4 stands twice: line 141 has it too"),
        (lambda t: t.replace("\n19.4\t", "\n19.4 "), "corpus/xiangshe/jing.tsv:141:1: F05 "),
        (
            lambda t: t.replace("\n19.4\t", "\n19.44\t"),
            "corpus/xiangshe/jing.tsv:141:7: U04 the ledger does not know 19.44 (did you mean 19.4?)",
        ),
    ],
)
def test_a_fault_is_told_and_not_what_follows_from_it(tmp_path: Path, change: Callable[[str], str], said: str) -> None:
    shutil.copytree(ROOT / "corpus", tmp_path / "corpus")
    table = tmp_path / "corpus" / "xiangshe" / "jing.tsv"
    table.write_text(change(table.read_text("utf-8")), "utf-8")
    command = [sys.executable, "-m", "edition", "--corpus", str(tmp_path / "corpus"), "check"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(said)
    assert done.stderr.count(": F") + done.stderr.count(": U") == 1
