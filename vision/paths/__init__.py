"""Path games: the picture of a grid of letters in, its tiles out."""

from vision.paths.reader import read_grid
from vision.paths.reading import GridReading, GridTile

__all__ = ["GridReading", "GridTile", "read_grid"]
