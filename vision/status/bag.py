"""A picture and its text lines in; the number of letters left, from a yellow bag, out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.imaging import Box, Grid, Screen, measure_pieces
from vision.status.numbers import Figure, likely_digits, split_figures
from vision.text import TextLine

YELLOW = ((17, 110, 160), (34, 255, 255))
"""Least and greatest hue (0 to 179), saturation and value of the bag."""

SIDES = (0.3, 1.2)
"""Width of the bag in board squares."""

SHAPES = (0.75, 1.35)
"""Width over height: a battery's filling is wider."""

OFF_MIDDLE = 0.08
"""How far the bag may stand from the board's middle, as a share of its width."""


def find_bag(screen: Screen, grid: Grid, lines: Sequence[TextLine]) -> Figure | None:
    """The number on a yellow bag above the board's middle, None where there is none."""
    board = grid.box
    reach = OFF_MIDDLE * board.width + SIDES[1] * grid.cell
    left = max(0, int(board.centre[0] - reach))
    right = min(screen.width, int(board.centre[0] + reach))
    bottom = int(board.y)
    if bottom < grid.cell:
        return None
    step = max(1, int(grid.cell / 30))
    part = np.ascontiguousarray(screen.pixels[:bottom:step, left:right:step])
    colours = cv2.cvtColor(part, cv2.COLOR_BGR2HSV)
    yellow = cv2.inRange(colours, np.array(YELLOW[0]), np.array(YELLOW[1]))
    stats = measure_pieces(np.asarray(yellow, np.uint8), 8)
    for x, y, width, height, area in stats[1:].tolist():
        bag = Box(left + x * step, y * step, width * step, height * step)
        if (
            SIDES[0] * grid.cell <= bag.width <= SIDES[1] * grid.cell
            and SHAPES[0] <= bag.width / bag.height <= SHAPES[1]
            and area >= 0.45 * width * height
            and abs(bag.centre[0] - board.centre[0]) <= OFF_MIDDLE * board.width
            and (figure := _inside(bag, lines)) is not None
        ):
            return figure
    return None


def _inside(bag: Box, lines: Sequence[TextLine]) -> Figure | None:
    """The number that stands in the middle of the bag."""
    for line in lines:
        if not bag.y < line.base < bag.bottom + 1:
            continue
        for figure in split_figures(line, likely_digits(line.scores)):
            box = figure.line.box
            if (
                box.x > bag.x
                and box.right < bag.right
                and box.y > bag.y
                and abs(box.centre[0] - bag.centre[0]) <= 0.12 * bag.width
                and box.height >= 0.2 * bag.height
            ):
                return figure
    return None
