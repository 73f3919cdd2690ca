"""Numerals: the little value in a tile's corner; it limits the letters, its absence is a blank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.blobs import find_blobs
from vision.cells import CELL, Cells
from vision.corner import THIN, Corner
from vision.corner_ink import BARE, box_inks, letters_edge, touches
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
        best = max(self.scores, key=self.scores.__getitem__)
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
    found = [Numeral(ink=0.0, hidden=False, scores={})] * len(marks)
    told = list(range(len(marks))) if is_tile is None else np.flatnonzero(is_tile).tolist()
    if corner is None or not told:
        return found
    rows = slice(max(1, round(corner.top) - 3), round(corner.top + corner.height) + 4)
    columns = slice(
        max(1, round(corner.right - 2.0 * corner.height)), min(CELL - 1, round(corner.right) + 3)
    )
    coverage, letters = cells.coverage[told], [marks[k] for k in told]
    pages = np.ascontiguousarray(corner.turn(coverage)[:, rows, columns])
    digit_of = {value: [digits.characters.index(each) for each in str(value)] for value in values}
    scores: list[dict[int, float]] = [{} for _ in told]
    printed: set[int] = set()
    edge = letters_edge(corner, line) - rows.start
    for level, cut in ((LEVELS[0], None), (LEVELS[1], None), (LEVELS[0], edge)):
        least = CLEAR if cut is None else LEGIBLE
        open_ones = [k for k, read in enumerate(scores) if max(read.values(), default=0.0) < least]
        if not open_ones:
            break
        zones = _look_in(pages[open_ones], corner, level, cut)
        rated = iter(_rate([part for parts in zones for part in parts], digits).tolist())
        for k, parts in zip(open_ones, zones, strict=True):
            if not parts:
                continue
            printed.add(k)
            read = _values(parts, [next(rated) for _ in parts], digit_of)
            if max(read.values(), default=0.0) > max(scores[k].values(), default=0.0):
                scores[k] = read
    inks, bare = box_inks(coverage, letters, corner, line)
    usual = max(median(inks[list(printed)].tolist()) if printed else 0.0, 1e-3)
    foreign = corner.turn(cells.foreign)[:, rows, columns][told]
    hidden = foreign[:, :, -round(1.2 * corner.height) :].mean(axis=(1, 2)) > COVERED
    hidden |= bare < BARE
    rest = zip((inks / usual).tolist(), hidden.tolist(), scores, letters, strict=True)
    for k, (ink, covered, read, letter) in zip(told, rest, strict=True):
        found[k] = Numeral(ink, covered, read, touches(letter, corner))
    return found


def _look_in(zones: Floats, corner: Corner, level: float, cut: int | None) -> list[list[Floats]]:
    """For each corner the parts that are as high as digits, as printed, from left to right.

    Ink that runs out of the zone towards the letter is the letter's; so is all beyond the row
    ``cut``, where a letter runs into its numeral.
    """
    inked = _without_rim(zones > level)
    if cut is not None:
        inked[:, max(0, cut) :] = False
    pieces = find_blobs(inked)
    x, y, _, height, area = pieces.boxes.T
    letter = (y + height >= zones.shape[1]) | (x == 0)
    fits = np.abs(height - corner.height) <= 0.4 * corner.height
    parts: list[list[Floats]] = [[] for _ in zones]
    shown = pieces.only(~letter & fits & (area >= 5))
    for k, number, blob in sorted(shown, key=lambda each: each[2].x, reverse=corner.left):
        box = (k, slice(blob.y, blob.bottom), slice(blob.x, blob.right))
        part = np.where(pieces.labels[box] == number, zones[box], np.float32(0.0))
        parts[k].append(np.ascontiguousarray(corner.turn(part)))
    return [own[-2:] for own in parts]


def _without_rim(inked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The ink less the lines along each zone's outer sides, top and right: the tile's rim."""
    above = np.logical_and.accumulate(inked.mean(axis=2) >= RIM, axis=1)
    inner = inked & ~above[:, :, None]
    beside = np.logical_and.accumulate(inner.mean(axis=1)[:, ::-1] >= RIM, axis=1)[:, ::-1]
    return np.asarray(inner & ~beside[:, None], np.bool_)


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
    parts: list[Floats], ratings: list[list[float]], digit_of: Mapping[int, list[int]]
) -> dict[int, float]:
    """Likeness of the parts, from left to right, to each value.

    Args:
        parts: One or two of them.
        ratings: Likeness of each to the digits.
        digit_of: Numbers of the digits that make up each value.
    """
    if len(parts) == 2:
        first, last = ratings
        return {
            value: min(first[two[0]], last[two[1]])
            for value, two in digit_of.items()
            if len(two) == 2
        }
    own = ratings[0]
    wide = parts[0].shape[1] > WIDE * parts[0].shape[0]
    return {
        value: own[one[0]] if len(one) == 1 else TWO_TOUCHING if wide else own[one[-1]] - LAST_DIGIT
        for value, one in digit_of.items()
    }
