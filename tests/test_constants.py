"""Numbers of vision, moved: each in its module and where it is imported, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

import vision.board.rectify
import vision.rack.letter_rows
import vision.rack.rows
import vision.tiles.ink
from tests.benchmarks.conditions import Record
from tests.benchmarks.constants import (
    GRIDS,
    Job,
    Number,
    moved,
    numbers,
    read_moved,
    report,
    scaled,
    verdict_on,
)

ALIKE = Number("vision.imaging.arrays", "ALIKE", ())


def test_numbers_are_named_by_module_and_place() -> None:
    names = set(map(str, numbers()))
    assert {"vision.imaging.arrays.ALIKE", "vision.board.rectify.STEPS[0]"} <= names
    assert "vision.rack.rows.ALIKE" not in names  # imported there


@pytest.mark.parametrize(
    ("value", "smaller", "larger"), [(10.0, 6.0, 16.0), (0.75, 0.6, 0.875), (2, 1, 3), (1, 0, 2)]
)
def test_scaled(value: float, smaller: float, larger: float) -> None:
    assert scaled(value, (), larger=False) == pytest.approx(smaller)
    assert scaled(value, (), larger=True) == pytest.approx(larger)


def test_one_of_several_numbers_is_scaled() -> None:
    assert scaled((0.5, (3, 10)), (1, 1), larger=True) == (0.5, (3, 16))


def test_a_number_moves_wherever_it_is_imported() -> None:
    rooms = vision.rack.rows, vision.board.rectify
    with moved(ALIKE, larger=True):
        assert [vars(room)["ALIKE"] for room in rooms] == pytest.approx([0.192] * 2)
    assert [vars(room)["ALIKE"] for room in rooms] == [0.12] * 2


def test_another_number_of_the_same_name_stays() -> None:
    assert vision.tiles.ink.COARSE is vision.rack.letter_rows.COARSE
    with moved(Number("vision.tiles.ink", "COARSE", ()), larger=True):
        assert (vision.tiles.ink.COARSE, vision.rack.letter_rows.COARSE) == (6, 4)


def test_screens_are_read_until_a_number_has_done_harm() -> None:
    grid = GRIDS + 1
    plain = verdict_on(grid)
    assert plain["exact"]
    screens: list[tuple[Path | int, Record]] = [(grid, plain)] * 3
    tall = Number("vision.paths.locate", "TALLEST", ())
    told = read_moved(Job(tall, larger=True, screens=screens))
    assert (told["screens"], told["changed"], told["harm"]) == (3, 0, 0)
    seen = Number("vision.paths.tiles", "SEEN", ())
    told = read_moved(Job(seen, larger=False, screens=screens))
    assert (told["number"], told["larger"]) == ("vision.paths.tiles.SEEN", False)
    assert (told["screens"], told["changed"], told["harm"]) == (2, 2, 4)


def test_report_tells_what_did_no_harm_in_either_way() -> None:
    line = {"number": "m.A", "larger": False, "screens": 9, "changed": 1, "harm": 0}
    both = [line, line | {"larger": True, "changed": 0}]
    other = [each | {"number": "m.B"} for each in both]
    one = [line | {"number": "m.C"}]
    told = report([*both, *other[:1], other[1] | {"harm": 4}, *one])
    assert told == [
        "2 numbers moved both ways, 1 did harm",
        "m.A: changed 1 of 9 where smaller, 0 of 9 where larger",
    ]
