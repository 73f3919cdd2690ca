"""Corner: where on its tiles a look prints the numerals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL
from vision.marks import NUMERAL_HEIGHT, Blob, Mark

Floats = NDArray[np.float32]

THIN = 0.3
"""Coverage from which a pixel counts as part of a thin figure."""

CORNERS = ((False, False), (True, False), (True, True), (False, True))
"""Corners as (below, left), the usual one first."""

SPREAD = 0.25
"""How far numerals of one picture may differ in height, as a share of it."""


@dataclass(frozen=True, slots=True)
class Corner:
    """Where the numerals of a picture stand.

    Lengths are in cell pixels, seen as if the corner were the upper right one.

    Attributes:
        below, left: Which corner it is.
        top: From the tile's edge to the numeral.
        height: Height of the numeral.
        right: Outer end of the numeral, from the other side of the tile.
    """

    below: bool
    left: bool
    top: float
    height: float
    right: float

    def turn(self, page: NDArray[np.generic]) -> NDArray[np.generic]:
        """``(CELL, CELL)`` mirrored so that the corner is the upper right one; its own inverse."""
        turned = page[::-1] if self.below else page
        return turned[:, ::-1] if self.left else turned

    def turn_blob(self, blob: Blob) -> Blob:
        """A blob's box in the mirrored cell."""
        x = CELL - blob.right if self.left else blob.x
        y = CELL - blob.bottom if self.below else blob.y
        return Blob(x, y, blob.width, blob.height, blob.area)


def find_corner(coverage: Floats, marks: Sequence[Mark | None]) -> Corner | None:
    """The corner in which most tiles have a numeral, None where no tile has one.

    Args:
        coverage: ``(K, CELL, CELL)`` ink, 0 to 1.
        marks: The letter of each tile, None for cells that are no tiles.
    """
    best, most = None, 0
    for below, left in CORNERS:
        trial = Corner(below, left, 0.0, 0.0, 0.0)
        found = [
            blobs
            for k, mark in enumerate(marks)
            if mark is not None
            and (blobs := _small_blobs(np.asarray(trial.turn(coverage[k]), np.float32)))
        ]
        if not found:
            continue
        height = float(np.median([blobs[-1].height for blobs in found]))
        alike = [blobs for blobs in found if abs(blobs[-1].height - height) <= SPREAD * height + 1]
        if len(alike) > most:
            most = len(alike)
            best = Corner(
                below,
                left,
                float(np.median([min(b.y for b in blobs) for blobs in alike])),
                height,
                float(np.percentile([max(b.right for b in blobs) for blobs in alike], 90)),
            )
    return best


def _small_blobs(coverage: Floats) -> list[Blob]:
    """Small ink in the upper right that hangs together with nothing else, from left to right."""
    rows, columns = slice(2, round(0.5 * CELL)), slice(round(0.5 * CELL), CELL - 2)
    zone = (coverage[rows, columns] > THIN).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(zone, connectivity=8)
    low, high = NUMERAL_HEIGHT[0] * CELL, NUMERAL_HEIGHT[1] * CELL
    inside = [
        blob
        for x, y, width, height, area in stats[1:].tolist()
        for blob in [Blob(x + columns.start, y + rows.start, width, height, area)]
        if x > 0
        and y > 0
        and x + width < zone.shape[1]
        and y + height < zone.shape[0]
        and low <= height <= high
        and width <= high
        and area >= 6
    ]
    tallest = max((blob.height for blob in inside), default=0)
    return sorted(
        (blob for blob in inside if blob.height > 0.75 * tallest), key=lambda blob: blob.x
    )
