#!/usr/bin/env python3
"""Build the edition: corpus/ → site/. The flow itself is src/edition/build.py; `edition build` is the same."""

import os
import sys

ROOT = os.path.dirname(os.path.realpath(__file__))

try:
    from edition.start import main
except ImportError as missing:
    sys.exit(
        f"build.py: {missing.name} is not installed here; type `make` (or: python3 -m venv .venv && "
        ".venv/bin/pip install -c constraints.txt -e . && .venv/bin/python build.py)"
    )
except KeyboardInterrupt:
    sys.exit(130)

if __name__ == "__main__":
    sys.exit(main(["--root", ROOT, "build", *sys.argv[1:]]))
