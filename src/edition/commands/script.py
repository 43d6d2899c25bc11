"""`edition script`: every character with more than one form, who decided it and why."""

from __future__ import annotations

import argparse
from collections import Counter

from edition.commands.output import add_formats, prepared, show
from edition.commands.rulings import add_options, write
from edition.render.exports import script_rows

COLUMNS = ("layer", "unit", "n", "char", "hans", "hant", "kind", "rule")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("unit", nargs="?", help="only this passage or unit")
    parser.add_argument("char", nargs="?", help="only this character")
    parser.add_argument("hans", nargs="?", help="decide: the simplified form there")
    parser.add_argument("hant", nargs="?", help="and the traditional one")
    add_options(parser)
    parser.add_argument("--kind", help="only forms decided by this: sense, print, standard, keep, library …")
    add_formats(parser)


def run(args: argparse.Namespace) -> int:
    if args.hans and args.hant:
        return write(args, "script", {"hans": args.hans, "hant": args.hant, "kind": args.kind or "sense"})
    edition = prepared(args)
    if edition is None:
        return 1
    rows = [row for book in edition.books for row in script_rows(edition, book)]
    chosen = [r for r in rows if args.unit in (None, r[1]) and args.char in (None, r[3]) and args.kind in (None, r[6])]
    if args.unit or args.char or args.kind or args.tsv or args.json:
        show(args, f"{len(chosen)} forms", COLUMNS, chosen)
    else:
        counts = Counter(str(row[6]) for row in rows)
        show(
            args, f"{len(rows)} characters with more than one form", ("decided by", "characters"), counts.most_common()
        )
    return 0
