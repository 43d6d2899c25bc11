"""Whether a site still is what a build would write, told from the file system alone.

A build leaves a state beside the site: how every file it read and every file it wrote stood on the disk, and what
it said. When all of it stands so still, there is nothing to build. A state that is lost or spoiled, or a file that
was written at about the moment it was read, costs a build, never truth. This module imports next to nothing
(pathlib and dataclasses are much to it), so that the answer comes at once.
"""

from __future__ import annotations

import marshal
import os
import sys
import time
import zlib
from collections.abc import Iterator, Sequence

Asked = tuple[str, str, str, bool]  # the project, the corpus, the site (absolute paths), whether strict
Said = tuple[str, str]  # its warnings, and the line that sums up
Standing = tuple[str, int, int, int, int]  # path, size, time of its text, time of its node (ns), number of its node

FORMAT = "edition state 1"
PROGRAM = os.path.dirname(os.path.abspath(__file__))
READ_BESIDE = ("templates", "static")  # what a project has besides its corpus
PASSED_OVER = "__pycache__"
TICK, COARSE_TICK = 50_000_000, 2_000_000_000  # ns; some systems count time in whole seconds


def asked(argv: Sequence[str], root: str) -> Asked | None:
    """The words of a plain `build`, as the full command line would take them; None for all others."""
    given = {"--root": root, "--corpus": "", "--site": ""}
    words, strict, build = list(argv), False, False
    while words:
        word = words.pop(0)
        if word in given and words and not words[0].startswith("-"):
            given[word] = words.pop(0)
        elif word == "--strict":
            strict = True
        elif word == "build" and not build:
            build = True
        else:
            return None
    root = os.path.realpath(given["--root"])
    corpus = os.path.realpath(given["--corpus"]) if given["--corpus"] else os.path.join(root, "corpus")
    site = os.path.abspath(given["--site"]) if given["--site"] else os.path.join(root, "site")
    return (root, corpus, site, strict) if build else None


def key(asked: Asked) -> str:
    """What decides a build besides its files: what was asked, the interpreter, the environment."""
    libraries = [_standing(folder)[:3] for folder in sys.path if folder.endswith(("site-packages", "dist-packages"))]
    return repr((asked, os.getcwd(), sys.version, os.environ.get("SOURCE_DATE_EPOCH"), libraries))


def inputs(root: str, corpus: str) -> list[Standing]:
    """How everything stands that a build may read.

    The times of a folder tell of files that came or went. The project's own folder, where the state lies, is listed
    by its files alone.
    """
    folders = [corpus, *(os.path.join(root, name) for name in READ_BESIDE), PROGRAM]
    return [*map(_standing, _files(root)), *(_standing(path) for folder in folders for path in _tree(folder))]


def save(asked: Asked, begun: int, read: list[Standing], said: Said) -> None:
    """Leave the state of a build that went well: `read` as `inputs` gave it at `begun` (ns), what it `said`."""
    body = marshal.dumps((FORMAT, key(asked), begun, read, [_standing(path) for path in _tree(asked[2])], said))
    path = state_path(asked[2])
    with open(f"{path}.new", "wb") as stream:
        stream.write(zlib.crc32(body).to_bytes(4, "big") + body)
    os.replace(f"{path}.new", path)


def said(asked: Asked) -> Said | None:
    """What the last build of this site said, if another would write the same; else None."""
    kept = _load(asked[2])
    if kept is None or kept[0] != FORMAT or kept[1] != key(asked):
        return None
    _, _, begun, read, written, words = kept
    if _racing(read, begun) or not set(_files(asked[0])).issubset(one[0] for one in read):
        return None
    return words if _stand(read) and _stand(written) else None


def state_path(site: str) -> str:
    """The state of a site stands beside it, as its lock does."""
    folder, name = os.path.split(os.path.abspath(site))
    return os.path.join(folder, f".{name}.state")


def now() -> int:
    """The moment (ns) to be taken before the first file is read."""
    return time.time_ns()


def _load(site: str) -> tuple[str, str, int, list[Standing], list[Standing], Said] | None:
    try:
        with open(state_path(site), "rb") as stream:
            whole = stream.read()
        body = whole[4:]
        if whole[:4] != zlib.crc32(body).to_bytes(4, "big"):
            return None
        kept: tuple[str, str, int, list[Standing], list[Standing], Said] = marshal.loads(body)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return kept


def _racing(read: list[Standing], begun: int) -> bool:
    """Whether a file was written so near the moment of reading that its times do not tell which came first."""
    fine, coarse = begun - TICK, begun - COARSE_TICK
    return any(time > fine or (time > coarse and not time % 1_000_000_000) for one in read for time in (one[2], one[3]))


def _stand(those: list[Standing]) -> bool:
    return all(_standing(one[0]) == one for one in those)


def _files(root: str) -> list[str]:
    with os.scandir(root) as entries:
        return [entry.path for entry in entries if entry.is_file() and not entry.name.startswith(".")]


def _tree(folder: str) -> Iterator[str]:
    """A folder and everything below it."""
    yield folder
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name == PASSED_OVER:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    yield from _tree(entry.path)
                else:
                    yield entry.path
    except OSError:
        return


def _standing(path: str) -> Standing:
    try:
        stat = os.stat(path)
    except OSError:
        return path, -1, 0, 0, 0
    return path, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino
