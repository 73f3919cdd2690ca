"""`--by`, `--seconds` and `--why`: what a player gets beside points."""

from pathlib import Path

import pytest

from solver.game import PASS, Board, Position, Rack, Square, Turn, load_game
from solver.strategy import Advice, RankedTurn
from tests.shared.console import Console
from tests.shared.shots import make_shot
from tests.shared.words import short_list
from vision.reading import LastMove
from wwfsnap import pipeline
from wwfsnap.pipeline import last_turn
from wwfsnap.ranking import By, RankingOptions, turn_text
from wwfsnap.reporting import advice_record
from wwfsnap.reporting.text import advice_table
from wwfsnap.terminal import progress_bar

BOARD = "\n".join([*["." * 15] * 7, ".....STONE.....", *["." * 15] * 7])
FOUND = {"equity", "leave_value", "why"}
TRIED = {"win", "win_error", "margin"}


@pytest.fixture
def words(tmp_path: Path) -> Path:
    return short_list(tmp_path, "STONES")


def test_moves_by_equity_tell_what_they_found(wwfsnap: Console, words: Path) -> None:
    run = wwfsnap(
        "moves", BOARD, "--rack", "SAUUIIV", "--words", words, "--by", "equity", "--why", "--json"
    )
    (record,) = run.lines
    assert run.status == 0
    assert len(record["moves"]) + len(record["others"]) == 10
    assert all(move.keys() >= FOUND and not move.keys() & TRIED for move in record["moves"])
    values = [move["equity"] for move in record["moves"]]
    assert values == sorted(values, reverse=True)
    assert record["others"][0]["turn"].startswith("swap ")
    assert record["outlook"][0].startswith("unseen: ")


def test_moves_by_win_are_tried_out(wwfsnap: Console, words: Path) -> None:
    arguments = ("--rack", "SAUUIIV", "--words", words, "--by", "win", "--seconds", "0.2")
    run = wwfsnap("moves", BOARD, *arguments, "--top", 3, "--lead", 200, "--json")
    (record,) = run.lines
    assert len(record["moves"]) + len(record["others"]) == 3
    assert all(move["win"] > 0.9 for move in record["moves"])
    assert "games were simulated" in record["method"]
    run = wwfsnap("moves", BOARD, *arguments, "--top", 2)
    assert "Wins" in run.out
    assert run.err == ""


def test_by_score_with_reasons(wwfsnap: Console, words: Path) -> None:
    run = wwfsnap("moves", BOARD, "--rack", "SAUUIIV", "--words", words, "--why", "--top", 2)
    assert run.status == 0
    assert "points; keeps" in run.out
    assert "unseen: " in run.out


def test_a_batch_is_answered_by_score(wwfsnap: Console, tmp_path: Path) -> None:
    file = tmp_path / "many"
    file.write_text(BOARD.replace("\n", "") + " QI\n", encoding="utf-8")
    run = wwfsnap("moves", "--batch", file, "--by", "win")
    assert run.status == 2
    assert "by score only" in run.err


def test_solve_draws_what_is_advised(
    wwfsnap: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: Path
) -> None:
    shot = make_shot()
    picture = shot.save(tmp_path / "shot.png")
    monkeypatch.setattr(pipeline, "read", lambda _screen, **_wishes: shot.reading)
    ranking = ("--by", "equity", "--words", words)
    (record,) = wwfsnap("solve", picture, *ranking, "--json").lines
    assert record["ok"]
    assert record["moves"][0].keys() >= {"equity", "leave_value"}
    assert record["drawn"] == str(tmp_path / "shot.solved.png")
    run = wwfsnap("solve", picture, *ranking, "--why")
    assert "Equity" in run.out
    assert "points; " in run.out


def test_the_last_move_of_a_picture_is_a_turn() -> None:
    game = load_game("wwf")
    board = Board.parse(BOARD)
    position = Position(board, Rack.parse("AEI"), game)
    reading = make_shot().reading
    places = tuple((7, column) for column in (5, 6))
    seen = reading._replace(last_move=LastMove(places))
    turn = last_turn(seen, position)
    assert turn is not None
    assert turn.tiles == ((Square(7, 5), "S"), (Square(7, 6), "T"))
    assert turn.score == 6
    for wrong in ((), ((0, 0),), ((7, 5), (8, 8)), ((7, 4), (7, 5))):
        assert last_turn(reading._replace(last_move=LastMove(wrong)), position) is None


def test_turns_as_text_and_records() -> None:
    swap = RankedTurn(Turn("swap", swapped=("A", "?")), None, 3.0, 3.0)
    advice = Advice((swap, RankedTurn(PASS, None, win=0.25, win_error=0.015)), "tossed")
    assert [turn_text(advice) for advice in advice.turns] == ["swap A?", "pass"]
    record = advice_record(advice)
    assert record["moves"] == []
    assert record["others"][0] == {"rank": 1, "turn": "swap A?", "equity": 3.0, "leave_value": 3.0}
    assert record["others"][1]["win"] == 0.25
    assert len(advice_table(advice).rows) == 2


def test_no_bar_where_nobody_looks() -> None:
    with progress_bar(wanted=True) as bar:
        assert bar is None


def test_points_alone_need_no_counsel() -> None:
    assert not RankingOptions().needs_strategy
    assert RankingOptions(By.EQUITY).needs_strategy
    assert RankingOptions(why=True).needs_strategy
