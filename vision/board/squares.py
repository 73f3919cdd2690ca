"""A cut board in; what its squares look like, before any letter is read, out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.board.lattice import measure_edges
from vision.imaging import (
    OTHER_COLOUR,
    SAME_COLOUR,
    Bools,
    Bytes,
    Floats,
    Place,
    pixel_distances,
    places_in,
    quantile,
    usual_colour,
)
from vision.tiles import CELL, LETTER_HEIGHT, split_board

REACH = 12
"""Pixels on either side of a border that are looked at."""

MIDDLE_ROWS = slice(14, 50)
"""Pixel rows of a square in which its borders are measured: corners may be round."""

FAR = REACH * 2
"""Pixels on either side of a border that are looked at for notches between round corners."""

SIDE = 5
"""Pixels at each end of such a strip that show the squares' own colours."""

INNER_ROWS, INNER_COLUMNS = slice(13, 51), slice(12, 52)
"""The middle of a square, where only print has edges."""

COLOURED = (8.0, 4.0, 2.0)
"""Distances of colours (0 to 441) from the usual one, from which an unprinted square may be a
premium: plain squares of compressed pictures differ by 5, of uncompressed ones by 0; premiums of
the palest looks, dimmed, by 10, paler still by 3."""

NOISE = 2.0
"""Contrast of outlines or print, in brightness of 255, that noise alone does not reach."""

OUTLINE_SHARE = 0.5
"""Least contrast of an outline as a share of the weakest ones of bare squares: most others may lie
beside a tile or premium, which outlines them more strongly. Covered squares have none at all."""


def measure_seams(board: Bytes, *, steps: bool) -> tuple[Floats, Floats]:
    """Strength of the borders between neighbouring squares of a cut board, 0 to 255.

    A line is darker or lighter than the squares on both sides of it. The mean along the border is
    taken first, so that noise cancels out. With ``steps`` a change of colour from one square to the
    next counts as well.

    Returns:
        ``(n, n - 1)`` for the borders right of each square and ``(n - 1, n)`` for those below.
    """
    return _both_ways(board, partial(_strengths, steps=steps))


def _both_ways(board: Bytes, measure: Callable[[Bytes], Floats]) -> tuple[Floats, Floats]:
    """What is measured at the borders right of each square, and at those below."""
    return measure(board), measure(np.asarray(cv2.transpose(board), np.uint8)).T


def seams_between(tiles: Bools, board: Bytes) -> dict[tuple[Place, Place], float]:
    """For each two neighbouring ``(n, n)`` bool tiles, how clearly they are separated, 0 to 255.

    The board is the cut one, ``(n * CELL, n * CELL, 3)`` uint8.
    """
    seams, notches = measure_seams(board, steps=False), _both_ways(board, _notches)
    across, down = map(np.maximum, seams, notches)
    lines: dict[tuple[Place, Place], float] = {}
    for row, column in places_in(tiles[:, :-1] & tiles[:, 1:]):
        lines[(row, column), (row, column + 1)] = float(across[row, column])
    for row, column in places_in(tiles[:-1] & tiles[1:]):
        lines[(row, column), (row + 1, column)] = float(down[row, column])
    return lines


def measure_outlines(across: Floats, down: Floats) -> Floats:
    """``(n, n)`` how clearly each square is outlined: the strength of its second clearest border.

    Shading may hide two of its borders; an object on several squares hides all borders except those
    at its own edge. Borders on the board's edge are left out, as the picture may end there; for the
    squares there the best of the other borders counts. The borders are those of ``measure_seams``.
    """
    size = len(across)
    sides = np.full((4, size, size), -1.0, np.float32)
    sides[0, :, 1:], sides[1, :, :-1] = across, across
    sides[2, 1:, :], sides[3, :-1, :] = down, down
    ranked = np.sort(sides, axis=0)
    return np.asarray(np.where((sides < 0).any(axis=0), ranked[-1], ranked[-2]), np.float32)


def border_profiles(board: Bytes) -> Floats:
    """``(n, n - 1, 2 * REACH, 3)`` the colours across the border to the right of each square."""
    return _strips(board, MIDDLE_ROWS, REACH)


def _notches(board: Bytes) -> Floats:
    """``(n, n - 1)`` how far the vertical borders are notched at both ends, 0 to 255.

    Tiles laid side by side show what lies below between their round corners, even where the line
    between them is lost in a small or blurred picture; tiles that are drawn as one do not. The
    weaker end counts, as a badge may lie on the other.
    """
    ends = []
    for rows in (slice(2, 9), slice(CELL - 9, CELL - 2)):
        strips = _strips(board, rows, FAR)
        at = strips[:, :, FAR - 3 : FAR + 3].mean(axis=2)
        beside = (strips[:, :, : SIDE * 2].mean(axis=2), strips[:, :, -SIDE * 2 :].mean(axis=2))
        depth = np.abs(at - (beside[0] + beside[1]) / 2).max(axis=2)
        alike = np.abs(beside[0] - beside[1]).max(axis=2) < OTHER_COLOUR
        ends.append(np.where(alike, depth, 0.0))
    return np.asarray(np.minimum(*ends), np.float32)


def _strengths(board: Bytes, *, steps: bool) -> Floats:
    """Strength of the vertical borders, ``(n, n - 1)``."""
    strips = _strips(board, MIDDLE_ROWS, REACH)
    left, right = strips[:, :, :SIDE].mean(axis=2), strips[:, :, -SIDE:].mean(axis=2)
    middle = strips[:, :, SIDE + 1 : -SIDE - 1]
    darker = np.minimum(left, right) - middle.min(axis=2)
    lighter = middle.max(axis=2) - np.maximum(left, right)
    strength = np.maximum(darker, lighter)
    if steps:
        strength = np.maximum(strength, np.abs(left - right))
    return np.asarray(np.maximum(strength.max(axis=2), 0.0), np.float32)


