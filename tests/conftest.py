"""What all tests share: one build of the shipped edition, a browser, and the rule about skips."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
ALLOWED_SKIPS = ROOT / "tests" / "allowed_skips.txt"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_skipped: list[str] = []
settings.register_profile("edition", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("edition")  # how fast a machine is decides no test


def build(site: Path, corpus: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the one command in a process of its own."""
    command = [sys.executable, str(ROOT / "build.py"), "--site", str(site)]
    if corpus:
        command = [
            sys.executable,
            "-m",
            "edition",
            "--root",
            str(ROOT),
            "--corpus",
            str(corpus),
            "build",
            "--site",
            str(site),
        ]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env={**os.environ, **env}, cwd=ROOT, check=False
    )


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped edition, built once."""
    folder = tmp_path_factory.mktemp("built") / "site"
    done = build(folder)
    assert done.returncode == 0, done.stderr + done.stdout
    return folder


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material beside the project; tests that need it skip by name where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared")
    return SHARED


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = os.environ.get("EDITION_CHROMIUM") or shutil.which("chromium")
    if not found:
        if os.environ.get("CI"):
            pytest.fail("no chromium on a machine that should have one")
        pytest.skip("needs chromium")
    return {**browser_type_launch_args, "executable_path": found, "args": CHROMIUM_FLAGS}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Where the reference material is there, a skip that is not listed is a failure."""
    if not (os.environ.get("CI") and SHARED.is_dir()):
        return
    allowed = {line for line in ALLOWED_SKIPS.read_text("utf-8").splitlines() if line and not line.startswith("#")}
    unlisted = [name for name in _skipped if name not in allowed]
    if unlisted:
        print("\nskipped without being listed in tests/allowed_skips.txt:", *unlisted, sep="\n  ")
        session.exitstatus = 1
