"""A rack whose tiles do not stand out is found by its letters, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.shared.places import FONTS
from vision.imaging import Box, Grid
from vision.rack.letter_rows import find_letter_rows

GRID = Grid(10.0, 20.0, 44.0, 15)
SIDE = 80.0


def rows_below(letters: str, *, pitch: float = SIDE, slots: int = 7) -> list[list[Box]]:
    """The rows found where letters stand below a board on a page of one colour."""
    page = Image.new("RGB", (680, 900), (238, 214, 165))
    draw = ImageDraw.Draw(page)
    font = ImageFont.truetype(str(FONTS / "inter-bold.ttf"), 52)
    for n, letter in enumerate(letters):
        draw.text((60 + n * pitch, 780), letter, font=font, fill=(40, 30, 20), anchor="mm")
    pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    return find_letter_rows(pixels, GRID, None, slots)


@pytest.mark.parametrize("letters", ["EITAOSN", "QUARTZ", "IJL", "MWEHB"])
def test_a_tile_around_each_letter(letters: str) -> None:
    rows = rows_below(letters)
    assert rows
    assert len(rows[0]) == len(letters)
    for n, box in enumerate(rows[0]):
        assert box.x < 60 + n * SIDE < box.right
        assert box.y < 780 < box.bottom


def test_letters_on_tiles_that_touch_and_are_darker_than_the_page() -> None:
    page = Image.new("RGB", (680, 900), (200, 230, 235))
    draw = ImageDraw.Draw(page)
    draw.rectangle((20, 740, 20 + 5 * SIDE, 740 + SIDE), fill=(150, 95, 205))
    font = ImageFont.truetype(str(FONTS / "zilla-slab-bold.ttf"), 44)
    for n, letter in enumerate("OSRLN"):
        draw.text((60 + n * SIDE, 780), letter, font=font, fill=(20, 10, 20), anchor="mm")
    rows = find_letter_rows(np.ascontiguousarray(np.asarray(page)[:, :, ::-1]), GRID, None, 7)
    assert [round((box.centre[0] - 60) / SIDE) for box in rows[0]] == [0, 1, 2, 3, 4]


def test_empty_slots_between_letters_stay_empty() -> None:
    rows = rows_below("EI AO N")
    assert [round((box.centre[0] - 60) / SIDE) for box in rows[0]] == [0, 1, 3, 4, 6]


def test_more_letters_than_a_rack_holds_are_no_rack() -> None:
    assert rows_below("EITAOSN", slots=6) == []


def test_an_empty_page_has_none() -> None:
    assert rows_below("") == []


@pytest.mark.parametrize("words", ["Exchange   Shuffle", "QUIZ NIGHT", "E      S"])
@pytest.mark.parametrize("ink", [(40, 30, 20), (250, 250, 250)])
def test_letters_of_words_are_no_tiles(words: str, ink: tuple[int, int, int]) -> None:
    page = Image.new("RGB", (680, 900), (150, 120, 165))
    font = ImageFont.truetype(str(FONTS / "inter-bold.ttf"), 30)
    ImageDraw.Draw(page).text((60, 780), words, font=font, fill=ink, anchor="lm")
    pixels = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    rows = find_letter_rows(pixels, GRID, None, 7)
    assert bool(rows) == (words == "E      S")
