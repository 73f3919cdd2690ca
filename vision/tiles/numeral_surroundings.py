"""Numerals of the tiles in; the same with what else their corners show out.

A badge of nearly the tile's colour makes a corner look empty, and looks that print the value right
behind the letter have it elsewhere on tiles of narrow letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, colour_distances
from vision.tiles.ink import CELL, Cells
from vision.tiles.numeral_ink import bare_of_letters, numeral_box
from vision.tiles.numeral_position import Corner
from vision.tiles.numerals import Numeral
from vision.tiles.occluded_match import Line
from vision.tiles.segment import Mark

PAPER = 0.4
"""Share of a numeral's box, of its least inked pixels, that shows the tile itself."""

LEAST = 6
"""Pixels of a corner that must be free of the letter to measure its colour."""

WIDTH = 0.7
"""Width of a numeral as a share of its height."""

RIM = 3
"""Pixels at both sides of a cell where no numeral is searched."""


def look_around_numerals(
    numerals: Sequence[Numeral],
    pixels: NDArray[np.uint8],
    cells: Cells,
    marks: Sequence[Mark | None],
    corner: Corner | None,
    line: Line | None,
) -> list[Numeral]:
    """The numerals, with the colour that their corners have apart and the ink beside the letter.

    Args:
        numerals: The numeral of each of K cells.
        pixels: ``(K, CELL, CELL, 3)`` uint8, the cells.
        cells: The same, with ink separated from ground.
        marks: Their marks, None where no tile is.
        corner: Where numerals stand, None where the look has none.
        line: Where letters stand, None where that is not known.
    """
    found = list(numerals)
    told = [k for k, mark in enumerate(marks) if mark is not None]
    valued = np.array([numerals[k].value is not None for k in told], bool)
    if corner is None or not valued.any():
        return found
    letters = [marks[k] for k in told]
    rows, columns = numeral_box(corner)
    coverage = corner.turn(cells.coverage)[told, rows]
    turned = corner.turn(pixels.transpose(0, 3, 1, 2))[told, :, rows, columns]
    papers = _papers(turned, coverage[:, :, columns], letters, corner, line)
    papers -= cells.ground[told]
    apart = colour_distances(papers, papers[valued])
    apart[valued, np.arange(valued.sum())] = np.nan  # itself
    nearest = np.where(np.isnan(apart), np.inf, apart).min(axis=1)
    nearest[np.isinf(nearest)] = 0.0
    beside = _beside(coverage, letters, corner)
    usual = max(float(np.median(beside[valued])), 1e-3)
    shares = zip(told, nearest.tolist(), (beside / usual).tolist(), strict=True)
    for k, own, most in shares:
        found[k] = replace(found[k], apart=own, beside=most)
    return found


def _papers(
    turned: NDArray[np.uint8],
    coverage: Floats,
    marks: Sequence[Mark | None],
    corner: Corner,
    line: Line | None,
) -> Floats:
    """``(T, 3)`` the colour behind a numeral; not a number where a letter covers it.

    Args:
        turned: ``(T, 3, h, w)`` uint8, the boxes of numerals.
        coverage: ``(T, h, w)`` ink, 0 to 1.
        marks: The letters.
        corner: Where numerals stand.
        line: Where letters stand, None where that is not known.
    """
    bare = bare_of_letters(marks, corner, line, *numeral_box(corner))
    ink = np.where(bare, coverage, np.float32(np.inf)).reshape(len(marks), -1)
    count = bare.sum(axis=(1, 2))
    least = np.sort(ink, axis=1)[np.arange(len(ink)), (PAPER * count).astype(np.int64)]
    shown = (ink <= least[:, None]) & (count >= LEAST)[:, None]
    boxes = turned.reshape(len(marks), 3, -1)
    totals = (boxes * shown[:, None]).sum(axis=2, dtype=np.float32)
    papers = totals / np.maximum(shown.sum(axis=1), 1)[:, None]
    papers[count < LEAST] = np.nan
    return np.asarray(papers, np.float32)


def _beside(coverage: Floats, marks: Sequence[Mark | None], corner: Corner) -> Floats:
    """``(T,)`` the most ink in a numeral's width, anywhere in the rows of numerals."""
    rows, _ = numeral_box(corner)
    columns = slice(RIM, CELL - RIM)
    bare = bare_of_letters(marks, corner, None, rows, columns)
    sums = (coverage[:, :, columns] * bare).sum(axis=1).cumsum(axis=1)
    width = max(2, round(WIDTH * corner.height))
    return np.asarray((sums[:, width:] - sums[:, :-width]).max(axis=1), np.float32)
