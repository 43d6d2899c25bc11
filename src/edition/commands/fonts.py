"""`edition fonts`: the font subsets renewed for every character of the built site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from edition.fonts import FontsMissing, Texts, renew


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--site", type=Path, help="the built site whose characters are wanted (default: site/)")


def run(args: argparse.Namespace) -> int:
    site = args.site or args.root / "site"
    texts = _texts(site, args.root)
    if not texts.hans:
        print(f"edition: {site} holds no page; build it first", file=sys.stderr)
        return 1
    try:
        lacking = renew(texts, args.root / "static" / "fonts", args.root / "static" / "edition.css")
    except FontsMissing as missing:
        print(f"edition: {missing}", file=sys.stderr)
        return 1
    for char in lacking:
        print(f"no font has {char} (U+{ord(char):04X})")
    print(f"fonts renewed; {len(lacking)} characters in none")
    return 0


def _texts(site: Path, root: Path) -> Texts:
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    other = {path for path in pages if path.is_relative_to(site / "hant")}
    code = [*site.rglob("*.js"), *(root / "templates").rglob("*.j2"), *(root / "src").rglob("*.py")]
    return Texts(
        tuple(text for path, text in pages.items() if path not in other),
        tuple(pages[path] for path in sorted(other)),
        "".join(path.read_text("utf-8") for path in sorted(code)),
    )
