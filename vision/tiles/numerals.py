"""The corner of each tile in; the value printed there, if any, out.

It limits the letters; its absence is a blank. Compression smears the colours of thin figures, not
their brightness: parts of them are no mixture of the tile's and the letter's colours then, and look
like a foreign object. So they are read by their brightness, too. And a badge of nearly the tile's
colour makes a corner look empty, and looks that print the value right behind the letter have it
elsewhere on tiles of narrow letters: so what else the corners show is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, colour_distances
from vision.tiles.digits import LEGIBLE, ROOM, is_clear, read_digits
from vision.tiles.glyphs import GlyphBank
from vision.tiles.ink import CELL, Cells
from vision.tiles.numeral_ink import (
    BARE,
    bare_of_letters,
    box_inks,
    letters_edge,
    numeral_box,
    touches,
)
from vision.tiles.numeral_position import FIGURE, Corner
from vision.tiles.occluded_match import Line
from vision.tiles.segment import Mark

COVERED = 0.25
"""Share of foreign pixels in the corner from which the numeral is hidden."""

STROKE = 0.2
"""Mean coverage of a column of a numeral from which it belongs to a figure."""

BESIDE = (0.8, 1.05)
"""How far before a 0 another figure may stand, and how wide a single 0 may be, as shares of its
height: the stem of a 10 is 0.4 before its 0, which is 0.5 to 0.95 wide."""

PRESENT = 0.35
"""Ink in the corner, as a share of the picture's usual numeral, from which there is one."""

LUMA = np.array((0.114, 0.587, 0.299), np.float32)
"""Weights of blue, green and red in brightness, which is compressed least."""

LEAST = 30.0
"""Difference of brightness, of 255, between ink and tile from which brightness is usable."""

STRONGEST = 0.97
"""Quantile of a corner's pixels, by contrast with the tile, that is the figure's ink."""


PAPER = 0.4
"""Share of a numeral's box, of its least inked pixels, that shows the tile itself."""

LEAST_PAPER = 6
"""Pixels of a corner that must be free of the letter to measure its colour."""

RIM = 3
"""Pixels at both sides of a cell where no numeral is searched."""


def read_luma_numerals(
    numerals: Sequence[Numeral],
    pixels: NDArray[np.uint8],
    cells: Cells,
    digits: GlyphBank,
    values: Sequence[int],
    corner: Corner | None,
    line: Line | None,
) -> list[Numeral]:
    """The numerals; unclear ones are read again by brightness.

    Args:
        numerals: The numeral of each of K cells.
        pixels: ``(K, CELL, CELL, 3)`` uint8, the cells.
        cells: The same, with ink separated from ground.
        digits: Templates of the characters 0 to 9.
        values: Values that occur in the game.
        corner: Where numerals stand, None where the look has none.
        line: Where letters stand, None where that is not known.
    """
    found = list(numerals)
    unclear = [
        k
        for k, each in enumerate(numerals)
        if each.ink >= PRESENT and not each.hidden and not is_clear(each.scores)
    ]
    if corner is None or not unclear:
        return found
    bright = np.abs((cells.ink - cells.ground) @ LUMA) >= LEAST
    unclear = [k for k in unclear if bright[k]]
    rows, columns = numeral_page(corner)
    foreign = corner.turn(cells.foreign[unclear])[:, *numeral_box(corner)]
    told = [k for k, odd in zip(unclear, foreign, strict=True) if odd.any()]
    if not told:
        return found
    edge = letters_edge(corner, line) - rows.start
    turned = corner.turn(pixels[told].transpose(0, 3, 1, 2))[:, :, rows, columns]
    pages = _pages(turned, cells.ground[told], cells.ink[told], edge)
    scores, _ = read_digits(pages, corner, digits, values, edge)
    for k, read in zip(told, scores, strict=True):
        if max(read.values(), default=0.0) >= LEGIBLE:
            found[k] = replace(numerals[k], scores=read)
    return found


def _pages(turned: NDArray[np.uint8], ground: Floats, ink: Floats, edge: int) -> Floats:
    """``(K, h, w)`` the ink of corners by brightness: 0 to 1, the strongest contrast.

    Args:
        turned: ``(K, 3, h, w)`` corners, turned as if they were the upper right ones.
        ground: ``(K, 3)`` the tiles' colours.
        ink: ``(K, 3)`` the letters' colours.
        edge: The row at which letters begin.
    """
    darker = np.where((ink - ground) @ LUMA < 0, np.float32(-1), np.float32(1))
    apart = np.einsum("kchw,c->khw", turned - ground[:, :, None, None], LUMA)
    apart *= darker[:, None, None]
    above = apart[:, : max(1, edge)].reshape(len(turned), -1)
    most = np.maximum(np.quantile(above, STRONGEST, axis=1), 1.0)
    return np.asarray(np.clip(apart / most[:, None, None], 0.0, 1.0), np.float32)


