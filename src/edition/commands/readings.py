"""`edition readings`: what every character is read, who decided it, and what is undecided; or a new decision."""

from __future__ import annotations

import argparse

from edition.commands.output import prepared
from edition.commands.rulings import add_options, kind_of, listed, write
from edition.readings import KINDS
from edition.render.exports import reading_rows

COLUMNS = ("layer", "unit", "n", "char", "pinyin", "alternatives", "kind", "authority", "rule")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("unit", nargs="?", help="only this passage or unit")
    parser.add_argument("char", nargs="?", help="only this character; with its occurrence, 揖[2], where one is decided")
    parser.add_argument("reading", nargs="?", help="decide: the character is read so there (one syllable each)")
    add_options(parser)
    parser.add_argument("--kind", help="only readings decided by this: shiwen, tongxing, library …")


def run(args: argparse.Namespace) -> int:
    if args.reading:
        kind = args.kind or kind_of(args.authority, KINDS)
        return write(args, "readings", {"reading": args.reading, "kind": kind})
    edition = prepared(args)
    if edition is None:
        return 1
    rows = [row for book in edition.books for row in reading_rows(edition, book)]
    return listed(args, rows, COLUMNS, "with more than one possible reading")
