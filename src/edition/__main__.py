"""`python -m edition` is the command `edition`."""

import sys

try:
    from edition.start import main

    code = main()
except KeyboardInterrupt:  # also while that is loaded
    code = 130
sys.exit(code)
