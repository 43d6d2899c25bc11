"""`edition ids`: every address ever given, its stretch and its fate."""

from __future__ import annotations

import argparse

from edition.commands.output import add_formats, prepared, show

COLUMNS = ("id", "layer", "status", "source", "start", "end", "digest", "successors")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", help="only this address")
    parser.add_argument("--layer", help="only this layer")
    add_formats(parser)


def run(args: argparse.Namespace) -> int:
    edition = prepared(args)
    if edition is None:
        return 1
    rows = [
        (row.id, row.layer, row.status, s.source, s.start, s.end, digest, " ".join(row.successors))
        for book in edition.books
        for row in book.chapter.ledger
        for s, digest in zip(row.stretches, row.digests, strict=True)
        if args.id in (None, row.id) and args.layer in (None, row.layer)
    ]
    show(args, f"{len(rows)} stretches", COLUMNS, rows)
    return 0
