"""`edition new DIR`: a small corpus to start from."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from edition.new import new


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the new corpus: empty or new")


def run(args: argparse.Namespace) -> int:
    try:
        written = new(args.folder)
    except OSError as error:
        print(f"edition: {error}", file=sys.stderr)
        return 1
    for path in written:
        print(path)
    print(f"{len(written)} files; see {args.folder / 'README.md'}, then: edition --corpus {args.folder} build")
    return 0
