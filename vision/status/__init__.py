"""What the game writes around the board: scores, turn, last move, letters left."""

from vision.status.read import Banner, read_banner

__all__ = ["Banner", "read_banner"]
