"""The edition while it is being corrected: pages made when they are asked for, and renewed when a file is saved."""

from edition.serve.live import Live, Turn
from edition.serve.web import Desk, open_server

__all__ = ["Desk", "Live", "Turn", "open_server"]
