"""The commands of an editor: `edition check`, `edition build`, and the tables behind them."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from edition.build import Built, build, prepare
from edition.commands import align, collate, emend, fonts, ids, ingest, new, readings, script, witness
from edition.problems import ERROR, severity, shown

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
        return run(args)
    except KeyboardInterrupt:
        return 130
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


def _strict(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--strict", action="store_true", help="a warning counts as an error")


def _build_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--site", help="where the site goes (default: site/ in the project)")
    _strict(sub)


def _build(args: argparse.Namespace) -> int:
    from edition.render.stage import Refused

    site = Path(args.site).absolute() if args.site else args.root / "site"
    clock = Clock(sys.stderr.isatty())
    try:
        built = build(args.root, args.corpus, site, clock.say, args.strict)
    except Refused as refused:
        clock.end()
        print(f"edition: {refused}", file=sys.stderr)
        return 1
    except OSError as error:
        clock.end()
        print(f"edition: {error.filename or site}: {error.strerror}; {site.name}/ is as it was", file=sys.stderr)
        return 1
    clock.end()
    return report(
        built, args.strict, f"{site.name}/ built" if not built.stops(args.strict) else f"{site.name}/ left as it was"
    )


def _check(args: argparse.Namespace) -> int:
    from edition.checks.accounting import LABEL, han_by_reason

    clock = Clock(sys.stderr.isatty())
    built = prepare(args.corpus, clock.say)
    clock.end()
    if built.edition:
        for reason, count in han_by_reason(built.edition).items():
            own = " (the labels themselves, which are marks and no text)" if reason == LABEL and count else ""
            print(f"skipped as {reason}: {count} Han characters{own}")
    return report(built, args.strict, "checked")


def report(built: Built, strict: bool, end: str) -> int:
    """Print every problem, then one line that sums up; the exit code."""
    for problem in built.problems:
        print(shown(problem), file=sys.stderr)
    errors = sum(severity(p) == ERROR for p in built.problems)
    warnings = len(built.problems) - errors
    print(f"{end}: {summary(built)}{_count(errors, 'error')}, {_count(warnings, 'warning')}")
    return 1 if built.stops(strict) else 0


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def summary(built: Built) -> str:
    """What the edition holds, and how many characters only the library decided."""
    if built.edition is None:
        return ""
    books = built.edition.books
    undecided = Counter(p.code for p in built.problems)
    passages = sum(len(book.passages) for book in books)
    units = sum(len(book.voices) for book in books) - passages
    return (
        f"{passages} passages, {units} units beside them; undecided: {undecided['R05']} readings, "
        f"{undecided['C05']} forms, {undecided['A07']} alignments; "
    )


class Clock:
    """The stages as they come, on one line of a terminal; silent elsewhere."""

    def __init__(self, live: bool) -> None:
        self.live, self.begun = live, time.monotonic()

    def say(self, stage: str) -> None:
        if self.live:
            print(f"\r\x1b[K{stage} … {time.monotonic() - self.begun:.1f} s", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.live:
            print(f"\r\x1b[K{time.monotonic() - self.begun:.1f} s", file=sys.stderr)


COMMANDS: tuple[tuple[str, Command, Options, str], ...] = (
    ("build", _build, _build_options, "read the corpus, check it, and build the site"),
    ("check", _check, _strict, "read the corpus and say what is wrong, without building"),
    ("align", align.run, align.options, "what the aligners propose against what the table says"),
    ("collate", collate.run, collate.options, "every difference of every witness from the base"),
    ("emend", emend.run, emend.options, "change the text and write its row in the apparatus"),
    ("fonts", fonts.run, fonts.options, "renew the font subsets, where Noto is installed"),
    ("ids", ids.run, ids.options, "every address ever given, its stretch and its fate"),
    ("ingest", ingest.run, ingest.options, "tables from the raw sources, and what differs from them"),
    ("new", new.run, new.options, "a small corpus that builds, to start from"),
    ("readings", readings.run, readings.options, "what a character is read, and by what authority"),
    ("script", script.run, script.options, "simplified and traditional forms, and who decided them"),
    ("witness", witness.run, witness.options, "print a witness again, as it was received"),
)
