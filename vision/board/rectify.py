"""Perspective: how a picture has to be straightened whose board is tilted or seen from the side.

A homography is laid through squares that are numbered from neighbour to neighbour, and tells where
the rest of the lattice lies. After Hartley and Zisserman, "Multiple View Geometry in Computer
Vision", chapter 4, on homographies from points.
"""

from __future__ import annotations

from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.numbered_squares import Chart, number_squares
from vision.board.tilt import MOST_SQUARES, TILTED, measure_tilt
from vision.imaging.geometry import Grid
from vision.imaging.pose import MOST_PIXELS, Pose, level_pose

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

LEAST_NUMBERED = 40
"""Squares on the lattice from which it is believed."""

LEAST_SPAN = 8
"""Rows and columns from the first to the last of them."""

OFF = 0.12
"""How far off its place on the lattice, in steps, a square may lie."""

UNLEVEL = 1.6
"""How many times as far as from their perspective squares must lie from the best level lattice.
Screenshots, tilted and damaged ones too, measure up to 1.3; photos from 5 degrees on 2 and more."""

EXACT = 0.5
"""Pixels to which squares are found at best."""

AROUND = (9, 26)
"""Columns and rows beside the squares seen that are levelled too: the rest of the screen."""

STRAYS = 0.1
"""Share of a board's squares that may lie off the lattice found; screenshots measure up to 0.02."""

ALIKE = 1.15
"""How much larger or smaller than the usual square of the board a square of it may be."""


def find_pose(
    squares: Floats, width: int, height: int, straight: Grid | None, seen: int
) -> Pose | None:
    """How a picture has to be straightened; None where it is straight or nothing tells.

    Args:
        squares: ``(N, 4)`` left, top, width and height of even areas of the picture.
        width: Pixels of a row of the picture.
        height: Pixels of a column.
        straight: Where a board was found in the picture as it is, None for nowhere.
        seen: Squares of the best board that was found or may be one; only a perspective that
            explains more of them is believed.
    """
    tilt = measure_tilt(squares)
    tilted = abs(tilt) > TILTED
    if not tilted and straight is not None and not _strays(squares, straight):
        return None
    pose = find_perspective(squares, width, height, seen)
    return level_pose(width, height, tilt) if pose is None and tilted else pose


def find_perspective(squares: Floats, width: int, height: int, seen: int = 0) -> Pose | None:
    """The pose that levels a board seen from the side; None where none is or it lies level.

    Args:
        squares: ``(N, 4)`` left, top, width and height of even areas of a picture, those of a
            board among them.
        width: Pixels of a row of the picture.
        height: Pixels of a column.
        seen: So many squares lie on a lattice without perspective.
    """
    if not LEAST_NUMBERED <= len(squares) <= MOST_SQUARES:
        return None
    centres, sides = squares[:, :2] + squares[:, 2:] / 2, np.sqrt(squares[:, 2] * squares[:, 3])
    chart = number_squares(centres, sides)
    for _ in range(3):
        matrix = None if chart is None else _homography(chart, cv2.RANSAC)
        chart = None if matrix is None else _on_lattice(matrix, centres)
    matrix = None if chart is None else _homography(chart)
    if chart is None or matrix is None or len(chart.numbers) <= seen:
        return None
    least = max(_missed(_mapped(matrix, chart.numbers.astype(np.float64)), chart), EXACT)
    if _missed(_levelled(chart), chart) < UNLEVEL * least:
        return None
    return _pose(matrix, chart, width, height)


def _homography(chart: Chart, method: int = 0) -> Floats | None:
    """From numbers to pixels, None where the squares settle none."""
    numbers = chart.numbers.astype(np.float64)
    found = np.asarray(cv2.findHomography(numbers, chart.centres, method, 4.0)[0], np.float64)
    return found if found.shape == (3, 3) else None


def _strays(squares: Floats, grid: Grid) -> bool:
    """Whether many of the board's squares lie where the lattice has none."""
    places = (squares[:, :2] + squares[:, 2:] / 2 - (grid.x, grid.y)) / grid.cell - 0.5
    sides = np.sqrt(squares[:, 2] * squares[:, 3])
    within = np.asarray((np.abs(places - (grid.size - 1) / 2) < grid.size / 2).all(axis=1))
    if not within.any():
        return True
    alike = within & (np.abs(np.log(sides / median(sides[within].tolist()))) < np.log(ALIKE))
    off = np.asarray((np.abs(places - np.rint(places)) > OFF).any(axis=1))
    return bool(off[alike].mean() > STRAYS)


def _on_lattice(matrix: Floats, centres: Floats) -> Chart | None:
    """All squares that lie where the lattice has one."""
    places = _mapped(np.asarray(np.linalg.inv(matrix), np.float64), centres)
    numbers = np.rint(places)
    near = (np.abs(places - numbers) < OFF).all(axis=1) & (np.abs(numbers) < 60).all(axis=1)
    kept = numbers[near].astype(np.int64)
    if near.sum() < LEAST_NUMBERED or np.ptp(kept, axis=0).min() < LEAST_SPAN:
        return None
    return Chart(kept, centres[near])


def _levelled(chart: Chart) -> Floats:
    """``(N, 2)`` centres of the squares on the best lattice of equal steps at right angles."""
    column, row = chart.numbers.T.astype(float)
    zero, one = np.zeros_like(column), np.ones_like(column)
    equations = np.vstack([np.c_[one, zero, column, -row], np.c_[zero, one, row, column]])
    solved = np.linalg.lstsq(equations, chart.centres.T.ravel(), rcond=None)[0]
    return np.asarray((equations @ solved).reshape(2, -1).T, np.float64)


def _missed(places: Floats, chart: Chart) -> float:
    """Pixels by which all but a tenth of the squares lie off these places at most."""
    return float(np.percentile(np.abs(places - chart.centres).max(axis=1), 90))


def _pose(matrix: Floats, chart: Chart, width: int, height: int) -> Pose | None:
    """The pose in which a step is as long as the longest of the board."""
    low, high = chart.numbers.min(axis=0), chart.numbers.max(axis=0)
    corners = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])], float)
    steps = [
        np.linalg.norm(_mapped(matrix, corners + step) - _mapped(matrix, corners), axis=1).max()
        for step in np.eye(2)
    ]
    pitch = float(max(steps))
    around = np.array(AROUND)
    first, last = low - around, high + around
    inverse = np.linalg.inv(matrix)
    frame = np.array([[x, y, 1.0] for x in (0, width) for y in (0, height)]) @ inverse.T
    if (frame[:, 2] * inverse[2, 2] > 0).all() or (frame[:, 2] > 0).all():
        edges = frame[:, :2] / frame[:, 2:]
        first, last = np.maximum(first, edges.min(axis=0)), np.minimum(last, edges.max(axis=0))
    pitch *= min(1.0, float(np.sqrt(MOST_PIXELS / (last - first).prod())) / pitch)
    wide, high_side = (int(np.ceil(span * pitch)) for span in last - first)
    scale = np.array(
        [[pitch, 0.0, -first[0] * pitch], [0.0, pitch, -first[1] * pitch], [0.0, 0.0, 1.0]]
    )
    return Pose(scale @ inverse, wide, high_side)


def _mapped(matrix: Floats, points: Floats) -> Floats:
    """``(N, 2)`` points through a homography."""
    there = np.c_[points, np.ones(len(points))] @ matrix.T
    return np.asarray(there[:, :2] / there[:, 2:], np.float64)
