"""How a command speaks: a table for people, TSV or JSON for programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from edition.build import Built, prepare
from edition.enrich import Edition
from edition.problems import ERROR, severity, shown


def add_formats(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--json", action="store_true", help="for a program: one JSON list")
    group.add_argument("--tsv", action="store_true", help="tab-separated, with a header line")


def prepared(args: argparse.Namespace) -> Edition | None:
    """The edition as it stands, or None after its problems were printed."""
    built: Built = prepare(args.corpus, lambda stage: None)
    if built.edition is None or built.stops(False):
        for problem in built.problems:
            if severity(problem) == ERROR:
                print(shown(problem), file=sys.stderr)
        return None
    return built.edition


def show(args: argparse.Namespace, title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows in the form that was asked for."""
    if args.json:
        print(json.dumps([dict(zip(columns, row, strict=True)) for row in rows], ensure_ascii=False, indent=1))
    elif args.tsv:
        print("\t".join(columns))
        for row in rows:
            print("\t".join("" if cell is None else str(cell) for cell in row))
    else:
        _table(title, columns, rows)


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    # a pipe has no width of its own: nothing is folded there
    Console(width=None if sys.stdout.isatty() else 400).print(table)
