"""The board is found wherever it lies and whichever game it is, and not where there is none."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game import Layout, game_names, layouts
from tests.benchmarks.painting import Place, paint_lattice, paint_screen
from vision.board import locate
from vision.board.candidate import BoardCandidate, better
from vision.board.squares import Squares
from vision.errors import BoardNotWhole, NoBoardFound
from vision.imaging import Grid, Screen

ROWS = {
    15: (*["." * 15] * 7, "....QUARTZ.....", *["." * 15] * 7),
    11: (*["." * 11] * 5, "...QUARTZ..", *["." * 11] * 5),
}


@cache
def known() -> tuple[tuple[str, Layout], ...]:
    return tuple((name, layout) for name in game_names() for layout in layouts(name))


def check_grid(located: BoardCandidate, place: Place, size: int) -> None:
    grid = located.grid
    assert grid.size == size
    assert grid.cell == pytest.approx(place.cell, abs=0.06 * place.cell / size)
    assert (grid.x, grid.y) == pytest.approx((place.x, place.y), abs=0.06 * place.cell)


@settings(max_examples=12)
@given(
    cell=st.floats(18, 44),
    x=st.floats(0, 60),
    y=st.floats(0, 90),
    right=st.integers(0, 300),
    below=st.integers(0, 300),
)
def test_any_place_and_size(cell: float, x: float, y: float, right: int, below: int) -> None:
    width, height = int(x + 15 * cell + right) + 1, int(y + 15 * cell + below) + 1
    place = Place(x, y, cell, width, height)
    pixels = paint_screen(ROWS[15], place=place)
    check_grid(locate(Screen(pixels, "shot"), known()), place, 15)


@pytest.mark.parametrize(
    ("game", "layout"), [(name, layout.name) for name, layout in known()], ids=str
)
def test_every_layout_of_every_game(game: str, layout: str) -> None:
    size = next(each.size for name, each in known() if (name, each.name) == (game, layout))
    place = Place(7.3, 40.6, 31.7, 520, 640)
    pixels = paint_screen(ROWS[size], game=game, layout=layout, place=place)
    located = locate(Screen(pixels, "shot"), known())
    check_grid(located, place, size)
    assert located.agreement > 0.95


@pytest.mark.parametrize("y", [20.4, 130.4, 300.4, 470.4, 580.4], ids="y {}".format)
def test_any_height_on_a_tall_screen(y: float) -> None:
    """In its middle a board is seen at a glimpse; above and below it is no worse found."""
    place = Place(6.2, y, 25.2, 390, 980)
    pixels = paint_screen(ROWS[15], place=place)
    check_grid(locate(Screen(pixels, "shot"), known()), place, 15)


def test_empty_board() -> None:
    place = Place()
    pixels = paint_screen(["." * 15] * 15, place=place)
    located = locate(Screen(pixels, "shot"), known())
    check_grid(located, place, 15)
    assert located.seen.mean() > 0.6


@pytest.mark.parametrize("sigma", [2.0, 5.0])
def test_noise(sigma: float) -> None:
    place = Place(cell=36.0)
    pixels = paint_screen(ROWS[15], place=place).astype(np.float64)
    pixels += np.random.default_rng(1).normal(0, sigma, pixels.shape)
    screen = Screen(np.clip(pixels, 0, 255).astype(np.uint8), "shot")
    check_grid(locate(screen, known()), place, 15)


@pytest.mark.parametrize("size", [4, 5])
def test_smaller_lattices_are_no_boards(size: int) -> None:
    pixels = paint_lattice(Grid(20.0, 40.0, 60.0, size), 0.1, (700, 800))
    with pytest.raises(NoBoardFound):
        locate(Screen(pixels, "shot"), known())


def test_part_of_a_larger_board_is_none() -> None:
    """Of 17 lines each way 15 are no board, though most of what shows squares lies there."""
    grid = Grid(20.0, 40.0, 40.0, 17)
    pixels = paint_lattice(grid, 0.1, (740, 760))
    dice = np.random.default_rng(5)
    for row, column in np.ndindex(17, 17):
        outer = row in (0, 16) or column in (0, 16)
        if dice.random() < (0.6 if outer else 0.3):  # a tile
            x, y = (round(start + 40 * each) for start, each in ((20.0, column), (40.0, row)))
            cv2.putText(pixels, "ABCDE"[column % 5], (x + 8, y + 32), 0, 1.1, (20, 30, 60), 4)
    with pytest.raises(NoBoardFound, match="no board of 15x15"):
        locate(Screen(pixels, "shot"), known())


def test_the_middle_of_a_board_is_none_whose_layout_is_known() -> None:
    """Of a board of no known layout 11 lines each way may show a known one."""
    duel = next(each for each in layouts("scrabble") if each.size == 11)
    rim = "t.d.T.......d.t"
    kinds = [rim, "." * 15, *(f"D.{row}.D" for row in duel.premiums), "." * 15, rim]
    page = paint_screen(["." * 15] * 15, place=Place(cell=24.0), premiums=kinds)
    grain = np.random.default_rng(4).normal(0, 12, page.shape)
    pixels = np.clip(cv2.GaussianBlur(page, (0, 0), 1.5) + grain, 0, 255).astype(np.uint8)
    with pytest.raises(NoBoardFound):
        locate(Screen(pixels, "shot"), known())


def test_board_that_runs_out_of_the_picture() -> None:
    place = Place(x=12.0, cell=44.0, width=540)
    with pytest.raises(BoardNotWhole, match="the board is cut off") as caught:
        locate(Screen(paint_screen(["." * 15] * 15, place=place), "shot"), known())
    assert caught.value.kind == "board-not-whole"
    assert "zoom" in caught.value.hint


@pytest.mark.parametrize(
    ("cut", "side"),
    [
        ((slice(None), slice(0, 560)), "on the right"),
        ((slice(None), slice(150, None)), "on the left"),
        ((slice(0, 620), slice(None)), "at the bottom"),
        ((slice(180, None), slice(None)), "at the top"),
    ],
)
def test_side_on_which_the_board_is_cut_off_is_named(cut: tuple[slice, slice], side: str) -> None:
    place = Place(30.0, 60.0, 44.0, 720, 780)
    pixels = np.ascontiguousarray(paint_screen(ROWS[15], place=place)[cut])
    with pytest.raises(BoardNotWhole, match=f"the board is cut off {side}"):
        locate(Screen(pixels, "shot"), known())


def test_only_the_sizes_asked_for_are_looked_for() -> None:
    eleven = [(name, layout) for name, layout in known() if layout.size == 11]
    pixels = paint_screen(ROWS[15])
    with pytest.raises(NoBoardFound, match="11x11"):
        locate(Screen(pixels, "shot"), eleven)


def test_a_part_of_a_board_that_agrees_as_well_is_not_taken_for_a_smaller_board() -> None:
    pixels = paint_screen(ROWS[15], place=Place(12.0, 60.0, 40.0, 640, 760))
    screen = Screen(pixels, "shot")
    large = locate(screen, known())
    grid = Grid(large.grid.x + 80, large.grid.y + 120, large.grid.cell, 11)
    inner = large.seen[3:14, 2:13]
    assert large.seen.sum() > 1.5 * inner.sum()
    inside, of = np.s_[3:14, 2:13], large.squares
    squares = Squares(of.plain[inside], of.ground[inside], of.high[inside])
    small = large._replace(grid=grid, squares=squares, seen=inner, agreement=1.0)
    assert better(small, large) is large
    assert better(large, small) is large
    only = large._replace(seen=np.pad(inner, 2))  # nothing of the larger one is seen around it
    assert better(only, small) is small


@pytest.mark.parametrize("bare", [True, False])
def test_a_line_that_shows_no_square_is_none_of_the_board(bare: bool) -> None:  # noqa: FBT001
    """Of two places a line apart, in which as many squares stand out, one has nothing there.

    Or it has something everywhere, as the tops of a rack's tiles below the board, but no square.
    """
    place = Place(12.0, 60.0, 40.0, 640, 760)
    found = locate(Screen(paint_screen(ROWS[15], place=place), "shot"), known())
    right = found._replace(agreement=0.0, seen=found.seen & (np.arange(15)[:, None] > 0))
    down = right.grid._replace(y=right.grid.y + right.grid.cell)
    seen = np.roll(right.seen, -1, axis=0)
    squares = right.squares._replace(plain=np.roll(right.squares.plain, -1, axis=0))
    squares.plain[-1] = bare
    astray = right._replace(grid=down, seen=seen, squares=squares, agreement=0.04)
    assert right.seen.sum() == astray.seen.sum()
    assert better(astray, right) is right
    assert better(right, astray) is right
    assert place.y == pytest.approx(right.grid.y, abs=2)


@pytest.mark.parametrize("across", [0.72, 1.25, 1.45])
def test_squares_that_are_no_squares(across: float) -> None:
    """A window that was drawn wider, or higher, stretches the board."""
    place = Place(20.0, 60.0, 36.0, 620, 660)
    pixels = cv2.resize(paint_screen(ROWS[15], place=place), None, fx=across, fy=1.0)
    found = locate(Screen(np.asarray(pixels, np.uint8), "stretched"), known())
    pose, box = found.screen.pose, found.grid.box
    assert pose is not None
    seen = pose.box_back(box)
    assert (seen.x, seen.y) == pytest.approx((across * place.x, place.y), abs=2.0)
    assert (seen.width, seen.height) == pytest.approx((across * 15 * 36, 15 * 36), abs=3.0)


def test_of_layouts_that_do_not_agree_the_better_one_outbids_no_squares() -> None:
    """On boards whose premiums are dealt at random any known layout agrees by chance, if at all."""
    place = Place(12.0, 60.0, 40.0, 640, 760)
    found = locate(Screen(paint_screen(ROWS[15], place=place), "shot"), known())
    right = found._replace(agreement=0.1)
    line = np.arange(15)[:, None] > 0
    astray = right._replace(seen=right.seen & line, agreement=0.3)
    assert better(astray, right) is right
    assert better(right, astray) is right
    likelier = right._replace(agreement=0.3)
    assert better(right, likelier) is likelier
