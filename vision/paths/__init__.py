"""Path games: the picture of a grid of letters in, a ``GridReading`` of its tiles out.

Boxes are in pixels of the picture, as everywhere in vision.
"""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from vision.paths.reader import read_grid
    from vision.reading import GridReading, GridTile

__all__ = ["GridReading", "GridTile", "read_grid"]

__getattr__ = on_demand(__name__, __file__)
