"""A picture and its board in; the player's own tiles, their boxes and letters, out."""

from vision.rack.read import read_rack
from vision.rack.rows import STEPS
from vision.rack.slots import MARGIN, RackReading

__all__ = ["MARGIN", "STEPS", "RackReading", "read_rack"]
