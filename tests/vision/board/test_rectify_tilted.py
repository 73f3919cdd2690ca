"""A tilted picture is turned back, and what is drawn on it is tilted like it."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from solver.game import game_names, layouts, load_game
from tests.benchmarks.painting import Place, paint_screen
from tests.shared.shots import make_shot
from vision.board import locate
from vision.board.rectify import lattice_pose
from vision.imaging import Box, Pose, Screen, level_pose
from wwfsnap.drawing import draw_move
from wwfsnap.pipeline import Settings, read_board, solve_board
from wwfsnap.reporting import reading_record

KNOWN = tuple((name, layout) for name in game_names() for layout in layouts(name))
ROWS = (*["." * 15] * 7, "....QUARTZ.....", *["." * 15] * 7)
PLACE = Place(40.0, 80.0, 36.0, 620, 760)


def tilted(pixels: NDArray[np.uint8], degrees: float) -> NDArray[np.uint8]:
    """The picture turned clockwise about its middle."""
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0)
    return np.asarray(
        cv2.warpAffine(pixels, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def squares_of(degrees: float, rows: int = 15, columns: int = 15) -> NDArray[np.float64]:
    """Squares of 30 pixels in steps of 34, in whole pixels as they are found."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    squares = [
        (
            round(300 + 34 * (column * cosine - row * sine)),
            round(200 + 34 * (column * sine + row * cosine)),
            30,
            30,
        )
        for row in range(rows)
        for column in range(columns)
        if (row * 7 + column * 3) % 4
    ]
    return np.array(squares, np.float64)


def turn_of(pose: Pose | None) -> float:
    """Degrees by which it turns a picture back."""
    return 0.0 if pose is None else math.degrees(math.atan2(pose.matrix[0, 1], pose.matrix[0, 0]))


@pytest.mark.parametrize("degrees", [-9.0, -3.0, -2.0, -0.5, 0.0, 0.2, 1.0, 2.5, 6.0])
def test_tilt_of_squares(degrees: float) -> None:
    found = turn_of(lattice_pose(squares_of(degrees), 900, 900))
    assert found == pytest.approx(degrees, abs=0.05)


def test_few_or_scattered_squares_have_no_tilt() -> None:
    assert lattice_pose(squares_of(1.0, rows=3), 900, 900) is None
    dice = np.random.default_rng(5)
    scattered = np.hstack([dice.uniform(0, 900, (90, 2)), np.full((90, 2), 30.0)])
    assert lattice_pose(scattered, 900, 900) is None


@pytest.mark.parametrize("degrees", [-2.0, 0.5, 1.0, 2.0])
def test_tilted_board_is_found_where_it_is(degrees: float) -> None:
    screen = Screen(tilted(paint_screen(ROWS, place=PLACE), degrees), "shot")
    located = locate(screen, KNOWN)
    pose = located.screen.pose
    assert pose is not None
    box = located.grid.box
    seen = pose.point_back(box.x, box.y)
    x, y = PLACE.x - PLACE.width / 2, PLACE.y - PLACE.height / 2
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    wanted = PLACE.width / 2 + x * cosine - y * sine, PLACE.height / 2 + x * sine + y * cosine
    assert seen == pytest.approx(wanted, abs=0.06 * PLACE.cell)


def test_straight_picture_stays_as_it_is() -> None:
    screen = Screen(paint_screen(ROWS, place=PLACE), "shot")
    assert locate(screen, KNOWN).screen is screen


def test_there_and_back() -> None:
    pose = level_pose(600, 900, 2.0)
    assert pose.width > 600
    assert pose.height > 900
    x, y, _ = pose.matrix @ np.array([120.5, 333.0, 1.0])
    assert pose.point_back(x, y) == pytest.approx((120.5, 333.0))
    back = pose.box_back(Box(x - 1, y - 1, 2, 2))
    assert back.centre == pytest.approx((120.5, 333.0))
    dice = np.random.default_rng(1)
    picture = cv2.GaussianBlur(dice.integers(0, 255, (900, 600, 3)).astype(np.uint8), (0, 0), 3)
    pixels = np.asarray(picture, np.uint8)
    straight = pose.straighten(pixels)
    assert straight.shape == (pose.height, pose.width, 3)
    assert (pose.paint_back(pixels, straight, straight) == pixels).all()
    painted = straight.copy()
    painted[300:340, 200:240] = 255
    drawn = pose.paint_back(pixels, straight, painted)
    changed = np.argwhere((drawn != pixels).any(axis=2))
    middle = pose.point_back(220, 320)
    assert changed.mean(axis=0)[::-1] + 0.5 == pytest.approx(middle, abs=0.5)
    assert len(changed) == pytest.approx(1600, rel=0.12)


def test_move_on_a_tilted_picture() -> None:
    """The move of the straight picture, drawn in the same place, turned."""
    shot = make_shot(cell=40.0, margins=(60.0, 120.0))
    straight = solve_board(read_board(shot.screen, Settings()), Settings(top=1))
    screen = Screen(tilted(shot.screen.pixels, 1.5), "tilted")
    reading = read_board(screen, Settings())
    assert reading.board_rows() == straight.reading.board_rows()
    assert reading.pose is not None
    best = solve_board(reading, Settings(top=1)).moves[0]
    assert best == straight.moves[0]
    drawing = draw_move(screen, reading, best)
    assert drawing.pixels.shape == screen.pixels.shape
    wanted = tilted(draw_move(shot.screen, straight.reading, best).pixels, 1.5)
    board = np.mean([box.centre for box in drawing.tiles], axis=0)
    turned = [box.centre for box in draw_move(shot.screen, straight.reading, best).tiles]
    middle = np.array([screen.width / 2, screen.height / 2])
    cosine, sine = math.cos(math.radians(1.5)), math.sin(math.radians(1.5))
    moved = (np.mean(turned, axis=0) - middle) @ np.array([[cosine, sine], [-sine, cosine]])
    assert board == pytest.approx(moved + middle, abs=2.0)
    near = np.abs(drawing.pixels.astype(int) - wanted).max(axis=2) < 60
    assert near.mean() > 0.97


def test_json_tells_the_corners_of_a_tilted_board() -> None:
    shot = make_shot(cell=40.0, margins=(60.0, 120.0))
    assert "corners" not in reading_record(shot.reading)["grid"]
    reading = read_board(Screen(tilted(shot.screen.pixels, 1.5), "tilted"), Settings())
    grid = reading_record(reading)["grid"]
    (x, y), (right, lower), _, _ = grid["corners"]
    assert (grid["x"], grid["y"]) == (x, y)
    assert grid["cell"] == pytest.approx(40.0, abs=0.1)
    assert math.degrees(math.atan2(lower - y, right - x)) == pytest.approx(1.5, abs=0.05)
    assert load_game(reading.game).premiums == reading.premiums
