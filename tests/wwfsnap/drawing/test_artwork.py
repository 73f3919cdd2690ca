"""Tiles are drawn as those of the picture look."""

from __future__ import annotations

import numpy as np

from tests.benchmarks.painting import Place, lay, paint_screen, paint_tile
from vision.imaging import Box, Screen
from vision.reader import read
from vision.reading import Reading
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


def test_the_corners_of_a_shaded_tile_are_not_what_lies_behind_it() -> None:
    """Their colour is far from its usual one, but not from that of its upper edge."""
    page = paint_screen(ROWS, "WARTED", place=PLACE)
    reading = read(Screen(page, "painted"))
    assert reading.rack is not None
    tile = reading.rack[0]
    inner = Box(tile.box.x + 4, tile.box.y + 4, tile.box.width - 8, tile.box.height - 8)
    rows, columns = inner.pixels(reading.width, reading.height)
    shade = np.linspace(1.0, 0.35, rows.stop - rows.start)[:, None, None]
    page[rows, columns] = np.rint(page[rows, columns] * shade)
    shaded = reading._replace(rack=(tile._replace(box=inner), *reading.rack[1:]))
    face = tile_face(Screen(page, "painted"), shaded, tile.text, 64, 64).astype(np.int64)
    corner, middle = face[:6, :6].mean(axis=(0, 1)), face[:6, 29:35].mean(axis=(0, 1))
    assert np.abs(corner - middle).max() < 20


def two_ks() -> tuple[Pixels, Reading, tuple[slice, slice]]:
    """A board with two Ks, of which one counts as laid, and where that lies."""
    down = [f"........{letter}......" for letter in "ICK"]
    rows = [*["." * 15] * 7, "....QUICK......", *down, *["." * 15] * 4]
    page = paint_screen(rows, "WARTED", place=PLACE)
    reading = read(Screen(page, "painted"))
    cells = [list(line) for line in reading.cells]
    laid = cells[7][8]
    assert laid is not None
    assert [line[8] and line[8].text for line in cells[7:11]] == ["K", "I", "C", "K"]
    cells[7][8] = laid._replace(tentative=True)
    place = laid.box.pixels(reading.width, reading.height)
    return page, reading._replace(cells=tuple(map(tuple, cells))), place


def test_a_letter_that_is_laid_in_another_colour_is_drawn_as_the_rack_looks() -> None:
    page, reading, place = two_ks()
    page[place] = page[place] // 2 + np.array([120, 40, 0], np.uint8)
    drawn, own = (tile_face(Screen(page, "painted"), reading, each, 64, 64) for each in "KW")
    assert np.abs(np.median(drawn, axis=(0, 1)) - np.median(own, axis=(0, 1))).max() <= 8


def test_where_all_have_another_colour_the_nearest_is_drawn() -> None:
    page, reading, (rows, columns) = two_ks()
    played = reading.cells[10][8]
    assert played is not None
    far = played.box.pixels(reading.width, reading.height)
    page[far] = page[far] // 2 + np.array([120, 40, 0], np.uint8)
    paler = np.array([30, 30, 0], np.uint8)
    page[rows, columns] = page[rows, columns] // 4 * 3 + paler
    drawn, own = (tile_face(Screen(page, "painted"), reading, each, 64, 64) for each in "KW")
    near = np.median(own, axis=(0, 1)) // 4 * 3 + paler
    assert np.abs(np.median(drawn, axis=(0, 1)) - near).max() <= 8


def test_of_two_that_look_alike_the_one_that_is_played_is_drawn() -> None:
    page, reading, (rows, columns) = two_ks()
    plain = tile_face(Screen(page, "painted"), reading, "K", 64, 64)
    page[rows.start : rows.start + 8, columns.stop - 12 : columns.stop] = (0, 0, 255)  # a badge
    assert np.array_equal(tile_face(Screen(page, "painted"), reading, "K", 64, 64), plain)
