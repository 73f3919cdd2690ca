"""Boards whose squares melt together are found by the steps in which edges repeat."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from solver.game import Layout, game_names, layouts
from tests.benchmarks.painting import Place, paint_screen
from vision.board import locate
from vision.board.profiles import Raster, find_rasters, match_profiles
from vision.errors import NoBoardFound
from vision.imaging import Screen

ROWS = (*["." * 15] * 6, ".....QUARTZ....", "....TO.........", *["." * 15] * 7)


@cache
def known() -> tuple[tuple[str, Layout], ...]:
    return tuple((name, layout) for name in game_names() for layout in layouts(name))


def melted(cell: float, x: float, y: float, sigma: float) -> NDArray[np.uint8]:
    """A painted board, blurred until its squares are no even areas any more."""
    place = Place(x, y, cell, int(15 * cell + 2 * x) + 1, int(15 * cell + 2 * y) + 40)
    pixels = paint_screen(ROWS, place=place)
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma), np.uint8)


def off_step(place: float, raster_at: float, pitch: float) -> float:
    """How far a border is from the raster, in steps."""
    steps = (place - raster_at) / pitch
    return abs(steps - round(steps))


@pytest.mark.parametrize(
    ("cell", "x", "y"), [(20.0, 3.0, 60.0), (26.7, 8.3, 40.6), (40.0, 0.0, 90.0)]
)
def test_raster_of_a_blurred_board(cell: float, x: float, y: float) -> None:
    raster = next(find_rasters(melted(cell, x, y, 0.05 * cell)))
    assert raster.pitch == pytest.approx(cell, rel=0.01)
    middle_x, middle_y = x + 7 * cell, y + 7 * cell
    assert off_step(middle_x, raster.x, raster.pitch) < 0.1
    assert off_step(middle_y, raster.y, raster.pitch) < 0.1


def test_nothing_repeats() -> None:
    dice = np.random.default_rng(3)
    clouds = cv2.GaussianBlur(dice.integers(0, 255, (500, 400, 3)).astype(np.uint8), (0, 0), 9)
    plain = np.full((500, 400, 3), 90, np.uint8)
    for pixels in (np.asarray(clouds, np.uint8), plain):
        assert not list(find_rasters(pixels))


@pytest.mark.parametrize("cell", [24, 30, 37])
def test_raster_of_which_half_the_borders_are_hidden(cell: int) -> None:
    """Each tooth without an edge stays at its step: such a raster once had steps of 2 pixels."""
    page = np.full((480, 480, 3), 200, np.uint8)
    first = 480 - 20 - 6 * cell
    for number in range(6):
        border = slice(first + number * cell, first + number * cell + 3)
        page[border], page[:, border] = 60, 60
    page[:first], page[:, :first] = 200, 200
    raster = next(find_rasters(page))
    assert raster.pitch == pytest.approx(cell, rel=0.01)
    assert off_step(first + 1.5, raster.x, raster.pitch) < 0.1


def test_stripes_are_no_raster() -> None:
    """Borders that repeat in one direction only."""
    stripes = np.full((500, 400, 3), 90, np.uint8)
    stripes[:, 6::24] = 200
    assert not list(find_rasters(stripes))


@pytest.mark.parametrize("steps", [0, 3])
def test_board_slides_to_its_premiums(steps: int) -> None:
    """A raster says nothing of where the board begins, even if it is counted from elsewhere."""
    pixels = melted(24.0, 30.0, 150.0, 0.6)
    raster = Raster(30.0 + steps * 24.0, 150.0 - steps * 24.0, 24.0, 10.0)
    best = match_profiles(pixels, raster, known())[0]
    assert (best.x, best.y) == pytest.approx((30.0, 150.0))
    assert best.size == 15


def test_raster_with_too_few_squares_holds_no_board() -> None:
    pixels = melted(24.0, 30.0, 150.0, 0.6)
    assert match_profiles(pixels, Raster(0.0, 0.0, 60.0, 10.0), known()) == []


def test_located_where_no_square_stands_out(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = melted(24.0, 12.0, 70.0, 0.8)
    grain = np.random.default_rng(2).normal(0.0, 3.0, pixels.shape)  # a screen without any is clear
    pixels = np.clip(pixels + grain, 0, 255).astype(np.uint8)
    module = import_module("vision.board.locate")  # the name in the room's face is the function
    monkeypatch.setattr(module, "find_squares", lambda *_, **__: np.zeros((0, 4)))
    grid = locate(Screen(pixels, "melted"), known()).grid
    assert (grid.x, grid.y) == pytest.approx((12.0, 70.0), abs=2.0)
    assert grid.cell == pytest.approx(24.0, rel=0.01)
    with pytest.raises(NoBoardFound):
        locate(Screen(np.full((500, 400, 3), 90, np.uint8), "plain"), known())
