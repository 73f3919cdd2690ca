"""Squares that show neither a tile nor what the board has there: doubts, and many a refusal."""

from __future__ import annotations

import numpy as np
import pytest

from solver.game import Square
from tests.benchmarks.painting import Place, Style, lay, paint_screen, paint_tile
from vision.imaging import Box, Screen
from vision.reader import read

# Of all premium squares only B2 (DW), D4 (TL) and K1 (TL) are in sight.
NEARLY_FULL = (
    "HANDOUT.B..",
    "I....SENORA",
    "VERTU.J.GUY",
    "E.I....Q.G.",
    "D.GO...ALA.",
    ".PIT.C.TOE.",
    "BIDI.R..Z..",
    "R..C.U.MED.",
    "A.P.HEXONES",
    "VARLET.AGA.",
    "I.OATS.SELF",
)
PLACE = Place(cell=56.0, height=960)


@pytest.mark.parametrize("fellow", [True, False], ids=["fellow", "alone"])
@pytest.mark.parametrize("letter", ["W", "I"])
def test_one_stray_among_few_premiums_is_a_doubt_and_no_more(letter: str, *, fellow: bool) -> None:
    """A last move in a colour of its own, half hidden, is no letter and no premium either."""
    rows = NEARLY_FULL if fellow else [row.replace("E.I.", "E.IS") for row in NEARLY_FULL]
    pixels = paint_screen(rows, "TKLNHD", layout="solo", place=PLACE)
    square = Square(0, 10)
    tile = paint_tile(letter, "4", Style(face=(203, 49, 159), ink=(255, 255, 255)))
    tile[34:, 22:] = (60, 90, 200)  # a badge
    lay(pixels, tile, Box(PLACE.x + 10 * PLACE.cell, PLACE.y, PLACE.cell, PLACE.cell))
    reading = read(Screen(np.ascontiguousarray(pixels), "nearly full"))
    assert (reading.game, len(reading.cells)) == ("wwf", 11)
    assert reading.cells[0][10] is None
    assert square.name in {doubt.where for doubt in reading.doubts}
