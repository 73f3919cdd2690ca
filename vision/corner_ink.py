"""Corner ink: how much of a numeral stands in a tile's corner, whatever the letter does there."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL
from vision.corner import Corner
from vision.marks import Mark
from vision.placed import Line

Floats = NDArray[np.float32]

PAPER = 20.0
"""Percentile of coverage in a numeral's box that is the tile itself, be it glossy or shaded."""

PASTED = 0.4
"""Such paper is none: something of the ink's colour, a badge, lies over the box."""

BARE = 0.25
"""Share of a numeral's box that the letter must leave free for absence to prove anything."""

EDGE = 2
"""Pixels around a letter that its soft edge may reach."""

REACH = 0.2
"""Share of a numeral's height by which a letter must reach into its box to run into it."""


def box_inks(
    coverage: Floats, marks: Sequence[Mark | None], corner: Corner, line: Line | None
) -> tuple[Floats, Floats]:
    """How much of a numeral stands in each tile's corner, and how much of the corner is bare.

    The first is the mean coverage where a one-digit numeral stands, the letter left out; the
    second the share of that box which is not left out.

    It is measured against the palest part of the box. No threshold is involved, so that faint and
    blurred figures count for what they are. A letter that runs into its numeral is one blob with
    it: the letter is what stands on the line.

    Args:
        coverage: ``(K, CELL, CELL)`` ink, 0 to 1.
        marks: The letter of each tile, None where it is not seen.
        corner: Where numerals stand.
        line: Where letters stand, None where that is not known.
    """
    top, bottom = max(1, round(corner.top)), round(corner.top + corner.height) + 1
    left, right = round(corner.right - 1.1 * corner.height), min(CELL - 1, round(corner.right))
    pages = corner.turn(coverage)[:, top:bottom, left:right].reshape(len(coverage), -1)
    bare = corner.turn(_bare(marks, line))[:, top:bottom, left:right].reshape(pages.shape)
    count = np.maximum(bare.sum(axis=1), 1)
    paper = _percentile(np.where(bare, pages, 1.0), count, PAPER)
    ink = (pages * bare).sum(axis=1) / count - paper
    ink[(paper > PASTED) | ~bare.any(axis=1)] = 0.0
    share = np.where(paper > PASTED, 0.0, bare.mean(axis=1))
    return np.asarray(ink, np.float32), np.asarray(share, np.float32)


def _bare(marks: Sequence[Mark | None], line: Line | None) -> NDArray[np.bool_]:
    """``(K, CELL, CELL)`` where no letter stands nor casts its edge."""
    letters = np.zeros((len(marks), CELL + EDGE, CELL), np.uint8)  # a gap parts them
    for letter, mark in zip(letters, marks, strict=True):
        if mark is not None:
            body = mark.blob
            letter[body.y : body.bottom, body.x : body.right] = mark.coverage > 0.5
    if line is not None:
        letters[:, : max(0, round(line.top) - 1)] = 0
        letters[:, round(line.bottom) + 1 :] = 0
    wide = cv2.dilate(letters.reshape(-1, CELL), np.ones((2 * EDGE + 1, 2 * EDGE + 1), np.uint8))
    return np.asarray(wide == 0).reshape(letters.shape)[:, :CELL]


def _percentile(values: Floats, count: NDArray[np.int64], percent: float) -> Floats:
    """``(K,)`` percentile of the least ``count`` values, ``(K,)``, of each row."""
    ranked = np.sort(values, axis=1)
    place = (count - 1) * percent / 100
    below = place.astype(np.int64)
    each, above = np.arange(len(ranked)), np.minimum(below + 1, count - 1)
    share = (place - below).astype(np.float32)
    return np.asarray(ranked[each, below] * (1 - share) + ranked[each, above] * share, np.float32)


def touches(mark: Mark | None, corner: Corner) -> bool:
    """Whether a letter reaches into the box of a one-digit numeral."""
    if mark is None:
        return False
    top, right = corner.reach(mark.blob)
    low = corner.top + (1 - REACH) * corner.height
    return top < low and right > corner.right - 1.1 * corner.height


def letters_edge(corner: Corner, line: Line | None) -> int:
    """The row at which letters begin, seen from the corner."""
    if line is None:
        return CELL
    return round(CELL - line.bottom if corner.below else line.top)
