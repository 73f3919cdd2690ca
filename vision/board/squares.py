"""A cut board in; what its squares look like, before any letter is read, out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.board.borders import measure_outlines
from vision.board.lattice import measure_edges
from vision.imaging import usual_colour
from vision.tiles import CELL

INNER_ROWS, INNER_COLUMNS = slice(13, 51), slice(12, 52)
"""The middle of a square, where only print has edges."""

LOWEST = 0.33
"""Height, as a share of the square, from which print may be a letter: web pages set letters in half
of it, whose capitals are a third high. Some labels are as high; the network tells them apart."""

COLOURED = (8.0, 4.0, 2.0)
"""Distances of colours (0 to 441) from which an unprinted square may be of another kind than most:
plain squares of compressed pictures differ by 5, of uncompressed ones by 0; premiums of the palest
looks, dimmed, by 10, paler still by 3."""

MOST = 0.5
"""Share of these squares that must have one colour so that the others stand out."""

LEAST_OUTLINE = 2.5
"""Strength of a square's outline, of 255, that noise does not reach."""

OUTLINE_SHARE = 0.3
"""The same as a share of the weakest outlines of bare squares: all but a few may lie beside a tile
or premium, whose outline is stronger. Covered squares have none at all."""


class Squares(NamedTuple):
    """What the squares of a board look like before any letter is read.

    Attributes:
        plain: ``(n, n)`` bool, nothing is printed on the square.
        ground: ``(n, n, 3)`` float32, its ground colour.
        high: ``(n, n)`` bool, what is printed there may be as high as letters are.
    """

    plain: NDArray[np.bool_]
    ground: NDArray[np.float32]
    high: NDArray[np.bool_]


def inspect_squares(board: NDArray[np.uint8]) -> Squares:
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
    pixels = board.reshape(size, CELL, size, CELL, 3).transpose(4, 0, 2, 1, 3)
    shown = pixels[:, :, :, 10:54:3, 8:56:3].astype(np.uint16, order="C").reshape(3, size, size, -1)
    shown.sort(axis=3)
    middle = (shown.shape[3] - 1) // 2
    ground = (shown[..., middle] + shown[..., -1 - middle]).transpose(1, 2, 0) / 2
    return Squares(core <= most, ground.astype(np.float32), high)


def _is_high(edged: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """``(K,)`` whether edges continue through the rows of the lowest letter and those next to it.

    Args:
        edged: ``(K, h, w)`` where there are edges in the inner rows and columns of squares; print
            that reaches beyond them may be high.
    """
    rows = np.ones((len(edged), CELL), bool)
    rows[:, INNER_ROWS] = edged.any(axis=2)
    least = math.ceil(LOWEST * CELL) + 2
    in_a_row = sliding_window_view(rows, least, axis=1)
    return np.asarray(np.any(in_a_row.all(axis=2), axis=1), np.bool_)


def coloured_squares(squares: Squares) -> Iterator[Squares]:
    """The squares where premiums differ in colour only: those of another colour are not plain.

    Once for each distance of colours in ``COLOURED``. Where most differ, as in uneven light, colour
    says nothing.
    """
    usual = usual_colour(squares.ground[squares.plain])
    apart = np.linalg.norm(squares.ground - usual, axis=2)
    for least in COLOURED:
        plain = squares.plain & (apart < least)
        if plain.sum() <= MOST * squares.plain.sum():
            return
        yield Squares(plain, squares.ground, squares.high | (squares.plain & ~plain))


def framed_squares(board: NDArray[np.uint8], plain: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """``(n, n)`` bool: squares of a cut board with an edge all around.

    Args:
        board: ``(n * CELL, n * CELL, 3)`` uint8.
        plain: ``(n, n)`` bool, squares on which nothing is printed.
    """
    outlines = measure_outlines(board)
    usual = float(np.percentile(outlines[plain], 5))
    return np.asarray(outlines >= max(LEAST_OUTLINE, OUTLINE_SHARE * usual), bool)


def most_when_plain(core: NDArray[np.floating]) -> NDArray[np.floating]:
    """``(K,)`` the value of ``core`` up to which nothing is printed on a square of each board.

    Squares about as even as the evenest count as unprinted.

    Args:
        core: ``(K, N)`` edge strengths in the middles of the squares of K boards.
    """
    ranked, count = np.sort(core, axis=1), core.shape[1]
    quiet, loud = ranked[:, : count * 3 // 10].mean(axis=1), ranked[:, -count // 5 :].mean(axis=1)
    most = np.maximum(np.sqrt((quiet + 1) * loud), 4.0)
    usual = (ranked[:, (count - 1) // 2] + ranked[:, count // 2]) / 2
    return np.where(ranked[:, 0] <= most, most, usual)
