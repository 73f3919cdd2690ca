"""Boards photographed from the side: where they lie, that straight ones are left alone."""

from __future__ import annotations

import sys

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from solver.game import game_names, layouts
from tests.benchmarks.painting import Place, paint_screen
from tests.benchmarks.perspective import View, seen
from tests.benchmarks.photo import photograph
from tests.shared.samples import reading_of, screen_of
from tests.shared.shots import make_shot
from vision.board import locate
from vision.board.rectify import find_pose, lattice_pose, number_squares
from vision.errors import BoardNotWhole
from vision.imaging import Grid, Pose, Screen, decode_screen, level_pose, map_points
from vision.reader import read
from vision.reading import Reading, Why
from wwfsnap.drawing import draw_move
from wwfsnap.pipeline import Settings, read_board, solve_board

Floats = NDArray[np.float64]

KNOWN = tuple((name, layout) for name in game_names() for layout in layouts(name))
ROWS = (*["." * 15] * 7, "....QUARTZ.....", *["." * 15] * 7)
PLACE = Place(40.0, 80.0, 36.0, 620, 760)
SEEN = np.array([[30, 60], [600, 20], [560, 740], [80, 700]], np.float32)
"""Where the corners of the picture come to lie when it is seen from the side."""


def from_the_side(width: int, height: int) -> Floats:
    """A homography of some 20 degrees."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, SEEN), np.float64)


def moved(matrix: Floats, x: float, y: float) -> tuple[float, float]:
    across, down, depth = matrix @ np.array([x, y, 1.0])
    return float(across / depth), float(down / depth)


def squares_of(matrix: Floats, hidden: float = 0.3, seed: int = 3) -> Floats:
    """Squares of 28 pixels in steps of 34 seen through a homography, some hidden, to a pixel."""
    dice = np.random.default_rng(seed)
    found = []
    for row in range(15):
        for column in range(15):
            if dice.random() < hidden:
                continue
            x, y = 60 + 34 * column, 120 + 34 * row
            edges = [moved(matrix, x + dx, y + dy) for dx in (-14, 14) for dy in (-14, 14)]
            (left, right), (top, bottom) = (
                (round(min(each)), round(max(each))) for each in zip(*edges, strict=True)
            )
            found.append((left, top, right - left, bottom - top))
    return np.array(found, np.float64)


@pytest.mark.parametrize("hidden", [0.0, 0.3, 0.6])
def test_squares_seen_from_the_side_are_levelled(hidden: float) -> None:
    matrix = from_the_side(620, 760)
    pose = lattice_pose(squares_of(matrix, hidden), 620, 760)
    assert pose is not None
    corners = [
        moved(pose.matrix, *moved(matrix, x, y)) for y in (120, 596) for x in (60, 536)
    ]  # the middles of the corner squares: a square again, upright
    (x0, y0), (x1, _), _, _ = corners
    side = x1 - x0
    assert side > 300
    wanted = [(x0, y0), (x0 + side, y0), (x0, y0 + side), (x0 + side, y0 + side)]
    assert np.array(corners) == pytest.approx(np.array(wanted), abs=0.004 * side)


def test_level_and_tilted_squares_are_no_perspective() -> None:
    for degrees in (0.0, 1.5, -3.0):
        turn = np.asarray(np.linalg.inv(level_pose(620, 760, degrees).matrix), np.float64)
        pose = lattice_pose(squares_of(turn), 620, 760)
        assert (pose is None) == (degrees == 0.0)
        if pose is not None:
            assert pose.matrix[2].tolist() == [0.0, 0.0, 1.0]


def test_squares_that_a_straight_lattice_explains_as_well_are_no_perspective() -> None:
    squares = squares_of(from_the_side(620, 760))
    assert lattice_pose(squares, 620, 760, len(squares) - 1) is not None
    assert lattice_pose(squares, 620, 760, len(squares)) is None


def test_rows_that_are_not_seen_are_counted() -> None:
    squares = squares_of(np.eye(3), hidden=0.0)
    seen = squares[(squares[:, 1] - 106) % 68 == 0]  # every second row
    chart = number_squares(seen[:, :2] + seen[:, 2:] / 2, np.full(len(seen), 30.0))
    assert chart is not None
    assert np.ptp(chart.numbers, axis=0).tolist() == [14, 14]


def test_a_pose_that_shows_no_board_is_not_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    page = paint_screen(ROWS, place=PLACE)
    resized = np.asarray(cv2.resize(page, None, fx=1.0, fy=0.97), np.uint8)
    poses = iter([Pose(np.diag([0.2, 3.0, 1.0]), 124, 2212)])
    monkeypatch.setattr(sys.modules[locate.__module__], "find_pose", lambda *_: next(poses, None))
    found = locate(Screen(resized, "page"), KNOWN)
    assert next(poses, None) is None
    assert found.grid.size == 15


def lattice_of(stretch: float) -> tuple[Floats, Grid]:
    """Squares of a picture scaled across, and the lattice of one step both ways that fits best."""
    cell = 34 * (1 + stretch) / 2
    x, y = stretch * (60 + 34 * 7) - 7.5 * cell, 120 + 34 * 7 - 7.5 * cell
    return squares_of(np.diag([stretch, 1.0, 1.0])), Grid(x, y, cell, 15)


@pytest.mark.parametrize("stretch", [0.97, 0.99, 1.01, 1.03])
def test_squares_of_a_stretched_picture_are_squares_again(stretch: float) -> None:
    squares, grid = lattice_of(stretch)
    pose = find_pose(squares, 620, 760, grid, len(squares))
    assert pose is not None
    assert pose.width >= 620
    assert pose.height >= 760
    corner = np.array([60.0 * stretch, 120.0])
    ends = corner + np.diag([34.0 * 14 * stretch, 34.0 * 14])
    mapped = map_points(pose.matrix, np.vstack([ends, corner]))
    across, down = (mapped[:2] - mapped[2]).diagonal()
    assert across == pytest.approx(down, rel=0.003)


def test_a_picture_that_is_hardly_stretched_is_left_alone() -> None:
    squares, grid = lattice_of(1.002)
    assert find_pose(squares, 620, 760, grid, len(squares)) is None


@pytest.mark.parametrize("higher", [0.97, 1.03])
def test_a_stretched_board_is_found_where_it_is(higher: float) -> None:
    page = paint_screen(ROWS, place=PLACE)
    resized = np.asarray(cv2.resize(page, None, fx=1.0, fy=higher), np.uint8)
    found = locate(Screen(resized, "page"), KNOWN)
    assert found.screen.pose is not None
    box = found.screen.pose.box_back(found.grid.box)
    assert (box.x, box.width) == pytest.approx((40.0, 540.0), abs=1.5)
    assert (box.y, box.height) == pytest.approx((80.0 * higher, 540.0 * higher), abs=1.5)


def test_few_or_scattered_squares_are_no_perspective() -> None:
    matrix = from_the_side(620, 760)
    assert lattice_pose(np.zeros((0, 4)), 620, 760) is None
    assert lattice_pose(squares_of(matrix)[:30], 620, 760) is None
    dice = np.random.default_rng(8)
    scattered = np.hstack([dice.uniform(0, 700, (150, 2)), np.full((150, 2), 28.0)])
    assert lattice_pose(scattered, 700, 700) is None


def test_board_seen_from_the_side_is_found_where_it_is() -> None:
    matrix = from_the_side(PLACE.width, PLACE.height)
    seen = cv2.warpPerspective(
        paint_screen(ROWS, place=PLACE),
        matrix,
        (PLACE.width, PLACE.height),
        flags=cv2.INTER_AREA,
        borderValue=(60, 70, 80),
    )
    located = locate(Screen(np.asarray(seen, np.uint8), "photo"), KNOWN)
    pose, box = located.screen.pose, located.grid.box
    assert pose is not None
    right, bottom = PLACE.x + 15 * PLACE.cell, PLACE.y + 15 * PLACE.cell
    for corner, x, y in (
        ((box.x, box.y), PLACE.x, PLACE.y),
        ((box.right, box.y), right, PLACE.y),
        ((box.x, box.bottom), PLACE.x, bottom),
        ((box.right, box.bottom), right, bottom),
    ):
        assert pose.point_back(*corner) == pytest.approx(moved(matrix, x, y), abs=3.0)


def test_move_on_a_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same board, rack and best move as on the screen, drawn onto the photo itself."""
    monkeypatch.setattr("tests.benchmarks.photo.LONG_SIDE", 1800)  # takes a third of the time
    shot = make_shot(cell=48.0, margins=(60.0, 120.0))
    straight = solve_board(read_board(shot.screen, Settings()), Settings(top=1))
    screen = decode_screen(photograph(shot.screen.pixels, 14, 2), "photo")
    reading = read_board(screen, Settings())
    assert reading.pose is not None
    assert reading.board_rows() == straight.reading.board_rows()
    assert reading.rack_tiles() == straight.reading.rack_tiles()
    best = solve_board(reading, Settings(top=1)).moves[0]
    assert best == straight.moves[0]
    drawing = draw_move(screen, reading, best)
    changed = (drawing.pixels != screen.pixels).any(axis=2)
    assert drawing.pixels.shape == screen.pixels.shape
    assert 0 < changed.mean() < 0.1
    for box in drawing.tiles:
        x, y = map(round, box.centre)
        assert changed[y, x]


