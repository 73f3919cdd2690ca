"""Numerals of the tiles in; the same out, hidden where their absence is not certain.

A badge of nearly the tile's colour makes a corner look empty, and looks that print the value right
behind the letter have it elsewhere on tiles of narrow letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

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

OTHER_COLOUR = 45.0
"""Distance of colours (0 to 441) from the corner of every other tile, from which something lies on
the corner: bare ones differ by up to 30 on shaded tiles, badges of nearly the tile's by 67."""

EVEN = (12.0, 3.0)
"""The same where tiles are even: a least distance, and a factor of the distance that nine of ten
corners with a numeral have to the one most like them; bare ones differ by 5 beyond that, a badge
of the tile's own hue by 21."""

FELLOWS = 8
"""Corners with a numeral that suffice to show how even tiles are."""

ELSEWHERE = 0.62
"""Ink beside the letter, as a share of a usual numeral's, from which it may be one: blanks have up
to 0.54 where shading is strong, numerals that are not in the corner 0.72 and more."""

LEAST = 6
"""Pixels of a corner that must be free of the letter to measure its colour."""

WIDTH = 0.7
"""Width of a numeral as a share of its height."""

RIM = 3
"""Pixels at both sides of a cell where no numeral is searched."""


def doubt_missing_numerals(
    numerals: Sequence[Numeral],
    pixels: NDArray[np.uint8],
    cells: Cells,
    marks: Sequence[Mark | None],
    corner: Corner | None,
    line: Line | None,
) -> list[Numeral]:
    """The numerals; those that seem to be missing count as hidden where that is not certain.

    Args:
        numerals: The numeral of each of K cells.
        pixels: ``(K, CELL, CELL, 3)`` uint8, the cells.
        cells: The same, with ink separated from ground.
        marks: Their marks.
        corner: Where numerals stand, None where the look has none.
        line: Where letters stand, None where that is not known.
    """
    found = list(numerals)
    missing = [k for k, each in enumerate(numerals) if marks[k] is not None and each.missing]
    valued = [k for k, each in enumerate(numerals) if each.value is not None]
    if corner is None or not missing or not valued:
        return found
    told = missing + valued
    letters = [marks[k] for k in told]
    rows, columns = numeral_box(corner)
    coverage = corner.turn(cells.coverage)[told, rows]
    turned = corner.turn(pixels.transpose(0, 3, 1, 2))[told, :, rows, columns]
    papers = _papers(turned, coverage[:, :, columns], letters, corner, line)
    papers -= cells.ground[told]
    known = papers[len(missing) :]
    known = known[~np.isnan(known[:, 0])]
    odd = _other_colour(known)
    beside = _beside(coverage, letters, corner)
    numeral = median(beside[len(missing) :].tolist())
    for number, k in enumerate(missing):
        apart = np.linalg.norm(known - papers[number], axis=1).min(initial=np.inf)
        if odd < apart < np.inf or beside[number] > ELSEWHERE * numeral:
            found[k] = replace(found[k], hidden=True)
    return found


def _other_colour(known: Floats) -> float:
    """The distance from all of ``(N, 3)`` colours from which a colour differs from their kind."""
    if len(known) < FELLOWS:
        return OTHER_COLOUR
    nearest = np.partition(colour_distances(known, known), 1, axis=1)[:, 1]
    least, times = EVEN
    return min(OTHER_COLOUR, least + times * float(np.percentile(nearest, 90)))


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
