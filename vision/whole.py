"""Whole: squares that show neither a tile nor what the board has there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL
from vision.layout import BoardKind
from vision.locate import Located
from vision.premiums import PREMIUMS, kinds_of
from vision.squares import framed_squares

UNLIKE = 0.4
"""Correlation with the other squares of its kind below which a square shows something else."""

PRINT = 3.0
"""Deviation of brightness, of 255, below which nothing is printed on the squares of a kind, so that
noise alone would be compared."""

LEAST_FELLOWS = 3
"""Squares of a kind in sight that show what they usually look like."""

OTHER = 45.0
"""Distance of colours (0 to 441) from which a square is not what lies there on other squares."""


def hidden_squares(
    located: Located, tiles: NDArray[np.bool_], kind: BoardKind | None
) -> NDArray[np.bool_]:
    """``(n, n)`` bool: squares on which something else seems to lie.

    A bare square must have the board's colour and an outline of its own; a premium square must
    have the colour of its kind. A start square may look as it likes.

    Args:
        located: The board.
        tiles: ``(n, n)`` bool, where tiles lie.
        kind: Its premiums, None where they are not known.
    """
    squares = located.squares
    usual = np.median(squares.ground[squares.plain], axis=0)
    odd_colour = np.linalg.norm(squares.ground - usual, axis=2) > OTHER
    hidden = squares.plain & odd_colour
    unseen = squares.plain & ~located.seen & ~hidden
    if unseen.any():
        hidden |= unseen & ~framed_squares(located.board, squares.plain)
    if kind is not None:
        kinds = kinds_of(kind.premiums)
        shown = ~squares.plain & ~tiles
        for each in PREMIUMS:
            mask = shown & (kinds == each)
            if mask.any():
                colour = np.median(squares.ground[mask], axis=0)
                hidden |= mask & (np.linalg.norm(squares.ground - colour, axis=2) > OTHER)
                hidden |= _unlike_fellows(located.board, mask)
        hidden |= shown & (kinds == ".") & odd_colour
        start = len(kinds) // 2
        hidden[start, start] = False
    return np.asarray(hidden & ~tiles, dtype=bool)


def _unlike_fellows(board: NDArray[np.uint8], mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of some squares that should look the same look otherwise.

    Their middles are compared with the median of them all, by brightness, as strength of colour may
    differ from one to the next. Premiums that show by their colour alone have nothing to compare.
    """
    odd = np.zeros_like(mask)
    places = np.argwhere(mask)
    if len(places) < LEAST_FELLOWS:
        return odd
    size = len(mask)
    squares = board.reshape(size, CELL, size, CELL, 3).transpose(0, 2, 1, 3, 4)
    blue, green, red = np.moveaxis(squares[:, :, 14:50:2, 8:56:2][mask], 3, 0).astype(np.float32)
    flat = ((blue + green + red) / 3).reshape(len(places), -1)
    flat -= flat.mean(axis=1, keepdims=True)
    usual = np.median(flat, axis=0)
    if usual.std() < PRINT:
        return odd
    norm = np.linalg.norm(flat, axis=1) * np.linalg.norm(usual) + 1e-6
    alike = flat @ usual / norm
    odd[tuple(places[alike < min(UNLIKE, float(np.median(alike)) - 0.3)].T)] = True
    return odd
