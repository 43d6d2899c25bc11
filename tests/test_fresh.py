"""A build with nothing to do says so from the file system alone; after any change the site is that of a clean build."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from unittest.mock import Mock, patch

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from conftest import ROOT
from edition import fresh
from edition.render import stage
from edition.start import main

TINY = ROOT / "tests" / "tiny" / "corpus"


def project(folder: Path) -> Path:
    """A whole small project that a test may spoil."""
    shutil.copytree(TINY, folder / "corpus")
    for name in ("templates", "static"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


def run(root: Path, site: Path) -> tuple[int, str, str]:
    """Exit code, words, problems of one build in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["--root", str(root), "build", "--site", str(site)])
    return code, out.getvalue(), err.getvalue()


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def spoil(path: Path) -> None:
    """Other bytes of the same length, under the same time."""
    stat, whole = path.stat(), path.read_bytes()
    path.write_bytes(bytes(255 - byte for byte in whole) or b"!")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project(tmp_path_factory.mktemp("small"))


def settled(root: Path, site: Path) -> str:
    """Build until the files are old enough to be told from one another by their times."""
    for _ in range(20):
        code, said, problems = run(root, site)
        assert code == 0, problems
        if "unchanged" in said:
            return said
    pytest.fail("never settles")


def test_a_second_build_says_what_the_first_said_and_writes_nothing(small: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    code, first, warned = run(small, site)
    assert code == 0 and first.startswith("site/ built: ")
    node = site.stat().st_ino
    said = settled(small, site)
    assert said == first.replace("built", "unchanged") or site.stat().st_ino != node
    node = site.stat().st_ino
    again = run(small, site)
    assert again == (0, first.replace("built", "unchanged"), warned)
    assert site.stat().st_ino == node, "the tree was exchanged"


@pytest.fixture(scope="module")
def standing(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that has nothing to do; whoever spoils it sees that it is mended."""
    site = tmp_path_factory.mktemp("standing") / "site"
    settled(small, site)
    return site


@pytest.mark.parametrize("what", ["spoilt", "gone", "more", "renamed", "no state", "bad state", "cut state", "touched"])
def test_whatever_was_done_to_it_the_next_build_mends_it(small: Path, standing: Path, what: str) -> None:
    site = standing
    settled(small, site)
    right, state = tree(site), Path(fresh.state_path(str(site)))
    page = site / "index.html"
    if what == "spoilt":
        spoil(page)
    elif what == "gone":
        page.unlink()
    elif what == "more":
        (site / "static" / "more.js").write_text("alert(1)", "utf-8")
    elif what == "renamed":
        page.rename(site / "other.html")
    elif what == "no state":
        state.unlink()
    elif what == "bad state":
        spoil(state)
    elif what == "cut state":
        state.write_bytes(state.read_bytes()[: state.stat().st_size // 2])
    else:
        page.touch()
    code, said, problems = run(small, site)
    assert code == 0, problems
    assert said.startswith("site/ built: ")
    assert tree(site) == right


def test_other_words_of_the_command_are_another_build(
    small: Path, standing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = standing
    settled(small, site)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert run(small, site)[1].startswith("site/ built: ")


def test_a_file_written_while_it_was_read_is_read_again(small: Path, tmp_path: Path) -> None:
    """The state of a build that began no later than a file was written proves nothing about the file."""
    site = tmp_path / "site"
    settled(small, site)
    asked = (str(small), str(small / "corpus"), str(site), False)
    (small / "corpus" / "edition.toml").touch()
    fresh.save(asked, fresh.now(), fresh.inputs(str(small), str(small / "corpus")), ("", "as it was"))
    assert fresh.said(asked) is None


def test_nothing_heavy_is_loaded_for_nothing(small: Path, standing: Path) -> None:
    site = standing
    code = (
        "import sys; from edition.start import main; main(sys.argv[1:]);"
        "print(sorted({'jinja2', 'pypinyin', 'markdown_it', 'edition.cli'} & set(sys.modules)))"
    )
    words = [sys.executable, "-c", code, "--root", str(small), "build", "--site", str(site)]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=True)
    again = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "[]" in (done.stdout + again.stdout), "a build that did nothing loaded what it does not need"
    assert again.stdout.startswith("site/ unchanged: ")


class Edits(RuleBasedStateMachine):
    """Any edit of any file, then a build: the site is that of a clean build, or as it was where a clean one fails."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="edits-"))
        self.root = project(self.folder / "project")
        self.site = self.folder / "site"
        self.last: dict[str, bytes] = {}
        self.clean: dict[str, tuple[int, dict[str, bytes], str]] = {}
        self.count = 0
        self.check()

    def files(self) -> list[Path]:
        return [p for p in sorted(self.root.rglob("*")) if p.is_file() and p.suffix not in (".woff2", ".new")]

    def pick(self, data: st.DataObject) -> Path:
        return data.draw(st.sampled_from(self.files()))

    @rule(data=st.data(), where=st.floats(0, 1), what=st.sampled_from("人射 \t\n#1x"))
    def change(self, data: st.DataObject, where: float, what: str) -> None:
        path = self.pick(data)
        text = path.read_text("utf-8")
        at = int(where * len(text))
        path.write_text(text[:at] + what + text[at + 1 :], "utf-8")
        self.check()

    @rule(data=st.data())
    def remark(self, data: st.DataObject) -> None:
        """A change that leaves most files right, so that not every run ends in errors."""
        path = self.pick(data)
        marks = {".css": "/* more */", ".js": "// more", ".j2": "{# more #}", ".md": "\n更多。\n"}
        path.write_text(path.read_text("utf-8") + marks.get(path.suffix, "# more\n"), "utf-8")
        self.check()

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        self.pick(data).unlink()
        self.check()

    @rule(data=st.data())
    def rename(self, data: st.DataObject) -> None:
        path = self.pick(data)
        path.rename(path.with_name("z" + path.name))
        self.check()

    @rule(data=st.data())
    def add(self, data: st.DataObject) -> None:
        path = self.pick(data)
        shutil.copy(path, path.with_name("more-" + path.name))
        self.check()

    @rule(data=st.data())
    def spoil_the_site(self, data: st.DataObject) -> None:
        found = [p for p in sorted(self.site.rglob("*")) if p.is_file()] if self.site.is_dir() else []
        if found and self.last:
            spoil(data.draw(st.sampled_from(found)))
            self.check(spoiled=True)

    @rule()
    def lose_the_state(self) -> None:
        self.remark_nothing()
        self.check()

    @rule(files=st.integers(0, 60), stage_of_it=st.sampled_from(["write_tree", "swap"]))
    def interrupt(self, files: int, stage_of_it: str) -> None:
        """Ctrl-C when some files are written, or when all are and none is in its place."""
        real = stage.write_tree

        def some(folder: Path, whole: Mapping[str, bytes]) -> None:
            real(folder, dict(list(whole.items())[:files]))
            raise KeyboardInterrupt

        self.remark_nothing()
        with patch.object(
            stage, stage_of_it, some if stage_of_it == "write_tree" else Mock(side_effect=KeyboardInterrupt)
        ):
            code, _, _ = run(self.root, self.site)
        assert code in (0, 1, 130)
        self.check()

    def remark_nothing(self) -> None:
        """Something to build, though the site will be the same."""
        Path(fresh.state_path(str(self.site))).unlink(missing_ok=True)

    @rule()
    def begin_again(self) -> None:
        shutil.rmtree(self.root)
        project(self.root)
        self.check()

    def check(self, spoiled: bool = False) -> None:
        code, _, problems = run(self.root, self.site)
        want, right, said = self.clean_build()
        assert (code, problems) == (want, said)
        here = tree(self.site) if self.site.is_dir() else {}
        if code == 0:
            self.last = right
            assert here == right
        elif not spoiled:
            assert here == self.last or self.last == {}

    def clean_build(self) -> tuple[int, dict[str, bytes], str]:
        """What the same files give where there is neither site nor state."""
        digest = hashlib.sha256(repr(sorted(tree(self.root).items())).encode()).hexdigest()
        if digest not in self.clean:
            self.count += 1
            folder = self.folder / f"clean{self.count}"
            folder.mkdir()
            code, _, problems = run(self.root, folder / "site")
            self.clean[digest] = code, tree(folder / "site") if code == 0 else {}, problems
            shutil.rmtree(folder)
        return self.clean[digest]

    def teardown(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def edits(examples: int, steps: int) -> settings:
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    phases = (Phase.explicit, Phase.reuse, Phase.generate)  # to shrink a failure takes a hundred builds
    return settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=slow, phases=phases
    )


def test_after_any_edits_the_site_is_that_of_a_clean_build() -> None:
    run_state_machine_as_test(Edits, settings=edits(2, 8))


@pytest.mark.long
def test_after_any_edits_the_site_is_that_of_a_clean_build_at_length() -> None:
    run_state_machine_as_test(Edits, settings=edits(20, 20))
