"""`edition ingest`: tables from the raw sources, and what in the tables differs from them."""

from __future__ import annotations

import argparse
import sys

from edition.ingest import RENEWABLE, ingest
from edition.problems import ERROR, severity, shown


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="only compare; write nothing, not even missing tables")
    parser.add_argument(
        "--renew",
        action="append",
        default=[],
        choices=RENEWABLE,
        metavar="TABLE",
        help=f"make this table anew over what stands there: {', '.join(RENEWABLE)}",
    )


def run(args: argparse.Namespace) -> int:
    """0 where the tables are what the sources give, 1 where something differs or cannot be read."""
    outcome = ingest(args.corpus, write=not args.check, renew=tuple(args.renew))
    for problem in outcome.problems:
        print(shown(problem), file=sys.stderr)
    for difference in outcome.differences:
        print(difference)
    for path in outcome.made:
        shown_path = path.relative_to(args.corpus.parent).as_posix()
        print(f"{shown_path}: {'is missing' if args.check else 'written'}")
    made = f"{len(outcome.made)} tables {'missing' if args.check else 'made'}"
    print(f"ingest: {made}, {len(outcome.differences)} differences left as they are")
    errors = any(severity(problem) == ERROR for problem in outcome.problems)
    return 1 if errors or outcome.differences or (args.check and outcome.made) else 0
