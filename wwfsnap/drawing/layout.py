"""Where on a picture a badge, caption or panel fits, and which colour stands out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Box, Screen
from vision.reading import Reading
from wwfsnap.drawing.canvas import Colour

# Colours that no board uses for large areas; the one furthest from the picture's own is taken.
BRIGHT: tuple[Colour, ...] = ((60, 255, 60), (255, 235, 0), (190, 20, 255), (0, 240, 255))


def contrasting_colour(screen: Screen, box: Box, cell: float) -> Colour:
    """The bright colour furthest from all colours that cover some part of the board.

    Args:
        screen: The picture.
        box: The board on it.
        cell: Pitch of the board.
    """
    rows, columns = box.pixels(screen.width, screen.height)
    step = max(1, round(cell / 12))
    board = screen.pixels[rows, columns][::step, ::step].reshape(-1, 3)
    eighths = (board // 32).astype(np.intp) @ (64, 8, 1)
    counts = np.bincount(eighths, minlength=512)
    common = np.flatnonzero(counts > min(len(board) * 0.004, counts.max() - 1))
    colours = np.stack([common // 64, common // 8 % 8, common % 8], axis=1) * 32 + 16
    distances = _difference(np.array(BRIGHT)[:, np.newaxis], colours[np.newaxis])
    return BRIGHT[int(distances.min(axis=1).argmax())]


def badge_square(reading: Reading, squares: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The square for the score: free, next to the move, as near its end as possible.

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


class Strip(NamedTuple):
    """A possible size of something to be placed.

    Attributes:
        width, height: In pixels.
        cost: How undesirable it is; 1 equals one cell more distance from the board.
        margin: Free room wanted around it, in pixels.
    """

    width: float
    height: float
    cost: float
    margin: float


class Surroundings(NamedTuple):
    """What something is placed around.

    Attributes:
        board: The board it should be near.
        cell: Pitch of the board.
        clear: Boxes that must stay visible, the board among them.
    """

    board: Box
    cell: float
    clear: tuple[Box, ...]


def caption_box(screen: Screen, around: Surroundings, width: float, height: float) -> Box | None:
    """The emptiest place for a strip that leaves board and rack visible.

    Args:
        screen: The picture.
        around: What of it must stay visible.
        width: Of the strip in pixels, where there is room.
        height: Of the strip in pixels, where there is room.

    Returns:
        The place, near the board where possible, at 70 to 100 % of the size wanted; None where
        there is no room at all.
    """
    parts = (1.0, 0.85, 0.7)  # the margin keeps text from touching anything
    found = emptiest_place(
        screen,
        around,
        [Strip(width * p, height * p, 10 * (1 - p), height * p * 0.25) for p in parts],
    )
    return found[1] if found else None


def emptiest_place(
    screen: Screen, around: Surroundings, strips: Sequence[Strip]
) -> tuple[Strip, Box] | None:
    """The emptiest place for one of some strips, and which of them; None where there is no room.

    Args:
        screen: The picture.
        around: What of it must stay visible.
        strips: The possible sizes.
    """
    small = around.cell / 12  # scale of the search: 12 px a cell shows text and is fast
    busy = _busy(screen, small)
    sums = np.asarray(cv2.integral(busy), dtype=np.int32)
    places = []
    for strip in strips:
        found = _emptiest(around, sums, small, strip)
        if found is not None:
            cost, box = found
            places.append((cost + strip.cost, strip, box))
    return min(places, key=lambda place: place[0])[1:] if places else None


def _emptiest(
    around: Surroundings, sums: NDArray[np.int32], small: float, strip: Strip
) -> tuple[float, Box] | None:
    """The best place for a strip, with its cost; None where there is no room.

    Args:
        around: Where board and rack are.
        sums: Integral image of the busy pixels, at ``1 / small`` of the picture's size.
        small: The same scale.
        strip: Its size.
    """
    width, height, margin = strip.width, strip.height, strip.margin
    wide, high = math.ceil((width + margin) / small), math.ceil((height + margin) / small)
    if wide >= sums.shape[1] or high >= sums.shape[0]:
        return None
    tops, lefts = np.mgrid[0 : sums.shape[0] - high : 2, 0 : sums.shape[1] - wide : 2]
    ends = sums[tops + high, lefts + wide] - sums[tops, lefts + wide]
    covered = (ends - sums[tops + high, lefts] + sums[tops, lefts]) / (wide * high)
    x, y = (lefts + wide / 2) * small, (tops + high / 2) * small
    board, cell = around.board, around.cell
    beyond = np.maximum(np.abs(y - board.centre[1]) - board.height / 2, 0)
    away = np.hypot(x - board.centre[0], beyond) / cell
    cost = 60 * covered + away  # better far away than on top of something
    for box in around.clear:
        beside = np.abs(x - box.centre[0]) > (width + box.width) / 2 + 0.1 * cell
        clear = np.abs(y - box.centre[1]) > (height + box.height) / 2 + 0.1 * cell
        cost[~(beside | clear)] = np.inf
    best = np.unravel_index(int(cost.argmin()), cost.shape)
    if not np.isfinite(cost[best]):
        return None
    left, top = float(x[best]) - width / 2, float(y[best]) - height / 2
    return float(cost[best]), Box(left, top, width, height)


def _busy(screen: Screen, scale: float) -> NDArray[np.uint8]:
    """1 where there is text or a line, ``(h, w)`` at ``1 / scale`` of the picture's size."""
    size = (max(1, int(screen.width / scale)), max(1, int(screen.height / scale)))
    step = max(1, int(scale / 2))  # text shows in every other of these pixels, too
    some = np.ascontiguousarray(screen.pixels[::step, ::step])
    grey = cv2.cvtColor(cv2.resize(some, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    across = np.abs(cv2.Sobel(grey, cv2.CV_16S, 1, 0))
    down = np.abs(cv2.Sobel(grey, cv2.CV_16S, 0, 1))
    lines = (across + down > 80).astype(np.uint8)
    return np.asarray(cv2.dilate(lines, np.ones((3, 3), dtype=np.uint8)), dtype=np.uint8)


def _difference(one: NDArray[np.int_], other: NDArray[np.int_]) -> NDArray[np.float64]:
    """How different colours look: the "redmean" formula, which needs no conversion.

    Args:
        one: ``(..., 3)`` blue, green, red.
        other: The same.

    Returns:
        ``(...)``, 0 to about 765.
    """
    red = (one[..., 2] + other[..., 2]) / 512
    blue_off, green_off, red_off = np.moveaxis((one - other) ** 2, -1, 0)
    squared = (2 + red) * red_off + 4 * green_off + (3 - red) * blue_off
    return np.asarray(np.sqrt(squared), dtype=np.float64)
