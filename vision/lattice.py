"""Lattices: equal squares in equal steps, wherever and however large they are in a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Box

Floats = NDArray[np.float64]

LEAST_SIDE = 8
"""Smallest square in pixels that still shows a letter."""

LEAST_SQUARES = 20
"""So many equal squares make a lattice worth a look."""

GAP = (1.0, 1.55)
"""Pitch over side of a square: from squares that touch to gaps of half a square."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Squares on a common raster.

    Attributes:
        x, y: Centre of the raster square ``(0, 0)`` in pixels.
        pitch: Step in pixels, the same in both directions.
        columns, rows: ``(N,)`` raster coordinates of the squares that were found.
        sides: ``(N,)`` their sides in pixels.
    """

    x: float
    y: float
    pitch: float
    columns: NDArray[np.int64]
    rows: NDArray[np.int64]
    sides: Floats


def measure_edges(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How much each pixel's 3x3 surrounding varies: ``(H, W)`` uint8, of the worst channel."""
    spread = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    blue, green, red = cv2.split(spread)
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8)


def find_squares(
    edges: NDArray[np.uint8], level: int, skew: float = 0.18, fill: float = 0.45
) -> list[Box]:
    """Even areas about as wide as high.

    Args:
        edges: ``(H, W)`` as of ``measure_edges``.
        level: An area is even where ``edges`` stay at or below this.
        skew: How far width and height may differ, as a share of their mean.
        fill: Least share of its box that the area covers.
    """
    even = (edges <= level).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(even, connectivity=4, ltype=cv2.CV_32S)
    _, _, width, height, area = stats[1:].astype(np.float64).T
    side = (width + height) / 2
    good = (
        (side >= LEAST_SIDE)
        & (np.abs(width - height) <= skew * side)
        & (area >= fill * width * height)
    )
    return [Box(*map(float, found)) for found in stats[1:][good, :4]]


def find_lattices(squares: list[Box]) -> Iterator[Lattice]:
    """Lattices among squares, those of many squares first."""
    if len(squares) < LEAST_SQUARES:
        return
    centres = np.array([box.centre for box in squares])
    sides = np.array([(box.width + box.height) / 2 for box in squares])
    logs = np.log(sides)
    bins = np.round(logs / 0.04).astype(int)
    groups = sorted(
        ((int((np.abs(logs - b * 0.04) < 0.1).sum()), b) for b in set(bins.tolist())), reverse=True
    )
    taken: list[int] = []
    for count, middle in groups:
        if count < LEAST_SQUARES or len(taken) == 6:
            return
        if any(abs(middle - other) <= 2 for other in taken):
            continue
        taken.append(middle)
        alike = np.abs(logs - middle * 0.04) < 0.1
        lattice = _fit(centres[alike], sides[alike])
        if lattice is not None:
            yield lattice


def _fit(centres: Floats, sides: Floats) -> Lattice | None:
    """The raster that most of the squares lie on, None where they lie on none."""
    side = float(np.median(sides))
    pitch = _step(centres, side)
    if pitch is None:
        return None
    origin = np.array([_phase(centres[:, 0], pitch), _phase(centres[:, 1], pitch)])
    raster, near = np.zeros_like(centres), np.zeros(len(centres), bool)
    for tolerance in (0.2, 0.12, 0.1, 0.1):
        raster = np.round((centres - origin) / pitch)
        near = (np.abs(centres - origin - raster * pitch) < tolerance * pitch).all(axis=1)
        if near.sum() < LEAST_SQUARES:
            return None
        known = raster[near]
        zero, one = np.zeros(len(known)), np.ones(len(known))
        equations = np.vstack([np.c_[one, zero, known[:, 0]], np.c_[zero, one, known[:, 1]]])
        solved = np.linalg.lstsq(equations, centres[near].T.ravel(), rcond=None)[0]
        origin, pitch = solved[:2], float(solved[2])
    found = raster[near].astype(np.int64)
    return Lattice(float(origin[0]), float(origin[1]), pitch, found[:, 0], found[:, 1], sides[near])


def _step(centres: Floats, side: float) -> float | None:
    """The most common distance between neighbours in a row or column."""
    order = np.lexsort((centres[:, 0], np.round(centres[:, 1] / (0.4 * side))))
    order_down = np.lexsort((centres[:, 1], np.round(centres[:, 0] / (0.4 * side))))
    across = np.diff(centres[order], axis=0)
    down = np.diff(centres[order_down], axis=0)[:, ::-1]
    steps = np.vstack([across, down])
    level = np.abs(steps[:, 1]) < 0.2 * side
    lengths = steps[level, 0]
    lengths = lengths[(lengths > GAP[0] * 0.96 * side) & (lengths < GAP[1] * side)]
    if len(lengths) < LEAST_SQUARES // 2:
        return None
    lengths.sort()
    width = 0.06 * side
    counts = np.searchsorted(lengths, lengths + width) - np.arange(len(lengths))
    first = int(counts.argmax())
    return float(np.median(lengths[first : first + int(counts[first])]))


def _phase(values: Floats, pitch: float) -> float:
    """Where most of the values lie within a step, in pixels."""
    share = (values % pitch) / pitch
    counts, _ = np.histogram(share, bins=24, range=(0.0, 1.0))
    smooth = counts + np.roll(counts, 1) + np.roll(counts, -1)
    return float((smooth.argmax() + 0.5) / 24 * pitch)
