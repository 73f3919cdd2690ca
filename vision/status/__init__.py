"""A picture and its board in; scores, turn, last move and letters left, as written there, out."""

from vision.status.badges import read_badges
from vision.status.read import StatusText, read_status

__all__ = ["StatusText", "read_badges", "read_status"]
