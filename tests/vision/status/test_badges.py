"""The points in a badge that lies on the corner of a tile are read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks.painting import Style, paint_tile
from vision.imaging import Grid, Screen
from vision.status import read_badges
from vision.tiles import CELL, TileObservations, classify, generic_bank

TEXT = "TEAMRISENOLYGHUD"
SIDE = 4
PLACE = (1, 2)


def board(points: str, middle: tuple[int, int], *, blank: int | None = None) -> Screen:
    """Sixteen tiles, one of them maybe a blank, and a badge with points on one of them."""
    style = Style(below=True)
    tiles = [
        paint_tile(letter, "" if k == blank else "1", style=style) for k, letter in enumerate(TEXT)
    ]
    rows = [np.hstack(tiles[n : n + SIDE]) for n in range(0, SIDE * SIDE, SIDE)]
    page = np.ascontiguousarray(np.vstack(rows))
    if points:
        cv2.circle(page, middle, 17, (170, 60, 20), -1, cv2.LINE_AA)
        write(page, points, middle)
    return Screen(page, "badge")


def write(page: NDArray[np.uint8], points: str, middle: tuple[int, int]) -> None:
    (width, height), _ = cv2.getTextSize(points, cv2.FONT_HERSHEY_DUPLEX, 0.55, 1)
    at = middle[0] - width // 2, middle[1] + height // 2
    cv2.putText(page, points, at, cv2.FONT_HERSHEY_DUPLEX, 0.55, (255,) * 3, 1, cv2.LINE_AA)


def faces(screen: Screen) -> TileObservations:
    cells = (
        screen.pixels.reshape(SIDE, CELL, SIDE, CELL, 3).swapaxes(1, 2).reshape(-1, CELL, CELL, 3)
    )
    bank = generic_bank()
    return classify(cells, bank.only(TEXT))


@pytest.mark.parametrize("points", ["24", "37"])
def test_points_on_the_corner_of_a_tile(points: str) -> None:
    row, column = PLACE
    screen = board(points, ((column + 1) * CELL - 12, (row + 1) * CELL - 12))
    seen = faces(screen)
    covered = seen.corners_without
    assert list(covered) == [row * SIDE + column]
    x, y = covered[row * SIDE + column]
    assert x > CELL / 2
    assert y > CELL / 2
    grid = Grid(0.0, 0.0, CELL, SIDE)
    corner = {PLACE: (column * CELL + x, row * CELL + y)}
    assert read_badges(screen, grid, corner) == {PLACE: int(points)}


@pytest.mark.parametrize("points", ["24", "37", "8"])
def test_points_on_a_badge_over_edges(points: str) -> None:
    """Where light and dark meet behind a badge, its number is read on the badge alone.

    There one digit is a number, too, where such are asked for.
    """
    row, column = PLACE
    middle = (column + 1) * CELL - 8, (row + 1) * CELL - 8
    screen = board("", middle)
    screen.pixels[:, middle[0] + 8 :] = 240
    screen.pixels[middle[1] + 8 :] = 20
    cv2.circle(screen.pixels, middle, 17, (170, 60, 20), -1, cv2.LINE_AA)
    write(screen.pixels, points, middle)
    grid = Grid(0.0, 0.0, CELL, SIDE)
    corner = {PLACE: (middle[0] - 6.0, middle[1] - 6.0)}
    assert read_badges(screen, grid, corner, digits=1) == {PLACE: int(points)}
    assert bool(read_badges(screen, grid, corner)) == (len(points) > 1)


def test_a_figure_alone_may_be_a_numeral_that_shows() -> None:
    screen = board("", (0, 0))
    x, y = 2 * CELL + 52.0, CELL + 52.0
    assert faces(screen).corners_without == {}
    for digits in (1, 2):
        grid = Grid(0.0, 0.0, CELL, SIDE)
        assert read_badges(screen, grid, {PLACE: (x, y)}, digits=digits) == {}


def test_no_corner_no_badge() -> None:
    assert read_badges(board("24", (180, 116)), Grid(0.0, 0.0, CELL, SIDE), {}) == {}


def test_many_corners_are_read_as_each_by_itself() -> None:
    """At the edges of the picture, where less of it is in sight, too."""
    row, column = PLACE
    screen = board("24", ((column + 1) * CELL - 12, (row + 1) * CELL - 12))
    grid = Grid(0.0, 0.0, CELL, SIDE)
    points = [(column * CELL / 2, row * CELL / 2) for row in range(8) for column in range(8)]
    corners = {divmod(k, 8): (x, y) for k, (x, y) in enumerate(points)}
    alone = {place: read_badges(screen, grid, {place: at}) for place, at in corners.items()}
    found = {place: read[place] for place, read in alone.items() if read}
    assert set(found.values()) == {24}
    assert read_badges(screen, grid, corners) == found
