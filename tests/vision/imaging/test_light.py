"""Light that falls unevenly on a board is evened out; even light is left alone."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.imaging import Grid, even_light

GRID = Grid(40.0, 60.0, 20.0, 15)
SHAPE = (420, 380)


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


def test_even_light_and_hidden_boards_are_left_alone() -> None:
    pixels, ground = lit(0.01)
    assert even_light(pixels, GRID, np.ones((15, 15), bool), ground) is None
    pixels, ground = lit(0.4)
    few = np.zeros((15, 15), bool)
    few[0] = True
    assert even_light(pixels, GRID, few, ground) is None
