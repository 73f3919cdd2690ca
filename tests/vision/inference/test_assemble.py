"""What the stages found becomes one Reading: places, doubts, pending tiles and the last move."""

from __future__ import annotations

import pytest

from solver.game import Square, tile_text
from tests.shared.samples import TRUTHS, reading_of
from vision.imaging import Box
from vision.reading import Reading

READABLE = [name for name, truth in TRUTHS.items() if not truth.refused]


def tiles_of(reading: Reading) -> dict[str, float]:
    """Confidence of each tile on the board, by its square."""
    return {
        Square(r, c).name: tile.confidence
        for r, row in enumerate(reading.cells)
        for c, tile in enumerate(row)
        if tile is not None
    }


@pytest.mark.parametrize("name", READABLE)
def test_a_reading_holds_together(name: str) -> None:
    reading = reading_of(name)
    tiles = tiles_of(reading)
    everything = [*tiles.values(), *(tile.confidence for tile in reading.rack or ())]
    assert reading.confidence == min(everything, default=1.0)
    doubted = {doubt.where for doubt in reading.doubts}
    unsure = {where for where, confidence in tiles.items() if confidence < 0.5}
    assert unsure <= doubted
    assert {Square(*place).name for place in reading.tentative} <= tiles.keys()
    for row, line in enumerate(reading.cells):
        for column, tile in enumerate(line):
            assert tile is None or tile.box == reading.grid.square(row, column)


@pytest.mark.parametrize("name", READABLE)
def test_the_rack_lies_in_its_box_below_the_board(name: str) -> None:
    reading = reading_of(name)
    box = reading.rack_box
    if not reading.rack or box is None:
        pytest.skip("shows no rack")
    assert box.y >= reading.grid.box.bottom - 1
    for tile in reading.rack:
        x, y = tile.box.centre
        assert box.x <= x <= box.right
        assert box.y <= y <= box.bottom


@pytest.mark.parametrize("name", [name for name in READABLE if TRUTHS[name].tentative])
def test_pending_tiles_count_as_on_the_rack(name: str) -> None:
    reading, truth = reading_of(name), TRUTHS[name]
    assert {Square(*place).name for place in reading.tentative} == {
        where for where, _ in truth.tentative
    }
    assert sorted(map(tile_text, reading.rack_tiles())) == sorted(truth.rack or "")
    played = reading._replace(cells=reading.cells, rack=None)
    assert all(
        row[place.column] in {".", ""}
        for place in (Square(*each) for each in reading.tentative)
        for row in [played.board_rows()[place.row]]
    )


def test_the_box_of_a_reading_is_of_the_picture() -> None:
    reading = reading_of("wwf2-phone-two-colours")
    whole = Box(0, 0, reading.width, reading.height)
    board = reading.grid.box
    assert whole.x <= board.x < board.right <= whole.right
    assert whole.y <= board.y < board.bottom <= whole.bottom
