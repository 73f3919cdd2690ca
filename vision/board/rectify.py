"""Even squares of a picture in; the pose that straightens a tilted or slanted board out.

Squares are numbered from neighbour to neighbour, even if their steps change on the way. A lattice
of equal steps that is turned, or else a homography, is fitted to them and shows where the others
lie. After Hartley and Zisserman, "Multiple View Geometry in Computer Vision", chapter 4, on
homographies from points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

import cv2
import numpy as np

from vision.board.grown import grow
from vision.board.lattice import MOST_SQUARES
from vision.imaging import (
    ALIKE,
    ENOUGH,
    Box,
    Bytes,
    Doubles,
    Grid,
    Numbers,
    Pose,
    level_pose,
    map_points,
    quantile,
    stretched_pose,
)

LEAST_SPAN = 8
"""Fewest steps from the first row or column with visible squares to the last."""

UNLEVEL = 1.6
"""Ratio of the squares' distance from the best level lattice to that from a perspective one, above
which there is perspective. Screenshots, tilted and damaged ones too, measure up to 1.3; photos
from 5 degrees on 2 and more."""

EXACT = 0.5
"""Least error, in pixels, with which squares are located."""

AROUND = (9, 26)
"""Columns and rows around the visible squares that are straightened too: the rest of the screen."""

STEPS = (0.92, 2.3)
"""Least and largest distance of neighbouring squares, and of rack slots, in sides of one: noise
shrinks its even area. On 28 racks from the web slots are up to 1.8 apart, every second row of a
board 2.27."""

USUAL = 1.25
"""Largest ratio of the sides of neighbours, and of a square's side to the board's median."""

FARTHEST = 3
"""Most steps to the next visible square: tiles and labels hide those between."""

SLANT = 0.4
"""How far off its row or column a neighbour may lie, in steps: 20 degrees."""

TILTED = 0.15
"""Degrees from which a picture is tilted: untilted ones measure up to 0.07, and a board of 15
squares with less tilt is off by a fortieth of a square at its sides."""


class Chart(NamedTuple):
    """N squares: column and row of each, from an arbitrary origin, and its centre in pixels."""

    numbers: Numbers
    centres: Doubles


def number_squares(centres: Doubles, sides: Doubles) -> Chart | None:
    """The largest group of linked neighbours, numbered; None where none is large enough.

    Centres are ``(N, 2)`` and sides ``(N,)`` pixels.
    """
    pairs = [_neighbours(centres, sides, axis) for axis in (0, 1)]
    if min(map(len, pairs)) == 0:
        return None
    ways = [centres[each[:, 1]] - centres[each[:, 0]] for each in pairs]
    run = np.array([[quantile(part, 0.5) for part in each.T] for each in ways])
    if abs(np.linalg.det(run)) < 1.0:
        return None
    long = np.linalg.norm(run, axis=1)
    run /= np.rint(long / long.min())[:, None]  # one way only every second square may be seen
    upright = centres @ np.linalg.inv(run)  # a step is about 1 now, both ways
    local = _smooth(sides, upright) / quantile(sides, 0.5)
    links: list[list[tuple[int, int, int, int]]] = [[] for _ in sides]
    for axis in (0, 1):
        for one, other, steps in _next_seen(upright, local, axis):
            across, down = (steps, 0) if axis == 0 else (0, steps)
            links[one].append((steps, other, across, down))
            links[other].append((steps, one, -across, -down))
    best: dict[int, tuple[int, int]] = {}
    seen: set[int] = set()
    for start in range(len(sides)):
        if start not in seen:
            places = _walk(links, start)
            seen |= places.keys()
            best = max(best, places, key=len)
    if len(best) < ENOUGH:
        return None
    members = list(best)
    return Chart(np.array([best[each] for each in members]), centres[members])


def _walk(
    links: Sequence[Sequence[tuple[int, int, int, int]]], start: int
) -> dict[int, tuple[int, int]]:
    """Column and row of each square linked to a start, along the paths whose links are shortest."""
    places: dict[int, tuple[int, int]] = {}
    queue = [(0, start, 0, 0)]
    while queue:
        far, here, column, row = heappop(queue)
        if here not in places:
            places[here] = (column, row)
            for steps, there, across, down in links[here]:
                if there not in places:
                    heappush(queue, (max(far, steps), there, column + across, row + down))
    return places


def _neighbours(centres: Doubles, sides: Doubles, axis: int) -> Numbers:
    """``(M, 2)`` pairs of squares a usual step apart, to the right (axis 0) or below (1)."""
    along = centres[None, :, axis] - centres[:, None, axis]
    off = np.abs(centres[None, :, 1 - axis] - centres[:, None, 1 - axis])
    ratio = sides[None, :] / sides[:, None]
    side = np.sqrt(sides[None, :] * sides[:, None])
    near = (along > STEPS[0] * side) & (along < STEPS[1] * side) & (off < SLANT * along)
    near &= (ratio < USUAL) & (ratio > 1 / USUAL)
    one, other = _mutual(np.where(near, along + off, np.inf))
    return np.stack([one, other], axis=1)


def _smooth(sides: Doubles, centres: Doubles) -> Doubles:
    """``(N,)`` the median side around each square, as single sides are exact to a pixel only."""
    away = ((centres[None] - centres[:, None]) ** 2).sum(axis=2)
    around = np.argsort(away, axis=1)[:, :9]
    return np.asarray(np.sort(sides[around], axis=1)[:, around.shape[1] // 2], np.float64)


def _next_seen(upright: Doubles, local: Doubles, axis: int) -> list[tuple[int, int, int]]:
    """Pairs of squares with no other between them, and how many steps they are apart."""
    along = (upright[None, :, axis] - upright[:, None, axis]) / local[:, None]
    off = np.abs(upright[None, :, 1 - axis] - upright[:, None, 1 - axis]) / local[:, None]
    near = (along > 0.5) & (along < FARTHEST + 0.5) & (off < SLANT / 2 * np.maximum(1.0, along))
    one, other = _mutual(np.where(near, along + off, np.inf))
    steps = np.rint(along[one, other]).astype(int)
    return list(zip(one.tolist(), other.tolist(), steps.tolist(), strict=True))


def _mutual(reach: Doubles) -> tuple[Numbers, Numbers]:
    """Pairs of mutual nearest neighbours; ``(N, N)`` distances, inf for no pair."""
    one, other = np.arange(len(reach)), reach.argmin(axis=1)
    mutual = np.isfinite(reach[one, other]) & (reach.argmin(axis=0)[other] == one)
    return one[mutual], other[mutual]


def find_pose(
    squares: Doubles, width: int, height: int, straight: Grid | None, seen: int
) -> Pose | None:
    """How a picture has to be straightened; None where it is straight or too little is known.

    Args:
        squares: ``(N, 4)`` left, top, width and height of even areas of the picture.
        width: Pixels of a row of the picture.
        height: Pixels of a column.
        straight: Where a board was found in the unchanged picture, None for nowhere.
        seen: Squares of the best board found so far; only a perspective that explains more of them
            is accepted.
    """
    if straight is not None:
        chart = _on_board(squares, straight)
        if len(chart.numbers):
            spans = np.ptp(chart.numbers, axis=0).min() >= LEAST_SPAN
            return _board_pose(chart, width, height) if spans else None
    return lattice_pose(squares, width, height, seen)


def lattice_pose(squares: Doubles, width: int, height: int, seen: int = 0) -> Pose | None:
    """The pose that straightens a tilted board, or one seen from the side; None where none is.

    Args:
        squares: ``(N, 4)`` left, top, width and height of even areas of a picture, those of a
            board among them.
        width: Pixels of a row of the picture.
        height: Pixels of a column.
        seen: Squares that a lattice without perspective explains; a perspective must explain more.
    """
    if not ENOUGH <= len(squares) <= MOST_SQUARES:
        return None
    centres, sides = squares[:, :2] + squares[:, 2:] / 2, np.sqrt(squares[:, 2] * squares[:, 3])
    chart = number_squares(centres, sides)
    for _ in range(3):
        matrix = None if chart is None else _homography(chart, cv2.RANSAC)
        chart = None if matrix is None else _on_lattice(matrix, centres)
    if chart is None or (matrix := _homography(chart)) is None:
        return None
    places, tilt = _levelled(chart)
    if _as_good(places, chart, matrix):
        return _turned(tilt, width, height)
    return _pose(matrix, chart.numbers, width, height) if len(chart.numbers) > seen else None


def _board_pose(chart: Chart, width: int, height: int) -> Pose | None:
    """The simplest pose that straightens a board's squares about as well as a homography does."""
    if (matrix := _homography(chart, cv2.RANSAC)) is None:
        return None
    places, tilt = _levelled(chart)
    turned = _turned(tilt, width, height)
    if turned is not None and _as_good(places, chart, matrix):
        return turned
    off = chart.numbers - chart.numbers.mean(axis=0)
    steps = (off * chart.centres).sum(axis=0) / (off**2).sum(axis=0)
    if _as_good(chart.centres.mean(axis=0) + off * steps, chart, matrix):
        return stretched_pose(width, height, float(steps[0] / steps[1]))
    return _pose(matrix, chart.numbers, width, height)


