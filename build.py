#!/usr/bin/env python3
"""Build the edition: corpus/ → site/. The flow itself is src/edition/build.py; `edition build` is the same."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent

try:
    from edition.cli import main
except ImportError as missing:
    sys.exit(
        f"build.py: {missing.name} is not installed here; type `make` (or: python3 -m venv .venv && "
        ".venv/bin/pip install -c constraints.txt -e . && .venv/bin/python build.py)"
    )

if __name__ == "__main__":
    sys.exit(main(["--root", str(ROOT), "build", *sys.argv[1:]]))
