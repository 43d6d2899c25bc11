"""`edition build` and `edition check`: the whole flow, and what it came to in words."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from edition import fresh
from edition.build import Built, build, prepare
from edition.problems import ERROR, severity, shown

HOMELESS = "edition.toml has no site_url: cited addresses are relative, and there is no sitemap.xml"


def strict(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--strict", action="store_true", help="a warning counts as an error")


def options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--site", help="where the site goes (default: site/ in the project)")
    strict(sub)


def run(args: argparse.Namespace) -> int:
    from edition.render.stage import Refused

    site = Path(args.site).absolute() if args.site else args.root / "site"
    begun, read = fresh.now(), fresh.inputs(str(args.root), str(args.corpus))
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
    if built.stops(args.strict):
        return report(built, args.strict, f"{site.name}/ left as it was")
    homeless = built.edition is not None and not built.edition.corpus.meta.site_url
    said = f"{sums(built)}\n{HOMELESS}" if homeless else sums(built)
    fresh.save((str(args.root), str(args.corpus), str(site), args.strict), begun, read, (told(built), said))
    print(told(built), end="", file=sys.stderr)
    print(f"{site.name}/ built: {said}")
    return 0


def check(args: argparse.Namespace) -> int:
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
    print(told(built), end="", file=sys.stderr)
    print(f"{end}: {sums(built)}")
    return 1 if built.stops(strict) else 0


def told(built: Built) -> str:
    """Every problem, one to a line (or two, with the line it stands in)."""
    return "".join(f"{shown(problem)}\n" for problem in built.problems)


def sums(built: Built) -> str:
    """What the edition holds, and how many errors and warnings there are."""
    errors = sum(severity(p) == ERROR for p in built.problems)
    return f"{summary(built)}{_count(errors, 'error')}, {_count(len(built.problems) - errors, 'warning')}"


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
