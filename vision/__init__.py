"""A picture in, a Reading out: board, rack, premiums and every doubt about them.

Places are in pixels of the picture: x to the right, y down, ``(0, 0)`` the upper left corner of the
upper left pixel. Pixels are ``(H, W, 3)`` uint8, blue, green, red. Names are loaded at first use.
"""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from vision.errors import (
        BoardNotWhole,
        ImageTooLarge,
        NoBoardFound,
        ThemeMissing,
        UnreadableImage,
        VisionError,
    )
    from vision.imaging import Screen, load_screen
    from vision.paths import GridReading, read_grid
    from vision.reader import read as read_board
    from vision.reading import Doubt, Reading, TileReading

__all__ = [
    "BoardNotWhole",
    "Doubt",
    "GridReading",
    "ImageTooLarge",
    "NoBoardFound",
    "Reading",
    "Screen",
    "ThemeMissing",
    "TileReading",
    "UnreadableImage",
    "VisionError",
    "load_screen",
    "read_board",
    "read_grid",
]

__getattr__ = on_demand(__name__, __file__)
