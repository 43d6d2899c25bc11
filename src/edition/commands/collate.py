"""`edition collate`: every difference of every witness from the base witness, and what was decided."""

from __future__ import annotations

import argparse

from edition.collate import collate, summary
from edition.commands.output import add_formats, prepared, show

COLUMNS = ("passage", "n", "base", "witness", "reading", "proposed", "decided")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("witness", nargs="?", help="only this witness")
    parser.add_argument("--open", action="store_true", help="only what no row of the apparatus covers")
    add_formats(parser)


def run(args: argparse.Namespace) -> int:
    edition = prepared(args)
    if edition is None:
        return 1
    for book in edition.books:
        found = [
            c
            for c in collate(edition, book)
            if (not args.witness or c.witness == args.witness) and not (args.open and c.decided)
        ]
        rows = [(c.passage, c.n, c.base, c.witness, c.reading, c.proposed, c.decided) for c in found]
        show(args, f"{book.chapter.title}: {len(rows)} differences", COLUMNS, rows)
        if not (args.json or args.tsv):
            for witness, classes in summary(found).items():
                print(f"{witness}: " + ", ".join(f"{name} {n}" for name, n in classes.most_common()))
    return 0
