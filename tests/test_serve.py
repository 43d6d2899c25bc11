"""The site under correction, in a real browser: what is saved is on screen, what is broken is told over it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import ROOT

TINY = ROOT / "tests" / "tiny" / "corpus"


class Served:
    """A running server over a copy of the small corpus."""

    def __init__(self, folder: Path) -> None:
        self.corpus = folder / "corpus"
        shutil.copytree(TINY, self.corpus)
        for name in ("templates", "static"):
            shutil.copytree(ROOT / name, folder / name)
        self.opened = folder / "opened.txt"
        opener = f"{sys.executable} -c \"import sys; open(sys.argv[1], 'w').write(sys.argv[2])\" {self.opened}"
        words = ["--root", str(folder), "serve", "--port", "0", "--editor", f"{opener} {{path}}:{{line}}:{{column}}"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "edition", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        found = re.match(r"(http://127\.0\.0\.1:\d+/)", self.process.stdout.readline())
        assert found
        self.url = found[1]

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers)) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.corpus / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("served"))
    yield server
    server.process.terminate()
    server.process.wait(10)
    assert server.process.stdout is not None
    server.process.stdout.close()


OLD, NEW = "The host summons a carpenter", "The master calls a carpenter"
PAGE = "zhimu/1/index.html"


def test_what_is_saved_is_on_screen_where_the_reader_stood(served: Served, page: Page) -> None:
    page.set_viewport_size({"width": 900, "height": 400})
    page.goto(f"{served.url}{PAGE}?ruby=all&script=hans")
    row = page.locator("[id='1.3']")
    row.evaluate("el => { scrollTo(0, el.getBoundingClientRect().top + scrollY - 120) }")
    before = row.evaluate("el => el.getBoundingClientRect().top")
    served.edit("zhimu/synopsis.tsv", OLD, NEW)
    expect(page.locator("main")).to_contain_text(NEW)
    page.wait_for_load_state("load")
    page.wait_for_timeout(200)
    assert page.url == f"{served.url}{PAGE}?ruby=all&script=hans"
    assert page.locator("html").get_attribute("data-ruby") == "all"
    assert abs(row.evaluate("el => el.getBoundingClientRect().top") - before) <= 2
    served.edit("zhimu/synopsis.tsv", NEW, OLD)
    expect(page.locator("main")).not_to_contain_text(NEW)


def test_a_broken_file_is_told_over_the_last_good_page(served: Served, page: Page) -> None:
    page.goto(f"{served.url}{PAGE}")
    good = page.locator("main").inner_text()
    path = served.corpus / "zhimu" / "ben.tsv"
    whole = path.read_text("utf-8")
    line = next(n for n, row in enumerate(whole.splitlines(), 1) if row.startswith("1.1\t"))
    path.write_text(whole.replace("1.1\t", "1.1\t甚", 1), "utf-8")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(f"corpus/zhimu/ben.tsv:{line}:")
    expect(alert).to_contain_text("V05")
    assert page.locator("main").inner_text() == good
    assert "甚" not in served.get(PAGE)[1]
    path.write_text(whole, "utf-8")
    expect(alert).to_have_count(0)


def test_a_broken_template_is_told_and_the_page_stays(served: Served, page: Page) -> None:
    page.goto(f"{served.url}{PAGE}")
    path = served.corpus.parent / "templates" / "section.j2"
    whole = path.read_text("utf-8")
    path.write_text(whole + "{% if %}", "utf-8")
    expect(page.get_by_role("alert")).to_contain_text("templates/section.j2")
    assert page.locator("[id='1.1']").count() == 1
    path.write_text(whole, "utf-8")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_character_knows_its_place(served: Served, page: Page) -> None:
    page.goto(f"{served.url}{PAGE}")
    unit = page.locator("[id='1.1']")
    box = unit.evaluate(
        """el => { const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT); let node, left = 2;
        while ((node = walk.nextNode())) { if (node.data.length > left) break; left -= node.data.length }
        const r = document.createRange(); r.setStart(node, left); r.setEnd(node, left + 1);
        const b = r.getBoundingClientRect(); return {x: b.left + b.width * .75, y: b.top + b.height / 2} }"""
    )
    page.keyboard.down("Alt")
    page.mouse.click(box["x"], box["y"])
    page.keyboard.up("Alt")
    rows = (served.corpus / "zhimu" / "ben.tsv").read_text("utf-8").splitlines()
    line = next(n for n, row in enumerate(rows, 1) if row.startswith("1.1\t"))
    column = len("1.1\t") + 2 + 1
    expect(page.locator("#live-place")).to_contain_text(f"corpus/zhimu/ben.tsv:{line}:{column} opened")
    for _ in range(50):
        if served.opened.exists() and served.opened.read_text("utf-8"):
            break
        page.wait_for_timeout(100)
    assert served.opened.read_text("utf-8") == f"{served.corpus / 'zhimu' / 'ben.tsv'}:{line}:{column}"


def test_nobody_else_is_answered(served: Served) -> None:
    assert served.get(PAGE, Host="evil.example")[0] == 403
    assert served.get("../../../etc/passwd")[0] == 404
    assert served.get("%2e%2e/%2e%2e/etc/passwd")[0] == 404
    place = "-/place?chapter=zhimu&unit=1.1&at=0"
    served.opened.unlink(missing_ok=True)
    status, told = served.get(place + "&token=guess")
    assert status == 200 and json.loads(told)["opened"] is False
    for odd in ("at=99999", "at=-1", "at=x", "unit=9.9&at=0", "at=" + "9" * 5000):
        assert served.get(f"-/place?chapter=zhimu&unit=1.1&{odd}".replace("unit=1.1&unit", "unit"))[0] == 404
    assert not served.opened.exists()


def test_a_port_that_is_taken_is_said(served: Served) -> None:
    port = served.url.rsplit(":", 1)[1].rstrip("/")
    root = served.corpus.parent
    words = [sys.executable, "-m", "edition", "--root", str(root), "serve", "--port", port]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert "try --port 0" in done.stderr and "Traceback" not in done.stderr
