"""Badges and numerals on the tiles of letter grids."""

from __future__ import annotations

import numpy as np
import pytest

from sample_screens.paint import Canvas
from sample_screens.shapes import WHITE, Box, Paint
from tests.benchmarks.grid_painting import paint_grid
from tests.benchmarks.grids import read_painted
from tests.shared.painted_grids import GROUND, INK, TRUTHS, WORDS, texts_of
from tests.shared.samples import as_screen
from vision.imaging import Box as Place
from vision.imaging import Screen, load_screen
from vision.paths import read_grid
from vision.paths.badges import find_discs
from vision.tiles import Corner


def test_a_numeral_without_a_badge_is_no_proof() -> None:
    truth = TRUTHS["wordblitz-phone"]
    pixels, tiles = load_screen(truth.picture).pixels.copy(), truth.tiles
    pitch, left, top = round(tiles.pitch), round(tiles.x), round(tiles.y)
    corner = np.s_[top - 30 : top + 60, left + pitch - 30 : left + pitch + 60]  # of the E, 3L
    pixels[corner] = np.roll(pixels, -pitch, axis=1)[corner]
    reading = read_grid(Screen(pixels, "no badge"))
    assert [tile.multiplier for tile in reading.tiles[0]] == [".", "TL", ".", "."]
    assert [tile.value for tile in reading.tiles[0]] == [1, 1, 1, 2]
    assert [(each.where, each.why.kind) for each in reading.doubts] == [("B1", "other-value")]


@pytest.mark.parametrize("seed", [500019, 500030, 500032])
def test_painted_grids_of_word_blitz(seed: int) -> None:
    assert paint_grid(seed, blitz=True).grid.game == "wordblitz"
    assert read_painted(seed, blitz=True)[2] == "exact"


@pytest.mark.parametrize("right", [0.0, 1.5, 2.0])
def test_letters_of_a_badge_may_touch_its_rim(right: float) -> None:
    """White ones on a yellow disc with a white rim: the W becomes one piece with the rim."""
    canvas = Canvas(680, 900, GROUND)
    for k, letter in enumerate("".join(WORDS)):
        box = Box.around(115 + 150 * (k % 4), 225 + 150 * (k // 4), 132, 132)
        canvas.box(box, WHITE)
        canvas.text(letter, "inter-bold", 60, box.centre, INK)
        if k in (1, 6, 11):
            canvas.disc(box.at(0.06, 0.06), 28, WHITE)
            canvas.disc(box.at(0.06, 0.06), 25, Paint.parse("#f5a81c"))
            x, y = box.at(0.06, 0.06)
            canvas.text("DW" if k == 6 else "TW", "inter-bold", 19, (x + right, y), WHITE)
    reading = read_grid(as_screen(canvas.picture()))
    assert texts_of(reading) == list(WORDS)
    found = [times for row in reading.multipliers() for times in row]
    assert {k: times for k, times in enumerate(found) if times != "."} == {
        1: "TW",
        6: "DW",
        11: "TW",
    }


@pytest.mark.parametrize("number", ["10", "12"])
def test_a_number_at_the_edge_of_a_tile_is_no_badge(number: str) -> None:
    """Beside small letters: 10 is like TO, which is TW in German, and 12 like L2."""
    canvas = Canvas(900, 1300, GROUND)
    for k, letter in enumerate("".join(WORDS)):
        box = Box.around(150 + 196 * (k % 4), 300 + 196 * (k // 4), 183, 183)
        canvas.box(box, Paint.parse("#fcd24f"))
        canvas.text(letter, "inter-bold", 56, box.at(0.5, 0.57), INK)
        value = number if k in (2, 9) else "1"
        canvas.text(value, "inter-bold", 32, box.at(0.14, 0.16), INK)
    reading = read_grid(as_screen(canvas.picture()))
    assert texts_of(reading) == list(WORDS)
    assert {times for row in reading.multipliers() for times in row} == {"."}


def test_nothing_beyond_the_picture_is_a_badge() -> None:
    """Tiles of the last column are cut off; what lies on the edge there repeats beyond it."""
    boxes = {
        divmod(k, 4): Place(85.0 * (k % 4) + 3, 85.0 * (k // 4) + 3, 74, 74) for k in range(16)
    }
    pixels = np.full((346, 312, 3), 40, np.uint8)
    for box in boxes.values():
        pixels[box.pixels(312, 346)] = 200
    for row in range(3):
        pixels[85 * row + 2 : 85 * row + 19, -1] = (20, 120, 250)
    screen = Screen(pixels, "painted")
    faces, around = np.full((16, 3), 200, np.float32), [np.full(3, 40, np.float32)]
    assert not find_discs(screen, boxes, faces, around, Corner(below=False, left=False))
    wider = np.pad(pixels, ((0, 0), (0, 40), (0, 0)), mode="edge")
    wider[:, 340:] = 40
    whole = Screen(wider, "painted")
    assert find_discs(whole, boxes, faces, around, Corner(below=False, left=False))


def test_values_stand_in_the_corners_of_tiles_with_small_letters() -> None:
    """As on the first phones that had Wordament."""
    values = {"T": 2, "E": 1, "A": 2, "M": 4, "R": 2, "I": 2, "S": 2, "N": 2, "O": 2, "L": 3}
    values |= {"G": 4, "H": 4, "U": 4, "D": 3}
    canvas = Canvas(480, 800, Paint.parse("#000000"))
    for k, letter in enumerate("".join(WORDS)):
        box = Box.around(68 + 115 * (k % 4), 380 + 115 * (k // 4), 107, 107)
        canvas.box(box, Paint.parse("#339933"))
        canvas.text(letter, "inter-bold", 38, box.at(0.5, 0.54), WHITE)
        canvas.text(str(values[letter]), "inter-bold", 16, box.at(0.12, 0.13), WHITE)
    reading = read_grid(as_screen(canvas.picture()))
    assert texts_of(reading) == list(WORDS)
    assert (reading.game, reading.doubts) == ("wordament", ())
    assert [[tile.value for tile in row] for row in reading.tiles] == [
        [values[letter] for letter in word] for word in WORDS
    ]


def test_a_badge_that_the_edge_cuts_is_in_doubt() -> None:
    """A D of which half is missing looks like a T."""
    screen = load_screen(TRUTHS["ruzzle-phone"].picture)
    whole = read_grid(screen)
    first = whole.tiles[0][0].box
    assert not whole.doubts
    for share in (0.0, 0.05, 0.1):
        left = round(first.x - share * first.width)
        cut = read_grid(Screen(screen.pixels[:, left:].copy(), "cut"))
        rows = zip(whole.tiles, cut.tiles, strict=True)
        wrong = {row for row, (a, b) in enumerate(rows) if a[0].multiplier != b[0].multiplier}
        doubted = {doubt.where for doubt in cut.doubts}
        assert {f"A{row + 1}" for row in wrong} <= doubted, (share, doubted)
