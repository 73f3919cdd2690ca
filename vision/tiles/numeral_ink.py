"""Ink of tiles in; how much ink of a numeral is in each tile's corner, without the letter, out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats
from vision.tiles.ink import CELL
from vision.tiles.numeral_position import Corner
from vision.tiles.occluded_match import Line
from vision.tiles.segment import Mark

PAPER = 20.0
"""Percentile of coverage in a numeral's box, or in a line across the tile, that is the tile itself,
even if glossy or shaded."""

PASTED = 0.4
"""Coverage at that percentile from which a badge of the ink's colour lies over the box."""

BARE = 0.25
"""Share of a numeral's box that the letter must leave free so that absence is proof."""

EDGE = 2
"""Pixels around a letter that its soft edge may reach."""

REACH = 0.2
"""Share of a numeral's height by which a letter must reach into its box to touch it."""


def box_inks(
    coverage: Floats,
    told: list[int],
    marks: Sequence[Mark | None],
    corner: Corner,
    line: Line | None,
) -> tuple[Floats, Floats]:
    """How much ink of a numeral is in each tile's corner, and how much of the corner is free.

    The first is the mean coverage where a one-digit numeral stands, the letter left out; the
    second the share of that box which is not left out.

    It is measured against the palest part of each line across the tile, without a threshold, so
    that faint and blurred figures count proportionally, and a gloss does not count. A letter that
    touches its numeral forms one blob with it: the letter is the part on the line.

    Args:
        coverage: ``(K, CELL, CELL)`` ink, 0 to 1, turned as if the corner were the upper right one.
        told: Numbers of the T cells that hold tiles.
        marks: The letter of each tile, None where it is not seen.
        corner: Where numerals stand.
        line: Where letters stand, None where that is not known.
    """
    rows, columns = numeral_box(corner)
    across = slice(EDGE, CELL - EDGE)
    lines = coverage[told, rows, across]
    bare = bare_of_letters(marks, corner, line, rows, across)
    papers = _papers(lines, bare)
    box = slice(columns.start - EDGE, columns.stop - EDGE)
    own, free = lines[:, :, box].reshape(len(told), -1), bare[:, :, box].reshape(len(told), -1)
    count = np.maximum(free.sum(axis=1), 1)
    paper = _percentile(np.where(free, own, np.float32(1.0)), count, PAPER)
    ink = ((lines - papers) * bare)[:, :, box].sum(axis=(1, 2)) / count
    ink[(paper > PASTED) | ~free.any(axis=1)] = 0.0
    share = np.where(paper > PASTED, 0.0, free.mean(axis=1))
    return np.asarray(ink, np.float32), np.asarray(share, np.float32)


def _papers(lines: Floats, bare: NDArray[np.bool_]) -> Floats:
    """``(T, h, 1)`` coverage of the tile itself in each line, as a gloss across it has some."""
    shape = lines.shape[0] * lines.shape[1], -1
    count = np.maximum(bare.reshape(shape).sum(axis=1), 1)
    papers = _percentile(np.where(bare, lines, np.float32(1.0)).reshape(shape), count, PAPER)
    return papers.reshape(lines.shape[0], lines.shape[1], 1)


def numeral_box(corner: Corner) -> tuple[slice, slice]:
    """Rows and columns of a one-digit numeral in a turned cell."""
    rows = slice(max(1, round(corner.top)), round(corner.top + corner.height) + 1)
    return rows, slice(
        round(corner.right - 1.1 * corner.height), min(CELL - 1, round(corner.right))
    )


def bare_of_letters(
    marks: Sequence[Mark | None], corner: Corner, line: Line | None, rows: slice, columns: slice
) -> NDArray[np.bool_]:
    """``(K, h, w)`` where a box of the turned cells has neither a letter nor its soft edge."""
    inner_rows = _turned(rows) if corner.below else rows
    inner_columns = _turned(columns) if corner.left else columns
    top, bottom = max(0, inner_rows.start - EDGE), min(CELL, inner_rows.stop + EDGE)
    left, right = max(0, inner_columns.start - EDGE), min(CELL, inner_columns.stop + EDGE)
    above = top if line is None else max(top, round(line.top) - 1)
    below = bottom if line is None else min(bottom, round(line.bottom) + 1)
    letters = np.zeros(
        (len(marks), bottom - top + EDGE, right - left), np.uint8
    )  # a gap separates them
    for letter, mark in zip(letters, marks if above < below else (), strict=False):
        if mark is None:
            continue
        body = mark.blob
        if body.y < below and body.x < right and body.bottom > above and body.right > left:
            y0, y1 = max(body.y, above), min(body.bottom, below)
            x0, x1 = max(body.x, left), min(body.right, right)
            inked = mark.coverage[y0 - body.y : y1 - body.y, x0 - body.x : x1 - body.x] > 0.5
            letter[y0 - top : y1 - top, x0 - left : x1 - left] = inked
    wide = cv2.dilate(
        letters.reshape(-1, right - left), np.ones((2 * EDGE + 1, 2 * EDGE + 1), np.uint8)
    )
    inside = np.asarray(wide == 0).reshape(letters.shape)[
        :,
        inner_rows.start - top : inner_rows.stop - top,
        inner_columns.start - left : inner_columns.stop - left,
    ]
    return corner.turn(inside)


def _turned(part: slice) -> slice:
    """The same rows or columns of a mirrored cell."""
    return slice(CELL - part.stop, CELL - part.start)


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
