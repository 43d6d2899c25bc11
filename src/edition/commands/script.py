"""`edition script`: every character with more than one form, who decided it and why."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from edition.commands.output import prepared
from edition.commands.rulings import add_options, listed, write
from edition.enrich import Book, Edition
from edition.render.exports import numbered_chars
from edition.script import LIBRARY, candidates

COLUMNS = ("layer", "unit", "n", "char", "hans", "hant", "kind", "rule", "sense", "authority")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("unit", nargs="?", help="only this passage or unit")
    parser.add_argument("char", nargs="?", help="only this character")
    parser.add_argument("hans", nargs="?", help="decide: the simplified form there")
    parser.add_argument("hant", nargs="?", help="and the traditional one")
    add_options(parser)
    parser.add_argument("--kind", help="only forms decided by this: sense, print, standard, keep, library …")


def run(args: argparse.Namespace) -> int:
    if args.hans and args.hant:
        return write(args, "script", {"hans": args.hans, "hant": args.hant, "kind": args.kind or "sense"})
    if args.hans:
        print("edition: a decision needs both forms, simplified and traditional", file=sys.stderr)
        return 1
    edition = prepared(args)
    if edition is None:
        return 1
    rows = [row for book in edition.books for row in reasoned(edition, book)]
    return listed(args, rows, COLUMNS, "with more than one form")


def reasoned(edition: Edition, book: Book) -> Iterator[tuple[object, ...]]:
    """The rows of script.tsv with the sense and the authority of each decision."""
    for voice, n, char, at in numbered_chars(edition, book):
        said = voice.forms[at]
        if said.kind != LIBRARY or len(candidates(char, voice.layer.script)) > 1:
            yield (
                voice.layer.id,
                voice.unit.id,
                n,
                char,
                said.value[0],
                said.value[1],
                said.kind,
                said.rule,
                said.sense,
                said.authority,
            )
