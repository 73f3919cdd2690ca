"""Tiles are drawn as those of the picture look."""

from __future__ import annotations

import numpy as np

from tests.benchmarks.painting import Place, lay, paint_screen, paint_tile
from vision.imaging import Screen
from vision.reader import read
from wwfsnap.drawing.artwork import tile_face
from wwfsnap.drawing.canvas import Pixels

PLACE = Place()
ROWS = [*["." * 15] * 7, "....QUICK......", *["." * 15] * 7]


def blank_drawn(sign: str) -> Pixels:
    """A blank laid as M, from a rack whose blank shows a sign."""
    page = paint_screen(ROWS, "WART ED", place=PLACE)
    lay(page, paint_tile(sign, ""), PLACE.slot(4))
    screen = Screen(page, "painted")
    reading = read(screen)
    assert [tile.text for tile in reading.rack or ()][4] == "?"
    return tile_face(screen, reading, "m", 64, 64)


def test_a_blanks_sign_is_not_drawn_below_its_letter() -> None:
    marked, bare = (blank_drawn(sign).astype(np.int64) for sign in ("?", ""))
    assert np.ptp(bare.sum(axis=2)) > 200  # the letter is there
    assert np.abs(marked - bare).max() < 20
