"""Tiles of letter grids: holes between them, panels behind them, colours and shades."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from sample_screens.shapes import Paint
from solver.game import Square
from tests.shared.painted_grids import CROSS, RING, WOOD, WORDS, paint, texts_of
from vision.corrections import Corrections
from vision.imaging import Screen
from vision.paths import read_grid
from vision.reading import Why

FALLEN = ("AI..", "LORE", "DNSA", ".UMP")


@pytest.mark.parametrize(
    ("rows", "gap", "doubted"),
    [(RING, 0.05, ""), (RING, 0.2, ""), (CROSS, 0.05, ""), (FALLEN, 0.2, "C1 D1 A4")],
)
def test_places_where_the_ground_goes_on_are_holes(
    rows: Sequence[str], gap: float, doubted: str
) -> None:
    """In doubt where the game, Word Hunt by its wood, has no grid with these holes."""
    reading = read_grid(paint(rows, gap=gap))
    assert reading.texts() == tuple(tuple(text.strip(".") for text in row) for row in rows)
    assert {doubt.where for doubt in reading.doubts} == {*doubted.split()}
    holes = [tile for row in reading.tiles for tile in row if not tile.text]
    first = reading.tiles[1][1].box
    assert all(tile.box.width == pytest.approx(first.width, abs=4) for tile in holes)


def on_pattern(screen: Screen, width: int) -> Screen:
    """The same picture with stripes of two more shades on the page, behind the tiles."""
    pixels = np.pad(screen.pixels, ((200, 200), (200, 200), (0, 0)), mode="edge")
    page = (pixels == pixels[0, 0]).all(axis=2)
    down, across = np.indices(page.shape)
    bent = down + np.abs(across % 60 - 30)
    pixels[page & (bent // width % 3 == 0)] += 40
    pixels[page & (bent // width % 3 == 1)] -= 30
    return Screen(pixels, "pattern")


@pytest.mark.parametrize(("width", "rows"), [(8, RING), (13, CROSS), (20, RING)])
def test_a_pattern_of_the_page_shows_in_holes(width: int, rows: Sequence[str]) -> None:
    reading = read_grid(on_pattern(paint(rows), width))
    assert reading.texts() == tuple(tuple(text.strip(".") for text in row) for row in rows)
    assert reading.doubts == ()


def test_tiles_in_the_colours_of_the_text_around_them_are_none_of_the_page() -> None:
    """Pale tiles, of which a finger chose one, on a white page with words on all sides."""
    pale = paint(WORDS, tile=Paint.parse("#f0f0f0"), chosen="T").pixels
    page = np.where((pale == pale[0, 0]).all(axis=2)[:, :, None], 255, pale).astype(np.uint8)
    page = np.pad(page, ((200, 200), (200, 200), (0, 0)), constant_values=255)
    top, left, side = 350, 240, 600  # of the grid
    for y in range(20, len(page), 30):
        for x in (*range(10, left - 60, 60), *range(left + side + 10, page.shape[1] - 60, 60)):
            cv2.putText(page, "word", (x, y), cv2.FONT_HERSHEY_DUPLEX, 0.7, (32, 32, 32))
        if not top - 30 < y < top + side + 40:
            for x in range(left - 40, left + side, 60):
                cv2.putText(page, "word", (x, y), cv2.FONT_HERSHEY_DUPLEX, 0.7, (32, 32, 32))
    assert texts_of(read_grid(Screen(page, "page"))) == list(WORDS)


@pytest.mark.parametrize("tile", [WOOD, Paint.parse("#e05070")], ids=["known", "unknown"])
@pytest.mark.parametrize("place", [(0, 3), (2, 0), (1, 2)])
def test_a_hole_with_a_ground_of_its_own_may_be_a_covered_tile(
    place: tuple[int, int], tile: Paint
) -> None:
    """A film in a corner of the screen, say: no gap shows what lies there.

    A game that is known has no such grid; of one that is not, only the ground tells.
    """
    screen = paint(WORDS, gap=0.2, tile=tile)
    (row, column), pixels = place, screen.pixels.copy()
    box = read_grid(screen).tiles[row][column].box
    top, bottom = (round(box.y + share * box.height) for share in (-0.1, 1.1))
    left, right = (round(box.x + share * box.width) for share in (-0.1, 1.1))
    pixels[top:bottom, left:right] = 90, 60, 160
    reading = read_grid(Screen(pixels, "painted"))
    name = Square(row, column).name
    assert reading.tiles[row][column].text == ""
    assert [(each.read, each.why.why) for each in reading.doubts if each.where == name] == [
        (".", Why.COVERED)
    ]
    told = read_grid(Screen(pixels, "painted"), corrected=Corrections.parse(f"{name}=."))
    assert name not in {each.where for each in told.doubts}


@pytest.mark.parametrize("rows", [RING, CROSS], ids=["ring", "cross"])
@pytest.mark.parametrize("tile", [WOOD, Paint.parse("#456f9b")], ids=["wood", "page"])
def test_holes_may_lie_beside_a_panel(rows: Sequence[str], tile: Paint) -> None:
    """Its edges, and those of the tiles, lie where a tile's would; these may look like the page."""
    reading = read_grid(paint(rows, gap=0.12, panel=Paint.parse("#2f5577"), tile=tile))
    assert reading.texts() == tuple(tuple(text.strip(".") for text in row) for row in rows)


