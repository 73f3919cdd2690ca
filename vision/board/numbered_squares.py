"""Chart: squares numbered from neighbour to neighbour, however their steps change on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

LEAST_NUMBERED = 20
"""Squares that hang together."""

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


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """Squares with their numbers.

    Attributes:
        numbers: ``(N, 2)`` column and row, counted from anywhere.
        centres: ``(N, 2)`` pixels.
    """

    numbers: Numbers
    centres: Floats


def number_squares(centres: Floats, sides: Floats) -> Chart | None:
    """The largest group of squares that are neighbours of each other, None where none is large.

    Args:
        centres: ``(N, 2)`` pixels.
        sides: ``(N,)`` pixels.
    """
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
    if len(best) < LEAST_NUMBERED:
        return None
    members = list(best)
    return Chart(np.array([best[each] for each in members]), centres[members])


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
    return np.stack([one[usual], other[usual]], axis=1)


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
