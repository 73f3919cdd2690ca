"""Perspective: the lattice of a board that was photographed from the side, and the way to level it.

Squares whose neighbours lie about one step to the right and one step down are numbered from one to
the next, whatever the steps become on the way; a homography through all that are numbered then
tells where the rest lies. After Hartley and Zisserman, "Multiple View Geometry", on homographies
from points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Box
from vision.pose import Pose

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

MOST_SQUARES = 1500
"""Even areas that are looked at; a picture of a board has some hundreds."""

LEAST_NUMBERED = 40
"""Squares on the lattice from which it is believed."""

LEAST_SPAN = 8
"""Rows and columns from the first to the last of them."""

STEP = (0.92, 2.4)
"""Distance of neighbours in sides of a square: noise shrinks what is even of it."""

USUAL = 1.25
"""How much longer than the shortest of the usual steps the longest is; two steps are never one."""

FARTHEST = 3
"""Steps to the next square that is seen: tiles and labels hide those between."""

SLANT = 0.4
"""How far off its row or column a neighbour may lie, in steps: 20 degrees."""

SKEW = 0.2
"""The same, a step, once it is known how rows and columns run on the whole."""

ALIKE = 1.3
"""How many times as large as its neighbour a square may be."""

OFF = 0.12
"""How far off its place on the lattice, in steps, a square may lie."""

UNLEVEL = 1.6
"""How many times as far as from their perspective squares must lie from the best level lattice.
Screenshots, tilted and damaged ones too, measure up to 1.3; photos from 5 degrees on 2 and more."""

EXACT = 0.5
"""Pixels to which squares are found at best."""

AROUND = (9, 26)
"""Columns and rows beside the squares seen that are levelled too: the rest of the screen."""

MOST_PIXELS = 24_000_000


@dataclass(frozen=True, slots=True, eq=False)
class _Chart:
    """Squares with their numbers: ``(N, 2)`` column and row, ``(N, 2)`` centres."""

    numbers: Numbers
    centres: Floats


def find_perspective(squares: Sequence[Box], width: int, height: int) -> Pose | None:
    """The pose that levels a board seen from the side; None where none is or it lies level.

    Args:
        squares: Even areas of a picture, those of a board among them.
        width: Pixels of a row of the picture.
        height: Pixels of a column.
    """
    if not LEAST_NUMBERED <= len(squares) <= MOST_SQUARES:
        return None
    centres = np.array([box.centre for box in squares])
    sides = np.array([(box.width * box.height) ** 0.5 for box in squares])
    chart = _number(centres, sides)
    for _ in range(3):
        if chart is None:
            return None
        matrix, _ = cv2.findHomography(chart.numbers.astype(float), chart.centres, cv2.RANSAC, 4.0)
        if matrix is None:
            return None
        chart = _on_lattice(np.asarray(matrix, np.float64), centres)
    if chart is None:
        return None
    matrix = cv2.findHomography(chart.numbers.astype(float), chart.centres)[0].astype(np.float64)
    seen_from_the_side = _mapped(matrix, chart.numbers.astype(float))
    least = max(_missed(seen_from_the_side, chart), EXACT)
    if _missed(_levelled(chart), chart) < UNLEVEL * least:
        return None
    return _pose(matrix, chart, width, height)


def _number(centres: Floats, sides: Floats) -> _Chart | None:
    """The largest group of squares that are neighbours of each other."""
    pairs = [_neighbours(centres, sides, axis) for axis in (0, 1)]
    if min(map(len, pairs)) == 0:
        return None
    run = np.array([np.median(centres[each[:, 1]] - centres[each[:, 0]], axis=0) for each in pairs])
    if abs(np.linalg.det(run)) < 1.0:
        return None
    upright = centres @ np.linalg.inv(run)  # a step is about 1 now, both ways
    local = _smooth(sides, upright) / np.median(sides)
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
    if len(best) < LEAST_NUMBERED // 2:
        return None
    members = list(best)
    return _Chart(np.array([best[each] for each in members]), centres[members])


def _walk(
    links: Sequence[Sequence[tuple[int, int, int, int]]], start: int
) -> dict[int, tuple[int, int]]:
    """Numbers of all squares that can be reached, by as short steps as can be."""
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


def _neighbours(centres: Floats, sides: Floats, axis: int) -> Numbers:
    """``(M, 2)`` pairs of squares a usual step apart, to the right (axis 0) or below (1)."""
    along = centres[None, :, axis] - centres[:, None, axis]
    off = np.abs(centres[None, :, 1 - axis] - centres[:, None, 1 - axis])
    ratio = sides[None, :] / sides[:, None]
    side = np.sqrt(sides[None, :] * sides[:, None])
    near = (along > STEP[0] * side) & (along < STEP[1] * side) & (off < SLANT * along)
    near &= (ratio < ALIKE) & (ratio > 1 / ALIKE)
    one, other = _mutual(np.where(near, along + off, np.inf))
    if not len(one):
        return np.zeros((0, 2), np.int64)
    steps = np.log(along[one, other] / side[one, other])
    order = np.sort(steps)
    counts = np.searchsorted(order, order + np.log(USUAL)) - np.arange(len(order))
    least = order[int(counts.argmax())]
    usual = (steps >= least) & (steps < least + np.log(USUAL))
    return np.c_[one[usual], other[usual]]


def _smooth(sides: Floats, centres: Floats) -> Floats:
    """``(N,)`` the usual side around each square, as single ones are found to a pixel."""
    away = ((centres[None] - centres[:, None]) ** 2).sum(axis=2)
    around = np.argsort(away, axis=1)[:, :9]
    return np.asarray(np.median(sides[around], axis=1), np.float64)


def _next_seen(upright: Floats, local: Floats, axis: int) -> list[tuple[int, int, int]]:
    """Pairs of squares with no other between them, and how many steps they are apart."""
    along = (upright[None, :, axis] - upright[:, None, axis]) / local[:, None]
    off = np.abs(upright[None, :, 1 - axis] - upright[:, None, 1 - axis]) / local[:, None]
    near = (along > 0.5) & (along < FARTHEST + 0.5) & (off < SKEW * np.maximum(1.0, along))
    one, other = _mutual(np.where(near, along + off, np.inf))
    steps = np.rint(along[one, other]).astype(int)
    return list(zip(one.tolist(), other.tolist(), steps.tolist(), strict=True))


def _mutual(reach: Floats) -> tuple[Numbers, Numbers]:
    """Pairs of which each is the other's nearest; ``(N, N)`` distances, those of no pair inf."""
    one, other = np.arange(len(reach)), reach.argmin(axis=1)
    mutual = np.isfinite(reach[one, other]) & (reach.argmin(axis=0)[other] == one)
    return one[mutual], other[mutual]


