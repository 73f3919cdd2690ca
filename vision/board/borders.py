"""A cut board in; how clearly each square is separated from its neighbours out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, Place
from vision.tiles import CELL

REACH = 12
"""Pixels on either side of a border that are looked at."""

MIDDLE_ROWS = slice(14, 50)
"""Pixel rows of a square in which its borders are measured: corners may be round."""

FAR = 24
"""The same for the notches at the tiles' corners, which are round."""

OTHER_COLOUR = 60.0
"""Difference, of 255, from which two neighbours have different colours: always a border."""

SIDE = 5
"""Pixels at each end of these that show the squares' own colours."""


def measure_seams(board: NDArray[np.uint8], *, steps: bool) -> tuple[Floats, Floats]:
    """Strength of the borders between neighbouring squares, 0 to 255.

    A line is darker or lighter than the squares on both sides of it. The mean along the border is
    taken first, so that noise cancels out.

    Args:
        board: A cut board, ``(n * CELL, n * CELL, 3)`` uint8.
        steps: Whether a change of colour from one square to the next counts as well.

    Returns:
        ``(n, n - 1)`` for the borders right of each square and ``(n - 1, n)`` for those below.
    """
    size = board.shape[0] // CELL
    across = _strengths(board, size, steps=steps)
    down = _strengths(np.asarray(cv2.transpose(board), np.uint8), size, steps=steps)
    return across, down.T


def measure_notches(board: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """How far the borders between neighbouring squares are notched at both ends, 0 to 255.

    Tiles laid side by side show what lies below between their round corners, even where the line
    between them is lost in a small or blurred picture; tiles that are drawn as one do not. The
    weaker end counts, as a badge may lie on the other.

    Args:
        board: A cut board, ``(n * CELL, n * CELL, 3)`` uint8.

    Returns:
        As of ``measure_seams``.
    """
    size = board.shape[0] // CELL
    down = _notches(np.asarray(cv2.transpose(board), np.uint8), size)
    return _notches(board, size), down.T


def seams_between(
    tiles: NDArray[np.bool_], board: NDArray[np.uint8]
) -> dict[tuple[Place, Place], float]:
    """For each two neighbouring tiles, how clearly they are separated, 0 to 255.

    Args:
        tiles: ``(n, n)`` bool, where tiles lie.
        board: The cut board, ``(n * CELL, n * CELL, 3)`` uint8.
    """
    across, down = map(np.maximum, measure_seams(board, steps=False), measure_notches(board))
    lines: dict[tuple[Place, Place], float] = {}
    for row, column in np.argwhere(tiles[:, :-1] & tiles[:, 1:]).tolist():
        lines[(row, column), (row, column + 1)] = float(across[row, column])
    for row, column in np.argwhere(tiles[:-1] & tiles[1:]).tolist():
        lines[(row, column), (row + 1, column)] = float(down[row, column])
    return lines


def measure_outlines(board: NDArray[np.uint8]) -> Floats:
    """``(n, n)`` how clearly each square is separated from its neighbours: its second best border.

    Shading may hide two of its borders; an object on several squares hides all borders except
    those at its own edge. Borders on the board's edge are left out, as the picture may end there;
    for the squares there the best of the other borders counts.
    """
    across, down = measure_seams(board, steps=True)
    size = len(across)
    sides = np.full((4, size, size), -1.0, np.float32)
    sides[0, :, 1:], sides[1, :, :-1] = across, across
    sides[2, 1:, :], sides[3, :-1, :] = down, down
    ranked = np.sort(sides, axis=0)
    return np.asarray(np.where((sides < 0).any(axis=0), ranked[-1], ranked[-2]), np.float32)


def border_profiles(board: NDArray[np.uint8]) -> Floats:
    """``(n, n - 1, 2 * REACH, 3)`` the colours across the border to the right of each square."""
    return _strips(board, board.shape[0] // CELL, MIDDLE_ROWS, REACH)


def _notches(board: NDArray[np.uint8], size: int) -> Floats:
    """Depth of the notches of the vertical borders, ``(n, n - 1)``."""
    ends = []
    for rows in (slice(2, 9), slice(CELL - 9, CELL - 2)):
        strips = _strips(board, size, rows, FAR)
        at = strips[:, :, FAR - 3 : FAR + 3].mean(axis=2)
        beside = (strips[:, :, : SIDE * 2].mean(axis=2), strips[:, :, -SIDE * 2 :].mean(axis=2))
        depth = np.abs(at - (beside[0] + beside[1]) / 2).max(axis=2)
        alike = np.abs(beside[0] - beside[1]).max(axis=2) < OTHER_COLOUR
        ends.append(np.where(alike, depth, 0.0))
    return np.asarray(np.minimum(*ends), np.float32)


def _strengths(board: NDArray[np.uint8], size: int, *, steps: bool) -> Floats:
    """Strength of the vertical borders, ``(n, n - 1)``."""
    strips = _strips(board, size, MIDDLE_ROWS, REACH)
    left, right = strips[:, :, :SIDE].mean(axis=2), strips[:, :, -SIDE:].mean(axis=2)
    middle = strips[:, :, SIDE + 1 : -SIDE - 1]
    darker = np.minimum(left, right) - middle.min(axis=2)
    lighter = middle.max(axis=2) - np.maximum(left, right)
    strength = np.maximum(darker, lighter)
    if steps:
        strength = np.maximum(strength, np.abs(left - right))
    return np.asarray(np.maximum(strength.max(axis=2), 0.0), np.float32)


def _strips(board: NDArray[np.uint8], size: int, rows: slice, reach: int) -> Floats:
    """``(n, n - 1, 2 * reach, 3)`` mean of some pixel rows of each square, around its borders."""
    profiles = np.concatenate(
        [
            cv2.reduce(square[rows], 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)
            for square in board.reshape(size, CELL, size * CELL, 3)
        ]
    )
    edges = CELL * np.arange(1, size)
    return np.asarray(profiles[:, edges[:, None] + np.arange(-reach, reach)], np.float32)
