"""`edition fonts`: the font subsets renewed for every character of the built site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--site", type=Path, help="the built site whose characters are wanted (default: site/)")


def run(args: argparse.Namespace) -> int:
    from edition.fonts import FontsMissing, renew

    site = args.site or args.root / "site"
    text = "".join(path.read_text("utf-8") for path in sorted(site.rglob("*")) if path.suffix in (".html", ".js"))
    if not text:
        print(f"edition: {site} holds no page; build it first", file=sys.stderr)
        return 1
    try:
        lacking = renew(text, args.root / "static" / "fonts")
    except FontsMissing as missing:
        print(f"edition: {missing}", file=sys.stderr)
        return 1
    for char in lacking:
        print(f"no font has {char} (U+{ord(char):04X})")
    print(f"fonts renewed; {len(lacking)} characters in none")
    return 0