def _strips(board: Bytes, rows: slice, reach: int) -> Floats:
    """``(n, n - 1, 2 * reach, 3)`` mean of some pixel rows of each square, around its borders."""
    size = board.shape[0] // CELL
    lines = [
        cv2.reduce(square[rows], 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)
        for square in board.reshape(size, CELL, size * CELL, 3)
    ]
    around = CELL * np.arange(1, size)[:, None] + np.arange(-reach, reach)
    return np.asarray(np.concatenate(lines)[:, around], np.float32)


class Squares(NamedTuple):
    """What the squares of a board look like before any letter is read.

    Attributes:
        plain: ``(n, n)`` bool, nothing is printed on the square.
        ground: ``(n, n, 3)`` float32, its ground colour.
        high: ``(n, n)`` bool, what is printed there may be as high as letters are.
    """

    plain: Bools
    ground: Floats
    high: Bools

    @property
    def off_plain(self) -> Floats:
        """``(n, n)`` how far each ground is from the usual one of plain squares, 0 to 441."""
        return pixel_distances(self.ground, usual_colour(self.ground[self.plain]))


def inspect_squares(board: Bytes) -> Squares:
    """Look at the squares of a cut board, ``(n * CELL, n * CELL, 3)`` uint8.

    Whether something is printed is judged against the picture's own quietest and loudest squares,
    so blur, compression and contrast do not matter.
    """
    size = board.shape[0] // CELL
    rows = board.reshape(size, CELL, -1, 3)[:, INNER_ROWS].reshape(-1, board.shape[1], 3)
    edges = measure_edges(rows).strengths.reshape(size, -1, size, CELL).transpose(0, 2, 1, 3)
    edges = edges[:, :, :, INNER_COLUMNS]
    inner = edges[:, :, 1:-1:2, ::2].reshape(size, size, -1)
    ranked = np.sort(inner.astype(np.uint16), axis=2)  # 16 bits are sorted many times as fast as 8
    core = ranked[:, :, round(0.96 * (inner.shape[2] - 1))].astype(np.float32)
    most = float(most_when_plain(core.reshape(1, -1))[0])
    high = np.zeros((size, size), bool)
    high[core > most] = _is_high(edges[core > most] > most)
    shown = split_board(board)[:, 10:54:3, 8:56:3].reshape(size, size, -1, 3)
    ground = usual_colour(np.moveaxis(shown, 2, 0))
    return Squares(core <= most, ground, high)


def _is_high(edged: Bools) -> Bools:
    """``(K,)`` whether edges run through one pixel row more than the lowest letter is high.

    Edges are ``(K, h, w)``, of the squares' inner rows and columns; print that reaches beyond them
    may be high.
    """
    rows = np.ones((len(edged), CELL), bool)
    rows[:, INNER_ROWS] = edged.any(axis=2)
    least = math.floor(LETTER_HEIGHT[0] * CELL) + 1
    in_a_row = sliding_window_view(rows, least, axis=1)
    return np.asarray(np.any(in_a_row.all(axis=2), axis=1), np.bool_)


def coloured_squares(squares: Squares) -> Iterator[Squares]:
    """Squares for premiums that are marked by colour alone: those of an odd colour are not plain.

    One version for each distance in ``COLOURED`` that leaves some squares plain.
    """
    apart = squares.off_plain
    for least in COLOURED:
        plain = squares.plain & (apart < least)
        if plain.any():
            yield Squares(plain, squares.ground, squares.high | (squares.plain & ~plain))


def tile_coloured(squares: Squares, tiles: Floats) -> Bools:
    """``(n, n)`` bool: squares that seem plain, but have the colour of tiles, not that of most.

    Where even plain squares bear a print, a thin letter may have fewer edges, and so look plain.
    ``tiles``, ``(T, 3)``, are the colours of squares that hold tiles for sure.
    """
    if not len(tiles):
        return np.zeros_like(squares.plain)
    off_tiles = pixel_distances(squares.ground, usual_colour(tiles))
    return squares.plain & (squares.off_plain > OTHER_COLOUR) & (off_tiles <= SAME_COLOUR)


def framed_squares(board: Bytes, plain: Bools) -> Bools:
    """``(n, n)`` bool: squares of a cut board with an edge all around, as most plain ones have."""
    outlines = measure_outlines(*measure_seams(board, steps=True))
    usual = quantile(outlines[plain], 0.05)
    return np.asarray(outlines >= max(NOISE, OUTLINE_SHARE * usual), bool)


def most_when_plain(core: NDArray[np.floating]) -> NDArray[np.floating]:
    """``(K,)`` the value of ``core`` up to which nothing is printed on a square of each board.

    Squares about as even as the evenest count as unprinted. ``core`` is ``(K, N)``, the strength of
    edges in the middles of the squares.
    """
    ranked, count = np.sort(core, axis=1), core.shape[1]
    quiet, loud = ranked[:, : count * 3 // 10].mean(axis=1), ranked[:, -count // 5 :].mean(axis=1)
    most = np.maximum(np.sqrt((quiet + 1) * loud), 4.0)
    usual = (ranked[:, (count - 1) // 2] + ranked[:, count // 2]) / 2
    return np.where(ranked[:, 0] <= most, most, usual)
