"""A picture and its board in; rack tiles, found by their letters, out.

It is used where the tiles do not stand out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Box, Floats, Grid, find_pieces
from vision.rack.rows import below_board
from vision.tiles import CELL, GlyphBank, Line, compare, describe

SCALE = 32
"""Pixels of a board cell at which letters are looked for."""

COARSE = 4
"""Factor by which the surroundings of letters are reduced to blur them, which is fast."""

HEIGHTS = (0.4, 1.6)
"""Height of a rack letter in board cells."""

SURE = 0.85
"""Least likeness of ink that counts as a letter."""

TEXT = (0.55, 1.35)
"""Heights, in those of a letter, of what is beside it in a text; numerals are less than half as
high, and the edges of tiles higher than letters."""

GAP = 0.45
"""Most distance of letters in a text, in heights of one; even the widest stand further apart on
tiles."""

ON_LINE = 0.3
"""How far what stands on the line of a text may reach below it or end above, in heights of one."""

ALIKE = 0.12
"""How far letters of one rack may differ in height and place, as a share of their height."""


USUAL = Line(top=19.0, height=36.0, middle=30.5)
"""Where letters stand on their tiles in most looks, for boards without tiles."""


class _Letter(NamedTuple):
    """A letter below the board: its box in pixels of the picture, and its likeness."""

    box: Box
    likeness: float


def find_letter_rows(
    pixels: NDArray[np.uint8], grid: Grid, bank: GlyphBank, line: Line | None, slots: int
) -> list[list[Box]]:
    """Boxes of rack tiles around rows of letters below the board, the longest row first.

    Args:
        pixels: The picture, ``(H, W, 3)`` uint8.
        grid: The board.
        bank: Letters, best of the fonts that fit the board's tiles.
        line: Where letters stand on the board's tiles, None where there are none.
        slots: Tiles on a full rack.
    """
    letters = _find_letters(*below_board(pixels, grid), grid, bank)
    rows = [_row_of(letter, letters) for letter in letters]
    unique = {tuple(each.box.x for each in row): row for row in rows if len(row) <= slots}
    ordered = sorted(unique.values(), key=lambda row: (-len(row), -row[0].likeness))
    return [_tiles_around(row, line or USUAL) for row in ordered]


def _find_letters(
    strip: NDArray[np.uint8], left: int, top: int, grid: Grid, bank: GlyphBank
) -> list[_Letter]:
    """All ink in the strip that looks like a letter of the right height."""
    scale = SCALE / grid.cell
    size = (max(8, round(strip.shape[1] * scale)), max(8, round(strip.shape[0] * scale)))
    shrink = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    grey = cv2.resize(cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY), size, interpolation=shrink)
    coarse = cv2.resize(grey, (size[0] // COARSE, size[1] // COARSE), interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(coarse, (0, 0), 0.6 * SCALE / COARSE)
    around = cv2.resize(blurred, size, interpolation=cv2.INTER_LINEAR)
    found: list[tuple[Box, Floats]] = []
    for difference in (cv2.subtract(around, grey), cv2.subtract(grey, around)):
        strong = max(16.0, float(np.percentile(difference, 97)) * 0.5)
        soft = np.clip(difference.astype(np.float32) / (2 * strong), 0, 1)
        found += _blobs(soft)
    if not found:
        return []
    likeness = compare(*describe([ink for _, ink in found]), bank).max(axis=(1, 2))
    return [
        _Letter(box.scaled(1 / scale).shifted(left, top), float(score))
        for (box, _), score in zip(found, likeness, strict=True)
        if score >= SURE
    ]


def _blobs(soft: Floats) -> list[tuple[Box, Floats]]:
    """Connected ink of a letter's size that is in no text, with its mask."""
    labels, stats = find_pieces((soft > 0.5).view(np.uint8), 8)
    found = []
    for label in range(1, len(stats)):
        x, y, width, height, area = (int(v) for v in stats[label])
        fits = HEIGHTS[0] * SCALE <= height <= HEIGHTS[1] * SCALE and width <= 1.4 * height
        if fits and area >= 0.1 * width * height and not _in_text(stats[label], stats):
            own = (labels[y : y + height, x : x + width] == label).astype(np.uint8)
            near = cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0
            ink = np.where(near, soft[y : y + height, x : x + width], 0.0).astype(np.float32)
            found.append((Box(float(x), float(y), float(width), float(height)), ink))
    return found


def _in_text(own: NDArray[np.int32], pieces: NDArray[np.int32]) -> bool:
    """Whether ink has something of a letter's size close beside it on its line.

    Args:
        own: ``(5,)`` left, top, width, height and area of the ink.
        pieces: ``(P, 5)`` the same of all ink.
    """
    x, y, width, height, _ = own.tolist()
    left, top, wide, high, _ = pieces.T
    apart = np.maximum(left - (x + width), x - (left + wide))
    beside = (apart >= 0) & (apart < GAP * height)
    beside &= (high >= TEXT[0] * height) & (high <= TEXT[1] * height)
    return bool((beside & (np.abs(top + high - (y + height)) <= ON_LINE * height)).any())


def _row_of(first: _Letter, letters: Sequence[_Letter]) -> list[_Letter]:
    """The letters as high as ``first`` and on its line, set apart as tiles are."""
    height = first.box.height
    row = sorted(
        (
            each
            for each in letters
            if abs(each.box.height - height) <= ALIKE * height
            and abs(each.box.y - first.box.y) <= ALIKE * height
        ),
        key=lambda each: each.box.x,
    )
    spread: list[_Letter] = []
    for each in row:
        if spread and each.box.centre[0] - spread[-1].box.centre[0] < 0.3 * height:
            if each.likeness > spread[-1].likeness:
                spread[-1] = each
            continue
        spread.append(each)
    return spread


def _tiles_around(row: Sequence[_Letter], line: Line) -> list[Box]:
    """The tiles that letters stand on, in the proportions of the board's tiles."""
    height = float(np.median([each.box.height for each in row]))
    side = height * CELL / line.height
    steps = np.diff([each.box.centre[0] for each in row])
    if len(steps):
        side = min(side, float(steps.min()))
    scale = side / CELL
    return [
        Box(each.box.centre[0] - line.middle * scale, each.box.y - line.top * scale, side, side)
        for each in row
    ]
