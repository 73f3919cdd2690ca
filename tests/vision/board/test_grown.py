"""Boards whose squares do not stand out: found by the borders around them, slanted ones too."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks.painting import Place, paint_screen
from tests.benchmarks.perspective import View, seen
from tests.shared.samples import reading_of, screen_of
from vision.board.grown import grow
from vision.board.rectify import find_warp
from vision.imaging import Grid, Screen, decode_screen, map_points
from vision.reader import read

ROWS = (*["." * 15] * 7, "....QUARTZ.....", *["." * 15] * 7)
PLACE = Place(40.0, 80.0, 36.0, 620, 760)
GRID = Grid(PLACE.x, PLACE.y, PLACE.cell, 15)
MOVED = ((0.02, 0.0), (-0.01, 0.02), (0.0, -0.02), (-0.02, 0.01))


POOR = View(1, "edge", "whole", "poor", 1.0, MOVED, 1.2, 7.0, 70)


def moved(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The picture under perspective and in grain, and the homography."""
    height, width = pixels.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    there = (corners + np.array(MOVED) * (width, height)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, there)
    warped = cv2.warpPerspective(
        pixels, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    noise = np.random.default_rng(4).normal(0, 12, warped.shape)
    grainy = np.clip(warped + noise + 0.5, 0, 255).astype(np.uint8)
    return grainy, np.asarray(matrix, np.float64)


@pytest.mark.parametrize("off", [(0.0, 0.0), (0.4, -0.3)])
def test_squares_are_found_where_they_are(off: tuple[float, float]) -> None:
    pixels, matrix = moved(paint_screen(ROWS, place=PLACE))
    cell = PLACE.cell
    rough = Grid(GRID.x + off[0] * cell, GRID.y + off[1] * cell, 0.99 * cell, 15)
    found = grow(pixels, rough)
    assert found is not None
    numbers = np.array(list(np.ndindex(15, 15)), np.float64)
    wanted = map_points(matrix, (numbers + 0.5) * cell + (GRID.x, GRID.y))
    assert np.abs(map_points(found, numbers) - wanted).max() < 0.12 * cell


def test_level_boards_are_left_alone() -> None:
    pixels = paint_screen(ROWS, place=PLACE)
    assert grow(pixels, GRID) is not None
    assert find_warp(pixels, GRID) is None
    assert find_warp(moved(pixels)[0], GRID) is not None


def test_grain_alone_is_no_board() -> None:
    noise = np.random.default_rng(2).integers(0, 255, (760, 620, 3)).astype(np.uint8)
    assert grow(noise, GRID) is None
    assert grow(np.full((760, 620, 3), 90, np.uint8), GRID) is None


def test_a_photo_in_grain_is_read_like_the_screen() -> None:
    """Tiles run together on this board, and its squares drown in the grain."""
    name = "crossplay-blanks"
    reading = read(decode_screen(seen(screen_of(name).pixels, POOR), name))
    straight = reading_of(name)
    assert reading.pose is not None
    assert reading.board_rows() == straight.board_rows()
    assert reading.rack_tiles() == straight.rack_tiles()


def test_pale_squares_in_grain_are_seen_in_a_smaller_copy() -> None:
    """Nothing but labels stands out of the grain, too little for a lattice seen from the side."""
    name = "crossplay-empty"
    pale = (255 - 0.8 * (255 - screen_of(name).pixels)).astype(np.uint8)
    reading = read(decode_screen(seen(pale, replace(POOR, turn=-3.9)), name))
    straight = reading_of(name)
    assert (reading.game, reading.layout) == (straight.game, straight.layout)
    assert reading.board_rows() == straight.board_rows()
    assert reading.rack_tiles() == straight.rack_tiles()


def test_what_lies_outside_the_picture_is_no_blank() -> None:
    """Corners of the last column are cut off, and numerals with them: the blanks are elsewhere."""
    shot = screen_of("wwf-classic-early")
    box = reading_of("wwf-classic-early").grid.box
    cut = round(box.right - 0.3 * box.width / 15)
    pixels = np.ascontiguousarray(shot.pixels[:, :cut])
    reading = read(Screen(pixels, "cut"))
    assert reading.board_rows() == reading_of("wwf-classic-early").board_rows()
