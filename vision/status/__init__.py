"""A picture and its board in; scores, turn, last move and letters left, as written there, out."""

from vision.status.badges import read_badges
from vision.status.move import MoveLine
from vision.status.read import StatusText, read_status

__all__ = ["MoveLine", "StatusText", "read_badges", "read_status"]
