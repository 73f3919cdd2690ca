"""What the stages found becomes one Reading: places, doubts, pending tiles and the last move."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import cv2
import numpy as np
import pytest

from solver.game import Square, tile_text
from tests.benchmarks.painting import Place, Style, lay, paint_screen, tile_of
from tests.shared.samples import TRUTHS, reading_of, screen_of
from tests.vision.inference.painted import across, findings
from tests.vision.status.test_badges import write
from vision.imaging import Box, Grid, Screen
from vision.inference.pending import PendingTiles
from vision.reader import read
from vision.reading import Reading, Why


@pytest.mark.parametrize("name", [name for name, truth in TRUTHS.items() if truth.tentative])
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


def test_tiles_that_may_be_laid_leave_the_rack_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were they laid, they would be on the rack."""
    module = import_module("vision.inference.assemble")
    perhaps = PendingTiles(frozenset(), frozenset({(7, 7)}))
    monkeypatch.setattr(module, "find_pending", lambda *_, **__: perhaps)
    reading = read(screen_of("wwf2-phone-two-colours"))
    why = {doubt.where: doubt.why.why for doubt in reading.doubts}
    assert (why["H8"], why["rack"]) == (Why.MAYBE_LAID, Why.COUNTS_LAID)


@pytest.mark.parametrize(
    ("word", "points", "told"),
    [("RAG", 10, True), ("RAG", 6, True), ("RAG", 3, False), ("QUIZ", 10, False)],
)
def test_what_a_tile_at_the_corner_counts_is_no_badges_number(
    word: str, points: int, *, told: bool
) -> None:
    module = import_module("vision.inference.assemble")
    page = np.full((1100, 960, 3), 90, np.uint8)
    tiles = across(word)
    last = max(tiles)
    middle = (last[1] + 1) * 64, (last[0] + 1) * 64
    cv2.circle(page, middle, 17, (170, 60, 20), -1, cv2.LINE_AA)
    write(page, str(points), middle)
    found = findings(tiles)._replace(screen=Screen(page, "badge"))
    seen, _ = module._as_seen(found)
    badges = module._badges_of(found, seen, [frozenset(tiles)], module.USUAL_CORNERS)
    assert badges == ({last: points} if told else {})


@pytest.mark.parametrize(("zero", "unclear"), [(0.6, {(7, 5)}), (0.999, set())])
def test_a_tile_whose_numeral_may_be_a_zero_may_be_a_blank(
    zero: float, unclear: set[tuple[int, int]]
) -> None:
    """As where a badge lies on its numeral; the points of a move tell then."""
    found = findings({(7, 4): "R", (7, 5): "A", (7, 6): "G"})
    assert found.board.prints is not None
    told = found.board.prints.told.copy()
    told[1] = -20.0
    told[1, [0, 1]] = np.log([zero, 1.0 - zero])
    prints = found.board.prints._replace(told=told)
    found = found._replace(board=replace(found.board, prints=prints))
    tiles, may_be = import_module("vision.inference.assemble")._as_seen(found)
    assert tiles[7, 5].blank
    assert may_be == unclear


def at_the_end(tiles: str, down: int, across: int, *, over: bool) -> Reading:
    """A board of nearly all tiles, some laid in the rack's colour, down from a square."""
    bare = "." * 15
    rows = [
        *[bare] * 3,
        "QUICKBOXJUMPSLY",
        *["QUICK.JUMPS.LYX"] * 6,
        "TENDER.........",
        *[bare] * 4,
    ]
    place = Place(20.0, 120.0, 40.0, 640, 900)
    page = paint_screen(rows, place=place)
    grid = Grid(place.x, place.y, place.cell, 15)
    moved = ((tile, grid.square(down + k, across)) for k, tile in enumerate(tiles))
    held = zip("YO", (place.slot(number) for number in (0, 1)), strict=True)
    for tile, box in [*moved, *held]:
        lay(page, tile_of(tile, "wwf", Style(face=(150, 225, 250))), box)
    if over:
        page[40:80] = 0
        write(page, "Game over", (320, 60))
    return read(Screen(page, "painted"))


@pytest.mark.parametrize("over", [False, True])
def test_no_move_is_laid_after_the_end(*, over: bool) -> None:
    """The last one may look like the tiles on the rack, which lacks as many."""
    why = {doubt.why.why for doubt in at_the_end("IVE", 10, 9, over=over).doubts}
    assert (Why.MAYBE_LAID in why) != over


@pytest.mark.parametrize("over", [False, True])
def test_a_tile_that_touches_none_is_laid_even_then(*, over: bool) -> None:
    assert at_the_end("Q", 13, 2, over=over).tentative == ((13, 2),)
