"""What stands around the board is read from the project's own sample screens."""

from __future__ import annotations

import pytest

from sample_screens.truth import Truth, load_truths
from vision.banner import read_banner
from vision.geometry import Box, Grid
from vision.screen import load_screen

SAMPLES = [each for each in load_truths() if each.grid is not None]


def _known(truth: Truth) -> tuple[Grid, list[Box]]:
    assert truth.grid is not None
    grid = Grid(truth.grid.x, truth.grid.y, truth.grid.cell, truth.grid.size)
    if truth.rack_box is None:
        return grid, []
    left, top, right, bottom = truth.rack_box
    return grid, [Box(left, top, right - left, bottom - top)]


@pytest.mark.parametrize("truth", SAMPLES, ids=lambda truth: truth.name)
def test_a_number_of_letters_left_is_right_or_not_given(truth: Truth) -> None:
    banner = read_banner(load_screen(truth.picture), *_known(truth))
    assert banner.letters_left is None or banner.letters_left.value == truth.letters_left