@dataclass(frozen=True)
class Numeral:
    """What is printed in the corner of a tile.

    Attributes:
        ink: Ink in the corner as a share of the usual ink there on the picture's tiles.
        hidden: Whether something lies on the corner, so that absence proves nothing.
        scores: Likeness to each value, empty where no digit is legible.
        touched: Whether the letter reaches into the corner, so that figures may not be separable.
        alone: Whether it is a 0 without another figure, or a part of one, beside it.
        foreign: Share of foreign pixels in the corner.
        free: Share of the corner that the letter leaves free.
        apart: Distance of the corner's colour, 0 to 441, from that of the corner most like it with
            a numeral; 0 where it is not known.
        beside: The most ink beside the letter, at the height of numerals, as a share of the usual.
    """

    ink: float
    hidden: bool
    scores: dict[int, float]
    touched: bool = False
    alone: bool = False
    foreign: float = 0.0
    free: float = 1.0
    apart: float = 0.0
    beside: float = 0.0

    @cached_property
    def value(self) -> int | None:
        """The most likely value, None where none is legible."""
        if not self.scores:
            return None
        best = max(self.scores, key=self.scores.__getitem__)
        return best if self.scores[best] >= LEGIBLE else None

    @property
    def missing(self) -> bool:
        """Whether there is certainly no numeral."""
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
        is_tile: ``(K,)`` bool, cells that hold a tile; the others are skipped. None = all.
        line: Where letters stand, None where that is not known.
    """
    found = [Numeral(ink=0.0, hidden=False, scores={})] * len(marks)
    told = list(range(len(marks))) if is_tile is None else np.flatnonzero(is_tile).tolist()
    if corner is None or not told:
        return found
    rows, columns = numeral_page(corner)
    letters = [marks[k] for k in told]
    pages = np.ascontiguousarray(corner.turn(cells.coverage)[told, rows, columns])
    edge = letters_edge(corner, line) - rows.start
    scores, printed = read_digits(pages, corner, digits, values, edge)
    inks, free = box_inks(corner.turn(cells.coverage), told, letters, corner, line)
    usual = max(median(inks[printed].tolist()) if printed else 0.0, 1e-3)
    foreign = corner.turn(cells.foreign)[told, rows, columns]
    odd = foreign[:, :, -round(1.2 * corner.height) :].mean(axis=(1, 2))
    hidden = (odd > COVERED) | (free < BARE)
    shares = np.stack((inks / usual, odd, free), axis=1).tolist()
    for n, (k, (ink, covered, bare)) in enumerate(zip(told, shares, strict=True)):
        touched = touches(letters[n], corner)
        numeral = Numeral(ink, bool(hidden[n]), scores[n], touched, foreign=covered, free=bare)
        if numeral.value == 0:
            shown = np.where(foreign[n], np.float32(1.0), pages[n])
            lines = slice(round(corner.top) - rows.start, -4)
            numeral = replace(numeral, alone=_stands_alone(shown[lines], corner.height))
        found[k] = numeral
    return found


def _stands_alone(lines: Floats, height: float) -> bool:
    """Whether only the last figure in the lines of a numeral is complete."""
    strokes = lines.mean(axis=0) > STROKE
    if not strokes.any():
        return False
    end = int(np.flatnonzero(strokes)[-1]) + 1
    gaps = np.flatnonzero(~strokes[:end])
    start = int(gaps[-1]) + 1 if len(gaps) else 0
    reach, widest = (round(share * height) for share in BESIDE)
    return end - start <= widest and not strokes[max(0, start - reach) : start].any()


def numeral_page(corner: Corner) -> tuple[slice, slice]:
    """Rows and columns of a turned cell that contain the whole numeral."""
    rows = slice(max(1, round(corner.top) - 3), round(corner.top + corner.height) + 4)
    left, right = round(corner.right - 2.0 * corner.height), round(corner.right) + ROOM
    return rows, slice(max(1, left), min(CELL - 1, right))


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
    shown = (ink <= least[:, None]) & (count >= LEAST_PAPER)[:, None]
    boxes = turned.reshape(len(marks), 3, -1)
    totals = (boxes * shown[:, None]).sum(axis=2, dtype=np.float32)
    papers = totals / np.maximum(shown.sum(axis=1), 1)[:, None]
    papers[count < LEAST_PAPER] = np.nan
    return np.asarray(papers, np.float32)


def _beside(coverage: Floats, marks: Sequence[Mark | None], corner: Corner) -> Floats:
    """``(T,)`` the most ink in a numeral's width, anywhere in the rows of numerals."""
    rows, _ = numeral_box(corner)
    columns = slice(RIM, CELL - RIM)
    bare = bare_of_letters(marks, corner, None, rows, columns)
    sums = (coverage[:, :, columns] * bare).sum(axis=1).cumsum(axis=1)
    width = max(2, round(FIGURE * corner.height))
    return np.asarray((sums[:, width:] - sums[:, :-width]).max(axis=1), np.float32)
