"""What tiles share around and on their faces is none of what is printed on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from solver.game import load_game
from tests.benchmarks.painting import INK, Pixels, Style, paint_tile
from vision.tiles import TileObservations, classify, generic_bank, log_chances, separate_ink
from vision.tiles.background import find_background

WORD = "THECKBROWNFOXJUMPSITALY"
TILES = load_game("wwf").tiles
VALUES = [TILES.values[letter] for letter in WORD]
LOW = Style(below=True)


def look(pixels: Pixels) -> TileObservations:
    bank = generic_bank()
    return classify(pixels, bank.only(TILES.letters), most=10)


def tiles(style: Style, spoil: Callable[[Pixels], None]) -> Pixels:
    painted = [
        paint_tile(letter, str(value), style) for letter, value in zip(WORD, VALUES, strict=True)
    ]
    for tile in painted:
        spoil(tile)
    return np.stack(painted)


def frame(tile: Pixels) -> None:
    """A frame of the ink's colour as far in as numerals begin."""
    for side in (tile[:7], tile[-7:], tile[:, :4], tile[:, -5:]):
        side[:] = INK


def gloss(tile: Pixels) -> None:
    """A pale band over the upper part of the tile, numeral and all."""
    tile[4:20] += (
        ((np.array(INK) - tile[4:20].astype(float)) * 0.45).astype(np.int64).astype(np.uint8)
    )


@pytest.mark.parametrize(
    ("style", "spoil"),
    [(Style(), frame), (LOW, frame), (Style(), gloss)],
    ids=["frame above", "frame below", "gloss"],
)
def test_numerals_that_run_into_what_all_tiles_have(
    style: Style, spoil: Callable[[Pixels], None]
) -> None:
    faces = look(tiles(style, spoil))
    assert faces.prints is not None
    assert (faces.prints.below, faces.prints.left) == (style.below, False)
    chances, _ = log_chances(faces.told, TILES.letters)
    assert "".join(TILES.letters[k] for k in chances.argmax(axis=1)) == WORD
    read = [faces.numeral(k).value for k in range(len(WORD))]
    assert sum(one == other for one, other in zip(read, VALUES, strict=True)) >= len(WORD) - 2


def test_a_faint_band_on_all_tiles_is_no_part_of_a_numeral() -> None:
    """It crosses the place of numerals, which are legible without a look past it."""
    worth = [None if letter == "O" else value for letter, value in zip(WORD, VALUES, strict=True)]
    painted = np.stack(
        [paint_tile(letter, str(value or "")) for letter, value in zip(WORD, worth, strict=True)]
    )
    painted[:, :10] -= ((painted[:, :10] - np.array(INK)) * 0.28).astype(np.uint8)
    faces = look(painted)
    assert [faces.numeral(k).value for k in range(len(WORD))] == worth


def test_a_numeral_that_most_tiles_have_is_no_rim() -> None:
    pixels = np.stack([paint_tile(letter, "1") for letter in "RETINASOLD"])
    cells = separate_ink(pixels)
    rim = find_background(cells, np.ones(len(pixels), bool))
    assert rim is not None
    assert not rim.beyond.any()
    assert np.abs(rim.without(cells).coverage - cells.coverage).max() < 0.2


def test_two_tiles_show_no_rim() -> None:
    cells = separate_ink(np.stack([paint_tile(letter, "1") for letter in "AT"]))
    assert find_background(cells, np.ones(2, bool)) is None
