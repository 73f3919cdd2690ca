"""The network of corners tells numerals from none and from what covers them, in any corner."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks.painting import FACE, FONTS, Style, paint_tile
from tests.benchmarks.patterns import PATTERNS, paint_pattern
from tests.benchmarks.tile_painting import TILES, Strip, paint_strip
from vision.tiles import separate_ink
from vision.tiles.corners import HIDDEN, MOST_VALUE, NOTHING, Corner, CornerPrints, look_at_corner

FILES = sorted((Path(__file__).parents[3] / "sample_screens" / "fonts").glob("*.ttf"))


def looked_at(
    cells: NDArray[np.uint8], tiles: NDArray[np.bool_] | None = None
) -> CornerPrints | None:
    every = np.ones(len(cells), bool) if tiles is None else tiles
    return look_at_corner(separate_ink(cells), every, ~every)


def tiles_of(values: list[str], style: Style = Style()) -> NDArray[np.uint8]:  # noqa: B008
    return np.stack(
        [paint_tile("ETAOINSH"[n % 8], each, style=style) for n, each in enumerate(values)]
    )


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize("font", FONTS)
def test_values_in_a_corner(font: str, below: bool) -> None:  # noqa: FBT001
    values = ["1", "", "4", "10", "8", "", "2", "5"]
    seen = looked_at(tiles_of(values, Style(font=font, below=below)))
    assert seen is not None
    assert seen.corner == Corner(below, left=False)
    told = seen.told.argmax(axis=1).tolist()
    wanted = [int(each) if each else NOTHING for each in values]
    assert sum(a == b for a, b in zip(told, wanted, strict=True)) >= len(values) - 1
    assert seen.shown.tolist() == [bool(each) for each in values]
    assert seen.chances.shape == (len(values), HIDDEN)


@pytest.mark.parametrize("kind", PATTERNS)
def test_a_pattern_is_no_numeral(kind: str) -> None:
    """On tiles as apps sell them a blank's corner is not empty, and shows no value yet."""
    values = ["1", "4", "", "8", "5", "2"] * 8
    cells = tiles_of(values)
    dice = random.Random(kind)  # noqa: S311 (no secret)
    for cell in cells:
        shares = 0.2 * paint_pattern(kind, len(cell), dice)
        face = (cell == FACE).all(axis=2)
        cell[face] = (cell * (1 - shares[:, :, None]))[face]
    every = np.ones(len(cells), bool)
    worth = [[int(each or 1)] for each in values]
    seen = look_at_corner(separate_ink(cells), every, worth=worth)
    assert seen is not None
    right = seen.told.argmax(axis=1) == [int(each) if each else NOTHING for each in values]
    assert right.mean() > 0.8
    assert right[[not each for each in values]].mean() > 0.7


def test_cells_not_asked_about_show_nothing() -> None:
    cells = separate_ink(tiles_of(["1"] * 6))
    tiles = np.array([True, True, False, True, True, False])
    seen = look_at_corner(cells, tiles, np.zeros(6, bool))
    assert seen is not None
    assert seen.shown.tolist() == tiles.tolist()
    asked = look_at_corner(cells, tiles, ~tiles)
    assert asked is not None
    assert asked.shown.all()


def test_no_numerals_no_corner() -> None:
    assert looked_at(tiles_of([""] * 6)) is None
    assert looked_at(tiles_of(["1"] * 3), np.zeros(3, bool)) is None


def test_order_is_kept() -> None:
    seen = looked_at(tiles_of(["1", "4", "8"]))
    assert seen is not None
    assert np.array_equal(seen.only([2, 0]).told, seen.told[[2, 0]])
    more = seen.only([1], unseen=2)
    assert np.array_equal(more.told[0], seen.told[1])
    assert more.told[1:].argmax(axis=1).tolist() == [HIDDEN, HIDDEN]


def test_what_may_be_covered_is_no_proof() -> None:
    told = np.full((2, HIDDEN + 1), -30.0, np.float32)
    told[0, NOTHING], told[1, HIDDEN] = 0.0, 0.0
    bare, covered = CornerPrints(Corner(below=False, left=False), told).chances
    assert bare[NOTHING] - bare[1] > 3.0
    assert np.ptp(covered) < 1e-3


def strip(seed: int) -> Strip:
    found = paint_strip(FILES[0], FILES, random.Random(seed))  # noqa: S311 (no secret)
    assert found is not None
    return found


def test_numerals_over_a_factor_say_what_the_letter_counts() -> None:
    told = np.full((4, HIDDEN + 1), -20.0, np.float32)
    told[:, 6] = 0.0
    prints = CornerPrints(Corner(below=False, left=False), told).over([1, 2, 4, 0])
    plain, halved, uneven, unknown = (prints.numeral(k) for k in range(4))
    assert (plain.value, halved.value) == (6, 3)
    assert max(uneven.chances) < 0.5  # a 6 is no multiple of 4, which tells nothing
    assert unknown.hidden


def test_painted_strips() -> None:
    many = [strip(seed) for seed in range(30)]
    again = strip(3)
    assert np.array_equal(many[3].cells, again.cells)
    assert many[3].prints == again.prints
    assert many[3].letters == again.letters
    for each in many:
        assert len(each.cells) == len(each.prints) == len(each.covered) == TILES
        assert set(each.prints) <= set(range(MOST_VALUE + 1)) | {NOTHING, HIDDEN, None}
        assert each.covered[[value in (HIDDEN, None) for value in each.prints]].all()
        assert all(letter and letter.isalpha() for letter in each.letters)
    assert {1, 10, NOTHING, HIDDEN, None} <= {value for each in many for value in each.prints}


def test_network_on_painted_strips() -> None:
    right = total = 0
    for seed in range(20):
        each = strip(seed)
        seen = looked_at(each.cells)
        if seen is not None and seen.corner == Corner(each.below, each.left):
            clear = [n for n, value in enumerate(each.prints) if value not in (HIDDEN, None)]
            right += sum(seen.shown[n] == (each.prints[n] != NOTHING) for n in clear)
            total += len(clear)
    assert total > 400
    assert right / total > 0.93
