"""Cutting with fractions of a pixel, and telling ink from what it stands on."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.painting import Style, paint_tile
from vision.imaging import Box, Grid
from vision.tiles import CELL, cut_board, cut_box, separate_ink, split_board
from vision.tiles.ink import CHANNELS

colours = st.tuples(*[st.integers(0, 255)] * 3)


def ramp(width: int, height: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Brightness grows by one a pixel to the right, so that a place can be read from it."""
    return np.tile(np.arange(width, dtype=np.uint8)[None, :, None], (height, 1, 3))


@pytest.mark.parametrize("left", [10.0, 10.25, 10.5, 10.75])
def test_a_box_is_cut_where_it_lies(left: float) -> None:
    cut = cut_box(ramp(200, 100), Box(left, 20.0, 32.0, 32.0), 64, 64)
    expected = left + (np.arange(64) + 0.5) / 2 - 0.5
    assert np.abs(cut[10, :, 0] - expected).max() <= 1.0
    assert abs(float(cut[10, :, 0].mean()) - (left + 16.0 - 0.5)) < 0.3


@pytest.mark.parametrize("side", [16.0, 40.5, 64.0, 200.0])
def test_any_size_becomes_the_size_asked_for(side: float) -> None:
    cut = cut_box(ramp(250, 220), Box(3.0, 2.0, side, side), 48, 32)
    assert cut.shape == (32, 48, 3)
    assert float(cut[5, :, 0].mean()) == pytest.approx(3.0 + side / 2 - 0.5, abs=0.6)


def test_edges_are_repeated_beyond_the_picture() -> None:
    pixels = np.full((40, 40, 3), (10, 20, 30), np.uint8)
    cut = cut_box(pixels, Box(-12.0, -8.0, 64.0, 64.0), 64, 64)
    assert (cut == (10, 20, 30)).all()


@pytest.mark.parametrize("side", [16.0, 300.0])
@pytest.mark.parametrize(("across", "down"), [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, 1)])
def test_a_box_beyond_the_picture_shows_the_nearest_edge(
    across: int, down: int, side: float
) -> None:
    pixels = ramp(200, 200)
    off = 200 + side
    cut = cut_box(pixels, Box(90.0 + across * off, 90.0 + down * off, side, side), 32, 32)
    least, most = {-1: (0, 0), 0: (90, 199), 1: (199, 199)}[across]
    blurred = side / 32  # by as many pixels as become one
    assert least - blurred <= cut.min() <= cut.max() <= most + blurred


def test_squares_come_row_by_row() -> None:
    board = np.zeros((11 * 20, 11 * 20, 3), np.uint8)
    for row in range(11):
        for column in range(11):
            shade = row * 11 + column
            board[row * 20 : row * 20 + 20, column * 20 : column * 20 + 20] = shade
    cells = split_board(cut_board(board, Grid(0.0, 0.0, 20.0, 11)))
    assert cells.shape == (121, CELL, CELL, 3)
    assert cells[:, 32, 32, 0].tolist() == list(range(121))
    some = np.array([120, 3, 14])
    assert (split_board(cut_board(board, Grid(0.0, 0.0, 20.0, 11)), some) == cells[some]).all()


@given(ground=colours, ink=colours)
def test_two_colours_are_told_apart(
    ground: tuple[int, int, int], ink: tuple[int, int, int]
) -> None:
    """A bar of ink over a third of the cell, whatever the two colours are."""
    apart = float(np.linalg.norm(np.subtract(ground, ink)))
    if apart < 40:
        return
    cell = np.full((1, CELL, CELL, 3), ground, np.uint8)
    cell[0, 16:48, 24:40] = ink
    seen = separate_ink(cell)
    assert np.abs(seen.ground[0] - ground).max() <= 1
    assert np.abs(seen.ink[0] - ink).max() <= 1
    assert seen.contrast[0] == pytest.approx(apart, abs=2)
    assert (seen.coverage[0, 17:47, 25:39] > 0.95).all()
    assert (seen.coverage[0, :14] < 0.05).all()
    assert not seen.foreign.any()


def test_mixtures_count_by_their_share() -> None:
    cell = np.full((1, CELL, CELL, 3), 200, np.uint8)
    cell[0, 16:48, 20:40] = 40
    cell[0, 20:44, 40:42] = 120
    coverage = separate_ink(cell).coverage[0]
    assert np.abs(coverage[20:44, 40:42] - 0.5).max() < 0.02


def test_a_third_colour_is_foreign() -> None:
    """A green badge on a tile with dark ink is neither ink nor ground."""
    tile = paint_tile("R", "1")
    tile[2:22, 44:62] = (70, 170, 60)
    seen = separate_ink(tile[None])
    assert seen.foreign[0, 4:20, 46:60].mean() > 0.95
    assert (seen.coverage[0, 4:20, 46:60] == 0).all()
    assert not seen.foreign[0, 30:].any()


def test_ink_that_is_known_is_taken() -> None:
    white = np.array([[255.0, 255.0, 255.0]], np.float32)
    tile = paint_tile("I", style=Style(ink=(255, 255, 255)))
    seen = separate_ink(tile[None], white)
    assert (seen.ink == white).all()
    assert seen.coverage[0].max() > 0.9


@pytest.mark.parametrize("letter", "MWQEI")
def test_heavy_letters_do_not_pass_for_the_ground(letter: str) -> None:
    style = Style(letter=0.55, font="inter-bold")
    seen = separate_ink(paint_tile(letter, style=style)[None])
    assert np.abs(seen.ground[0] - style.face).max() <= 3


def test_shades_are_the_same_in_all_colours() -> None:
    shape = np.zeros((1, CELL, CELL, 1), np.float32)
    shape[0, 10:40, 20:40] = 1.0
    seen = []
    for ground, ink in [((20, 30, 40), (200, 210, 220)), ((250, 200, 90), (10, 90, 20))]:
        colours = np.array([ground], np.float32), np.array([ink], np.float32)
        pixels = np.round(colours[0] + shape * (colours[1] - colours[0])).astype(np.uint8)
        seen.append(separate_ink(pixels, ink=colours[1], ground=colours[0]).shades)
    assert seen[0].shape == (1, CELL, CELL, CHANNELS)
    assert np.allclose(seen[0], seen[1], atol=0.01)
    assert seen[0][0, 20, 30, 0] > seen[0][0, 0, 0, 0]


def test_other_colours_lie_aside() -> None:
    pixels = np.full((1, CELL, CELL, 3), (0, 0, 255), np.uint8)
    black, white = np.zeros((1, 3), np.float32), np.full((1, 3), 255, np.float32)
    shades = separate_ink(pixels, ink=white, ground=black).shades
    assert shades[..., 1].min() == 1.0
    assert shades.max() == 1.0


def test_no_cells() -> None:
    nothing = separate_ink(np.zeros((0, CELL, CELL, 3), np.uint8))
    assert nothing.coverage.shape == (0, CELL, CELL)
    assert nothing.ground.shape == (0, 3)
