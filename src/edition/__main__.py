"""`python -m edition` is the command `edition`."""

import sys

from edition.start import main

sys.exit(main())
