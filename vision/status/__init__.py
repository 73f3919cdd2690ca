"""What the game writes around the board: scores, turn, last move, letters left."""

from vision.status.read import StatusText, read_status

__all__ = ["StatusText", "read_status"]
