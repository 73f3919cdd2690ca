"""The best word on the picture: what is painted, where, and that nothing else is touched."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from solver.paths import PathWord
from tests.shared.gridshots import grid_reading, truth_named
from vision.imaging import Box, Screen, load_screen
from vision.paths import GridReading
from wwfsnap.drawing.canvas import line_depth
from wwfsnap.drawing.layout import contrasting_colour
from wwfsnap.drawing.path import PathDrawing, draw_words, words_text
from wwfsnap.path_solution import PathSolution, solve_path

NAMES = (
    "ruzzle-phone",
    "wordament-suffix",
    "wordhunt-swipe",
    "wordhunt-ring",
    "boggle-large",
    "ruzzle-de",
)


@cache
def solved(name: str) -> tuple[Screen, PathSolution]:
    truth = truth_named(name)
    found = solve_path(grid_reading(truth), language="en", words=None, top=0)
    return load_screen(truth.picture), found


@cache
def drawn(name: str, words: int = 99) -> tuple[Screen, PathSolution, PathDrawing]:
    """Not to be painted on."""
    screen, solution = solved(name)
    return screen, solution, draw_words(screen, solution.reading, solution.words[:words])


def grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def on(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], box: Box) -> tuple[slice, slice]:
    return box.pixels(pixels.shape[1], pixels.shape[0])


@pytest.mark.parametrize("name", NAMES)
def test_only_grid_and_panel_are_painted(name: str) -> None:
    screen, solution, drawing = drawn(name)
    side = solution.reading.tiles[0][0].box.width
    assert drawing.panel is not None
    may = np.zeros(screen.pixels.shape[:2], bool)
    for box in (grown(solution.reading.box, 0.1 * side), grown(drawing.panel, 1)):
        may[on(screen.pixels, box)] = True
    changed = (drawing.pixels != screen.pixels).any(axis=2)
    assert changed.any()
    assert not (changed & ~may).any()


@pytest.mark.parametrize("name", NAMES)
def test_path_is_bright_from_tile_to_tile(name: str) -> None:
    screen, solution, drawing = drawn(name)
    side = solution.reading.tiles[0][0].box.width
    bright = np.array(contrasting_colour(screen, solution.reading.box, side))
    centres = [tile.centre for tile in drawing.tiles]
    assert len(centres) == len(solution.words[0].path)
    for (x, y), (right, bottom) in pairwise(centres):
        at = drawing.pixels[round((y + bottom) / 2), round((x + right) / 2)]
        assert np.abs(at - bright).max() <= 8  # the edge between tiles, where no letter is
    for tile in drawing.tiles:
        edge = drawing.pixels[round(tile.centre[1] + 0.3 * side), on(screen.pixels, tile)[1]]
        assert (np.abs(edge - bright).max(axis=1) <= 30).any()


@pytest.mark.parametrize("name", NAMES)
def test_tiles_off_the_path_keep_their_letters(name: str) -> None:
    screen, solution, drawing = drawn(name)
    path = {(square.row, square.column) for square in solution.words[0].path}
    for row, line in enumerate(solution.reading.tiles):
        for column, tile in enumerate(line):
            if (row, column) not in path:
                inner = on(screen.pixels, grown(tile.box, -0.2 * tile.box.width))
                same = (drawing.pixels[inner] == screen.pixels[inner]).all(axis=2)
                assert same.mean() > 0.97


@pytest.mark.parametrize("name", NAMES)
def test_letters_on_the_path_stay_in_front(name: str) -> None:
    screen, solution, drawing = drawn(name)
    for tile in drawing.tiles[1:]:
        inner = on(screen.pixels, grown(tile, -0.25 * tile.width))
        whole = screen.pixels[on(screen.pixels, grown(tile, -0.08 * tile.width))]
        before = screen.pixels[inner].astype(float)
        away = np.linalg.norm(before - np.median(whole.reshape(-1, 3), axis=0), axis=2)
        ink = away > 0.9 * np.percentile(away, 99)
        after = drawing.pixels[inner].astype(float)
        assert np.abs(after - before).max(axis=2)[ink].mean() < 30
    assert solution.found


def test_start_stands_out() -> None:
    _, _, drawing = drawn("boggle-large")
    first, *others = drawing.tiles
    size = round(0.4 * first.width)

    def painted(tile: Box) -> float:
        x, y = tile.centre
        part = drawing.pixels[round(y) - size // 2 :, round(x) - size // 2 :][:size, :size]
        return float((part.max(axis=2) - part.min(axis=2) > 150).mean())

    assert painted(first) > max(map(painted, others))


def test_panel_stays_clear_of_the_tiles_and_in_the_picture() -> None:
    for name in NAMES:
        screen, solution, drawing = drawn(name)
        panel, box = drawing.panel, solution.reading.box
        assert panel is not None
        assert panel.bottom <= box.y or panel.y >= box.bottom
        assert 0 <= panel.x < panel.right <= screen.width
        assert 0 <= panel.y < panel.bottom <= screen.height


def test_panel_has_no_more_maps_than_words() -> None:
    for words in (1, 2, 3):
        _, _, few = drawn("wordament-suffix", words)
        _, _, many = drawn("wordament-suffix")
        assert few.panel is not None
        assert many.panel is not None
        assert few.panel.height < many.panel.height


def test_picture_without_room_has_no_panel() -> None:
    truth = truth_named("boggle-large")
    screen, reading = load_screen(truth.picture), grid_reading(truth)
    rows, columns = on(screen.pixels, grown(reading.box, 4))
    cut = Screen(np.ascontiguousarray(screen.pixels[rows, columns]), "cut")
    moved = GridReading(
        cut.width,
        cut.height,
        reading.game,
        reading.language,
        tuple(
            tuple(
                type(tile)(tile.text, 1.0, None, tile.box.shifted(-columns.start, -rows.start))
                for tile in line
            )
            for line in reading.tiles
        ),
    )
    solution = solve_path(moved, language=None, words=None, top=1)
    drawing = draw_words(cut, moved, solution.words)
    assert drawing.panel is None
    assert (drawing.pixels != cut.pixels).any()


def test_grain_of_every_colour_is_drawn_on() -> None:
    truth = truth_named("ruzzle-de")
    reading = grid_reading(truth)
    size = (reading.height, reading.width, 3)
    noise = np.random.default_rng(1).integers(0, 256, size, dtype=np.uint8)
    solution = solve_path(reading, language="en", words=None, top=1)
    drawing = draw_words(Screen(noise, "noise"), reading, solution.words)
    assert (drawing.pixels != noise).any()


def test_text_of_one_point() -> None:
    assert words_text(PathWord("CAT", 1, ())) == "CAT 1 point"
    assert words_text(PathWord("CATS", 2, ())) == "CATS 2 points"


def test_line_depth() -> None:
    pixels = np.zeros((10, 20, 3), np.uint8)
    depth = line_depth(pixels, Box(0, 0, 20, 10), [(2.5, 5.5), (12.5, 5.5)], 2.0)
    assert depth.shape == (10, 20)
    assert depth[5, 2] == depth[5, 7] == depth[5, 12] == 2
    assert depth[7, 7] == pytest.approx(0)
    assert depth[5, 14] == pytest.approx(0)  # the round end
    assert depth[0, 19] < 0
    disc = line_depth(pixels, Box(0, 0, 20, 10), [(2.5, 5.5)], 2.0)
    assert disc[5, 3] == pytest.approx(1)
