"""The background that tiles share, and ground colours that tell tiles from bare squares."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from solver.game import load_game
from tests.benchmarks.painting import INK, Pixels, Style, paint_tile
from vision.imaging import Floats
from vision.tiles import (
    Corner,
    Grounds,
    TileObservations,
    classify,
    generic_bank,
    log_chances,
    separate_ink,
)
from vision.tiles.background import find_background, without_outline
from vision.tiles.ink import Cells

WORD = "THECKBROWNFOXJUMPSITALY"
TILES = load_game("wwf").tiles
VALUES = [TILES.values[letter] for letter in WORD]
LOW = Style(below=True)


SURE = 4.0

TILE, BARE = (200, 180, 90), (60, 70, 60)


def look(pixels: Pixels) -> TileObservations:
    bank = generic_bank()
    return classify(pixels, bank.only(TILES.letters))


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
    assert faces.prints.corner == Corner(style.below, left=False)
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


def test_without_another_tile_colours_tell_nothing() -> None:
    """The sign on the start square of an empty board has the edges of a bare square."""
    assert log_odds([BARE], [9.0]).tolist() == [0.0]
    assert log_odds([BARE, TILE], [0.0, 0.0]).tolist() == [0.0, 0.0]


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
    grounds = [Grounds(own, np.array([BARE] * 9, np.float32))]
    assert classify(cells, generic_bank()).is_tile.all()
    assert classify(cells, generic_bank(), grounds=grounds).is_tile.tolist() == [True] * 6 + [False]


def test_what_lies_beside_most_letters_is_taken_off_and_a_shaded_face_is_not() -> None:
    """A dark line along the ink is as thick as strokes at most."""
    seen = separate_ink(tiles(Style(), lambda _: None))
    ink = (seen.coverage > 0.5).astype(np.uint8)

    def lined(width: int) -> Cells:
        kernel = np.ones((2 * width + 1, 2 * width + 1), np.uint8)
        around = np.stack([cv2.dilate(each, kernel) for each in ink]).astype(bool)
        return seen._replace(foreign=around & ~ink.astype(bool))

    every = np.ones(len(ink), np.bool_)
    assert without_outline(seen, every) is seen
    few = lined(4)
    assert without_outline(few, np.arange(len(ink)) < 2) is few
    left = [
        without_outline(lined(width), every).foreign.sum() / lined(width).foreign.sum()
        for width in (2, 4, 9)
    ]
    assert max(left[:2]) < 0.05
    assert left[2] > 0.95
