"""Discs at the corners of tiles: what covers a corner of some tiles and of most others does not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL, cut_box
from vision.geometry import Box
from vision.grid_tiles import SAME
from vision.pieces import measure_pieces
from vision.screen import Screen

Floats = NDArray[np.float32]

OUTSIDE, INSIDE = 0.25, 0.4
"""How far beyond a tile's corner a disc may reach, and how far into the tile, as shares of it."""

MARGIN = 0.12
"""How far beside the grid what lies around it begins, as a share of a tile."""

RIM = 0.1
"""What is narrower than that, as a share of the tile, is a coloured rim and no disc."""

SIZE = (0.18, 0.6)
"""Width and height of a disc as shares of the tile."""

REACH = (-0.08, 0.3)
"""How far into its tile, from the corner, the middle of a disc lies, across and down, as shares."""

FULL = 0.55
"""Least share of its box that a disc fills: a whole one 0.79."""


def find_discs(screen: Screen, boxes: Sequence[Box], *, below: bool, left: bool) -> dict[int, Box]:
    """Where something covers one corner of tiles, by the tile's number.

    Args:
        screen: The picture.
        boxes: The K tiles of a grid, row by row.
        below: Whether it is a lower corner.
        left: Whether it is a left one.
    """
    side = OUTSIDE + INSIDE
    before, above = OUTSIDE if left else INSIDE, INSIDE if below else OUTSIDE
    parts = [
        Box(
            (box.x if left else box.right) - before * box.width,
            (box.bottom if below else box.y) - above * box.height,
            side * box.width,
            side * box.height,
        )
        for box in boxes
    ]
    cells = np.stack([cut_box(screen.pixels, part, CELL, CELL) for part in parts])
    usual = np.median(cells, axis=0)
    other = _apart(cells, usual)
    for colour in (*_surroundings(screen, boxes), np.median(usual.reshape(-1, 3), axis=0)):
        other &= _apart(cells, colour)
    narrow = round(RIM / side * CELL)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (narrow, narrow))
    low, high = (share / side * CELL for share in SIZE)
    discs = {}
    for k, (mask, part) in enumerate(zip(other.astype(np.uint8), parts, strict=True)):
        opened = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, brush), np.uint8)
        measures = measure_pieces(opened, 8)
        x, y, width, height, area = measures[measures[:, 4].argmax()].tolist()
        fits = low <= min(width, height) and max(width, height) <= high
        if fits and area >= FULL * width * height:
            across, down = part.width / CELL, part.height / CELL
            disc = Box(part.x + x * across, part.y + y * down, width * across, height * down)
            if is_at(disc, boxes[k], below=below, left=left):
                discs[k] = disc
    return discs


def is_at(badge: Box, tile: Box, *, below: bool, left: bool) -> bool:
    """Whether a badge lies at a corner of a tile: its middle is on the tile, or nearly so."""
    x, y = badge.centre
    across = (x - tile.x if left else tile.right - x) / tile.width
    down = (tile.bottom - y if below else y - tile.y) / tile.height
    return REACH[0] <= min(across, down) and max(across, down) <= REACH[1]


def _surroundings(screen: Screen, boxes: Sequence[Box]) -> list[Floats]:
    """The colours that lie on the four sides of the grid."""
    first, last = boxes[0], boxes[-1]
    away = MARGIN * first.width
    wide, high = last.right - first.x, last.bottom - first.y
    sides = (
        Box(first.x - 2 * away, first.y, away, high),
        Box(last.right + away, first.y, away, high),
        Box(first.x, first.y - 2 * away, wide, away),
        Box(first.x, last.bottom + away, wide, away),
    )
    strips = [screen.pixels[side.pixels(screen.width, screen.height)] for side in sides]
    return [
        np.median(strip.reshape(-1, 3), axis=0).astype(np.float32) for strip in strips if strip.size
    ]


def _apart(cells: NDArray[np.uint8], colours: NDArray[np.floating]) -> NDArray[np.bool_]:
    """``(K, CELL, CELL)`` pixels that have another colour."""
    apart = cells.astype(np.float32) - colours.astype(np.float32)
    return np.asarray(np.sqrt((apart * apart).sum(axis=3)) > SAME[0], np.bool_)
