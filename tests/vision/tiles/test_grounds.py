"""Colours of a board's own tiles and bare squares help to tell which cells hold tiles."""

from __future__ import annotations

import cv2
import numpy as np

from tests.benchmarks.painting import Style, paint_tile
from vision.imaging import Floats
from vision.tiles import Grounds, classify, generic_bank

SURE = 4.0
TILE, BARE = (200, 180, 90), (60, 70, 60)


def log_odds(own: list[tuple[int, int, int]], odds: list[float]) -> Floats:
    bare = np.array([BARE] * 20, np.float32)
    return Grounds(np.array(own, np.float32), bare).log_odds(np.array(odds, np.float32), SURE)


def test_a_cell_of_the_tiles_colour_is_rather_a_tile() -> None:
    laid, none, other = log_odds([TILE] * 8 + [TILE, BARE, (9, 9, 240)], [9.0] * 8 + [0.0] * 3)[8:]
    assert laid > 3.0
    assert none < -3.0
    assert other == 0.0


def test_no_cell_speaks_for_itself() -> None:
    """A tile of a colour of its own is as likely as without colours, however sure it is."""
    assert log_odds([TILE] * 8 + [(9, 9, 240)], [9.0] * 9)[8] == 0.0
    assert log_odds([TILE], [9.0]).tolist() == [0.0]


def test_colours_that_tiles_and_squares_share_tell_nothing() -> None:
    own = np.array([TILE] * 9, np.float32)
    odds = np.array([9.0] * 8 + [0.0], np.float32)
    assert np.abs(Grounds(own, own).log_odds(odds, SURE)).max() < 0.01


def test_a_sign_on_a_bare_square_is_no_tile() -> None:
    """An arrow with points beside it looks like something that covers a letter."""
    sign = paint_tile("", style=Style(face=BARE))
    cv2.fillConvexPoly(sign, np.array([(27, 26), (27, 62), (64, 44)]), (40, 150, 30))
    cv2.circle(sign, (60, 4), 18, (40, 150, 30), -1)
    cells = np.stack([*(paint_tile(letter, style=Style(face=TILE)) for letter in "HEARTS"), sign])
    own = np.array([TILE] * 6 + [BARE], np.float32)
    grounds = Grounds(own, np.array([BARE] * 9, np.float32))
    assert classify(cells, generic_bank()).is_tile.all()
    assert classify(cells, generic_bank(), grounds=grounds).is_tile.tolist() == [True] * 6 + [False]
