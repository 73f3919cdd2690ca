"""The little value is found in any corner, and read; its absence is told from its faintness."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.benchmarks.painting import PLAIN_FONT, Pixels, Style, paint_tile
from vision.imaging import Blob
from vision.tiles import (
    CELL,
    CORNERS,
    Cells,
    Corner,
    Mark,
    Numeral,
    find_corner,
    find_marks,
    generic_bank,
    line_through,
    read_numerals,
    separate_ink,
)
from vision.tiles.digits import _outdoes

VALUES = (0, 1, 2, 3, 4, 5, 6, 8, 10)
LETTERS = "ETSHLDCMKJNOQRUX"
FONTS = [PLAIN_FONT, "arimo-bold", "inter-medium", "roboto-condensed-bold", "libre-franklin-bold"]


def tiles(style: Style, values: tuple[int | None, ...]) -> Pixels:
    return np.stack(
        [
            paint_tile(letter, "" if value is None else str(value), style)
            for letter, value in zip(LETTERS * 3, values, strict=False)
        ]
    )


def look(pixels: Pixels) -> tuple[Cells, list[Mark | None], Corner | None]:
    cells = separate_ink(pixels)
    marks = find_marks(cells)
    return cells, marks, find_corner(cells.coverage, marks)


def read(pixels: Pixels) -> list[Numeral]:
    cells, marks, corner = look(pixels)
    line = line_through([mark.blob for mark in marks if mark is not None])
    digits = generic_bank().only("0123456789")
    return read_numerals(cells, marks, digits, VALUES, corner, line=line)


@pytest.mark.parametrize(("below", "left"), CORNERS)
@pytest.mark.parametrize("font", FONTS)
def test_values_in_every_corner(font: str, below: bool, left: bool) -> None:  # noqa: FBT001
    style = Style(font=font, below=below, left=left, letter=0.46)
    painted = (1, 2, 3, 4, 5, 8, 10, 1, 6, 2, 4, 3)
    corner = look(tiles(style, painted))[2]
    assert corner is not None
    assert (corner.below, corner.left) == (below, left)
    assert corner.height == pytest.approx(0.2 * 64, abs=2)
    assert [numeral.value for numeral in read(tiles(style, painted))] == list(painted)


@pytest.mark.parametrize("shift", [4, 5])
def test_values_close_to_the_edge_of_their_cells(shift: int) -> None:
    """As where the board's squares are placed a fiftieth of their side too low."""
    painted = (1, 2, 3, 4, 5, 8, 10, 1, 6, 2, 4, 3)
    pixels = np.roll(tiles(Style(letter=0.46), painted), -shift, axis=1)
    corner = look(pixels)[2]
    assert corner is not None
    assert corner.seen == 1.0
    assert [numeral.value for numeral in read(pixels)] == list(painted)


def test_blank_has_none_and_the_others_have() -> None:
    painted = (1, 4, None, 1, 10, 2, None, 8)
    found = read(tiles(Style(), painted))
    assert [numeral.missing for numeral in found] == [value is None for value in painted]
    assert all(numeral.ink < 0.15 for numeral in found if numeral.missing)


def test_printed_zero_is_read() -> None:
    found = read(tiles(Style(letter=0.46), (1, 0, 3, 4, 0, 2, 1, 8)))
    assert [numeral.value for numeral in found] == [1, 0, 3, 4, 0, 2, 1, 8]


