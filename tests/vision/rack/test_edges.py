"""Tiles of a rack of which just parts were found: they reach from rim to rim."""

from __future__ import annotations

import pytest

from tests.benchmarks.painting import Place, Style, paint_screen
from vision.imaging import Box
from vision.rack.edges import within_edges

RACK = "QEALFHE"
TILE = 1.5
STEP = 1.06 * TILE


def tile(place: Place, slot: int) -> Box:
    side = TILE * place.cell
    return Box(place.x + slot * STEP * place.cell, place.y + 15.8 * place.cell, side, side)


def parts(place: Place, slots: tuple[int, ...], share: float = 0.86) -> list[Box]:
    """Smaller squares, off to the right or left, whatever the letter."""
    found = []
    for k, slot in enumerate(slots):
        box, less = tile(place, slot), 1 - share
        left = box.x + (less, 0.0, less / 2)[k % 3] * box.width
        top, side = box.y + less / 2 * box.width, share * box.width
        found.append(Box(left, top, side, side))
    return found


@pytest.mark.parametrize("share", [0.67, 0.86, 1.0])
@pytest.mark.parametrize("cell", [24.3, 31.0, 70.0])
@pytest.mark.parametrize("slots", [(0, 1), (2, 4, 5), (1, 3, 6)])
def test_tiles_reach_to_their_rims(cell: float, slots: tuple[int, ...], share: float) -> None:
    place = Place(8.0, 30.0, cell, round(17 * cell), round(20 * cell))
    pixels = paint_screen(["." * 15] * 15, RACK, place=place)
    found = within_edges(pixels, parts(place, slots, share))
    for box, slot in zip(found, slots, strict=True):
        true = tile(place, slot)
        for one, other in ((box.x, true.x), (box.right, true.right), (box.y, true.y)):
            assert one == pytest.approx(other, abs=max(1.2, 0.03 * true.width))


def test_squares_stay_where_no_rim_is_to_be_seen() -> None:
    """The wood between the tiles is of their colour."""
    place = Place(8.0, 30.0, 40.0, 700, 800)
    pixels = paint_screen(["." * 15] * 15, RACK, place=place)
    band = tile(place, 0)
    top, bottom = round(band.y), round(band.bottom)
    wood = (pixels[top:bottom] == pixels[5, 5]).all(axis=2)
    pixels[top:bottom][wood] = Style().face
    squares = parts(place, (2, 4, 5))
    assert within_edges(pixels, squares) == squares
    assert within_edges(pixels, squares[:1]) == squares[:1]
