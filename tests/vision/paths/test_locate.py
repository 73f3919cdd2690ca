"""Grids of letters found in pictures: their places, sizes, tilts, and what is no such grid."""

from __future__ import annotations

import string
from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
import pytest

from sample_screens.paint import Canvas
from sample_screens.shapes import WHITE
from tests.shared.painted_grids import INK, LARGE, WORDS, paint, paint_pale, texts_of
from tests.shared.samples import TRUTHS, as_screen, screen_of
from vision.errors import NoBoardFound
from vision.imaging import Screen
from vision.paths import read_grid
from vision.paths.locate import TileLattice, find_lattices, pose_of
from vision.paths.tiles import find_tiles

BOARDS = {truth.name if truth.refused else truth.look: truth.name for truth in TRUTHS.values()}
"""A sample of each look, and those that show no board."""


def test_pale_letters_are_found() -> None:
    assert texts_of(read_grid(paint_pale(WORDS, pale=range(4)))) == list(WORDS)


def test_a_part_of_a_grid_with_clearer_letters_is_not_the_whole() -> None:
    assert texts_of(read_grid(paint_pale(LARGE, pale=[0]))) == list(LARGE)


def test_dim_pictures_are_read() -> None:
    screen = paint(WORDS)
    dim = Screen((screen.pixels // 8).astype(np.uint8), "dim")
    assert texts_of(read_grid(dim)) == list(WORDS)


def test_a_small_grid_in_a_large_window_is_read() -> None:
    screen = paint(WORDS)
    height, width = screen.pixels.shape[:2]
    window = np.full((4 * height, 6 * width, 3), 70, np.uint8)
    window[2 * height : 3 * height, 4 * width : 5 * width] = screen.pixels
    assert texts_of(read_grid(Screen(window, "window"))) == list(WORDS)


@pytest.mark.parametrize(
    "rows",
    [
        [string.ascii_uppercase[n : n + 5] for n in range(0, 25, 5)],  # a letter is chosen
        ["CDDF", "GHMM", "NPSS", "TWAB"],  # apps by their names
        ["1234", "5678", "9087", "6543"],
        [
            ("2", "4", "8", "16"),
            ("32", "64", "2", "4"),
            ("8", "16", "2", "8"),
            ("4", "2", "4", "2"),
        ],
        ["TEAMS", "RISEN", "NOLAB", "GHUDE", "PLATE", ("", "", "", "", "")],  # five guesses of six
        ["TEAMSX", "RISENO", "NOLABI", "GHUDEA"],  # no square
        ["TEAMSXY", "RISENOA", "NOLABIR", "GHUDEAN", "PLATERS", "OUNDIEL", "KRAMINE"],
        [("DL", "E", "A", "M"), "RISE", "NOLA", "GHUD"],  # part of a board
        ["TEA", "RIS", "NOL"],
    ],
    ids=["alphabet", "apps", "figures", "numbers", "guesses", "oblong", "large", "board", "small"],
)
def test_other_grids_are_refused(rows: Sequence[Sequence[str]]) -> None:
    with pytest.raises(NoBoardFound, match="no grid of letters was found"):
        read_grid(paint(rows, side=360))


NINE = (
    "TEAMSXYRI", "RISENOAOU", "NOLABIRIE", "GHUDEANLA", "PLATERSTE", "OUNDIELSO", "KRAMINEPU",
    "TIGERSAWE", "BEDFORTHI",
)  # fmt: skip


@pytest.mark.parametrize("letter", [0.42, 0.25], ids=["large", "small"])
def test_part_of_a_larger_grid_is_none(letter: float) -> None:
    """Neither every second letter each way, nor the lower rows of more than there are columns."""
    tall = 100 * letter
    every = paint(NINE, side=900, letter=letter)
    assert find_tiles(every, TileLattice(90, 200, 100, 100, 4, tall)) is None
    assert find_tiles(every, TileLattice(90, 200, 200, 200, 5, tall)) is None
    rows = [row[:6] for row in NINE[:8]]
    assert find_tiles(paint(rows, letter=letter), TileLattice(90, 400, 100, 100, 6, tall)) is None
    assert find_tiles(paint(rows[2:], letter=letter), TileLattice(90, 200, 100, 100, 6, tall))


@pytest.mark.parametrize(("others", "found"), [((), True), ((0, 2), False)], ids=["alone", "some"])
def test_every_second_letter_is_a_grid_where_few_lie_between(
    others: Sequence[int], *, found: bool
) -> None:
    """Of a crossword most of them may be black."""
    rows = [
        [letter if r % 2 == c % 2 == 0 or (r + c) % 5 in others else "" for c, letter in each]
        for r, each in enumerate(map(enumerate, NINE))
    ]
    every_second = TileLattice(90, 200, 200, 200, 4, 42)
    tiles = find_tiles(paint([row[:8] for row in rows[:8]], side=800), every_second)
    assert (tiles is not None) == found


def test_the_same_sign_between_all_tiles_is_no_letter() -> None:
    """As the gap where the corners of hexagons meet is like an X."""
    signs = [[letter for each in word for letter in (each, "X")][:-1] for word in WORDS]
    rows = [row if n % 2 == 0 else [""] * 7 for n, row in ((n, signs[n // 2]) for n in range(7))]
    screen = paint(rows, side=840, letter=0.5)
    every_second = TileLattice(100, 210, 240, 240, 4, 60)
    assert find_tiles(screen, every_second)
    signs[1][1] = "Y"
    rows[2] = signs[1]
    assert find_tiles(paint(rows, side=840, letter=0.5), every_second) is None


def test_a_grid_is_looked_at_once() -> None:
    """Found again at another scale, it is the same to half a pixel of that scale at least."""
    found = list(find_lattices(paint(WORDS)))
    assert found
    for one, other in combinations(found, 2):
        assert not one.near(other, 0.5)


def test_letters_without_tiles_are_refused() -> None:
    canvas = Canvas(640, 900, WHITE)
    for row, word in enumerate(WORDS):
        for column, letter in enumerate(word):
            at = 120 + 130 * column, 220 + 130 * row
            canvas.text(letter, "inter-bold", 60, at, INK)
    screen = as_screen(canvas.picture())
    assert [lattice.size for lattice in find_lattices(screen)][:1] == [4]
    with pytest.raises(NoBoardFound):
        read_grid(screen)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_each_size_is_read(size: int) -> None:
    letters = "TEAMSXRISENONOLABIGHUDEAPLATERSOUNDI"
    rows = [letters[n * size : (n + 1) * size] for n in range(size)]
    assert texts_of(read_grid(paint(rows, side=360))) == rows


@pytest.mark.parametrize("name", list(BOARDS.values())[::2])
def test_no_board_is_taken_for_a_grid(name: str) -> None:
    with pytest.raises(NoBoardFound):
        read_grid(screen_of(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", list(BOARDS.values())[1::2])
def test_no_other_board_is_taken_for_a_grid(name: str) -> None:
    test_no_board_is_taken_for_a_grid(name)


@pytest.mark.parametrize("across", [0.8, 0.9, 1.25])
def test_tiles_may_be_longer_one_way(across: float) -> None:
    resized = np.asarray(cv2.resize(paint(WORDS).pixels, None, fx=across, fy=1.0), np.uint8)
    reading = read_grid(Screen(resized, "stretched"))
    assert texts_of(reading) == list(WORDS)
    box = reading.tiles[0][0].box
    assert box.width / box.height == pytest.approx(across, rel=0.05)


@pytest.mark.parametrize("across", [1.4, 1.7])
def test_columns_may_be_far_apart(across: float) -> None:
    assert texts_of(read_grid(paint(WORDS, across=across))) == list(WORDS)


@pytest.mark.parametrize("letter", [0.1, 0.16])
def test_letters_may_be_small_on_large_tiles(letter: float) -> None:
    assert texts_of(read_grid(paint(WORDS, letter=letter))) == list(WORDS)


@pytest.mark.parametrize(
    ("lean", "rows"), [((5, 5), WORDS), ((-6, 4), LARGE), ((0, -7), WORDS), ((5, 5), LARGE)]
)
def test_rows_and_columns_may_lean_by_different_angles(
    lean: tuple[int, int], rows: Sequence[str]
) -> None:
    """As they do where a grid is seen from the side."""
    screen = paint(rows)
    height, width = screen.pixels.shape[:2]
    down, right = np.tan(np.radians(lean))
    slant = np.array(
        [[1.0, right, 100.0 - right * height / 2], [down, 1.0, 100 - down * width / 2]]
    )
    seen = cv2.warpAffine(
        screen.pixels, slant, (width + 200, height + 200), borderValue=(160, 110, 60)
    )
    reading = read_grid(Screen(np.asarray(seen, np.uint8), "slanted"))
    assert texts_of(reading) == list(rows)


@pytest.mark.parametrize("degrees", [-15.0, -6.0, -2.0, 0.7, 2.0, 4.0])
def test_tilted_grids_are_levelled(degrees: float) -> None:
    screen = paint(WORDS)
    height, width = screen.pixels.shape[:2]
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0), [0, 0, 1]])
    turned = cv2.warpPerspective(screen.pixels, turn, (width, height), borderValue=(160, 110, 60))
    reading = read_grid(Screen(np.asarray(turned, np.uint8), "tilted"))
    assert texts_of(reading) == list(WORDS)
    assert reading.doubts == ()
    for (row, column), place in (((0, 0), (115, 225)), ((3, 2), (415, 675))):
        x, y, _ = turn @ (*place, 1.0)
        assert reading.tiles[row][column].box.centre == pytest.approx((x, y), abs=12)


@pytest.mark.parametrize("astray", [2, 4, 6])
def test_letters_off_their_places_are_no_perspective(astray: int) -> None:
    """As one of two letters on a tile, or a numeral, is: a pose always fits some of them."""
    dice = np.random.default_rng(astray)
    places = np.stack(np.meshgrid(range(4), range(4)), axis=2).reshape(-1, 2) * 100.0 + 50
    for _ in range(20):
        middles = places + dice.normal(0.0, 2.0, places.shape)
        some = dice.choice(len(places), astray, replace=False)
        middles[some] += dice.choice([-1, 1], (astray, 2)) * (12.0, 8.0)
        assert pose_of(middles, TileLattice(50.0, 50.0, 100.0, 100.0, 4, 50.0), 500, 500) is None


def test_a_grid_seen_from_the_side_is_read() -> None:
    screen = paint(WORDS)
    height, width = screen.pixels.shape[:2]
    corners = [[0, 0], [width, 0], [width, height], [0, height]]
    seen = [[30, 15], [width - 10, 0], [width - 30, height - 10], [5, height]]
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), np.array(seen, np.float32))
    pixels = cv2.warpPerspective(screen.pixels, matrix, (width, height))
    reading = read_grid(Screen(np.asarray(pixels, np.uint8), "photo"))
    assert texts_of(reading) == list(WORDS)
