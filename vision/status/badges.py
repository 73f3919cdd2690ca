"""A board and the corners of its tiles that something covers in; the points written there out.

Games show a move's points in a badge that lies on the end of its word, over the numeral of a tile.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from vision.imaging import Grid, Place, Screen
from vision.status.numbers import Figure, read_figure
from vision.status.read import LEAST_CONFIDENCE
from vision.text import gather_lines, scale_for

PARTS = (0.6, 0.45)
"""Side of the squares of a board whose texts are as large as a badge's, as a share of a tile."""

NEAR = 0.5
"""Farthest that a badge's number lies from the numeral it covers, as a share of a tile."""

TWO_FIGURES = 10
"""Least points: a figure alone may be a numeral that shows."""


def read_badges(
    screen: Screen, grid: Grid, corners: Mapping[Place, tuple[float, float]]
) -> dict[Place, int]:
    """The numbers that lie over the corners of tiles, where one is legible.

    Args:
        screen: The picture.
        grid: The board.
        corners: The middle of each corner, across and down, in pixels of the picture.
    """
    found = {}
    for place, (x, y) in corners.items():
        figures = [
            figure
            for part in PARTS
            for figure in _figures(screen, grid.cell, part, x, y)
            if figure.value >= TWO_FIGURES and figure.confidence >= LEAST_CONFIDENCE
        ]
        if figures:
            found[place] = max(figures, key=lambda figure: figure.confidence).value
    return found


def _figures(screen: Screen, tile: float, part: float, x: float, y: float) -> list[Figure]:
    """The numbers around a point of the picture, read as on a board of smaller squares."""
    cell = part * tile
    around = Grid(x - cell / 2, y - cell / 2, cell, 1)
    strip = y - NEAR * tile, y + NEAR * tile
    lines = gather_lines(screen, around, (), scale_for(cell), [strip])
    figures = [figure for line in lines if (figure := read_figure(line)) is not None]
    boxes = [figure.line.box for figure in figures]
    apart = [math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) for box in boxes]
    return [each for each, far in zip(figures, apart, strict=True) if far <= NEAR * tile]
