"""The little value is read in any corner; its absence is told from its faintness."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.benchmarks.painting import PLAIN_FONT, Pixels, Style, paint_tile
from vision.tiles import CELL, CORNERS, Corner, CornerPrints, Numeral, look_at_corner, separate_ink

LETTERS = "ETSHLDCMKJNOQRUX"
FONTS = [PLAIN_FONT, "arimo-bold", "inter-medium", "roboto-condensed-bold", "libre-franklin-bold"]


def tiles(style: Style, values: tuple[int | None, ...]) -> Pixels:
    return np.stack(
        [
            paint_tile(letter, "" if value is None else str(value), style)
            for letter, value in zip(LETTERS * 3, values, strict=False)
        ]
    )


def look(pixels: Pixels) -> CornerPrints | None:
    every = np.ones(len(pixels), bool)
    return look_at_corner(separate_ink(pixels), every, most=10)


def read(pixels: Pixels) -> list[Numeral]:
    seen = look(pixels)
    count = len(pixels)
    return [Numeral()] * count if seen is None else [seen.numeral(k) for k in range(count)]


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("font", FONTS)
def test_values_in_every_corner(font: str, corner: Corner) -> None:
    style = Style(font=font, below=corner.below, left=corner.left, letter=0.46)
    painted = (1, 2, 3, 4, 5, 8, 10, 1, 6, 2, 4, 3)
    seen = look(tiles(style, painted))
    assert seen is not None
    assert seen.corner == corner
    assert [numeral.value for numeral in read(tiles(style, painted))] == list(painted)


def small(pixels: Pixels, side: int = 40) -> Pixels:
    """The same tiles in wide squares."""
    found = np.full_like(pixels, 60)
    rim = (CELL - side) // 2
    for page, tile in zip(found, pixels, strict=True):
        page[rim : rim + side, rim : rim + side] = cv2.resize(
            tile, (side, side), interpolation=cv2.INTER_AREA
        )
    return found


@pytest.mark.parametrize("below", [False, True])
def test_values_further_in_are_those_of_their_letters(below: bool) -> None:  # noqa: FBT001
    painted = (1, 2, 3, 4, 5, 8, 10, 1, 6, 2, 4, 3)
    pixels = small(tiles(Style(letter=0.46, below=below), painted))
    worth = [{value} for value in painted]
    every = np.ones(len(pixels), bool)
    seen = look_at_corner(separate_ink(pixels), every, worth=worth)
    assert seen is not None
    assert (seen.corner.below, seen.corner.left) == (below, False)
    assert seen.corner.across or seen.corner.down
    found = [seen.numeral(k).value for k in range(len(pixels))]
    assert sum(a == b for a, b in zip(found, painted, strict=True)) >= len(painted) - 1


@pytest.mark.parametrize(("letter", "off"), [(0.4, 14), (0.5, 14), (0.6, 12)])
def test_a_value_that_touches_its_letter_is_seen(letter: float, off: int) -> None:
    painted = (1, 2, 3, 4, 5, 8, 3, 1, 6, 2, 4, None)
    pixels = tiles(Style(letter=0.46, below=True), painted)
    beside = np.roll(paint_tile("", "3", Style(below=True)), -off, axis=1)
    pixels[6] = np.minimum(paint_tile("M", style=Style(letter=letter, below=True)), beside)
    every = np.ones(len(pixels), bool)
    worth = [{value or 1} for value in painted]
    seen = [look_at_corner(separate_ink(pixels), every, worth=each) for each in (None, worth)]
    numerals = [each.numeral(6) for each in seen if each is not None]
    assert [each.missing for each in numerals] == [False, False]
    assert numerals[1].value == 3
    assert [each.numeral(11).missing for each in seen if each is not None] == [True, True]


def test_parts_of_letters_are_no_values() -> None:
    pixels = tiles(Style(letter=0.46), (None,) * 12)
    every = np.ones(len(pixels), bool)
    worth = [{1, 2, 3, 4}] * len(pixels)
    assert look_at_corner(separate_ink(pixels), every, worth=worth) is None


@pytest.mark.parametrize("shift", [4, 5])
def test_values_close_to_the_edge_of_their_cells(shift: int) -> None:
    """As where the board's squares are placed a fiftieth of their side too low."""
    painted = (1, 2, 3, 4, 5, 8, 10, 1, 6, 2, 4, 3)
    pixels = np.roll(tiles(Style(letter=0.46), painted), -shift, axis=1)
    assert [numeral.value for numeral in read(pixels)] == list(painted)


def test_blank_has_none_and_the_others_have() -> None:
    painted = (1, 4, None, 1, 10, 2, None, 8)
    found = read(tiles(Style(), painted))
    assert [numeral.missing for numeral in found] == [value is None for value in painted]
    assert [numeral.value for numeral in found] == list(painted)


def test_printed_zero_is_read() -> None:
    found = read(tiles(Style(letter=0.46), (1, 0, 3, 4, 0, 2, 1, 8)))
    assert [numeral.value for numeral in found] == [1, 0, 3, 4, 0, 2, 1, 8]


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


@pytest.mark.parametrize("sigma", [1.0, 2.0, 3.0])
def test_faint_figures_are_not_missing(sigma: float) -> None:
    """Blurred until nothing is legible, a numeral is still more than none."""
    painted = (1, 4, 1, 1, 2, None, 1, 8, 3, 1, 2, 4)
    blurred = np.stack(
        [cv2.GaussianBlur(tile, (0, 0), sigma) for tile in tiles(Style(), painted)]
    ).astype(np.uint8)
    found = read(blurred)
    assert [numeral.missing for numeral in found] == [value is None for value in painted]


def test_covered_corner_proves_nothing() -> None:
    pixels = tiles(Style(), (1, 4, 3, 1, 2, 8))
    pixels[2, :22, 38:] = (70, 170, 60)
    numeral = read(pixels)[2]
    assert numeral.hidden
    assert not numeral.missing


def test_look_without_numerals() -> None:
    pixels = tiles(Style(), (None,) * 8)
    assert look(pixels) is None
    assert [numeral.value for numeral in read(pixels)] == [None] * 8


def test_lone_specks_are_no_numerals() -> None:
    """Dust in different places of three tiles must not outvote the numerals of seven."""
    pixels = tiles(Style(), (1, 2, 3, 4, 1, 8, 10))
    pixels[0, 50:58, 4:9] = Style().ink
    pixels[1, 52:59, 6:10] = Style().ink
    seen = look(pixels)
    assert seen is not None
    assert seen.corner == Corner(below=False, left=False)


def test_what_lies_beyond_a_tiles_round_corner_is_no_figure() -> None:
    """It is as high as one, and stands beside each of them."""
    painted = (3, 4, 1, 8, 2, 4, 5, 3)
    pixels = tiles(Style(letter=0.46), painted)
    pixels[:, :12, CELL - 3 :] = Style().ink
    assert [numeral.value for numeral in read(pixels)] == list(painted)
