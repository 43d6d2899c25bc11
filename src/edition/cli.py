"""The commands of an editor: `edition check`, `edition build`, and the tables behind them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from edition.commands import (
    align,
    build,
    collate,
    emend,
    fonts,
    ids,
    ingest,
    new,
    readings,
    script,
    serve,
    stats,
    witness,
)

Command = Callable[[argparse.Namespace], int]
Options = Callable[[argparse.ArgumentParser], None]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 when all is well, 1 when the corpus has errors, 2 when the command is wrong."""
    parser = _parser()
    args = parser.parse_args(argv)
    args.root = Path(args.root).resolve()
    args.corpus = Path(args.corpus).resolve() if args.corpus else args.root / "corpus"
    run: Command = args.run
    try:
        code = run(args)
        sys.stdout.flush()  # what a closed pipe refuses is met here and not when Python ends
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # who reads, as `head` does, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"edition: {error.filename or args.corpus}: {error.strerror}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="edition", description="An annotated digital critical edition: read corpus/, check it, build site/."
    )
    parser.add_argument("--root", default=".", help="the project: where templates/ and static/ are (default: here)")
    parser.add_argument("--corpus", help="the corpus (default: corpus/ in the project)")
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, run, options, text in COMMANDS:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        options(sub)
    return parser


COMMANDS: tuple[tuple[str, Command, Options, str], ...] = (
    ("build", build.run, build.options, "read the corpus, check it, and build the site"),
    ("check", build.check, build.strict, "read the corpus and say what is wrong, without building"),
    ("align", align.run, align.options, "what the aligners propose against what the table says"),
    ("collate", collate.run, collate.options, "every difference of every witness from the base"),
    ("emend", emend.run, emend.options, "change the text and write its row in the apparatus"),
    ("fonts", fonts.run, fonts.options, "renew the font subsets, where Noto is installed"),
    ("ids", ids.run, ids.options, "every address ever given, its stretch and its fate"),
    ("ingest", ingest.run, ingest.options, "tables from the raw sources, and what differs from them"),
    ("new", new.run, new.options, "a small corpus that builds, to start from"),
    ("readings", readings.run, readings.options, "what a character is read, and by what authority"),
    ("script", script.run, script.options, "simplified and traditional forms, and who decided them"),
    ("serve", serve.run, serve.options, "show the site while it is being corrected, renewed with every file saved"),
    ("stats", stats.run, stats.options, "what the edition holds, layer by layer, and what is doubtful in it"),
    ("witness", witness.run, witness.options, "print a witness again, as it was received"),
)
