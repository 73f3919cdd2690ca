"""Photos: uneven light on the board, and the grain of a sensor."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks.painting import Pixels, paint_screen
from tests.benchmarks.pictures import find_sources, load_picture
from tests.benchmarks.verdict import judge
from vision import reader
from vision.errors import VisionError
from vision.imaging import Grid, Screen, even_light
from vision.imaging.photo import NOISY, denoised, measure_noise
from vision.reader import read

GRID = Grid(40.0, 60.0, 20.0, 15)
SHAPE = (420, 380)


ROWS = ["." * 15] * 7 + ["....RETINAS...."] + ["." * 15] * 7


def lit(fall: float) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A grey picture under light that falls from left to right, and the colours of its squares."""
    across = np.linspace(1.0, 1.0 - fall, SHAPE[1])
    pixels = np.broadcast_to((200 * across)[None, :, None], (*SHAPE, 3)).astype(np.uint8)
    places = [round(GRID.x + (column + 0.5) * GRID.cell) for column in range(15)]
    ground = np.broadcast_to(pixels[0, places][None], (15, 15, 3)).astype(np.float32)
    return pixels, ground.copy()


@pytest.mark.parametrize("fall", [0.2, 0.5])
def test_fall_of_light_is_evened_out(fall: float) -> None:
    pixels, ground = lit(fall)
    bare = np.ones((15, 15), bool)
    bare[3, 2:9] = False  # tiles, of whatever colour
    ground[3, 2:9] = 30.0
    bare[8:10, 8:10] = True  # covered, and taken for bare
    ground[8:10, 8:10] = 10.0
    even = even_light(pixels, GRID, bare, ground)
    assert even is not None
    board = even[60:360, 40:340].astype(float)
    assert np.ptp(board) <= 0.06 * board.mean()
    assert board.mean() == pytest.approx(pixels[60:360, 40:60].mean(), rel=0.03)
    assert even.shape == pixels.shape


def test_a_veil_is_no_fall_of_light() -> None:
    pixels, ground = lit(0.4)
    bare = np.ones((15, 15), bool)
    assert even_light(pixels, GRID, bare, ground, exactly=True) is not None
    ground[3:9, 2:12] *= 0.5
    assert even_light(pixels, GRID, bare, ground, exactly=True) is None


def test_even_light_and_hidden_boards_are_left_alone() -> None:
    pixels, ground = lit(0.01)
    assert even_light(pixels, GRID, np.ones((15, 15), bool), ground) is None
    pixels, ground = lit(0.4)
    few = np.zeros((15, 15), bool)
    few[0] = True
    assert even_light(pixels, GRID, few, ground) is None


def grainy(pixels: Pixels, deviation: float, seed: int) -> Pixels:
    """With a sensor's grain as wide as two pixels."""
    dice = np.random.default_rng(seed)
    grain = dice.normal(0, deviation, tuple(side // 2 + 1 for side in pixels.shape[:2]))
    wide = grain.repeat(2, axis=0).repeat(2, axis=1)[: pixels.shape[0], : pixels.shape[1], None]
    return np.clip(pixels + wide, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("deviation", [3.0, 6.0, 12.0])
def test_grain_is_measured(deviation: float) -> None:
    page = np.full((400, 300, 3), 120, np.uint8)
    assert measure_noise(grainy(page, deviation, 1)) == pytest.approx(deviation, rel=0.1)


def test_screens_have_none_and_are_left_alone() -> None:
    screen = Screen(paint_screen(ROWS, "ABCDEFG"), "clean")
    assert measure_noise(screen.pixels) < NOISY
    assert denoised(screen) is None


def test_a_board_that_grain_hides_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    source = next(each for each in find_sources("samples") if each.group == "wwf2-blanks")
    screen = Screen(grainy(load_picture(source).pixels, 24.0, 2), source.name)
    verdict = judge(read(screen), source.expected)
    assert verdict.exact, verdict.what
    monkeypatch.setattr(reader, "denoised", lambda _: None)
    with pytest.raises(VisionError):
        read(screen)
