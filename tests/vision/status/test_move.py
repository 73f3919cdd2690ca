"""The line about the last move is found among other lines, with player, word and points."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.shared.places import FONTS
from vision.imaging import Grid, Screen
from vision.status.move import MoveLine, find_moves
from vision.text import gather_lines, scale_for

GRID = Grid(0, 300, 48, 15)


def moves_of(
    *texts: str, font: str = "inter-medium", size: int = 24
) -> tuple[MoveLine | None, MoveLine | None]:
    """The moves by lines of text, one below the other above an empty board."""
    page = Image.new("RGB", (720, 1280), (250, 250, 250))
    draw = ImageDraw.Draw(page)
    letters = ImageFont.truetype(str(FONTS / f"{font}.ttf"), size)
    for n, text in enumerate(texts):
        draw.text((360, 60 + 60 * n), text, font=letters, fill=(20, 20, 20), anchor="mm")
    pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    screen = Screen(pixels, "painted")
    return find_moves(gather_lines(screen, GRID, (), scale_for(GRID.cell), [(0.0, 300.0)]))


def move_of(*texts: str, font: str = "inter-medium", size: int = 24) -> MoveLine | None:
    """The last one of them."""
    return moves_of(*texts, font=font, size=size)[0]


@pytest.mark.parametrize("font", ["inter-medium", "roboto-condensed-bold", "libre-franklin-bold"])
def test_player_word_and_points(font: str) -> None:
    move = move_of("Anna played QUIZ for 42 points", font=font)
    assert move is not None
    assert (move.player, move.word, move.points) == ("Anna", "QUIZ", 42)
    assert move.whole
    assert move.rows[0] < 60 < move.rows[1]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Bert laid HOUSE: +24", 24),
        ("Bert laid HOUSE: +24.", 24),
        ("Bert laid HOUSE: +2W", None),
        ("Bert played HOUSE (24 p)", 24),
        ("Bert played HOUSE (24p)", 24),
    ],
)
def test_points_of_which_a_digit_is_illegible_are_not_told(text: str, points: int | None) -> None:
    move = move_of(text)
    assert move is not None
    assert (move.word, move.points) == ("HOUSE", points)


def test_the_line_is_found_among_others() -> None:
    move = move_of("15 letters left", "Your turn", "Bert played HOUSE for 17 points")
    assert move is not None
    assert (move.word, move.points) == ("HOUSE", 17)
    assert move.rows[0] > 120


@pytest.mark.parametrize(
    "text", ["Anna passed", "Anna swapped 3 tiles", "15 letters left", "Your turn", "QUIZ"]
)
def test_lines_about_something_else_are_no_move(text: str) -> None:
    assert move_of(text) is None


def test_tiles_that_are_laid_have_a_line_of_their_own() -> None:
    last, laid = moves_of("Bert played HOUSE for 17 points", "Play QUIZ for 42 points")
    assert last is not None
    assert laid is not None
    assert (last.player, last.word, last.points) == ("Bert", "HOUSE", 17)
    assert (laid.player, laid.word, laid.points) == (None, "QUIZ", 42)
    assert moves_of("Play QUIZ for 42 points")[0] is None