def _as_good(places: Doubles, chart: Chart, matrix: Doubles) -> bool:
    """Whether squares lie about as near to some places as to those of a homography."""
    least = max(_missed(map_points(matrix, chart.numbers.astype(np.float64)), chart), EXACT)
    return _missed(places, chart) < UNLEVEL * least


def find_warp(pixels: Bytes, grid: Grid) -> Pose | None:
    """The pose that straightens a board whose squares do not stand out; None where it is straight.

    It lies roughly on the grid in an ``(H, W, 3)`` uint8 picture.
    """
    if (matrix := grow(pixels, grid)) is None:
        return None
    numbers = np.array(list(np.ndindex(grid.size, grid.size)))
    off, there = numbers - numbers.mean(axis=0), map_points(matrix, numbers.astype(np.float64))
    level = there.mean(axis=0) + off * (off * there).sum() / (off**2).sum()
    if np.abs(there - level).max() < ALIKE * grid.cell:
        return None
    return _pose(matrix, numbers, pixels.shape[1], pixels.shape[0])


def _homography(chart: Chart, method: int = 0) -> Doubles | None:
    """The homography from numbers to pixels, None where the squares do not determine one."""
    numbers = chart.numbers.astype(np.float64)
    found = np.asarray(cv2.findHomography(numbers, chart.centres, method, 4.0)[0], np.float64)
    return found if found.shape == (3, 3) else None


