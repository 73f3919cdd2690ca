"""Boxes, lattices and poses: a picture in; it straightened, and places mapped back onto it, out.

Origin is the outer corner of the top left pixel; x grows to the right, y downwards. Edges are
real numbers, so a pixel ``(column, row)`` covers ``column..column + 1`` by ``row..row + 1``.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.imaging.arrays import Bools, Bytes, Doubles

Place = tuple[int, int]
"""Row and column of a square, from 0."""

MOST_STRAIGHTENED = 24_000_000
"""Pixels of a straightened picture: as many as a phone's photo has."""

STRETCHED = 0.005
"""Difference of steps across and down, as a share, from which a board of 15 squares is off by a
twenty-fifth of a square at its sides: screenshots measure up to 0.003, pages of tables 0.01 to
0.03."""

STRIP = 256
"""Rows that are worked on at a time: floats of a whole picture take four times its memory."""


class Box(NamedTuple):
    """An upright rectangle: left and top edge, width and height in pixels."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def around(cls, boxes: Collection[Box]) -> Box:
        """The box that holds all of some boxes, of which there is one at least."""
        x, y = min(box.x for box in boxes), min(box.y for box in boxes)
        return cls(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Centre as ``(x, y)``."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> Doubles:
        """``(4, 2)`` its corners."""
        corners = [(x, y) for x in (self.x, self.right) for y in (self.y, self.bottom)]
        return np.array(corners, np.float64)

    def scaled(self, factor: float) -> Box:
        """The same box in a picture scaled by ``factor``."""
        return Box(self.x * factor, self.y * factor, self.width * factor, self.height * factor)

    def shifted(self, dx: float, dy: float) -> Box:
        """The box moved by ``(dx, dy)`` pixels."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def pixels(self, width: int, height: int) -> tuple[slice, slice]:
        """Row and column slices of the whole pixels, clipped to a picture of that size."""
        rows = slice(max(0, round(self.y)), max(0, min(height, round(self.bottom))))
        columns = slice(max(0, round(self.x)), max(0, min(width, round(self.right))))
        return rows, columns


class Grid(NamedTuple):
    """The lattice of a board: as many rows as columns of equal squares.

    Attributes:
        x: Left edge of column 0 in pixels (the middle of the gap left of it).
        y: Top edge of row 0 in pixels.
        cell: Pitch in pixels, the same in both directions.
        size: Squares a side: 15, 11, ...
    """

    x: float
    y: float
    cell: float
    size: int

    def square(self, row: int, column: int) -> Box:
        """The box of one square."""
        return Box(self.x + column * self.cell, self.y + row * self.cell, self.cell, self.cell)

    @property
    def box(self) -> Box:
        """The box of the whole board."""
        side = self.cell * self.size
        return Box(self.x, self.y, side, side)


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """The way from a picture to the straight one that is read.

    Attributes:
        matrix: ``(3, 3)`` homography of points, origin and edges as in ``vision.imaging.geometry``.
        width, height: Size of the straight picture in pixels.
    """

    matrix: Doubles
    width: int
    height: int

    def straighten(self, pixels: Bytes) -> Bytes:
        """The straight picture; beyond the picture's edge, the edge is repeated."""
        straight = cv2.warpPerspective(
            pixels,
            _on_centres(self.matrix),
            (self.width, self.height),
            flags=cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(straight, np.uint8)

    def reduced(self) -> tuple[Pose, float]:
        """The pose with ``MOST_STRAIGHTENED`` pixels at most, and the factor of its lengths."""
        share = min(1.0, math.sqrt(MOST_STRAIGHTENED / (self.width * self.height)))
        size = math.ceil(share * self.width), math.ceil(share * self.height)
        return Pose(np.diag([share, share, 1.0]) @ self.matrix, *size), share

    def point_back(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the straight picture lies in the original one."""
        across, down, depth = np.linalg.solve(self.matrix, np.array([x, y, 1.0]))
        return float(across / depth), float(down / depth)

    def box_back(self, box: Box) -> Box:
        """The upright box in the original picture around a box of the straight one."""
        corners = np.array([self.point_back(x, y) for x, y in box.corners.tolist()])
        return Box(*corners.min(axis=0).tolist(), *np.ptp(corners, axis=0).tolist())

    def paint_back(self, picture: Bytes, before: Bytes, after: Bytes) -> Bytes:
        """The picture with what was painted onto its straight version; the rest stays as it was.

        ``before`` and ``after`` are the straight version without the painting and with it.
        """
        painted = (before != after).any(axis=2).astype(np.float32)
        whole = np.empty_like(picture)
        for top in range(0, len(picture), STRIP):
            part = picture[top : top + STRIP]
            below = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, top], [0.0, 0.0, 1.0]])
            share, paint = (
                cv2.warpPerspective(
                    layer,
                    _on_centres(self.matrix @ below),
                    (picture.shape[1], len(part)),
                    flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                    borderMode=border,
                )
                for layer, border in ((painted, cv2.BORDER_CONSTANT), (after, cv2.BORDER_REPLICATE))
            )
            mixed = part + share[:, :, None] * (paint.astype(np.float32) - part)
            whole[top : top + STRIP] = np.clip(mixed + 0.5, 0, 255)
        return whole


def places_in(mask: Bools) -> list[Place]:
    """The squares of an ``(n, n)`` mask, row by row."""
    return [(row, column) for row, column in np.argwhere(mask).tolist()]


def map_points(matrix: Doubles, points: Doubles) -> Doubles:
    """``(N, 2)`` points through a homography."""
    there = np.c_[points, np.ones(len(points))] @ matrix.T
    return np.asarray(there[:, :2] / there[:, 2:], np.float64)


def level_pose(width: int, height: int, tilt: float) -> Pose:
    """The pose that levels a picture whose rows fall to the right by ``tilt`` degrees.

    It is enlarged so that no corner is lost, or reduced to ``MOST_STRAIGHTENED`` pixels.
    """
    cosine, sine = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    wide = math.ceil(width * cosine + height * abs(sine))
    high = math.ceil(height * cosine + width * abs(sine))
    turn = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    middle = turn @ np.array([width / 2, height / 2, 1.0])
    turn[:2, 2] = np.array([wide / 2, high / 2]) - middle[:2]
    return Pose(turn, wide, high).reduced()[0]


def stretched_pose(width: int, height: int, stretch: float) -> Pose | None:
    """The pose that makes oblong cells square; None where they are nearly so.

    ``stretch`` is the step across, divided by the step down.
    """
    if abs(stretch - 1.0) < STRETCHED:
        return None
    wider, higher = max(1.0, 1.0 / stretch), max(1.0, stretch)
    size = math.ceil(width * wider), math.ceil(height * higher)
    return Pose(np.diag([wider, higher, 1.0]), *size).reduced()[0]


def _on_centres(matrix: Doubles) -> Doubles:
    """The matrix for OpenCV, where whole numbers are the centres of pixels, not their corners."""
    half = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
    return np.asarray(np.linalg.inv(half) @ matrix @ half, np.float64)
