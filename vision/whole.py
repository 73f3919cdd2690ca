"""Whole: squares that show neither a tile nor what the board has there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.layout import BoardKind
from vision.locate import Located
from vision.premiums import PREMIUMS

OTHER = 45.0
"""Distance of colours (0 to 441) from which a square is not what lies there on other squares."""


def hidden_squares(
    located: Located, tiles: NDArray[np.bool_], kind: BoardKind | None
) -> NDArray[np.bool_]:
    """``(n, n)`` bool: squares on which something else seems to lie.

    A bare square must have the board's colour and an outline of its own; a premium square must
    have the
    colour of its kind. A start square may look as it likes.

    Args:
        located: The board.
        tiles: ``(n, n)`` bool, where tiles lie.
        kind: Its premiums, None where they are not known.
    """
    squares = located.squares
    usual = np.median(squares.ground[squares.plain], axis=0)
    odd_colour = np.linalg.norm(squares.ground - usual, axis=2) > OTHER
    outlined = located.seen | squares.framed
    hidden = squares.plain & (odd_colour | ~outlined)
    if kind is not None:
        kinds = np.array([list(row) for row in kind.premiums])
        shown = ~squares.plain & ~tiles
        for each in PREMIUMS:
            mask = shown & (kinds == each)
            if mask.any():
                colour = np.median(squares.ground[mask], axis=0)
                hidden |= mask & (np.linalg.norm(squares.ground - colour, axis=2) > OTHER)
        hidden |= shown & (kinds == ".") & odd_colour
        start = len(kinds) // 2
        hidden[start, start] = False
    return np.asarray(hidden & ~tiles, dtype=bool)
