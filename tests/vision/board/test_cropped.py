"""Boards that the picture cuts off are told as such, with the side, and never read."""

from __future__ import annotations

import numpy as np
import pytest

from tests.shared.samples import TRUTHS, screen_of
from vision.errors import BoardNotWhole, NoBoardFound
from vision.imaging import Screen
from vision.reader import read

SIDES = {"left": "on the left", "right": "on the right", "top": "at the top"}
SIDES["bottom"] = "at the bottom"
NAMES = ("wwf2-dark", "wwf-classic-phone", "wordfeud-dark-nl", "crossplay-blanks")

SQUARES = (0.6, 1.5, 4.5)


def cropped(name: str, side: str, squares: float) -> Screen:
    """A sample screen without so many squares of its board on a side."""
    shot, grid = screen_of(name), TRUTHS[name].grid
    assert grid is not None
    off, whole = squares * grid.cell, grid.size * grid.cell
    right, bottom = grid.x + whole, grid.y + whole
    rows, columns = slice(0, shot.height), slice(0, shot.width)
    if side in {"top", "bottom"}:
        rows = slice(round(grid.y + off), None) if side == "top" else slice(round(bottom - off))
    else:
        left = side == "left"
        columns = slice(round(grid.x + off), None) if left else slice(round(right - off))
    return Screen(np.ascontiguousarray(shot.pixels[rows, columns]), name)


@pytest.mark.parametrize(
    ("name", "side", "squares"),
    [  # each screen on two sides, each side of two screens, by each number of squares on some
        (name, side, SQUARES[(row + column) % 3])
        for row, name in enumerate(NAMES)
        for column, side in enumerate(SIDES)
        if (row + column) % 2 == 0
    ],
)
def test_the_side_is_told(name: str, side: str, squares: float) -> None:
    with pytest.raises(BoardNotWhole, match=SIDES[side]):
        read(cropped(name, side, squares))


@pytest.mark.parametrize(("side", "squares"), list(zip(SIDES, (*SQUARES, 0.6), strict=True)))
def test_a_board_dealt_at_random_is_never_read_in_part(side: str, squares: float) -> None:
    with pytest.raises(NoBoardFound):  # no premiums are known that could tell the side
        read(cropped("wordfeud-random-de", side, squares))
