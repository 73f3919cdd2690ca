"""Numerals whose colours compression smeared, so that parts of them are no ink of the letters."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.benchmarks.painting import Pixels, Style, paint_tile
from vision.tiles import (
    CELL,
    Cells,
    find_corner,
    find_marks,
    generic_bank,
    line_through,
    separate_ink,
)
from vision.tiles.numerals import Numeral, read_luma_numerals, read_numerals

VALUES = (1, 2, 3, 4, 5, 8, 10)
LETTERS = "ETSHLDCMKJ"
PAINTED = (1, 2, 3, 4, 5, 8, 10, 5, 4, 3)
Colour = tuple[int, int, int]
SMEARS = [
    ((76, 200, 154), (44, 50, 162), 36, 70),
    ((60, 180, 240), (120, 30, 30), 44, 50),
    ((230, 220, 120), (40, 40, 190), 36, 60),
    ((90, 230, 120), (160, 40, 140), 44, 60),
]
"""Colours of tile and ink, pixels a tile and JPEG quality."""


def tiles(face: Colour, ink: Colour, *, side: int, quality: int | None) -> Pixels:
    """Tiles of so many pixels as a JPEG shows them; None is no compression."""
    style = Style(face=face, ink=ink, font="roboto-condensed-bold")
    painted = zip(LETTERS, map(str, PAINTED), strict=True)
    row = np.hstack([paint_tile(letter, value, style, 4 * CELL) for letter, value in painted])
    count = len(LETTERS)
    small = cv2.resize(row, (count * side, side), interpolation=cv2.INTER_AREA)
    if quality is not None:
        data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        small = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
    large = np.asarray(cv2.resize(small, (count * CELL, CELL)), np.uint8)
    return np.stack(np.split(large, count, axis=1))


def look(pixels: Pixels) -> tuple[list[Numeral], list[Numeral], Cells]:
    """The numerals as the letters' ink shows them, and as their own does."""
    cells = separate_ink(pixels)
    marks = find_marks(cells)
    corner, digits = find_corner(cells.coverage, marks), generic_bank().only("0123456789")
    line = line_through([mark.blob for mark in marks if mark is not None])
    first = read_numerals(cells, marks, digits, VALUES, corner, line=line)
    return first, read_luma_numerals(first, pixels, cells, digits, VALUES, corner, line), cells


@pytest.mark.parametrize("smear", SMEARS)
def test_numerals_of_smeared_colours(smear: tuple[Colour, Colour, int, int]) -> None:
    face, ink, side, quality = smear
    first, second, cells = look(tiles(face, ink, side=side, quality=quality))
    assert [each.value for each in first] != list(PAINTED)
    assert cells.foreign.any()
    assert [each.value for each in second] == list(PAINTED)


def test_numerals_of_clean_colours_are_left_as_they_are() -> None:
    first, second, _ = look(tiles((76, 200, 154), (44, 50, 162), side=CELL, quality=None))
    assert first == second
    assert [each.value for each in second] == list(PAINTED)
