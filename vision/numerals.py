"""Numerals: the little value in a tile's corner; it limits the letters, its absence is a blank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL, Cells
from vision.corner import THIN, Corner
from vision.corner_ink import BARE, box_ink, letters_edge, touches
from vision.glyphs import GlyphBank, compare, describe
from vision.marks import Mark
from vision.placed import Line

Floats = NDArray[np.float32]

LEGIBLE = 0.6
"""Likeness from which a digit counts as read."""

LEVELS = (0.5, THIN)
"""Coverage from which a pixel counts as part of a numeral: the low one for thin figures, which
the high one tears apart, the high one for figures that the low one runs together."""

TWO_TOUCHING = 0.65
"""Likeness given by width alone to two digits that run together."""

BARE_STROKE = 0.8
"""Likeness of a bare stroke to a 1."""

WIDE = 0.95
"""Width over height that only two digits together go beyond."""

NARROW = 0.42
"""Width over height that only a 1 goes below, with or without a flag and a foot."""

RIM = 0.75
"""Share of a line of pixels along the cell's border that is inked where it is the tile's rim."""

CLEAR = 0.9
"""Likeness from which a value need not be looked at again."""

LAST_DIGIT = 0.1
"""What a last digit alone, the first run into the letter, lacks in likeness to the value."""

COVERED = 0.25
"""Share of the corner from which something foreign in it hides the numeral."""

PRESENT = 0.35
"""Ink in the corner, as a share of the picture's usual numeral, from which there is one."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """What stands in the corner of a tile.

    Attributes:
        ink: Ink in the corner as a share of what other tiles of the picture have there.
        hidden: Whether something lies on the corner, so that absence proves nothing.
        scores: Likeness of what stands there to each value, empty where no digit is legible.
        touched: Whether the letter reaches into the corner, so that figures may not come apart.
    """

    ink: float
    hidden: bool
    scores: dict[int, float]
    touched: bool = False

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


def read_numerals(
    cells: Cells,
    marks: Sequence[Mark | None],
    digits: GlyphBank,
    values: Sequence[int],
    corner: Corner | None,
    is_tile: NDArray[np.bool_] | None = None,
    line: Line | None = None,
) -> list[Numeral]:
    """The numeral of every cell.

    Args:
        cells: K cells.
        marks: Their marks.
        digits: Templates of the characters 0 to 9 in any fonts.
        values: Values that occur in the game.
        corner: Where numerals stand, None where the look has none.
        is_tile: ``(K,)`` bool, cells that hold a tile; the others are passed over. None = all.
        line: Where letters stand, None where that is not known.
    """
    if corner is None:
        return [Numeral(ink=0.0, hidden=False, scores={}) for _ in marks]
    rows = slice(max(1, round(corner.top) - 3), round(corner.top + corner.height) + 4)
    columns = slice(
        max(1, round(corner.right - 2.0 * corner.height)), min(CELL - 1, round(corner.right) + 3)
    )
    told = range(len(marks)) if is_tile is None else np.flatnonzero(is_tile).tolist()
    pages = {k: np.asarray(corner.turn(cells.coverage[k]), np.float32)[rows, columns] for k in told}
    scores: dict[int, dict[int, float]] = {k: {} for k in told}
    printed: set[int] = set()
    edge = letters_edge(corner, line) - rows.start
    for level, cut in ((LEVELS[0], None), (LEVELS[1], None), (LEVELS[0], edge)):
        least = CLEAR if cut is None else LEGIBLE
        open_ones = [k for k in told if max(scores[k].values(), default=0.0) < least]
        zones = {k: _look_in(pages[k], corner, level, cut) for k in open_ones}
        rated = iter(_rate([part for parts in zones.values() for part in parts], digits))
        for k, parts in zones.items():
            read = _values(parts, [next(rated) for _ in parts], digits, values)
            printed |= {k} if parts else set()
            if max(read.values(), default=0.0) > max(scores[k].values(), default=0.0):
                scores[k] = read
    boxes = {k: box_ink(cells.coverage[k], marks[k], corner, line) for k in told}
    usual = max(float(np.median([boxes[k][0] for k in printed])) if printed else 0.0, 1e-3)
    found = []
    for k in range(len(marks)):
        if k not in scores:
            found.append(Numeral(ink=0.0, hidden=False, scores={}))
            continue
        hidden = corner.turn(cells.foreign[k])[rows, columns][:, -round(1.2 * corner.height) :]
        ink, bare = boxes[k]
        covered = float(np.asarray(hidden, np.float32).mean()) > COVERED or bare < BARE
        found.append(Numeral(ink / usual, covered, scores[k], touches(marks[k], corner)))
    return found


def _look_in(zone: Floats, corner: Corner, level: float, cut: int | None) -> list[Floats]:
    """The parts in a corner that are as high as digits, as printed, from left to right.

    Ink that runs out of the zone towards the letter is the letter's; so is all beyond the row
    ``cut``, where a letter runs into its numeral.
    """
    inked = _without_rim(zone > level)
    if cut is not None:
        inked[max(0, cut) :] = False
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        inked.astype(np.uint8), connectivity=8
    )
    parts: list[tuple[int, Floats]] = []
    for label in range(1, count):
        x, y, width, height, area = (int(v) for v in stats[label])
        letter = y + height >= zone.shape[0] or x == 0
        if not letter and abs(height - corner.height) <= 0.4 * corner.height and area >= 5:
            part = np.where(labels == label, zone, 0.0)[y : y + height, x : x + width]
            parts.append((x, np.ascontiguousarray(corner.turn(part), dtype=np.float32)))
    parts.sort(key=lambda pair: -pair[0] if corner.left else pair[0])
    return [part for _, part in parts][-2:]


def _without_rim(inked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink less the lines along the zone's outer sides, top and right: the tile's rim."""
    inner = inked.copy()
    for line in inner:
        if line.mean() < RIM:
            break
        line[:] = False
    for line in inner.T[::-1]:
        if line.mean() < RIM:
            break
        line[:] = False
    return inner


def _rate(parts: list[Floats], digits: GlyphBank) -> Floats:
    """Likeness of each part to each digit: ``(P, 10)``."""
    if not parts:
        return np.zeros((0, len(digits.characters)), np.float32)
    shapes, aspects = describe(parts)
    rated = compare(shapes, aspects, digits).max(axis=1)
    one = digits.characters.index("1")
    rated[aspects < NARROW, one] = np.maximum(rated[aspects < NARROW, one], BARE_STROKE)
    return np.asarray(rated, dtype=np.float32)


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
            scores[value] = float(
                min(row[column] for row, column in zip(ratings, columns, strict=True))
            )
        elif len(text) == 2 and len(parts) == 1:
            wide = parts[0].shape[1] > WIDE * parts[0].shape[0]
            scores[value] = TWO_TOUCHING if wide else float(ratings[0][columns[-1]]) - LAST_DIGIT
    return scores
