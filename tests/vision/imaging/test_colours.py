"""Colours of cells: what is measured of each before letters are read."""

from __future__ import annotations

import numpy as np

from vision.imaging import edge_colours
from vision.tiles import CELL, split_board

BOARD, TILE, LABEL = (220, 210, 200), (60, 190, 240), (70, 160, 225)


def test_edges_tell_a_tile_through_which_a_premium_shows() -> None:
    """The middle has the colour of neither tiles nor squares."""
    board = np.full((3 * CELL, 3 * CELL, 3), BOARD, np.uint8)
    board[: 2 * CELL, :CELL] = TILE
    board[CELL + 6 : 2 * CELL - 6, 6 : CELL - 6] = LABEL
    board[CELL + 20 : CELL + 24, :10] = 0  # a badge reaches in at the side
    found = edge_colours(split_board(board)).reshape(3, 3, 3)
    assert np.abs(found[:2, 0] - TILE).max() == 0
    assert np.abs(found[2] - BOARD).max() == 0
