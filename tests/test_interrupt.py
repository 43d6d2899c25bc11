"""Ctrl-C ends any command, also while its modules are loaded: exit code 130, and not a word of Python; nor is one said
of a pipe that is closed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

PRESS = """
import os, runpy, signal, sys
class Press:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
sys.meta_path.insert(0, Press())
wanted, script, sys.argv = sys.argv[1], sys.argv[2], sys.argv[2:]
sys.path.insert(0, os.path.dirname(script))
runpy.run_path(script, run_name="__main__")
"""


@pytest.mark.parametrize("module", ["edition.start", "edition.cli", "edition.corpus", "edition.render.site"])
@pytest.mark.parametrize("script", ["build.py", "src/edition/__main__.py"])
def test_an_interrupt_while_modules_load_is_no_traceback(tmp_path: Path, module: str, script: str) -> None:
    site = tmp_path / "site"
    words = ["--site", str(site)] if script == "build.py" else ["--root", str(ROOT), "build", "--site", str(site)]
    command = [sys.executable, "-c", PRESS, module, str(ROOT / script), *words]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert not site.exists()


@pytest.mark.parametrize("words", [["script"], ["readings"], ["script", "--tsv"], ["ids", "--json"], ["check"]])
def test_a_reader_that_has_read_enough_is_no_fault(words: list[str]) -> None:
    command = [sys.executable, str(ROOT / "src" / "edition" / "__main__.py"), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()  # before a line is written
        assert running.stderr.read() == b""
    assert running.returncode in (0, 1)  # 1: rich says so of a pipe that is closed
