"""The rack: a row of equal tiles below the board, with gaps, of any size, in any place."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benchmarks.painting import PAPER, Pixels, lay, paint_tile
from vision.imaging import Box, Grid
from vision.rack.rows import (
    fill_slots,
    find_rack_rows,
    find_racks_beside,
    find_rows_apart,
)

SLOTS = 7


@cache
def tile(letter: str) -> Pixels:
    return paint_tile(letter, "1" if letter else "")


def page_with(boxes: list[Box], letters: str, grid: Grid, width: int, height: int) -> Pixels:
    """Tiles at the boxes; the board's own place is left bare."""
    page = np.full((height, width, 3), PAPER, np.uint8)
    for box, letter in zip(boxes, letters, strict=True):
        lay(page, tile(letter.strip()), box)
    assert grid.box.bottom < height
    return page


def close(found: Box, true: Box, slack: float) -> bool:
    return (
        abs(found.centre[0] - true.centre[0]) < slack
        and abs(found.centre[1] - true.centre[1]) < slack
    )


@settings(max_examples=20)
@given(
    cell=st.floats(28, 50),
    factor=st.floats(1.0, 2.0),
    pitch=st.floats(1.05, 1.3),
    shown=st.sets(st.integers(0, 6), min_size=2),
)
def test_rows_with_gaps(cell: float, factor: float, pitch: float, shown: set[int]) -> None:
    """Tiles of one to two squares' side, slots left empty anywhere."""
    grid = Grid(10.0, 20.0, cell, 15)
    side = min(cell * factor, grid.box.width / (SLOTS * pitch))
    top = grid.box.bottom + 0.8 * cell
    boxes = [Box(12.0 + slot * pitch * side, top, side, side) for slot in sorted(shown)]
    letters = "EITAOSN"[: len(boxes)]
    width, height = int(grid.box.right) + 30, int(top + side) + 40
    rows = list(find_rack_rows(page_with(boxes, letters, grid, width, height), grid, SLOTS))
    assert rows
    assert len(rows[0]) == len(boxes)
    assert all(close(a, b, 0.12 * side) for a, b in zip(rows[0], boxes, strict=True))


def test_tiles_of_a_row_are_of_one_height() -> None:
    """A gloss on some tiles cuts off what looks even; their cells must not be set lower for it."""
    grid = Grid(10.0, 20.0, 32.0, 15)
    boxes = [Box(12.0 + 60 * slot, grid.box.bottom + 30, 50.0, 50.0) for slot in range(7)]
    page = page_with(boxes, " " * 7, grid, 520, int(boxes[0].bottom) + 40)
    for box in boxes[2:4]:
        top, left = int(box.y), int(box.x)
        page[top : top + 3, left : left + 50] = PAPER
    (row, *_) = find_rack_rows(page, grid, SLOTS)
    assert len(row) == 7
    assert {(box.y, box.height) for box in row} == {(row[0].y, row[0].height)}
    assert close(row[2], boxes[2], 3.0)


def test_nothing_below_the_board() -> None:
    grid = Grid(10.0, 20.0, 30.0, 15)
    page = np.full((700, 500, 3), PAPER, np.uint8)
    assert not list(find_rack_rows(page, grid, SLOTS))
    assert not find_rows_apart(page, grid, SLOTS)
    assert not find_rows_apart(page[:470], grid, SLOTS)


@pytest.mark.parametrize("cell", [30.0, 70.0])  # a picture of large squares is reduced first
@pytest.mark.parametrize("rows", [0, 1, 2, 9])
def test_pictures_that_end_just_below_the_board_have_no_rack(cell: float, rows: int) -> None:
    grid = Grid(10.0, 20.0, cell, 15)
    below = int(grid.box.bottom - 0.1 * cell) + 1
    page = np.full((below + rows, int(grid.box.right) + rows, 3), PAPER, np.uint8)
    assert not list(find_rack_rows(page, grid, SLOTS))
    assert not any(find_racks_beside(page, grid, SLOTS))


@pytest.mark.parametrize("left", [0.0, -1.2])
def test_the_squares_of_a_board_that_fills_the_picture_are_no_rack(left: float) -> None:
    """Cut off a little, it begins left of the picture."""
    grid = Grid(left, left, 40.0, 15)
    page = np.full((600, 600, 3), PAPER, np.uint8)
    for box in (grid.square(row, column) for row in range(15) for column in range(1, 15)):
        rows, columns = box.shifted(3.0, 3.0).pixels(600, 600)
        page[rows, columns][:34, :34] = 240
    assert not any(find_racks_beside(page, grid, SLOTS))


