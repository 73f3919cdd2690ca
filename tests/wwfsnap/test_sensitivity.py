"""A doubt that would change the best move is told with both moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.words import Lexicon
from tests.shared.console import Console
from tests.shared.shots import Shot, make_shot
from vision.imaging import Screen
from vision.reading import Doubt, Reading, Why, because
from wwfsnap import pipeline
from wwfsnap.pipeline import Settings, solve_board
from wwfsnap.sensitivity import find_sensitivities

WORDS = Lexicon.of(["HELLO", "JELLO", "JELLOS", "HELLOS", "SO", "JO"])


def doubted(*doubts: Doubt) -> Reading:
    return make_shot().reading._replace(doubts=doubts)


def test_a_certain_reading_has_no_otherwise() -> None:
    solution = solve_board(doubted(), Settings())
    assert solution.moves
    assert solution.sensitivities == ()


def test_a_rack_letter_that_changes_the_best_move() -> None:
    first = make_shot().reading.rack_tiles()[0]
    other = "Z" if first != "Z" else "Q"
    reading = doubted(Doubt("rack 1", first, other, because(Why.ALIKE, letter=first, other=other)))
    solution = solve_board(reading, Settings())
    (case,) = solution.sensitivities
    assert (case.where, case.read, case.other) == ("rack 1", first, other)
    assert case.best is not None
    assert case.best.tiles != solution.moves[0].tiles


def test_doubts_without_another_letter_change_nothing() -> None:
    reading = doubted(
        Doubt("rack", "", None, because(Why.NO_RACK)),
        Doubt("board", "standard", None, because(Why.OTHER_LAYOUTS)),
        Doubt("A1", ".", "E", because(Why.COVERED)),
    )
    assert solve_board(reading, Settings()).sensitivities == ()


def test_a_board_letter_in_doubt_is_weighed_on_its_square() -> None:
    reading = doubted(Doubt("F8", "H", "J", because(Why.ALIKE, letter="H", other="J")))
    position = solve_board(reading, Settings()).position
    best = solve_board(reading, Settings()).moves[0]
    cases = find_sensitivities(reading, position, WORDS, best)
    assert [case.where for case in cases] == ["F8"]


def test_both_moves_are_told(
    wwfsnap: Console, picture: Path, shot: Shot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = shot.reading.rack_tiles()[0]
    other = "Z" if first != "Z" else "Q"
    unsure = shot.reading._replace(doubts=(Doubt("rack 1", first, other, because(Why.UNCLEAR)),))

    def read(_screen: Screen, **_given: object) -> Reading:
        return unsure

    monkeypatch.setattr(pipeline, "read", read)
    run = wwfsnap("solve", picture)
    assert f"if rack 1 is {other} and not {first}:" in run.out
    (record,) = wwfsnap("solve", picture, "--json").lines
    (case,) = record["otherwise"]
    assert case["where"] == "rack 1"
    assert case["move"]
    assert case["score"] > 0
