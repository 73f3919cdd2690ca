"""A letter's mark is its connected ink; labels, frames and numerals are none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.benchmarks.painting import FONTS, Style, paint_label, paint_tile
from vision.tiles import CELL, Mark, find_marks, separate_ink

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def mark_of(tile: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Mark | None:
    return find_marks(separate_ink(tile[None]))[0]


@pytest.mark.parametrize("font", FONTS)
def test_every_letter_of_every_font_is_a_mark(font: str) -> None:
    style = Style(font=font)
    tiles = np.stack([paint_tile(letter, "1", style) for letter in LETTERS])
    marks = find_marks(separate_ink(tiles))
    for letter, mark in zip(LETTERS, marks, strict=True):
        assert mark is not None, letter
        assert 0.42 * CELL <= mark.blob.height <= 0.72 * CELL, letter
        assert mark.coverage.shape == (mark.blob.height, mark.blob.width)
        assert mark.coverage.max() > 0.9
        assert mark.hidden == 0.0


def test_numeral_is_not_part_of_the_mark() -> None:
    with_numeral, without = mark_of(paint_tile("R", "1")), mark_of(paint_tile("R"))
    assert with_numeral is not None
    assert without is not None
    assert with_numeral.blob.height == pytest.approx(without.blob.height, abs=1)
    assert with_numeral.blob.width == pytest.approx(without.blob.width, abs=1)


def test_a_bare_square_has_no_mark() -> None:
    assert mark_of(paint_label(".")) is None


@pytest.mark.parametrize("frame", [3, 4, 5])
@pytest.mark.parametrize("height", [0.15, 0.2, 0.25, 0.4, 0.6, 0.8])
def test_only_ink_as_high_as_a_letter_is_a_mark(frame: int, height: float) -> None:
    """Frames run along all rows of a cell; what stands within them need not."""
    tile = paint_tile("")
    cv2.rectangle(tile, (0, 0), (CELL - 1, CELL - 1), Style().ink, frame)
    top, bottom = round(CELL * (0.5 - height / 2)), round(CELL * (0.5 + height / 2))
    tile[top:bottom, 24:40] = Style().ink
    mark = mark_of(tile)
    assert (mark is not None) == (height > 0.22)
    if mark is not None:
        assert (mark.blob.y, mark.blob.bottom) == (top, bottom)
        assert (mark.blob.x, mark.blob.right) == (24, 40)


def test_ink_beside_a_letter_is_not_its_own() -> None:
    """A speck within the box of an L, which it does not touch."""
    tile = paint_tile("L")
    plain = mark_of(tile)
    assert plain is not None
    body = plain.blob
    x, y = body.right - 4, body.y + 3
    tile[y : y + 4, x : x + 3] = Style().ink
    mark = mark_of(tile)
    assert mark is not None
    assert mark.blob == body
    assert np.abs(mark.coverage - plain.coverage).max() < 0.5


def test_bare_tile_has_no_mark() -> None:
    assert mark_of(paint_tile("", "")) is None
    assert mark_of(paint_tile("", "0")) is None


def test_line_across_the_whole_cell_is_no_letter() -> None:
    tile = paint_tile("")
    cv2.line(tile, (0, 32), (63, 30), (20, 20, 20), 4)
    assert mark_of(tile) is None


@pytest.mark.parametrize(
    ("letter", "body", "pieces"), [("Ä", "A", 2), ("Ö", "O", 2), ("Å", "A", 1)]
)
def test_what_stands_above_a_letter_belongs_to_it(letter: str, body: str, pieces: int) -> None:
    style = Style(font="nunito-sans-regular", letter=0.44)
    whole, plain = mark_of(paint_tile(letter, style=style)), mark_of(paint_tile(body, style=style))
    assert whole is not None
    assert plain is not None
    assert whole.accented is not None
    assert plain.accented is None
    assert whole.above == pieces
    assert whole.accented.shape[0] > whole.blob.height + 3


def test_badge_on_a_letter_is_told() -> None:
    tile = paint_tile("H")
    tile[36:62, 36:62] = (70, 170, 60)
    mark = mark_of(tile)
    assert mark is not None
    assert mark.hidden > 0.05


def test_no_cells_no_marks() -> None:
    assert find_marks(separate_ink(np.zeros((0, CELL, CELL, 3), np.uint8))) == []