def seen_aslant(name: str, right: float) -> Reading:
    """A sample of which the upper right corner is moved to the right, by a share of its width."""
    corners = ((0.0, 0.0), (right, 0.0), (0.0, 0.0), (0.0, 0.0))
    view = View(1, "edge", "kept", "fair", 0.0, corners, 0.8, 1.0, 85)
    return read(decode_screen(seen(screen_of(name).pixels, view), name))


@pytest.mark.parametrize("right", [0.03, 0.06])
def test_slight_perspective_is_more_than_a_turn(right: float) -> None:
    reading, straight = seen_aslant("scrabble-board", right), reading_of("scrabble-board")
    assert reading.board_rows() == straight.board_rows()
    assert {doubt.where for doubt in reading.doubts} == {doubt.where for doubt in straight.doubts}


def test_a_board_that_is_only_whole_as_long_as_it_is_not_straightened_is_cut_off() -> None:
    """Its left corners are outside the picture; unstraightened rows would lie half a square off."""
    corners = ((-0.04, 0.0), (0.0, 0.02), (0.0, 0.0), (-0.045, 0.0))
    view = View(1, "edge", "kept", "fair", 0.0, corners, 0.8, 1.0, 85)
    screen = decode_screen(seen(screen_of("wwf-classic-phone").pixels, view), "photo")
    with pytest.raises(BoardNotWhole, match="photo: the board is cut off on the left"):
        locate(screen, KNOWN)


@pytest.mark.parametrize(("right", "doubted"), [(0.07, 0), (0.1, 8)])
def test_squares_that_the_picture_hardly_shows_are_in_doubt(right: float, doubted: int) -> None:
    """What is left of their labels is no letter; there may be more of them than badges hide.

    Away from all tiles they hold none.
    """
    reading = seen_aslant("scrabble-board", right)
    assert reading.board_rows() == reading_of("scrabble-board").board_rows()
    hidden = {doubt.where for doubt in reading.doubts if doubt.why.why is Why.CUT_OFF}
    assert hidden == {f"O{row + 1}" for row in range(doubted)}
