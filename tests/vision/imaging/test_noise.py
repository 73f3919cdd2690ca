"""The grain of a photo is measured, and taken out where nothing is found for it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.benchmarks.painting import Pixels, paint_screen
from tests.benchmarks.pictures import find_sources, load_picture
from tests.benchmarks.verdict import judge
from vision import reader
from vision.errors import VisionError
from vision.imaging import Screen
from vision.imaging.noise import NOISY, denoised, measure_noise
from vision.reader import read

ROWS = ["." * 15] * 7 + ["....RETINAS...."] + ["." * 15] * 7


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