def _on_lattice(matrix: Floats, centres: Floats) -> _Chart | None:
    """All squares that lie where the lattice has one."""
    places = _mapped(np.linalg.inv(matrix), centres)
    numbers = np.rint(places)
    near = (np.abs(places - numbers) < OFF).all(axis=1) & (np.abs(numbers) < 60).all(axis=1)
    kept = numbers[near].astype(np.int64)
    if near.sum() < LEAST_NUMBERED or np.ptp(kept, axis=0).min() < LEAST_SPAN:
        return None
    return _Chart(kept, centres[near])


def _levelled(chart: _Chart) -> Floats:
    """``(N, 2)`` centres of the squares on the best lattice of equal steps at right angles."""
    column, row = chart.numbers.T.astype(float)
    zero, one = np.zeros_like(column), np.ones_like(column)
    equations = np.vstack([np.c_[one, zero, column, -row], np.c_[zero, one, row, column]])
    solved = np.linalg.lstsq(equations, chart.centres.T.ravel(), rcond=None)[0]
    return np.asarray((equations @ solved).reshape(2, -1).T, np.float64)


def _missed(places: Floats, chart: _Chart) -> float:
    """Pixels by which all but a tenth of the squares lie off these places at most."""
    return float(np.percentile(np.abs(places - chart.centres).max(axis=1), 90))


def _pose(matrix: Floats, chart: _Chart, width: int, height: int) -> Pose | None:
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
