"""Ink of tiles in; the corner and place where their look prints numerals out."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Blob, Floats, find_blobs
from vision.tiles.ink import CELL
from vision.tiles.segment import NUMERAL_HEIGHT, Mark

Ints = NDArray[np.signedinteger]
Kind = TypeVar("Kind", bound=np.generic)

THIN = 0.3
"""Coverage from which a pixel counts as part of a thin figure."""

CORNERS = ((False, False), (True, False), (True, True), (False, True))
"""Corners as (below, left), the usual one first."""

MOST = 0.7
"""Share of the tiles with a numeral in one corner from which no other corner is examined."""

RIM = 0.75
"""Share of ink in a line of pixels along the cell's border from which it is the tile's edge."""

FIGURE = 0.7
"""Width of a figure as a share of its height."""

SPREAD = 0.25
"""How far numerals of one picture may differ in height, as a share of it."""


class Corner(NamedTuple):
    """Where the numerals of a picture stand.

    Lengths are in cell pixels, seen as if the corner were the upper right one.

    Attributes:
        below, left: Which corner it is.
        top: From the tile's edge to the numeral.
        height: Height of the numeral.
        right: Outer end of the numeral, from the other side of the tile.
        seen: Share of the tiles on which it was seen.
    """

    below: bool
    left: bool
    top: float
    height: float
    right: float
    seen: float = 1.0

    def turn(self, pages: NDArray[Kind]) -> NDArray[Kind]:
        """``(..., h, w)`` mirrored so that the corner is the upper right one; its own inverse."""
        turned = pages[..., ::-1, :] if self.below else pages
        return turned[..., ::-1] if self.left else turned

    @property
    def middle(self) -> tuple[float, float]:
        """Middle of a numeral of one figure, across and down, in cell pixels as they are."""
        across, down = self.right - FIGURE * self.height / 2, self.top + self.height / 2
        return CELL - across if self.left else across, CELL - down if self.below else down

    def reach(self, blob: Blob) -> tuple[int, int]:
        """The top and the right end of a blob in the mirrored cell."""
        top = CELL - blob.bottom if self.below else blob.y
        return top, CELL - blob.x if self.left else blob.right


def find_corner(
    coverage: Floats, marks: Sequence[Mark | None], known: tuple[bool, bool] | None = None
) -> Corner | None:
    """The corner in which most tiles have a numeral, None where no tile has one.

    Args:
        coverage: ``(K, CELL, CELL)`` ink, 0 to 1.
        marks: The letter of each tile, None for cells that are no tiles.
        known: Which corner it is, as (below, left), where that is known.
    """
    tiles = [k for k, mark in enumerate(marks) if mark is not None]
    best, most = None, 0
    for below, left in CORNERS if known is None else (known,):
        trial = Corner(below, left, 0.0, 0.0, 0.0)
        heights, tops, ends = _small_ink(trial.turn(coverage), tiles)
        if not len(heights):
            continue
        height = median(heights.tolist())
        alike = np.abs(heights - height) <= SPREAD * height + 1
        if np.count_nonzero(alike) > most:
            most = int(np.count_nonzero(alike))
            right = _outermost(ends[alike].tolist())
            top = median(tops[alike].tolist())
            best = Corner(below, left, top, height, right, most / len(tiles))
        if most > MOST * len(tiles):
            break
    return best


def _outermost(ends: list[int]) -> float:
    """Where nine of ten numerals end, interpolated between the two nearest values."""
    place = 0.9 * (len(ends) - 1)
    lower, upper = sorted(ends)[int(place) :][:2] if len(ends) > 1 else (*ends, *ends)
    return lower + (upper - lower) * (place - int(place))


def _small_ink(coverage: Floats, tiles: list[int]) -> tuple[Ints, Ints, Ints]:
    """Small ink in the upper right of tiles that is connected with nothing else.

    Returns:
        Height of the figure farthest to the right, top and right end of all figures, for each tile
        that has any.
    """
    rows, columns = slice(0, round(0.5 * CELL)), slice(round(0.5 * CELL), CELL - 2)
    zones = coverage[tiles, rows, columns] > THIN
    pieces = find_blobs(zones)
    x, y, width, height, area = pieces.boxes.T
    low, high = NUMERAL_HEIGHT[0] * CELL, NUMERAL_HEIGHT[1] * CELL
    inside = (x > 0) & (y > 0) & (x + width < zones.shape[2]) & (y + height < zones.shape[1])
    small = inside & (height >= low) & (height <= high) & (width <= high) & (area >= 6)
    order = np.lexsort((x[small], pieces.owners[small]))
    x, y, width, height, _ = pieces.boxes[small][order].T
    owners = pieces.owners[small][order]
    tallest = np.zeros(len(tiles), np.int32)
    np.maximum.at(tallest, owners, height)
    tall = height > 0.75 * tallest[owners]
    x, y, width, height, owners = (each[tall] for each in (x, y, width, height, owners))
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    if not len(starts):
        return owners, owners, owners
    lasts = np.append(starts[1:], len(owners)) - 1
    tops, ends = np.minimum.reduceat(y, starts), np.maximum.reduceat(x + width, starts)
    return height[lasts], tops + rows.start, ends + columns.start


def without_lines(inked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink without the lines along each page's outer sides, top and right: the tile's edge."""
    _, height, width = inked.shape
    if inked[:, 0].sum(axis=1).max(initial=0) >= RIM * width:
        above = np.logical_and.accumulate(inked.sum(axis=2) >= RIM * width, axis=1)
        inked = inked & ~above[:, :, None]
    if inked[:, :, -1].sum(axis=1).max(initial=0) >= RIM * height:
        full = inked.sum(axis=1) >= RIM * height
        beside = np.logical_and.accumulate(full[:, ::-1], axis=1)[:, ::-1]
        inked = inked & ~beside[:, None]
    return inked
