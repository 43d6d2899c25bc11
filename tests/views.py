"""The pages, states and widths in which the site is tested: a table, so that a new page is one line."""

from __future__ import annotations

PAGES = {
    "home": "index.html",
    "chapter": "xiangshe/index.html",
    "section with commentary": "xiangshe/19/index.html",
    "section without": "xiangshe/1/index.html",
    "section with parallels": "xiangshe/24/index.html",
    "section with translation": "xiangshe/52/index.html",
    "chapter in columns": "xiangshe/vertical/index.html",
    "section in columns": "xiangshe/20/vertical/index.html",
    "section in short columns": "hant/xiangshe/21/vertical/16/index.html",
    "passage": "xiangshe/19.4/index.html",
    "passage with traditions": "xiangshe/20.2/index.html",
    "parallels": "xiangshe/parallels/index.html",
    "witnesses": "witnesses/index.html",
    "a witness": "witnesses/C/index.html",
    "two witnesses": "witnesses/compare/index.html",
    "apparatus": "apparatus/index.html",
    "collation": "collation/index.html",
    "readings": "readings/index.html",
    "figures": "stats/index.html",
    "principles": "principles/index.html",
    "glossary": "glossary/index.html",
    "notes": "notes/index.html",
    "plan": "plan/index.html",
    "works cited": "citations/index.html",
    "introduction": "xiangshe/introduction/index.html",
    "sources": "sources/index.html",
    "data": "data/index.html",
    "changes": "changes/index.html",
    "search": "search/index.html",
    "search with hits": "search/index.html?q=%E6%8F%96%E8%AE%A9",
    "search with very many": "search/index.html?q=%E4%B9%8B&in=jing",
    "search without a hit": "search/index.html?q=%E9%BE%98%E9%BE%98&exact=1",
    "search for a number": "search/index.html?q=19.4",
    "help": "help/index.html",
    "verify": "verify/index.html",
    "patterns": "patterns/index.html",
    "not found": "404.html",
    "traditional": "hant/xiangshe/19/index.html",
}
STATES = {
    "first visit": ("light", ""),
    "dark": ("dark", ""),
    "all pinyin, traditional": ("light", "?ruby=all&script=hant"),
    "stacked": ("light", "?layout=stacked"),
    "a witness, in another order": ("dark", "?witness=B&order=jing,shu,zhu"),
    "notes in the line": ("dark", "?layout=inline&ruby=none"),
    "punctuation in columns": ("light", "?marks=on&ruby=all"),
}
WIDTHS = (320, 390, 820, 1280, 1600)

IN_EVERY_STATE = ("section with commentary", "section with parallels", "passage", "home")


def measured() -> list[tuple[str, str, int]]:
    """(page, state, width): every page as it is first seen and in the dark, the chief ones in every state."""
    rows = []
    for page in PAGES:
        rows += [(page, "first visit", 390), (page, "first visit", 1280), (page, "dark", 1280)]
        if page in IN_EVERY_STATE:
            rows += [(page, state, width) for state in list(STATES)[2:6] for width in (390, 1280)]
        if "columns" in page:
            rows.append((page, "punctuation in columns", 1280))
    return rows
