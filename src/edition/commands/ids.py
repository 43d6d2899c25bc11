"""`edition ids`: every address ever given, its stretch and its fate; and what may become of it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator

from edition.addresses.change import mentions
from edition.addresses.freeze import freeze
from edition.addresses.merge import merge
from edition.addresses.split import split
from edition.addresses.withdraw import withdraw
from edition.build import prepare
from edition.checks.ids import STATUSES
from edition.commands.output import add_formats, prepared, show
from edition.editing import Refused
from edition.enrich import Edition
from edition.problems import shown

COLUMNS = ("id", "layer", "status", "version", "retired", "source", "start", "end", "digest", "successors", "note")
Act = Callable[[Edition, argparse.Namespace], Iterator[str]]


def options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(act=None, id=None)
    _filters(parser)
    acts = parser.add_subparsers(metavar="act")
    one = acts.add_parser("show", help="the addresses, as without an act, or only one of them")
    one.add_argument("id", nargs="?", help="only this address")
    _filters(one)
    for name, act, text, wanted in ACTS:
        sub = acts.add_parser(name, help=text, description=text)
        sub.set_defaults(act=act)
        wanted(sub)


def _filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--layer", help="only this layer")
    parser.add_argument("--status", choices=STATUSES, help="only what is in this state")
    add_formats(parser)


def _split_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the passage that is cut")
    parser.add_argument("--after", required=True, help="the last characters of the first half: 揖[2]")
    _reason(parser)


def _merge_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the address that stays")
    parser.add_argument("other", help="its neighbour, which is given up")
    _reason(parser)


def _withdraw_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the address that is given up")
    parser.add_argument("--to", action="append", default=[], help="where its matter is found now")
    _reason(parser)


def _freeze_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", help="these addresses")
    parser.add_argument("--all", action="store_true", help="every provisional address")


def _reason(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", required=True, help="one sentence, printed on the page of the address")


def run(args: argparse.Namespace) -> int:
    return _act(args) if args.act else _show(args)


def _show(args: argparse.Namespace) -> int:
    edition = prepared(args)
    if edition is None:
        return 1
    rows = [
        row
        for row in _rows(edition)
        if args.id in (None, row[0]) and args.layer in (None, row[1]) and args.status in (None, row[2])
    ]
    counts = Counter(state for _, state in {(row[0], row[2]) for row in rows})
    said = ", ".join(f"{counts[state]} {state}" for state in STATUSES if counts[state])
    show(args, f"{sum(counts.values())} addresses: {said or 'none'}", COLUMNS, rows)
    return 0


def _rows(edition: Edition) -> Iterator[tuple[object, ...]]:
    for book in edition.books:
        printed = {one.id: one for one in book.chapter.published}
        for row in book.chapter.ledger:
            one = printed.get(row.id)
            versions = (one.version, one.retired) if one else ("", "")
            places: list[tuple[object, ...]]
            places = [(s.source, s.start, s.end, d) for s, d in zip(row.stretches, row.digests, strict=True)]
            for place in places or [("", "", "", "")]:
                yield row.id, row.layer, row.status, *versions, *place, " ".join(row.successors), row.note
        there = {row.id for row in book.chapter.ledger}
        for note in book.chapter.notes:
            if note.id not in there:
                yield note.id, note.layer, "provisional", "", "", "", "", "", "", "", ""


def _act(args: argparse.Namespace) -> int:
    built = prepare(args.corpus, lambda stage: None)
    if built.edition is None:
        for problem in built.problems:
            print(shown(problem), file=sys.stderr)
        return 1
    act: Act = args.act
    try:
        for line in act(built.edition, args):
            print(line)
    except Refused as refused:
        print(f"edition: not written: {refused}", file=sys.stderr)
        return 1
    return 0


def _split(edition: Edition, args: argparse.Namespace) -> Iterator[str]:
    halves, files = split(edition, args.id, args.after, args.reason)
    yield f"{args.id} → {' '.join(halves)}"
    yield from _written(edition, args.id.rpartition("/")[2], files)


def _merge(edition: Edition, args: argparse.Namespace) -> Iterator[str]:
    files = merge(edition, args.id, args.other, args.reason)
    yield f"{args.other} → {args.id}"
    yield from _written(edition, args.other.rpartition("/")[2], files)


def _withdraw(edition: Edition, args: argparse.Namespace) -> Iterator[str]:
    files = withdraw(edition, args.id, args.to, args.reason)
    yield f"{args.id} withdrawn{' → ' if args.to else ''}{' '.join(args.to)}"
    yield from _written(edition, args.id.rpartition("/")[2], files)


def _freeze(edition: Edition, args: argparse.Namespace) -> Iterator[str]:
    if bool(args.ids) == args.all:
        raise Refused("name the addresses to be frozen, or all of them with --all")
    count, files = freeze(edition, args.ids)
    yield f"{count} frozen in version {edition.corpus.meta.version}"
    yield from files


def _written(edition: Edition, name: str, files: list[str]) -> Iterator[str]:
    yield from (f"  written: {file}" for file in files)
    yield from (f"  {name} is still named in running words: {place}" for place in mentions(edition.corpus.root, name))


ACTS: tuple[tuple[str, Act, str, Callable[[argparse.ArgumentParser], None]], ...] = (
    ("split", _split, "one passage or unit becomes two", _split_options),
    ("merge", _merge, "a passage or unit takes in its neighbour", _merge_options),
    ("withdraw", _withdraw, "an address is given up", _withdraw_options),
    ("freeze", _freeze, "an address means from now on what it means today", _freeze_options),
)
