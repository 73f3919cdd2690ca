"""Path games read from pictures: grids of letters with their doubts, as players see them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from sample_screens.paint import Canvas
from sample_screens.path_truth import PathTruth
from sample_screens.shapes import WHITE, Box, Paint
from tests.benchmarks.grid_painting import paint_grid
from tests.benchmarks.grids import read_painted
from tests.shared.painted_grids import GROUND, INK, TRUTHS, WOOD, WORDS, paint, sample, texts_of
from tests.shared.samples import as_screen
from vision.imaging import Screen
from vision.paths import GridReading, read_grid
from vision.reading import Why


@cache
def swiped(word: str) -> GridReading:
    """The reading of a grid across which a finger draws S, C, A, L and E, a word above it."""
    return read_grid(paint_swiped(word))


@pytest.mark.parametrize("truth", TRUTHS.values(), ids=lambda truth: truth.name)
def test_samples_are_read_exactly(truth: PathTruth) -> None:
    reading = sample(truth.name)
    assert [[bool(tile.text) for tile in row] for row in reading.tiles] == [
        [tile is not None for tile in row] for row in truth.grid.rows
    ]
    tiles = [tile for row in truth.grid.rows for tile in row if tile is not None]
    seen = [tile for row in reading.tiles for tile in row if tile.text]
    assert [tile.text for tile in seen] == [tile.text for tile in tiles]
    assert [tile.multiplier for tile in seen] == [tile.multiplier for tile in tiles]
    for tile, known in zip(seen, tiles, strict=True):  # no letter's value bears out several ones'
        assert tile.value == known.value or (len(known.text) > 1 and tile.value is None)
    assert reading.language == truth.language
    assert reading.game == truth.game
    for row, line in enumerate(reading.tiles):
        for column, tile in enumerate(line):
            middle = [
                start + number * truth.tiles.pitch + truth.tiles.side / 2
                for start, number in ((truth.tiles.x, column), (truth.tiles.y, row))
            ]
            assert np.allclose(tile.box.centre, middle, atol=0.12 * truth.tiles.side)


@pytest.mark.parametrize(("share", "cut"), [(0.1, ""), (0.3, "ABCD")])
def test_letters_that_the_picture_cuts_off_are_in_doubt(share: float, cut: str) -> None:
    whole = paint(WORDS)
    box = read_grid(whole).box
    top = round(box.y + share * box.height / 4)
    reading = read_grid(Screen(np.ascontiguousarray(whole.pixels[top:]), "grid"))
    doubted = {doubt.where for doubt in reading.doubts if doubt.why.why is Why.CUT_LETTER}
    assert doubted == {f"{column}1" for column in cut}
    assert texts_of(reading)[1:] == texts_of(read_grid(whole))[1:]


def test_a_reading_says_where_it_is_unsure() -> None:
    truth = next(truth for truth in TRUTHS.values() if truth.traced)
    reading = sample(truth.name)
    assert {doubt.where for doubt in reading.doubts} <= set(truth.traced)
    assert reading.confidence < 1
    plain = read_grid(paint(WORDS))
    assert plain.doubts == ()
    assert plain.confidence > 0.8
    assert plain.box.width == pytest.approx(600 - 0.12 * 150, abs=6)


@pytest.mark.parametrize("seed", range(4))
def test_no_invented_look_is_misread_in_silence(seed: int) -> None:
    _, about, how, what = read_painted(seed)
    assert how in {"exact", "doubted"}, f"{about}: {what}"


def test_a_seed_paints_the_same_picture() -> None:
    one, other = paint_grid(3), paint_grid(3)
    assert one.picture.tobytes() == other.picture.tobytes()
    assert one.grid == other.grid


def paint_swiped(word: str) -> Screen:
    rows = ["AYTS", "SDHC", "OOEA", "EYLG"]
    path = [(0, 3), (1, 3), (2, 3), (3, 2), (2, 2)]
    canvas = Canvas(900, 1300, GROUND)
    at = {(r, c): (150 + 200 * c, 400 + 200 * r) for r in range(4) for c in range(4)}
    for (row, column), middle in at.items():
        face = Paint.parse("#a8f090") if (row, column) in path else WOOD
        canvas.box(Box.around(*middle, 170, 170), face, radius=14)
        canvas.text(rows[row][column], "inter-bold", 90, middle, INK)
    canvas.line([at[place] for place in path], WHITE, 26)
    canvas.box(Box.around(450, 150, 420, 90), Paint.parse("#a8f090"), radius=20)
    canvas.text(word, "inter-bold", 34, (450, 150), INK)
    return as_screen(canvas.picture())


def test_the_word_that_is_traced_tells_the_letters_under_the_line() -> None:
    reading = swiped("SCALE (+800)")
    assert texts_of(reading) == ["AYTS", "SDHC", "OOEA", "EYLG"]
    assert {doubt.why.why for doubt in reading.doubts} <= {Why.TRACED}
    untold = swiped("")
    assert len(reading.doubts) < len(untold.doubts)


def test_an_i_of_the_traced_word_may_look_like_an_l() -> None:
    """TAIN stands above the ring, and is read as TAlN."""
    assert sample("wordhunt-ring").doubts == ()


@pytest.mark.parametrize("word", ["SHELF (+800)", "WORDS: 7", "SCARE", ""])
def test_other_words_leave_the_letters_under_the_line_in_doubt(word: str) -> None:
    doubts = swiped(word).doubts
    assert doubts
    assert {doubt.where for doubt in doubts} <= {"D1", "D2", "D3", "C4", "C3"}
    assert {doubt.why.kind for doubt in doubts} <= {"traced", "unclear"}