def _on_board(squares: Doubles, grid: Grid) -> Chart:
    """The board's own squares, numbered by its lattice."""
    centres = squares[:, :2] + squares[:, 2:] / 2
    places = (centres - (grid.x, grid.y)) / grid.cell - 0.5
    sides = np.sqrt(squares[:, 2] * squares[:, 3])
    within = (np.abs(places - (grid.size - 1) / 2) < grid.size / 2).all(axis=1)
    if within.any():
        within &= np.abs(np.log(sides / quantile(sides[within], 0.5))) < np.log(USUAL)
    return Chart(np.rint(places[within]).astype(np.int64), centres[within])


def _on_lattice(matrix: Doubles, centres: Doubles) -> Chart | None:
    """The squares that lie on a homography's lattice, numbered; None where these are too few."""
    places = map_points(np.asarray(np.linalg.inv(matrix), np.float64), centres)
    numbers = np.rint(places)
    near = (np.abs(places - numbers) < ALIKE).all(axis=1) & (np.abs(numbers) < 60).all(axis=1)
    kept = numbers[near].astype(np.int64)
    if near.sum() < ENOUGH or np.ptp(kept, axis=0).min() < LEAST_SPAN:
        return None
    return Chart(kept, centres[near])


def _levelled(chart: Chart) -> tuple[Doubles, float]:
    """``(N, 2)`` pixels on the best lattice of equal steps at right angles, and its rows' tilt.

    The tilt is in degrees, positive where rows fall to the right. As complex numbers, points are
    turned and scaled by one factor.
    """
    numbers, centres = (each @ np.array([1.0, 1.0j]) for each in chart)
    off = numbers - numbers.mean()
    step = np.vdot(off, centres) / np.vdot(off, off).real
    places = centres.mean() + step * off
    return np.stack([places.real, places.imag], axis=1), math.degrees(np.angle(step))


def _turned(tilt: float, width: int, height: int) -> Pose | None:
    """The pose that levels a picture, None where it is level."""
    return level_pose(width, height, tilt) if abs(tilt) > TILTED else None


def _missed(places: Doubles, chart: Chart) -> float:
    """Pixels by which nine of ten squares lie off these places at most."""
    return quantile(np.abs(places - chart.centres).max(axis=1), 0.9)


def _pose(matrix: Doubles, numbers: Numbers, width: int, height: int) -> Pose:
    """The pose of a homography, with steps as long as the longest of the board in the picture."""
    low, high = numbers.min(axis=0), numbers.max(axis=0)
    corners = Box(*low, *(high - low)).corners
    steps = [map_points(matrix, corners + step) - map_points(matrix, corners) for step in np.eye(2)]
    pitch = float(np.linalg.norm(steps, axis=2).max())
    first, last = low - AROUND, high + AROUND
    inverse = np.linalg.inv(matrix)
    frame = np.array([[x, y, 1.0] for x in (0, width) for y in (0, height)]) @ inverse.T
    if (frame[:, 2] * inverse[2, 2] > 0).all() or (frame[:, 2] > 0).all():
        edges = frame[:, :2] / frame[:, 2:]
        first, last = np.maximum(first, edges.min(axis=0)), np.minimum(last, edges.max(axis=0))
    scale = np.diag([pitch, pitch, 1.0])
    scale[:2, 2] = -first * pitch
    return Pose(scale @ inverse, *(math.ceil(span * pitch) for span in last - first)).reduced()[0]
