"""The pages, states and widths in which the site is tested: a table, so that a new page is one line."""

from __future__ import annotations

PAGES = {
    "home": "index.html",
    "chapter": "xiangshe/index.html",
    "section with commentary": "xiangshe/19/index.html",
    "section without": "xiangshe/1/index.html",
    "section with parallels": "xiangshe/24/index.html",
    "section with translation": "xiangshe/52/index.html",
    "passage": "xiangshe/19.4/index.html",
    "sources": "sources/index.html",
    "help": "help/index.html",
    "patterns": "patterns/index.html",
    "not found": "404.html",
    "traditional": "hant/xiangshe/19/index.html",
}
STATES = {
    "first visit": ("light", ""),
    "dark": ("dark", ""),
    "all pinyin, traditional": ("light", "?ruby=all&script=hant"),
    "stacked": ("light", "?layout=stacked"),
    "notes in the line": ("dark", "?layout=inline&ruby=none"),
}
WIDTHS = (320, 390, 820, 1280, 1600)
