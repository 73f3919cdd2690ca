"""What is printed on the tiles of a path game in; the text of each, with its probability, out."""

from vision.inference.grids.decide import GridFindings, decide_grid
from vision.inference.grids.prints import Prints, Several

__all__ = ["GridFindings", "Prints", "Several", "decide_grid"]
