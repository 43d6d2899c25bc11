"""`python -m edition` is the command `edition`."""

import sys

from edition.cli import main

sys.exit(main())