@pytest.mark.parametrize(("sigma", "run_into"), [(0.0, 0), (1.2, 0), (0.0, 8), (0.8, 14)])
@pytest.mark.parametrize("font", FONTS)
def test_a_zero_alone_is_no_ten_that_ran_into_its_letter(
    font: str, sigma: float, run_into: int
) -> None:
    """The 1 of a 10 is still to be seen where it ran into the letter, up to its whole height."""
    painted = (1, 0, 3, 4, 10, 2, 1, 8, 0, 10)
    pixels = tiles(Style(letter=0.46, font=font), painted)
    for tile in (pixels[4], pixels[9]) if run_into else ():
        inked = np.abs(tile.astype(int) - Style().face).sum(axis=2) > 150
        one = 34 + np.flatnonzero(inked[7:18, 34:].any(axis=0))[0]
        tile[18 - run_into // 2 : 30, one : one + 4] = Style().ink
    if sigma:
        pixels = np.stack([cv2.GaussianBlur(tile, (0, 0), sigma) for tile in pixels])
    found = read(pixels.astype(np.uint8))
    assert [numeral.alone for numeral in found] == [value == 0 for value in painted]


@pytest.mark.parametrize(
    ("font", "pale", "sigma"),
    [
        ("inter-medium", 0.3, 0.8),
        ("roboto-condensed-bold", 0.4, 0.8),
        ("nunito-sans-bold", 0.2, 1.2),
    ],
)
def test_faint_figures_are_not_torn(font: str, pale: float, sigma: float) -> None:
    """Thin figures of small pictures are never as dark as letters: no stroke of a 4 is a 1."""
    painted = (3, 4, 10, 2, 8, 3, 5, 10, 1, 3, 2, 4)
    style = Style(letter=0.46, font=font)
    faint = []
    for tile in tiles(style, painted).astype(np.float64):
        tile[2:19, 34:] += pale * (np.array(style.face) - tile[2:19, 34:])
        faint.append(cv2.GaussianBlur(tile, (0, 0), sigma))
    found = read(np.asarray(faint, np.uint8))
    assert [numeral.value for numeral in found] == list(painted)


@pytest.mark.parametrize("pale", [0.5, 0.55])
def test_a_faint_figure_beside_a_stroke_is_not_left_out(pale: float) -> None:
    """The 1 of a 10 is seen at once, its 0 only as a thin figure."""
    pixels = tiles(Style(letter=0.46, font="roboto-condensed-bold"), (1, 2, 3, 4, 10, 2, 5, 4))
    inked = (np.abs(pixels[4].astype(int) - Style().face).sum(axis=2) > 150)[6:20, 34:]
    _, zero = np.flatnonzero(np.diff(inked.any(axis=0).astype(int), prepend=0) == 1) + 34
    page = pixels[4, 2:22, zero - 1 :].astype(np.float64)
    pixels[4, 2:22, zero - 1 :] = page + pale * (np.array(Style().face) - page)
    blurred = [cv2.GaussianBlur(tile, (0, 0), 1.5) for tile in pixels]
    assert read(np.asarray(blurred, np.uint8))[4].value == 10


@pytest.mark.parametrize(
    ("second", "first", "better"),
    [
        ({1: 0.91, 4: 0.6}, {10: 0.83}, False),
        ({1: 0.91, 4: 0.6}, {10: 0.5}, True),
        ({10: 0.77}, {1: 0.81, 4: 0.4}, True),
        ({10: 0.5}, {1: 0.81, 4: 0.4}, False),
        ({10: 0.5}, {}, True),
        ({1: 0.7}, {1: 0.65, 4: 0.6}, True),
        ({1: 0.7}, {1: 0.72, 4: 0.6}, False),
    ],
)
def test_a_lone_figure_does_not_outdo_two_legible_ones(
    second: dict[int, float],
    first: dict[int, float],
    better: bool,  # noqa: FBT001
) -> None:
    assert _outdoes(second, first) == better


@pytest.mark.parametrize("sigma", [1.0, 2.0, 3.0])
def test_faint_figures_are_not_missing(sigma: float) -> None:
    """Blurred until nothing is legible, a numeral is still more than none."""
    painted = (1, 4, 1, 1, 2, None, 1, 8, 3, 1, 2, 4)
    blurred = np.stack(
        [cv2.GaussianBlur(tile, (0, 0), sigma) for tile in tiles(Style(), painted)]
    ).astype(np.uint8)
    found = read(blurred)
    inks = [numeral.ink for numeral in found]
    assert inks[5] < 0.5 * min(ink for k, ink in enumerate(inks) if k != 5)
    assert not any(numeral.missing for k, numeral in enumerate(found) if k != 5)


def test_covered_corner_proves_nothing() -> None:
    pixels = tiles(Style(), (1, 4, 3, 1, 2, 8))
    pixels[2, :22, 38:] = (70, 170, 60)
    numeral = read(pixels)[2]
    assert numeral.hidden
    assert not numeral.missing


def test_look_without_numerals() -> None:
    pixels = tiles(Style(), (None,) * 8)
    assert look(pixels)[2] is None
    assert [numeral.value for numeral in read(pixels)] == [None] * 8


def test_lone_specks_are_no_numerals() -> None:
    """Dust in different places of three tiles must not outvote the numerals of seven."""
    pixels = tiles(Style(), (1, 2, 3, 4, 1, 8, 10))
    pixels[0, 50:58, 4:9] = Style().ink
    pixels[1, 52:59, 6:10] = Style().ink
    corner = look(pixels)[2]
    assert corner is not None
    assert (corner.below, corner.left) == (False, False)


@pytest.mark.parametrize(("below", "left"), CORNERS)
def test_turning_twice_gives_the_page_back(below: bool, left: bool) -> None:  # noqa: FBT001
    corner = Corner(below, left, 5.0, 12.0, 60.0)
    page = np.random.default_rng(1).random((64, 64))
    assert (corner.turn(corner.turn(page)) == page).all()


@pytest.mark.parametrize(("below", "left"), CORNERS)
def test_reach_is_where_turned_ink_ends(below: bool, left: bool) -> None:  # noqa: FBT001
    corner = Corner(below, left, 5.0, 12.0, 60.0)
    seen = np.zeros((64, 64), bool)
    seen[4:16, 40:49] = True
    rows, columns = np.nonzero(corner.turn(seen))
    assert corner.reach(Blob(40, 4, 9, 12, 80)) == (rows.min(), columns.max() + 1)


def test_value_below_the_threshold_is_none() -> None:
    assert Numeral(ink=1.0, hidden=False, scores={1: 0.3, 4: 0.2}).value is None
    assert Numeral(ink=1.0, hidden=False, scores={1: 0.7, 4: 0.9}).value == 4


def test_what_lies_beyond_a_tiles_round_corner_is_no_figure() -> None:
    """It is as high as one, and stands beside each of them."""
    painted = (3, 4, 1, 8, 2, 4, 5, 3)
    pixels = tiles(Style(letter=0.46), painted)
    pixels[:, :12, CELL - 3 :] = Style().ink
    assert [numeral.value for numeral in read(pixels)] == list(painted)


def test_a_rim_beyond_where_numerals_end_is_no_figure_on_a_blank() -> None:
    """As high as one and nearly as dark, it would pass for a 1."""
    painted = (3, 4, None, 8, 2, 4, 5, 3)
    pixels = tiles(Style(letter=0.46), painted)
    corner = look(pixels)[2]
    assert corner is not None
    start, top = round(corner.right), round(corner.top)
    face, ink = np.array(Style().face), np.array(Style().ink)
    pixels[2, top : top + round(corner.height), start : start + 3] = face + 0.6 * (ink - face)
    assert read(pixels)[2].missing
    assert [numeral.value for numeral in read(pixels)] == list(painted)