def test_tiles_without_an_even_face_stand_out() -> None:
    """Wood, or letters that reach their edge."""
    grid = Grid(10.0, 20.0, 32.0, 15)
    boxes = [Box(12.0 + 60 * slot, grid.box.bottom + 30, 50.0, 50.0) for slot in (0, 1, 3, 4, 6)]
    page = page_with(boxes, " " * 5, grid, 520, int(boxes[0].bottom) + 40)
    dice = np.random.default_rng(1)
    for box in boxes:
        rows, columns = box.pixels(520, len(page))
        page[rows, columns] = dice.integers(0, 120, (50, 50, 3))
    assert not list(find_rack_rows(page, grid, SLOTS))
    (row, *_) = find_rows_apart(page, grid, SLOTS)
    assert row == boxes


def test_squares_above_or_far_beside_the_board_are_no_rack() -> None:
    grid = Grid(300.0, 400.0, 30.0, 11)
    boxes = [Box(320.0 + 50 * slot, 200.0, 44.0, 44.0) for slot in range(5)]
    boxes += [Box(20.0 + 50 * slot, 780.0, 44.0, 44.0) for slot in range(3)]
    page = page_with(boxes, "EITAOSNR", grid, 700, 900)
    assert not list(find_rack_rows(page, grid, SLOTS))


@pytest.mark.parametrize("size", [16.0, 140.0])
def test_squares_much_smaller_or_larger_than_tiles_are_no_rack(size: float) -> None:
    grid = Grid(10.0, 20.0, 36.0, 15)
    boxes = [Box(12.0 + slot * 1.2 * size, 600.0, size, size) for slot in range(4)]
    assert not list(find_rack_rows(page_with(boxes, "EITA", grid, 580, 760), grid, SLOTS))


def test_buttons_of_another_size_are_left_out() -> None:
    grid = Grid(10.0, 20.0, 36.0, 15)
    boxes = [Box(90.0 + 58.0 * slot, 590.0, 54.0, 54.0) for slot in range(5)]
    buttons = [Box(12.0, 598.0, 38.0, 38.0), Box(500.0, 598.0, 38.0, 38.0)]
    page = page_with([*boxes, *buttons], "EITAO  ", grid, 580, 700)
    rows = list(find_rack_rows(page, grid, SLOTS))
    assert len(rows[0]) == 5
    assert all(close(a, b, 4.0) for a, b in zip(rows[0], boxes, strict=True))


def test_empty_slots_between_and_beside() -> None:
    row = [Box(10.0 + 50.0 * slot, 600.0, 46.0, 46.0) for slot in (1, 2, 4)]
    (spare,) = fill_slots(row, SLOTS, 420)
    places = sorted(round((box.x - 10.0) / 50.0) for box in spare)
    assert places == [0, 3, 5, 6, 7]
    assert all((box.width, box.height, box.y) == (46.0, 46.0, 600.0) for box in spare)


def test_full_rack_has_no_empty_slot_beside_it() -> None:
    row = [Box(10.0 + 50.0 * slot, 600.0, 46.0, 46.0) for slot in range(SLOTS)]
    assert fill_slots(row, SLOTS, 800) == [[]]


def test_slots_stay_within_the_picture() -> None:
    row = [Box(100.0, 600.0, 46.0, 46.0), Box(150.0, 600.0, 46.0, 46.0)]
    (spare,) = fill_slots(row, SLOTS, 360)
    assert spare
    assert all(box.x > -4 and box.right < 364 for box in spare)


def test_two_tiles_far_apart_allow_several_steps() -> None:
    row = [Box(20.0, 600.0, 46.0, 46.0), Box(220.0, 600.0, 46.0, 46.0)]
    steps = [
        round(min(abs(box.x - 20.0) for box in spare if abs(box.x - 20.0) > 1))
        for spare in fill_slots(row, SLOTS, 400)
    ]
    assert 50 in steps
    assert len(steps) > 1


def test_lone_tile_tells_no_step() -> None:
    assert fill_slots([Box(20.0, 600.0, 46.0, 46.0)], SLOTS, 400) == [[]]


@pytest.mark.parametrize("side", [17.0, 19.5, 22.0])
def test_tiles_of_small_screens_are_found(side: float) -> None:
    """At a few pixels a tile the soft edges take up most of what is even."""
    grid = Grid(40.0, 10.0, 24.0, 15)
    boxes = [Box(120.3 + k * 1.3 * side, 382.6, side, side) for k in range(SLOTS)]
    page = page_with(boxes, "VRVAYUT", grid, 480, 440)
    row = next(find_rack_rows(page, grid, SLOTS))
    assert len(row) == SLOTS
    assert all(close(found, true, 2.0) for found, true in zip(row, boxes, strict=True))
