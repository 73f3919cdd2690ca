"""Lattices of any pitch, place and gap are found to a fraction of a pixel, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.benchmarks.painting import BARE, GAP, Pixels, paint_lattice
from vision.board.lattice import Lattice, find_lattices, find_squares, measure_edges
from vision.imaging import Grid

LEVEL = 14


def lattices(pixels: Pixels, scale: int = 1) -> list[Lattice]:
    return list(find_lattices(find_squares(measure_edges(pixels, scale), LEVEL)))


def off_lattice(found: Lattice, grid: Grid) -> float:
    """How far the found squares lie from the painted ones at most, in pitches."""
    xs = (found.x + found.columns * found.pitch - grid.x) / grid.cell - 0.5
    ys = (found.y + found.rows * found.pitch - grid.y) / grid.cell - 0.5
    offsets = np.concatenate([xs, ys])
    return float(np.abs(offsets - np.round(offsets)).max())


@settings(max_examples=25)
@given(
    pitch=st.floats(17, 44),
    x=st.floats(2, 25),
    y=st.floats(2, 25),
    gap=st.floats(0.1, 0.25),
    size=st.sampled_from([11, 15]),
    noise=st.sampled_from([0.0, 0.6, 1.2]),
)
def test_any_lattice(pitch: float, x: float, y: float, gap: float, size: int, noise: float) -> None:
    even = (1 - gap) * pitch - 4  # what blurred edges leave of a square at least
    assume(even >= pitch / 1.5)
    grid = Grid(x, y, pitch, size)
    side = int(pitch * size + 30)
    found = lattices(paint_lattice(grid, gap, (side, side), noise=noise))
    assert found
    assert found[0].pitch == pytest.approx(pitch, abs=0.05 * pitch / size)
    assert off_lattice(found[0], grid) < 0.08
    assert len(found[0].columns) >= 0.9 * size * size


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_squares_of_a_reduced_picture_lie_where_they_lie_in_the_picture(scale: int) -> None:
    grid = Grid(30.0, 45.0, 60.0, 11)
    found = lattices(paint_lattice(grid, 0.12, (720, 740)), scale)
    assert found[0].pitch == pytest.approx(60.0, abs=0.1)
    assert off_lattice(found[0], grid) < 0.05


def test_scattered_survivors_still_show_the_lattice() -> None:
    """Tiles hide three squares of four."""
    grid = Grid(10.0, 10.0, 32.0, 15)
    pixels = paint_lattice(grid, 0.1, (500, 500))
    dice = np.random.default_rng(2)
    for row, column in np.argwhere(dice.random((15, 15)) < 0.75).tolist():
        pixels[grid.square(row, column).pixels(500, 500)] = (90, 180, 240)
    found = lattices(pixels)
    assert found[0].pitch == pytest.approx(32.0, abs=0.2)
    assert off_lattice(found[0], grid) < 0.08


def test_squares_off_the_lattice_are_left_out() -> None:
    grid = Grid(10.0, 10.0, 40.0, 11)
    pixels = paint_lattice(grid, 0.1, (700, 460))
    for number in range(5):
        top = 20 + 75 * number
        pixels[top : top + 36, 540 + 7 * number : 576 + 7 * number] = BARE
    found = lattices(pixels)[0]
    assert int(np.ptp(found.columns)) == 10
    assert int(np.ptp(found.rows)) == 10


def test_two_lattices_in_one_picture() -> None:
    """A board and, beside it, a drawer of smaller icons."""
    board, icons = Grid(10.0, 10.0, 40.0, 11), Grid(500.0, 30.0, 25.0, 6)
    pixels = paint_lattice(board, 0.1, (680, 480))
    pixels[:, 480:] = paint_lattice(icons, 0.1, (680, 480))[:, 480:]
    pitches = sorted(round(each.pitch) for each in lattices(pixels))
    assert pitches == [25, 40]


@pytest.mark.parametrize("seed", range(4))
def test_squares_thrown_at_random_are_no_lattice(seed: int) -> None:
    dice = np.random.default_rng(seed)
    pixels = np.full((700, 700, 3), GAP, np.uint8)
    for left, top in dice.integers(0, 660, (60, 2)).tolist():
        pixels[top : top + 40, left : left + 40] = GAP
        pixels[top + 2 : top + 36, left + 2 : left + 36] = BARE
    assert all(len(each.columns) < 60 * 0.8 for each in lattices(pixels))


@pytest.mark.parametrize("count", [0, 1, 10])
def test_too_few_squares(count: int) -> None:
    squares = np.array([(40.0 * k, 0.0, 36.0, 36.0) for k in range(count)]).reshape(-1, 4)
    assert list(find_lattices(squares)) == []


@pytest.mark.parametrize("seed", range(4))
def test_few_squares_left_bare_at_the_end_of_a_game(seed: int) -> None:
    """One square in nine of a board of 11x11 stands out."""
    dice = np.random.default_rng(seed)
    places = dice.choice(121, 13, replace=False)
    squares = np.array([(40.0 * (k % 11), 90 + 40.0 * (k // 11), 36.0, 36.0) for k in places])
    [lattice] = find_lattices(squares)
    assert lattice.pitch == pytest.approx(40.0)
    assert len(lattice.columns) == 13


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("side", [40, 41])
@pytest.mark.parametrize(("x", "y"), [(30, 20), (31, 20), (30, 21), (31, 21)])
def test_boxes_of_squares(x: int, y: int, side: int, step: int) -> None:
    """The rim of one pixel that edges take belongs to no square. Every other pixel tells it too."""
    pixels = np.full((100, 120, 3), 250, np.uint8)
    pixels[y : y + side, x : x + side] = 120
    boxes = find_squares(measure_edges(pixels), 6, step=step)
    assert boxes.tolist() == [[x + 1.0, y + 1.0, side - 2.0, side - 2.0]]


def test_every_other_pixel_at_the_edge() -> None:
    """A square may end where the picture does, be its side odd or even."""
    for side in (40, 41):
        pixels = np.full((side, 120, 3), 250, np.uint8)
        pixels[:, 120 - side :] = 120
        for step in (1, 2):
            boxes = find_squares(measure_edges(pixels), 6, step=step)
            assert boxes.tolist() == [[121.0 - side, 0.0, side - 1.0, float(side)]]


@pytest.mark.parametrize(
    "shape",
    [
        (slice(10, 90), slice(10, 50)),
        (slice(10, 15), slice(10, 15)),
    ],
)
def test_long_and_tiny_areas_are_no_squares(shape: tuple[slice, slice]) -> None:
    pixels = np.full((100, 140, 3), 250, np.uint8)
    pixels[shape] = 100
    assert len(find_squares(measure_edges(pixels), 6)) == 0


def test_frames_are_no_squares() -> None:
    """A ring fills too little of its box."""
    pixels = np.full((100, 140, 3), 250, np.uint8)
    pixels[10:90, 10:90] = 100
    pixels[16:84, 16:84] = 250
    boxes = find_squares(measure_edges(pixels), 6)
    assert boxes[:, 2:].tolist() == [[66.0, 66.0]]


def test_brightness_alone_does_not_see_colour() -> None:
    pixels = np.full((60, 60, 3), 128, np.uint8)
    pixels[:, 30:] = (128, 128, 128)
    pixels[20:40, 20:40] = (255, 114, 90)
    colour = measure_edges(pixels).strengths.max()
    luma = measure_edges(pixels, luma=True).strengths.max()
    assert luma < 20 < colour
