"""`edition serve`: the site while it is being corrected."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from edition.model import Problem
from edition.problems import shown

EDITOR = "EDITION_EDITOR"
TIDY = 20  # turns after which the memory is looked through
STILL, STEP = 30, 10  # milliseconds a folder must be still before it is read, and between two looks


def options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--port", type=int, default=8000, help="where it listens (default: 8000; 0: any that is free)")
    sub.add_argument("--host", default="127.0.0.1", help="the address it listens on (default: this machine alone)")
    sub.add_argument(
        "--editor",
        default=os.environ.get(EDITOR, ""),
        help=f"opens a place: 'code -g {{path}}:{{line}}:{{column}}' (default: {EDITOR}; without, places are copied)",
    )


def run(args: argparse.Namespace) -> int:
    from edition.serve import Desk, Live, open_server  # what a browser needs, no other command does

    live = Live(args.root, args.corpus)
    try:
        server = open_server(Desk(live, args.host, args.editor), args.port)
    except (OSError, OverflowError) as error:
        print(f"edition: {args.host}:{args.port}: {error}; try --port 0", file=sys.stderr)
        return 1
    gc.freeze()  # what stands now stays: it need not be looked through again
    gc.disable()  # nor while somebody waits for a page
    threading.Thread(target=server.serve_forever, daemon=True).start()
    _tell(live.turn.problems)
    print(f"http://{args.host}:{server.server_address[1]}/  (Ctrl-C ends it)", flush=True)
    try:
        for changed in _changes(args.root, args.corpus):
            begun = time.perf_counter()
            turn = live.refresh(changed)
            _tell(turn.problems)
            names = ", ".join(sorted({path.name for path in changed})[:3])
            print(f"{names}: {time.perf_counter() - begun:.2f} s", flush=True)
            if turn.number % TIDY == 0:
                gc.collect()
    finally:
        server.shutdown()
    return 0


def _changes(root: Path, corpus: Path) -> Iterator[list[Path]]:
    from watchfiles import watch

    folders = [folder for folder in (corpus, root / "templates", root / "static") if folder.is_dir()]
    for found in watch(*folders, debounce=STILL, step=STEP, raise_interrupt=True):
        yield [Path(path) for _, path in found]


def _tell(problems: Iterable[Problem]) -> None:
    for problem in problems:
        print(shown(problem), file=sys.stderr, flush=True)
