"""Squares that a hint tints are read as they are; what lies across the lattice is refused still."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sample_screens.truth import Truth
from solver.game import Board, Square
from tests.benchmarks.painting import paint_lattice
from tests.shared.samples import TRUTHS, reading_of, screen_of
from vision.errors import BoardNotWhole
from vision.imaging import Grid, Screen
from vision.reader import read
from vision.reading import Reading

Places = list[tuple[int, int]]

NAMES = ["wwf2-phone-two-colours", "wwf-classic-phone", "wordfeud-light", "unseen-night"]
YELLOW, GREEN, BLACK, WHITE = (60, 220, 255), (90, 190, 70), (20, 20, 20), (255, 255, 255)


def tinted(
    name: str,
    boxes: list[tuple[float, float, float, float]],
    colour: tuple[int, int, int],
    alpha: float,
) -> Screen:
    """A sample screen with tinted places: left, top, right and bottom in squares of its board."""
    grid = TRUTHS[name].grid
    assert grid is not None
    pixels = screen_of(name).pixels.astype(np.float32)
    for left, top, right, bottom in boxes:
        rows = slice(*(round(grid.y + each * grid.cell) for each in (top, bottom)))
        columns = slice(*(round(grid.x + each * grid.cell) for each in (left, right)))
        pixels[rows, columns] += alpha * (np.array(colour, np.float32) - pixels[rows, columns])
    return Screen((pixels + 0.5).astype(np.uint8), name)


def of_squares(places: Places, inset: float) -> list[tuple[float, float, float, float]]:
    return [(c + inset, r + inset, c + 1 - inset, r + 1 - inset) for r, c in places]


def empty(truth: Truth) -> Places:
    taken = {name for name, _ in truth.tentative}
    return [
        (r, c)
        for r, row in enumerate(truth.board)
        for c, text in enumerate(row)
        if text == "." and Square(r, c).name not in taken
    ]


def doubts_of(reading: Reading) -> set[str]:
    return {doubt.where for doubt in reading.doubts}


@pytest.mark.parametrize(
    ("name", "colour", "alpha", "inset"),
    [  # each look, each colour and each inset, none of them always with the same other
        (NAMES[0], YELLOW, 0.5, 0.0),
        (NAMES[1], YELLOW, 0.5, 0.1),
        (NAMES[1], GREEN, 0.6, 0.05),
        (NAMES[2], BLACK, 0.4, 0.0),
        (NAMES[3], GREEN, 0.6, 0.1),
        (NAMES[3], BLACK, 0.4, 0.05),
        (NAMES[1], YELLOW, 0.5, -0.09),  # it glows beyond them
    ],
)
def test_tinted_squares(
    name: str, colour: tuple[int, int, int], alpha: float, inset: float
) -> None:
    """As many as a hint may show: bare ones and premiums."""
    truth = TRUTHS[name]
    chosen = random.Random(5).sample(empty(truth), 30)  # noqa: S311 (a picture is no secret)
    reading = read(tinted(name, of_squares(chosen, inset), colour, alpha))
    assert Board(reading.board_rows()).lines() == list(truth.board)
    assert doubts_of(reading) == doubts_of(reading_of(name))


@pytest.mark.parametrize(("name", "across"), [(name, n % 2 == 0) for n, name in enumerate(NAMES)])
def test_a_tinted_row(name: str, *, across: bool) -> None:
    """The tint covers tiles and what lies between the squares as well."""
    truth = TRUTHS[name]
    box = (0.0, 4.0, 15.0, 5.0) if across else (3.0, 0.0, 4.0, 15.0)
    reading = read(tinted(name, [box], YELLOW, 0.5))
    assert Board(reading.board_rows()).lines() == list(truth.board)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("off", [0.2, 0.45])
def test_a_veil_across_the_lattice_is_refused_or_in_doubt(name: str, off: float) -> None:
    """Or all tiles below it are read, and few squares beside them are hidden."""
    veil = [(2 + off, 3 - off, 12 - off, 9 + off)]
    screen = tinted(name, veil, WHITE if name == "unseen-night" else BLACK, 0.5)
    if (name, off) != ("wwf-classic-phone", 0.45):
        with pytest.raises(BoardNotWhole):
            read(screen)
        return
    reading = read(screen)
    assert Board(reading.board_rows()).lines() == list(TRUTHS[name].board)
    assert {"C4", "C6", "C9"} <= doubts_of(reading)


@pytest.mark.parametrize("count", [1, 2])
def test_few_bare_squares_of_one_colour_may_be_blanks_without_a_letter(count: int) -> None:
    name = "wwf2-phone-two-colours"
    truth = TRUTHS[name]
    reading = reading_of(name)
    beside = [  # where tiles may lie
        (r, c)
        for r, c in empty(truth)
        if any(truth.board[down][c] != "." for down in (max(r - 1, 0), min(r + 1, 14)))
    ]
    bare = [(r, c) for r, c in beside if reading.premiums[r][c] == "."][:count]
    doubts = doubts_of(read(tinted(name, of_squares(bare, 0.05), YELLOW, 0.9)))
    assert {Square(r, c).name for r, c in bare} <= doubts


def test_a_crossword_with_squares_of_other_colours_is_no_board() -> None:
    """Whole squares of one colour are a hint only where the premiums of a game are in sight."""
    grid = Grid(20.0, 200.0, 60.0, 15)
    pixels = paint_lattice(grid, 0.05, (940, 1400))
    dice = random.Random(2)  # noqa: S311 (a picture is no secret)
    places = [(r, c) for r in range(15) for c in range(15)]
    for n, (row, column) in enumerate(dice.sample(places, 60)):
        box = grid.square(row, column)
        colour = (20, 20, 20) if n < 40 else (240, 210, 160)
        pixels[round(box.y) : round(box.bottom), round(box.x) : round(box.right)] = colour
    with pytest.raises(BoardNotWhole):
        read(Screen(pixels, "crossword"))
