"""Corner ink: how much of a numeral stands in a tile's corner, whatever the letter does there."""

from __future__ import annotations

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

REACH = 0.2
"""Share of a numeral's height by which a letter must reach into its box to run into it."""


def box_ink(
    coverage: Floats, mark: Mark | None, corner: Corner, line: Line | None
) -> tuple[float, float]:
    """Mean coverage where a one-digit numeral stands, the letter left out, and the share not left.

    It is measured against the palest part of the box. No threshold is involved, so that faint and
    blurred figures count for what they are. A letter that runs into its numeral is one blob with
    it: the letter is what stands on the line.
    """
    rows = slice(max(1, round(corner.top)), round(corner.top + corner.height) + 1)
    columns = slice(round(corner.right - 1.1 * corner.height), min(CELL - 1, round(corner.right)))
    letter = np.zeros((CELL, CELL), np.uint8)
    if mark is not None:
        body = mark.blob
        letter[body.y : body.bottom, body.x : body.right] = mark.coverage > 0.5
        if line is not None:
            letter[: max(0, round(line.top) - 1)] = 0
            letter[round(line.bottom) + 1 :] = 0
    bare = cv2.dilate(letter, np.ones((5, 5), np.uint8)) == 0
    page = np.asarray(corner.turn(coverage), np.float32)[rows, columns]
    shown = np.asarray(corner.turn(bare))[rows, columns]
    if not shown.any():
        return 0.0, 0.0
    paper = float(np.percentile(page[shown], PAPER))
    if paper > PASTED:
        return 0.0, 0.0
    return float(page[shown].mean()) - paper, float(shown.mean())


def touches(mark: Mark | None, corner: Corner) -> bool:
    """Whether a letter reaches into the box of a one-digit numeral."""
    if mark is None:
        return False
    body = corner.turn_blob(mark.blob)
    low = corner.top + (1 - REACH) * corner.height
    return body.y < low and body.right > corner.right - 1.1 * corner.height


def letters_edge(corner: Corner, line: Line | None) -> int:
    """The row at which letters begin, seen from the corner."""
    if line is None:
        return CELL
    return round(CELL - line.bottom if corner.below else line.top)
