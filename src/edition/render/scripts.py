"""The scripts and the style of the pages as they are served: nobody waits for what only a reader of them needs."""

from __future__ import annotations

import re

QUOTED = re.compile(r"""("[^"]*"|'[^']*')""")


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


def terse_style(style: str) -> str:
    """A style sheet without comments and without the spaces that part its pieces; what is quoted stays."""
    bare = re.sub(r"/\*.*?\*/", "", style, flags=re.S)
    parts = QUOTED.split(bare)
    parts[::2] = [
        re.sub(r":\s+", ":", re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", part))) for part in parts[::2]
    ]
    return "".join(parts).strip() + "\n"
