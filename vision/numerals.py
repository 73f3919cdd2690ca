"""Numerals: the little value in the corner of a tile; it limits the letters, its absence means a blank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL, Cells
from vision.glyphs import GlyphBank, compare, shape_mask
from vision.marks import NUMERAL_HEIGHT, Blob, Mark

Floats = NDArray[np.float32]

LEGIBLE = 0.6
"""Likeness from which a digit counts as read."""

LEVELS = (0.5, 0.3)
"""Coverage from which a pixel counts as part of a numeral: the low one for thin figures, which the high
one tears apart, the high one for figures that the low one runs together."""

TOUCHING = 0.8
"""Likeness given by width alone: to two digits that run together, and to a bare stroke as a 1."""

NARROW = 0.42
"""Width over height that only a 1 goes below, with or without a flag and a foot."""

PRESENT = 0.3
"""Ink in the corner, as a share of what the picture's numerals have, from which there is a numeral."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """What stands in the corner of a tile.

    Attributes:
        ink: Ink in the corner as a share of what other tiles of the picture have there.
        hidden: Whether something lies on the corner, so that absence proves nothing.
        scores: Likeness of what stands there to each value, empty where no digit is legible.
    """

    ink: float
    hidden: bool
    scores: dict[int, float]

    @property
    def value(self) -> int | None:
        """The most likely value, None where none is legible."""
        if not self.scores:
            return None
        best = max(self.scores, key=lambda value: self.scores[value])
        return best if self.scores[best] >= LEGIBLE else None

    @property
    def missing(self) -> bool:
        """Whether it is plain to see that there is no numeral."""
        return self.ink < PRESENT and not self.hidden and self.value is None


@dataclass(frozen=True, slots=True)
class Corner:
    """Where the numerals of a picture stand, in cell pixels: top, height, right edge."""

    top: float
    height: float
    right: float


def find_corner(cells: Cells, marks: Sequence[Mark | None]) -> Corner | None:
    """Where most numerals stand, None where no tile has one."""
    whole = [
        (min(b.y for b in parts), parts[-1].height, max(b.right for b in parts))
        for k, mark in enumerate(marks)
        if mark is not None and (parts := _numeral_blobs(cells.coverage[k]))
    ]
    if not whole:
        return None
    tops, heights, rights = zip(*whole, strict=True)
    return Corner(float(np.median(tops)), float(np.median(heights)), float(np.percentile(rights, 90)))


def _numeral_blobs(coverage: Floats) -> list[Blob]:
    """Small ink in the upper right that does not hang together with the letter, left to right."""
    rows, columns = slice(2, round(0.5 * CELL)), slice(round(0.5 * CELL), CELL - 2)
    zone = (coverage[rows, columns] > LEVELS[-1]).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(zone, connectivity=8)
    blobs = [Blob(int(x), int(y), int(w), int(h), int(area)) for x, y, w, h, area in stats[1:]]
    low, high = NUMERAL_HEIGHT[0] * CELL, NUMERAL_HEIGHT[1] * CELL
    inside = [
        b
        for b in blobs
        if b.x > 0
        and b.y > 0
        and b.right < zone.shape[1]
        and b.bottom < zone.shape[0]
        and low <= b.height <= high
        and b.width <= high
        and b.area >= 6
    ]
    tallest = max((b.height for b in inside), default=0)
    return sorted(
        (
            Blob(b.x + columns.start, b.y + rows.start, b.width, b.height, b.area)
            for b in inside
            if b.height > 0.75 * tallest
        ),
        key=lambda b: b.x,
    )


def read_numerals(
    cells: Cells, marks: Sequence[Mark | None], digits: GlyphBank, values: Sequence[int], corner: Corner | None
) -> list[Numeral]:
    """The numeral of every cell.

    Args:
        cells: K cells.
        marks: Their marks.
        digits: Templates of the characters 0 to 9 in any fonts.
        values: Values that occur in the game.
        corner: Where numerals stand, None where the look has none.
    """
    if corner is None:
        return [Numeral(0.0, False, {}) for _ in marks]
    rows = slice(max(1, round(corner.top) - 3), round(corner.top + corner.height) + 4)
    columns = slice(max(1, round(corner.right - 2.0 * corner.height)), min(CELL - 1, round(corner.right) + 3))
    zones = [
        [_look_in(cells.coverage[k][rows, columns], mark, rows.start, corner, level) for level in LEVELS]
        for k, mark in enumerate(marks)
    ]
    whole = [zone[-1].ink for zone, mark in zip(zones, marks, strict=True) if mark is not None and zone[-1].parts]
    usual = float(np.median(whole)) if whole else 1.0
    rated = iter(_rate([part for zone in zones for each in zone for part in each.parts], digits))
    found = []
    for k, zone in enumerate(zones):
        scores: dict[int, float] = {}
        for each in zone:
            ratings = [next(rated) for _ in each.parts]
            read = _values(each.parts, ratings, digits, values)
            if max(read.values(), default=0.0) > max(scores.values(), default=0.0):
                scores = read
        covered = cells.foreign[k][rows, columns][:, -round(1.2 * corner.height) :].mean() > 0.25
        found.append(Numeral(zone[-1].ink / usual, bool(covered), scores))
    return found


def _rate(parts: list[Floats], digits: GlyphBank) -> Floats:
    """Likeness of each part to each digit: ``(P, 10)``."""
    if not parts:
        return np.zeros((0, len(digits.characters)), np.float32)
    shapes = np.stack([shape_mask(part) for part in parts])
    aspects = np.array([part.shape[1] / part.shape[0] for part in parts], np.float32)
    rated = compare(shapes, aspects, digits).max(axis=1)
    one = digits.characters.index("1")
    rated[aspects < NARROW, one] = np.maximum(rated[aspects < NARROW, one], TOUCHING)
    return np.asarray(rated, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Zone:
    """What lies in a corner: the amount of ink, and the parts that are as high as digits."""

    ink: float
    parts: list[Floats]


def _look_in(zone: Floats, mark: Mark | None, first_row: int, corner: Corner, level: float) -> _Zone:
    """Tell the numeral from the letter that reaches into the corner.

    Ink that runs out of the zone downwards or to the left is
    the letter's, unless it reaches higher than the letter does: then the two touch.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats((zone > level).astype(np.uint8), connectivity=8)
    ink, parts = 0.0, []
    top = mark.blob.y - first_row if mark is not None else zone.shape[0]
    for label in sorted(range(1, count), key=lambda label: int(stats[label, 0])):
        x, y, width, height, area = (int(v) for v in stats[label])
        letter = y + height >= zone.shape[0] or x == 0
        if letter and (y >= top - 3 or x + width <= 0.5 * zone.shape[1]):
            continue
        ink += float(zone[labels == label].sum())
        if not letter and abs(height - corner.height) <= 0.4 * corner.height and area >= 5:
            part = np.where(labels == label, zone, 0.0)[y : y + height, x : x + width]
            parts.append(np.ascontiguousarray(part, dtype=np.float32))
    return _Zone(ink, parts[-2:])


def _values(
    parts: list[Floats], ratings: list[Floats], digits: GlyphBank, values: Sequence[int]
) -> dict[int, float]:
    """Likeness of the parts, from left to right, to each value."""
    if not parts:
        return {}
    scores: dict[int, float] = {}
    for value in values:
        text = str(value)
        columns = [digits.characters.index(digit) for digit in text]
        if len(text) == len(parts):
            scores[value] = float(min(row[column] for row, column in zip(ratings, columns, strict=True)))
        elif len(text) == 2 and len(parts) == 1 and parts[0].shape[1] > 0.95 * parts[0].shape[0]:
            scores[value] = TOUCHING
    return scores
