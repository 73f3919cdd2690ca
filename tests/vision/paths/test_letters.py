"""Letters on the tiles of letter grids: several on one, with lines, shadows and accents."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from sample_screens.paint import Canvas
from sample_screens.shapes import WHITE, Box, Paint
from tests.benchmarks.grid_painting import paint_grid
from tests.shared.painted_grids import GROUND, INK, LARGE, WOOD, WORDS, paint, texts_of
from tests.shared.samples import as_screen
from vision.imaging import Screen
from vision.paths import read_grid
from vision.paths.letters import read_several
from vision.tiles import CELL, Line, generic_bank


@pytest.mark.parametrize("pairs", [("Qu", "Th", "He"), ("Er", "In", "An")])
@pytest.mark.parametrize("font", ["inter-bold", "roboto-condensed-bold"])
def test_second_letters_may_be_small(pairs: Sequence[str], font: str) -> None:
    rows = (*map(tuple, WORDS[:2]), ("N", *pairs), tuple(WORDS[3]))
    reading = read_grid(paint(rows, font=font))
    assert reading.texts() == tuple(tuple(map(str.upper, row)) for row in rows)
    assert {doubt.where for doubt in reading.doubts} <= {"B3", "C3", "D3"}
    assert reading.confidence > 0.98
    assert reading.game == "boggle"  # though the tiles are of wood


def test_two_capitals_are_no_small_letter() -> None:
    rows = (("T", "EF", "A", "TN"), ("O", "I", "IM", "R"), ("E", "AL", "S", "O"), tuple("LHNK"))
    assert read_grid(paint(rows, letter=0.4)).texts() == rows


def test_several_small_letters_fill_a_tile() -> None:
    rows = (("T", "E", "U/G", "M"), *map(tuple, WORDS[1:]))
    reading = read_grid(paint(rows, letter=0.33))
    assert reading.texts() == rows


def test_letters_that_the_network_has_not_learnt_are_read_by_their_looks() -> None:
    painted = paint_grid(2000005, language="pl")
    reading = read_grid(as_screen(painted.picture))
    assert "Ś" in {text for row in painted.grid.texts for text in row}
    assert (reading.texts(), reading.language) == (painted.grid.texts, "pl")


@pytest.mark.parametrize("chosen", ["", "Ñ"])
def test_an_accented_letter_that_a_finger_chose_is_no_plain_one(chosen: str) -> None:
    rows = ["CAÑO", "RUTE", "LIMA", "SEDO"]
    reading = read_grid(paint(rows, chosen=chosen))
    assert texts_of(reading) == rows
    assert reading.language == "es"


def test_a_badge_beside_an_a_makes_no_ring() -> None:
    """The network takes the A below the TL for an Å, but not for certain."""
    painted = paint_grid(1900003, paired=True)
    reading = read_grid(as_screen(painted.picture))
    assert (reading.texts(), reading.language) == (painted.grid.texts, "en")


def on_wood(
    several: str,
    write: Callable[[Canvas, str, tuple[float, float]], None],
    tile: Paint = WOOD,
) -> Canvas:
    """Wooden tiles, the second one of the last row with several letters, each written by itself."""
    rows: list[Sequence[str]] = [*WORDS[:3], ("G", several, "U", "D")]
    canvas = Canvas(900, 1100, GROUND)
    for row, texts in enumerate(rows):
        for column, each in enumerate(texts):
            at = 150 + 200 * column, 250 + 200 * row
            canvas.box(Box.around(*at, 180, 180), tile)
            write(canvas, each, at)
    return canvas


@pytest.mark.parametrize(
    ("pair", "size"),
    [("Qu", 0.6), ("He", 0.6), ("In", 0.8), ("Th", 0.8), ("He", 1.0), ("Th", 1.0)],
)
def test_second_letters_may_be_of_a_smaller_size(pair: str, size: float) -> None:
    """Beside a capital that is smaller than those alone."""

    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        capital, rest, low = text[0], text[1:], at[1] + 40
        tall = 68 if rest else 80
        small = size * tall
        wide = canvas.text_width(capital, "inter-bold", tall)
        whole = wide + canvas.text_width(rest, "inter-bold", small) if rest else wide
        left = at[0] - whole / 2
        canvas.text(capital, "inter-bold", tall, (left, low - tall / 2), INK, align="left")
        behind = left + wide + 4, low - small / 2
        canvas.text(rest, "inter-bold", small, behind, INK, align="left")

    canvas = on_wood(pair, write)
    reading = read_grid(as_screen(canvas.picture()))
    assert reading.texts()[3] == ("G", pair.upper(), "U", "D")


@pytest.mark.parametrize("font", ["roboto-condensed-bold", "barlow-condensed-semibold"])
@pytest.mark.parametrize("apart", [0, 2, 4])
def test_the_tail_of_a_q_may_not_touch_it(font: str, apart: int) -> None:
    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        canvas.text(text, font, 80, at, INK, within=150)

    pixels = as_screen(on_wood("QU", write).picture()).pixels.copy()
    foot = 850 + 40  # of the capitals in the last row
    pixels[foot - 2 : foot - 2 + apart, 260:440] = WOOD.top[::-1]
    reading = read_grid(Screen(pixels, "painted"))
    assert reading.texts()[3] == ("G", "QU", "U", "D")
    assert "B4" not in {doubt.where for doubt in reading.doubts}


CANDY = (
    ("#ff4d4d", "#a02a2a"), ("#2f9bff", "#1a5a9a"), ("#8f55e6", "#55309a"),
    ("#f5a623", "#9a6410"), ("#3fae4a", "#226a2a"),
)  # fmt: skip
"""Colours of tiles, and of the lines around their letters."""


DARK = (("#e0467c", "#40102c"), ("#8fd0f8", "#20304c"))
"""The same where a line stands out more than a white letter on every second tile."""


def paint_lined(font: str, width: float, colours: Sequence[tuple[str, str]]) -> Screen:
    """A grid of white letters with lines of some width around them."""
    canvas = Canvas(900, 1200, Paint.parse("#ffb27a"))
    for number, (row, column) in enumerate(np.ndindex(5, 5)):
        at = 110 + 170 * column, 250 + 170 * row
        tile, line = (Paint.parse(each) for each in colours[2 * number % 5 % len(colours)])
        canvas.box(Box.around(*at, 150, 150), tile)
        for angle in np.linspace(0, 2 * np.pi, 16, endpoint=False):
            beside = at[0] + width * np.cos(angle), at[1] + width * np.sin(angle)
            canvas.text(LARGE[row][column], font, 75, beside, line)
        canvas.text(LARGE[row][column], font, 75, at, WHITE)
    return as_screen(canvas.picture())


@pytest.mark.parametrize(
    ("width", "font"),
    [(6, "fredoka-semibold"), (6, "inter-bold"), (8, "inter-bold"), (8, "nunito-sans-bold")],
)
def test_letters_with_a_line_around_them(width: float, font: str) -> None:
    """It is neither ink nor ground, and lies on no letter."""
    reading = read_grid(paint_lined(font, width, CANDY))
    assert texts_of(reading) == list(LARGE)
    assert len([doubt for doubt in reading.doubts if doubt.where != "game"]) <= 1


@pytest.mark.parametrize("width", [4, 6])
def test_a_line_that_stands_out_more_than_its_letter_is_not_its_ink(width: float) -> None:
    reading = read_grid(paint_lined("inter-bold", width, DARK))
    assert texts_of(reading) == list(LARGE)
    assert len([doubt for doubt in reading.doubts if doubt.where != "game"]) <= 5


@pytest.mark.parametrize("font", ["inter-bold", "nunito-sans-bold", "arimo-bold"])
def test_letters_with_a_shadow(font: str) -> None:
    """Nothing lies on them, nor on the small letters beside some."""

    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        canvas.text(text, font, 80, (at[0], at[1] + 6), Paint.parse("#4c3820"), within=150)
        canvas.text(text, font, 80, at, WHITE, within=150)

    reading = read_grid(as_screen(on_wood("Qu", write, Paint.parse("#c86a20")).picture()))
    assert reading.texts()[3] == ("G", "QU", "U", "D")
    assert {doubt.where for doubt in reading.doubts} <= {"game"}


@pytest.mark.parametrize(
    ("text", "told"), [("ER", False), ("IN", False), ("Er", True), ("In", True)]
)
def test_two_capitals_are_no_sign_of_dice(text: str, *, told: bool) -> None:
    """Tiles of other games show them, too: only a small letter behind a capital names Boggle."""

    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        canvas.text(text, "inter-bold", 80, at, INK, within=150)

    reading = read_grid(as_screen(on_wood(text, write, Paint.parse("#3c9ae0")).picture()))
    assert reading.texts()[3] == ("G", text.upper(), "U", "D")
    assert reading.game == "boggle"
    assert [doubt.where for doubt in reading.doubts] == ([] if told else ["game"])


@pytest.mark.parametrize("text", ["QU", "TH", "-ING", "UN-", "A/O", "Q/R"])
def test_several_letters_on_a_tile(text: str) -> None:
    def write(canvas: Canvas, text: str, at: tuple[float, float]) -> None:
        canvas.text(text, "inter-bold", 80, at, INK, within=150)

    canvas = on_wood(text, write)
    assert read_grid(as_screen(canvas.picture())).texts()[3] == ("G", text, "U", "D")


def notched(side: int, height: int, several: str = "QU") -> Screen:
    """Tiles with a dark notch in their right sides, as those of a puzzle have."""
    screen = paint([*WORDS[:3], ("G", several, "U", "D")])
    pixels, pitch = screen.pixels.copy(), 150
    for row, column in np.ndindex(4, 4):
        x, y = int(40 + (column + 0.94) * pitch), int(150 + (row + 0.5) * pitch)
        cv2.ellipse(pixels, (x, y), (side, height), 0, 0, 360, (40, 40, 32), -1, cv2.LINE_AA)
        pixels[y - height : y + height, x : x + 18] = GROUND.top[::-1]
    return Screen(pixels, "painted")


@pytest.mark.parametrize(("side", "height"), [(10, 12), (16, 14), (20, 10)])
def test_notches_in_the_sides_of_tiles_are_no_dashes(side: int, height: int) -> None:
    reading = read_grid(notched(side, height))
    assert texts_of(reading) == [*WORDS[:3], "GQUUD"]
    assert not [doubt for doubt in reading.doubts if doubt.where != "game"]


def test_a_letter_beside_one_that_cannot_be_read_is_in_doubt() -> None:
    reading = read_grid(notched(24, 20, "EH"))  # the notch reaches into the H
    assert texts_of(reading)[:3] == list(WORDS[:3])
    assert "B4" in {doubt.where for doubt in reading.doubts}


@pytest.mark.parametrize("side", [20, 24, 26])
def test_what_stands_behind_a_q_is_a_u(side: int) -> None:
    reading = read_grid(notched(side, side - 4))  # the notch reaches into it
    assert texts_of(reading) == [*WORDS[:3], "GQUUD"]


@pytest.mark.parametrize("font", ["inter-bold", "zilla-slab-bold"])
def test_small_letters_behind_a_capital(font: str) -> None:
    reading = read_grid(paint([*WORDS[:3], ("G", "Qu", "U", "D")], font=font))
    assert reading.texts()[3] == ("G", "QU", "U", "D")
    assert not [doubt for doubt in reading.doubts if doubt.where != "game"]


def test_a_line_along_a_tile_is_no_letter() -> None:
    screen = paint(WORDS)
    pixels = screen.pixels.copy()
    pixels[190:260, 55:58] = INK.top[::-1]  # near the left edge of the first tile
    assert texts_of(read_grid(Screen(pixels, "painted"))) == list(WORDS)


@pytest.mark.parametrize(("stub", "several"), [(0, True), (7, False)])
def test_an_h_with_a_broken_bar_is_one_letter(*, stub: int, several: bool) -> None:
    """Two upright strokes are two I's; with stubs of a bar between them they are liker an H."""
    coverage = np.zeros((CELL, CELL), np.float32)
    line = Line(CELL / 4, CELL / 2, CELL / 2)
    for way in (-1, 1):
        middle = CELL // 2 + way * 10
        coverage[CELL // 4 : 3 * CELL // 4, middle - 2 : middle + 2] = 1.0
        columns = sorted((middle, middle - way * (2 + stub)))
        coverage[CELL // 2 - 2 : CELL // 2 + 2, slice(*columns)] = 1.0
    fonts = generic_bank().only(tuple(string.ascii_uppercase))
    assert (read_several(coverage, line, fonts, 0.5) is not None) == several