@pytest.mark.parametrize(("width", "rows"), [(7, CROSS), (9, WORDS), (11, CROSS)])
def test_stripes_around_a_grid_are_no_letters(width: int, rows: Sequence[str]) -> None:
    """They are a few shades apart, and like an N where nothing else is in sight."""
    screen = paint(rows, panel=Paint.parse("#2f5577"))
    pixels = np.pad(screen.pixels, ((150, 150), (150, 150), (0, 0)), mode="edge")
    cloth = (pixels == pixels[0, 0]).all(axis=2)
    down, across = np.indices(cloth.shape)
    pixels[cloth & ((down - across) // width % 2 == 0)] += 6
    assert texts_of(read_grid(Screen(pixels, "cloth"))) == [row.replace(".", "") for row in rows]


@pytest.mark.parametrize("width", [6, 10, 16])
def test_crosses_around_a_grid_are_no_letters(width: int) -> None:
    """A page with a pattern of lines that cross may show the same at each place: an X."""
    screen = paint(WORDS, panel=Paint.parse("#2f5577"))
    pixels = np.pad(screen.pixels, ((300, 300), (300, 300), (0, 0)), mode="edge")
    cloth = (pixels == pixels[0, 0]).all(axis=2)
    down, across = np.indices(cloth.shape)
    down, across = down - (300 + 225), across - (300 + 115)  # from the first tile's middle
    lines = ((down - across) % 150 < width) | ((down + across) % 150 < width)
    pixels[cloth & lines] += 40
    assert texts_of(read_grid(Screen(pixels, "cloth"))) == list(WORDS)


def test_a_player_tells_holes_and_tiles() -> None:
    screen = paint(RING)
    told = read_grid(screen, corrected=Corrections.parse("A1=E, B1=., C3=."))
    assert [tile.text for tile in told.tiles[0]] == ["E", "", "I", "T", ""]
    assert told.texts()[1:] == read_grid(screen).texts()[1:]


def test_tiles_that_are_shaded_from_top_to_foot_are_read() -> None:
    shaded = Paint.parse("#fff4b0 #e0a000")
    assert texts_of(read_grid(paint(WORDS, tile=shaded))) == list(WORDS)


def test_tiles_that_a_finger_chose_are_larger() -> None:
    reading = read_grid(paint(("TRSN", "LAHB", "EIEU", "GVCD"), chosen="TRSN"))
    assert texts_of(reading) == ["TRSN", "LAHB", "EIEU", "GVCD"]
    assert {doubt.why.why for doubt in reading.doubts} <= {Why.TRACED}
    assert {doubt.where for doubt in reading.doubts} <= {"A1", "B1", "C1", "D1"}


PLAYERS = [Paint.parse(text) for text in ("#ff4433", "#9a3a32", "#00b8ff", "#c8c8c8", "#7fa8d0")]
SHADES = [Paint.parse(text) for text in ("#dcdcdc", "#dadada")]


@pytest.mark.parametrize("colours", [PLAYERS, SHADES], ids=["players", "shades"])
def test_tiles_without_gaps_are_told_apart_by_their_colours(colours: Sequence[Paint]) -> None:
    """No colour is that of a finger's choice, and none at a corner is a badge."""
    rows = ["FLHSO", "YKAMW", "FDRPV", "LLXXR", "ADGGS"]
    reading = read_grid(paint(rows, gap=0.0, side=640, colours=colours))
    assert reading.texts() == tuple(map(tuple, rows))
    assert {doubt.where for doubt in reading.doubts} <= {"game"}
