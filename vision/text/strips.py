"""Texts on and around a grid of tiles."""

from __future__ import annotations

from collections.abc import Sequence

from vision.imaging.geometry import Box, Grid
from vision.imaging.screen import Screen
from vision.status.read import gather_lines, scale_for
from vision.text.line import TextLine

SMALL = 0.4
"""Side of the squares of a board whose texts are as large as those of a grid, as a share of a
tile."""


def lines_beside(
    screen: Screen, boxes: Sequence[Box], strips: Sequence[tuple[float, float]]
) -> list[TextLine]:
    """Lines of text in strips of the picture as wide as a grid of tiles, and somewhat wider.

    Args:
        screen: The picture.
        boxes: The K tiles, row by row.
        strips: Upper and lower edges of what is read.
    """
    first, last = boxes[0], boxes[-1]
    cell = SMALL * first.width
    grid = Grid(first.x, first.y, cell, round((last.right - first.x) / cell))
    return gather_lines(screen, grid, (), scale_for(cell), strips)
