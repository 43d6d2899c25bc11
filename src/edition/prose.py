"""Prose in Markdown: notes, glossary, principles. Raw HTML is off, links to passages and terms are resolved.

`[[19.1]]` and `[[term]]` become links; a link to nothing is a problem (M03), one that may not be followed too
(M02). A line end between two Han characters is no space.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape
from mdit_py_plugins.footnote import footnote_plugin

from edition.model import Place, Problem
from edition.text import is_han

Resolve = Callable[[str], tuple[str, str] | None]  # what stands in [[ ]] -> (address, words), or None
LINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
SAFE = re.compile(r"^(?:https?://|mailto:|#|\.{0,2}/|[a-z0-9][a-z0-9./_-]*(?:#.*)?$)", re.I)
TARGET = re.compile(r"(?:\]\(|^\s*\[[^\]]+\]:)\s*<?([^)>\s]*)")  # in the line, or given apart by a reference
RAW = re.compile(r"<(?:/?[a-z][^>]*|!--.*?--)>", re.I | re.S)
_CJK_MARKS = "，。；：、！？”’》）」』〕〉—…“‘《（「『〔〈"


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
    parser.inline.ruler.before("link", "wikilink", _wikilink)
    footnote_plugin(parser)
    parser.add_render_rule("footnote_anchor", _back)
    return parser


def _back(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    """The way back from a footnote, in words and not by an arrow that a font may lack."""
    name = renderer.rules["footnote_anchor_name"](tokens, at, options, env)
    return f' <a class="footnote-backref" href="#fnref{name}">回 <small lang="en">back</small></a>'


def _wikilink(state: StateInline, silent: bool) -> bool:
    found = LINK.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        token = state.push("wikilink", "", 0)
        token.content = found[1]
    state.pos = found.end()
    return True


def render(text: str, resolve: Resolve) -> Markup:
    """The HTML of a text; what cannot be resolved stands as its own words."""
    env: dict[str, object] = {"docId": hashlib.sha256(text.encode()).hexdigest()[:8]}  # footnotes apart on one page
    tokens = _parser().parse(text, env)
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = list(_finished(token.children, resolve))
    return Markup(_parser().renderer.render(tokens, _parser().options, env))


def _finished(children: Sequence[Token], resolve: Resolve) -> Sequence[Token]:
    out: list[Token] = []
    for i, token in enumerate(children):
        if token.type == "wikilink":
            out.append(_link(token, resolve))
        elif token.type == "softbreak" and _joins(children, i):
            continue
        else:
            out.append(token)
    return out


def _link(token: Token, resolve: Resolve) -> Token:
    found = resolve(token.content)
    html = Token("html_inline", "", 0)
    html.content = f'<a href="{escape(found[0])}">{escape(found[1])}</a>' if found else str(escape(token.content))
    return html


def _joins(children: Sequence[Token], i: int) -> bool:
    before = children[i - 1].content[-1:] if i else ""
    after = children[i + 1].content[:1] if i + 1 < len(children) else ""
    return bool(before and after) and all(is_han(c) or c in _CJK_MARKS for c in (before, after))


def check(text: str, path: str, first_line: int, resolve: Resolve) -> list[Problem]:
    """M01 to M03 of one text, each with its line and column."""
    found: list[Problem] = []
    for number, line in enumerate(text.split("\n"), first_line):
        for match in RAW.finditer(line):
            found.append(
                Problem(
                    "M01",
                    Place(path, number, match.start() + 1, line),
                    f"{match[0]} is HTML; it would be printed as it stands (use Markdown)",
                )
            )
        for match in LINK.finditer(line):
            if resolve(match[1]) is None:
                found.append(
                    Problem("M03", Place(path, number, match.start() + 1, line), f"[[{match[1]}]] is nothing here")
                )
        for match in TARGET.finditer(line):
            if match[1] and not SAFE.match(match[1]):
                found.append(
                    Problem(
                        "M02",
                        Place(path, number, match.start(1) + 1, line),
                        f"a link to {match[1]} is not followed (write a web address or [[a passage]])",
                    )
                )
    return found
