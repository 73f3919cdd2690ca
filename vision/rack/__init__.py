"""A picture and its board in; the player's own tiles, their boxes and letters, out."""

from vision.rack.read import read_rack
from vision.rack.rows import TILE_SIDES
from vision.rack.slots import MARGIN, RackReading

__all__ = ["MARGIN", "TILE_SIDES", "RackReading", "read_rack"]
