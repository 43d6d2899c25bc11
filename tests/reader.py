"""A browser page that opens parts of the built site, for the tests of what a reader does."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page

MAIN = "document.querySelector('main').innerHTML"


class Reader:
    """A browser page that opens parts of the built site; an error of a script fails the test."""

    def __init__(self, page: Page, site: Path) -> None:
        self.page, self.site, self.errors = page, site, list[str]()
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, path: str, width: int = 1280, height: int = 900) -> Page:
        name, mark, rest = path.partition("#")
        file, query, state = name.partition("?")
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.goto("about:blank")
        self.page.goto((self.site / file).as_uri() + query + state + mark + rest)
        self.page.wait_for_timeout(150)
        assert self.errors == []
        return self.page

    def query(self) -> dict[str, str]:
        return {key: values[0] for key, values in parse_qs(urlsplit(self.page.url).query).items()}

    def pressed(self, key: str) -> str | None:
        return self.page.evaluate(
            "k => (document.querySelector(`[data-key=${k}][aria-pressed=true], [data-key=${k}][aria-current]`) || {})"
            ".dataset?.value",
            key,
        )

    def layers(self) -> list[str]:
        return list(
            self.page.evaluate(
                "[...document.querySelectorAll('.bar [data-layer][aria-pressed=true]')].map(b => b.dataset.layer)"
            )
        )


def press(page: Page, css: str) -> None:
    page.evaluate("css => document.querySelector(css).click()", css)
    page.wait_for_timeout(120)
