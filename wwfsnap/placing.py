"""Where on a picture the marks of a move go, and in which colour they stand out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Box, Grid
from vision.reading import Reading
from vision.screen import Screen
from wwfsnap.ink import Colour

# Colours that no board uses for long stretches; the one farthest from the picture's own is taken.
BRIGHT: tuple[Colour, ...] = ((60, 255, 60), (255, 235, 0), (190, 20, 255), (0, 240, 255))


def standing_out(screen: Screen, grid: Grid) -> Colour:
    """The bright colour farthest from all that covers some part of the board.

    Args:
        screen: The picture.
        grid: The board on it.
    """
    rows, columns = grid.box.pixels(screen.width, screen.height)
    step = max(1, round(grid.cell / 12))
    board = screen.pixels[rows, columns][::step, ::step].reshape(-1, 3)
    eighths = (board // 32).astype(np.intp) @ (64, 8, 1)
    common = np.flatnonzero(np.bincount(eighths, minlength=512) > len(board) * 0.004)
    colours = np.stack([common // 64, common // 8 % 8, common % 8], axis=1) * 32 + 16
    distances = np.linalg.norm(
        _lab(np.array(BRIGHT))[:, np.newaxis] - _lab(colours)[np.newaxis], axis=2
    )
    return BRIGHT[int(distances.min(axis=1).argmax())]


def badge_square(reading: Reading, squares: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The square the score goes to: free, next to the move, as near its end as can be.

    Args:
        reading: The picture as read.
        squares: The move's new tiles, ``(row, column)`` from the start of the word to its end.

    Returns:
        ``(row, column)``; None on a board without a free square.
    """
    free = [
        (row, column)
        for row, line in enumerate(reading.cells)
        for column, tile in enumerate(line)
        if (tile is None or tile.tentative) and (row, column) not in squares
    ]
    end_row, end_column = squares[-1]

    def cost(square: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        row, column = square
        gap = min(abs(row - r) + abs(column - c) for r, c in squares)
        # Of squares equally near, the one to the right of the end and below: players look there.
        return gap + 0.5 * math.hypot(row - end_row - 0.2, column - end_column - 0.3), square

    return min(free, key=cost, default=None)


def caption_box(screen: Screen, reading: Reading, width: float, height: float) -> Box | None:
    """The emptiest place for a strip of that size that leaves board and rack in sight.

    Args:
        screen: The picture.
        reading: What was read of it.
        width: Of the strip in pixels.
        height: Of the strip in pixels.

    Returns:
        The place, near the board where it can be; None where there is no room.
    """
    cell = reading.grid.cell
    small = cell / 12  # of the work below: 12 px a cell shows text as edges and costs little
    busy = _edges(screen, small)
    sums = cv2.integral(busy)
    margin = height * 0.25  # text does not want to touch anything
    wide, high = math.ceil((width + margin) / small), math.ceil((height + margin) / small)
    if wide > busy.shape[1] or high > busy.shape[0]:
        return None
    tops, lefts = np.mgrid[0 : busy.shape[0] - high + 1 : 2, 0 : busy.shape[1] - wide + 1 : 2]
    inside = (
        sums[tops + high, lefts + wide]
        - sums[tops, lefts + wide]
        - sums[tops + high, lefts]
        + sums[tops, lefts]
    )
    board = reading.grid.box
    x, y = (lefts + wide / 2) * small, (tops + high / 2) * small
    away = np.hypot(
        x - board.centre[0], np.maximum(np.abs(y - board.centre[1]) - board.height / 2, 0)
    )
    cost = inside / (wide * high) + away / cell
    for box in (board, reading.rack_box):
        if box is not None:
            gap = cell * 0.1
            hits = (
                (x + width / 2 > box.x - gap)
                & (x - width / 2 < box.right + gap)
                & (y + height / 2 > box.y - gap)
                & (y - height / 2 < box.bottom + gap)
            )
            cost[hits] = np.inf
    best = np.unravel_index(int(cost.argmin()), cost.shape)
    if not np.isfinite(cost[best]):
        return None
    return Box(float(x[best]) - width / 2, float(y[best]) - height / 2, width, height)


def _edges(screen: Screen, scale: float) -> NDArray[np.float32]:
    """How busy the picture is, ``(h, w)`` at ``1 / scale`` of its size."""
    size = (max(1, int(screen.width / scale)), max(1, int(screen.height / scale)))
    grey = cv2.cvtColor(
        cv2.resize(screen.pixels, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
    )
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return np.asarray(np.abs(across) + np.abs(down), dtype=np.float32)


def _lab(colours: NDArray[np.generic]) -> NDArray[np.float32]:
    """``(N, 3)`` blue, green, red as L*a*b*."""
    row = np.asarray(colours, dtype=np.float32)[np.newaxis] / 255
    return np.asarray(cv2.cvtColor(row, cv2.COLOR_BGR2Lab)[0], dtype=np.float32)
