"""Where every command begins. A build with nothing to do is answered before the program itself is loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from edition import fresh


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code (see `cli.main`)."""
    words = sys.argv[1:] if argv is None else argv
    try:
        return 0 if _unchanged(words) else _command(words)
    except KeyboardInterrupt:
        return 130


def _unchanged(words: Sequence[str]) -> bool:
    """Say again what the last build said, where another would come to the same."""
    asked = fresh.asked(words, ".")
    said = fresh.said(asked) if asked else None
    if asked is None or said is None:
        return False
    warnings, sums = said
    sys.stderr.write(warnings)
    print(f"{os.path.basename(asked[2])}/ unchanged: {sums}")
    return True


def _command(words: Sequence[str]) -> int:
    from edition.cli import main as command  # all that a build needs takes half a second to load

    return command(words)
