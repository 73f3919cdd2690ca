"""A picture and its board in; rack tiles, found by their letters, out.

It is used where the tiles do not stand out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from vision.imaging import ALIKE, Box, Bytes, Grid, Ints, measure_pieces, quantile
from vision.rack.rows import below_board
from vision.tiles import (
    CELL,
    TILE,
    Line,
    cut_box,
    find_marks,
    letter_odds,
    look_at_letters,
    separate_ink,
)

SCALE = CELL // 2
"""Pixels of a board cell at which letters are looked for."""

COARSE = 4
"""Factor by which the surroundings of letters are reduced to blur them, which is fast."""

LEVELS = 1, 2
"""Thresholds of ink, as multiples of the least: that may be passed by whole dark tiles, too."""

HEIGHTS = (0.4, 1.6)
"""Height of a rack letter in board cells."""

TEXT = (0.55, 1.6)
"""Heights, in those of a letter, of what is beside it in a text: an l is half as high again as an
e. Numerals are less than half as high, and the edges of tiles higher."""

USUAL = Line(top=19.0, height=36.0, middle=30.5)
"""Where letters stand on their tiles in most looks, for boards without tiles."""


def find_letter_rows(pixels: Bytes, grid: Grid, line: Line | None, slots: int) -> list[list[Box]]:
    """Boxes of rack tiles around rows of letters below the board, the longest row first.

    Pixels are ``(H, W, 3)``; the board's letters stand on the line, None where there are none.
    """
    line = line or USUAL
    letters = _find_letters(*below_board(pixels, grid), grid, line)
    rows = [_row_of(letter, letters) for letter in letters]
    unique = {tuple(each.x for each in row): row for row in rows if len(row) <= slots}
    ordered = sorted(unique.values(), key=lambda row: (-len(row), -letters[row[0]]))
    return [_tiles_around(row, line) for row in ordered]


def _find_letters(strip: Bytes, left: int, top: int, grid: Grid, line: Line) -> dict[Box, float]:
    """All ink in the strip that looks like a letter of the right height; its log-odds to be one.

    The boxes are in pixels of the picture; its strip begins at ``left`` and ``top``.
    """
    scale = SCALE / grid.cell
    size = (max(8, round(strip.shape[1] * scale)), max(8, round(strip.shape[0] * scale)))
    shrink = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    grey = cv2.resize(cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY), size, interpolation=shrink)
    coarse = cv2.resize(grey, (size[0] // COARSE, size[1] // COARSE), interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(coarse, (0, 0), 0.6 * SCALE / COARSE)
    around = cv2.resize(blurred, size, interpolation=cv2.INTER_LINEAR)
    found = [
        box.scaled(1 / scale)
        for difference in (cv2.subtract(around, grey), cv2.subtract(grey, around))
        for box in dict.fromkeys(_inked(np.asarray(difference, np.uint8)))
    ]
    if not found:
        return {}
    tiles = [_tiles_around([box], line)[0] for box in found]
    cells = separate_ink(np.stack([cut_box(strip, tile, CELL, CELL) for tile in tiles]))
    odds = letter_odds(look_at_letters(cells), covered=False)
    letters = np.flatnonzero(odds > TILE)
    return {
        found[k].shifted(left, top): float(odds[k])
        for k, mark in zip(letters.tolist(), find_marks(cells.only(letters)), strict=True)
        if mark is not None and abs(mark.blob.height / line.height - 1) <= ALIKE
    }


def _inked(difference: Bytes) -> Iterator[Box]:
    """Connected ink of a letter's size that is in no text, from how far each pixel stands out."""
    least = max(16.0, quantile(difference, 0.97) * 0.5)
    inked = ((difference > least * level).view(np.uint8) for level in LEVELS)
    pieces = np.concatenate([measure_pieces(each, 8)[1:] for each in inked])
    for *sides, area in pieces.astype(np.float64).tolist():
        box = Box(*sides)
        fits = HEIGHTS[0] * SCALE <= box.height <= HEIGHTS[1] * SCALE
        fits = fits and box.width <= 1.4 * box.height and area >= 0.1 * box.width * box.height
        if fits and not _in_text(box, pieces):
            yield box


def _in_text(own: Box, pieces: Ints) -> bool:
    """Whether ink has something of a letter's size close beside it on its line.

    ``pieces`` are ``(P, 5)``: left, top, width, height and area of all ink.
    """
    x, y, width, height = own
    left, top, wide, high, _ = pieces.T
    apart = np.maximum(left - (x + width), x - (left + wide))
    beside = (apart > -width / 2) & (2 * apart < height)  # the tail of a Q lies below a U
    beside &= (high >= TEXT[0] * height) & (high <= TEXT[1] * height)
    shared = np.minimum(top + high, y + height) - np.maximum(top, y)
    return bool((beside & (2 * shared > np.minimum(high, height))).any())


def _row_of(first: Box, letters: Iterable[Box]) -> list[Box]:
    """The letters as high as ``first`` and on its line, set apart as tiles are."""
    height, spread = first.height, list[Box]()
    for each in sorted(letters, key=lambda each: each.x):
        unlike = max(abs(each.height - height), abs(each.y - first.y))
        if unlike > ALIKE * height:
            continue
        if not spread or each.centre[0] - spread[-1].centre[0] >= 0.3 * height:
            spread.append(each)
        elif each.height > spread[-1].height:  # of two levels that which shows more
            spread[-1] = each
    return spread


def _tiles_around(row: Sequence[Box], line: Line) -> list[Box]:
    """The tiles that letters stand on, in the proportions of the board's tiles."""
    height = quantile(np.array([each.height for each in row]), 0.5)
    side = height * CELL / line.height
    steps = np.diff([each.centre[0] for each in row])
    if len(steps):
        side = min(side, float(steps.min()))
    scale = side / CELL
    return [
        Box(each.centre[0] - line.middle * scale, each.y - line.top * scale, side, side)
        for each in row
    ]
