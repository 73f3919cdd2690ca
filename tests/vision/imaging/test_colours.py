"""Colours of cells: what is measured of each before letters are read."""

from __future__ import annotations

import numpy as np

from vision.imaging import edge_colours, ground_colours, ink_colours
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


def test_a_thin_letter_is_the_ink_and_not_the_rim_of_its_tile() -> None:
    """It covers less of the middle than the shading of the rim does."""
    cell = np.full((1, CELL, CELL, 3), TILE, np.uint8)
    for at in (slice(9, 12), slice(52, 55)):
        cell[:, at, 9:55] = cell[:, 9:55, at] = (55, 178, 225)
    cell[:, 25:43, 31:33] = (30, 30, 40)
    found = ink_colours(cell, ground_colours(cell))
    assert np.abs(found[0] - (30, 30, 40)).max() <= 1
