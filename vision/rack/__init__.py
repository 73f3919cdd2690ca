"""The rack: where the player's own tiles lie, and which they are."""

from vision.rack.read import read_rack
from vision.rack.rows import STEPS
from vision.rack.slots import MARGIN, RackReading

__all__ = ["MARGIN", "STEPS", "RackReading", "read_rack"]
