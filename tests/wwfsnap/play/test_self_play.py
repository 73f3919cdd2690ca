"""`wwfsnap play --self`: games of the program alone."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.game import Game, Gcg, Player, State, load_game, states
from solver.words import Lexicon
from tests.shared.console import Console
from tests.shared.words import short_list
from wwfsnap.errors import Exit
from wwfsnap.play import Level, player_of, self_play
from wwfsnap.play.self_play import Tally

EASY = ("play", "--self", "--level", "easy", "--seed", 7)


@pytest.fixture
def words(tmp_path: Path) -> Path:
    return short_list(tmp_path)


def test_each_turn_is_told(wwfsnap: Console, words: Path) -> None:
    run = wwfsnap(*EASY, "--other", "points", "--words", words)
    assert run.status == 0
    lines = run.out.splitlines()
    assert lines[0].split()[:2] == ["1", "easy"]
    assert lines[1].split()[:2] == ["2", "points"]
    assert lines[-1].startswith("seed 7: ")
    assert run.out == wwfsnap(*EASY, "--other", "points", "--words", words).out
    quiet = wwfsnap(*EASY, "--other", "points", "--words", words, "--quiet")
    assert quiet.out.splitlines() == lines[-1:]


def test_json_tells_turns_and_the_result(wwfsnap: Console, words: Path) -> None:
    run = wwfsnap(*EASY, "--words", words, "--json")
    *turns, result = run.lines
    assert [turn["turn"] for turn in turns] == list(range(1, len(turns) + 1))
    assert {turn["player"] for turn in turns} == {"easy-1", "easy-2"} == set(result["players"])
    assert (result["kind"], result["seed"], result["turns"]) == ("result", 7, len(turns))
    for place, name in enumerate(result["players"]):
        made = sum(turn["score"] for turn in turns if turn["player"] == name)
        assert [turn["total"] for turn in turns if turn["player"] == name][-1] == made
        assert abs(result["scores"][place] - made) <= 30
    assert result["winner"] in {None, *result["players"]}
    assert len(result["board"]) == 15


def test_several_games_make_a_tally(wwfsnap: Console, words: Path) -> None:
    arguments = (*EASY, "--other", "points", "--words", words, "--games", 4, "--quiet")
    *results, tally = wwfsnap(*arguments, "--json").lines
    assert [result["seed"] for result in results] == [7, 7, 8, 8]
    assert [result["players"][0] for result in results] == ["easy", "points"] * 2
    assert sum(tally["wins"]) + tally["draws"] == tally["games"] == 4
    assert tally["rate_interval"][0] < tally["rate"] < tally["rate_interval"][1]
    assert tally["margin"] < 0
    lines = wwfsnap(*arguments).out.splitlines()
    assert lines[4].startswith("4 games: easy won ")
    assert len(lines) == 7


def test_interrupted_games_are_counted_up_to_there(
    wwfsnap: Console, words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter(range(2))

    def few(game: Game, players: tuple[Player, Player], seed: int) -> Iterator[State]:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return states(game, players, seed)

    monkeypatch.setattr(self_play, "states", few)
    run = wwfsnap(*EASY, "--words", words, "--games", 9, "--quiet")
    assert run.status == Exit.INTERRUPTED
    assert "2 games: " in run.out


def test_games_are_saved(wwfsnap: Console, words: Path, tmp_path: Path) -> None:
    file, folder = tmp_path / "one.gcg", tmp_path / "many"
    run = wwfsnap(*EASY, "--words", words, "--json", "--save", file)
    assert Gcg.parse(file.read_text(encoding="utf-8")).scores == tuple(run.lines[-1]["scores"])
    for name, fault in (
        (file, "already exists"),
        (tmp_path / "a.txt", "not the name of a GCG file"),
    ):
        run = wwfsnap(*EASY, "--words", words, "--save", name)
        assert (run.status, run.out) == (Exit.USAGE, "")
        assert fault in run.err
    run = wwfsnap(*EASY, "--words", words, "--quiet", "--games", 2, "--save", folder)
    assert sorted(path.name for path in folder.iterdir()) == ["wwf-7-2.gcg", "wwf-7.gcg"]
    run = wwfsnap(*EASY, "--words", words, "--games", 2, "--save", file)
    assert run.status == Exit.USAGE
    assert "use a folder" in run.err


def test_the_tally_counts_draws_as_half_a_win() -> None:
    tally = Tally(("a", "b"), ((10, 5), (7, 7), (3, 9), (8, 2)))
    assert tally.wins == (2, 1)
    rate, low, high = tally.rate
    assert rate == 0.625
    assert 0 < low < rate < high < 1
    assert tally.margin[0] == 1.25
    assert tally.points == (7.0, 5.75)
    assert Tally(("a", "b"), ((1, 0),)).margin == (1.0, 0.0)


@pytest.mark.parametrize("level", Level)
def test_a_level_answers_alike(level: Level, words: Path) -> None:
    game, lexicon = load_game("wwf"), Lexicon.load(words)
    view = State.start(game, random.Random(2)).view  # noqa: S311 - keeps no secret
    turns = {player_of(level, game, lexicon).choose(view) for _ in range(2)}
    assert len(turns) == 1


def test_the_best_level_may_be_given_time(words: Path) -> None:
    game, lexicon = load_game("wwf"), Lexicon.load(words)
    view = State.start(game, random.Random(2)).view  # noqa: S311 - keeps no secret
    turn = player_of(Level.WIN, game, lexicon, 0.1).choose(view)
    assert turn.used
    assert set(turn.used) <= set(view.rack)
