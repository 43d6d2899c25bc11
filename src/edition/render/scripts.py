"""The scripts of the pages as they are served: nobody waits for what only a reader of the code needs."""

from __future__ import annotations


def terse(script: str) -> str:
    """A script without indentation and without the comments that begin a line; what it does is the same.

    Our scripts have no text that runs over a line, so that a line that opens with `/*` is a comment and nothing else.
    """
    kept, inside = [], False
    for line in map(str.strip, script.splitlines()):
        if inside or line.startswith("/*"):
            _, end, line = line.partition("*/")
            inside = not end
        if line := line.strip():
            kept.append(line)
    return "\n".join(kept) + "\n"
