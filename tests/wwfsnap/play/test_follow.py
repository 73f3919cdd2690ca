"""A game elsewhere from picture to picture: who laid what between two of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.game import Board, Game, ObservedGame, Position, Rack, State, load_game, states
from solver.strategy import PointsPlayer
from solver.words import default_lexicon
from wwfsnap.play import AnotherGame, follow

GAME = load_game("wwf")


def at(state: State, player: int = 0, game: Game = GAME) -> Position:
    return Position(state.board, Rack(state.racks[player]), game)


@pytest.fixture(scope="module")
def played() -> list[State]:
    player = PointsPlayer(GAME, default_lexicon("en"))
    return list(states(GAME, (player, player), 5))


def test_both_moves_are_found_from_picture_to_picture(played: list[State]) -> None:
    game = ObservedGame.of(at(played[0]), played[0].scores)
    seen = 0
    for before, between, after in zip(played[::2], played[1::2], played[2::2], strict=False):
        if after.over:
            break
        found = follow(game, at(after), after.scores)
        assert found
        game, again = found
        assert not again
        made = [(line.player, line.turn) for line in game.lines[seen:] if line.turn]
        names, turns = game.names, (between.last, after.last)
        wanted = [
            (name, turn) for name, turn in zip(names, turns, strict=True) if turn and turn.tiles
        ]
        assert [(name, set(turn.tiles), turn.score) for name, turn in made] == [
            (name, set(turn.tiles), turn.score) for name, turn in wanted
        ]
        assert (game.board, game.scores) == (after.board, after.scores)
        assert sorted(game.rack) == sorted(after.racks[0])
        assert before.turn == 0
        seen = len(game.lines)
    assert seen > 12


def test_one_move_is_that_of_whoever_got_the_points(played: list[State]) -> None:
    game = ObservedGame.of(at(played[2]), played[2].scores)
    for who in (0, 1):
        mine = at(played[3]) if who == 0 else replace(at(played[3]), rack=at(played[2]).rack)
        gain = played[3].scores[0] - played[2].scores[0]
        told = (played[2].scores[0] + gain * (who == 0), played[2].scores[1] + gain * (who == 1))
        found = follow(game, mine, told)
        assert found
        assert found[0].lines[-1].player == game.names[who]


def test_without_points_the_rack_tells_who_laid(played: list[State]) -> None:
    game = ObservedGame.of(at(played[2]), played[2].scores)
    found = follow(game, replace(at(played[3]), rack=at(played[2]).rack), None)
    assert found
    assert found[0].lines[-1].player == game.names[1]


def test_nothing_new_changes_nothing(played: list[State]) -> None:
    game = ObservedGame.of(at(played[4]), played[4].scores)
    assert follow(game, at(played[4]), played[4].scores) == (game, False)


def test_more_than_two_moves_begin_the_record_again(played: list[State]) -> None:
    game = ObservedGame.of(at(played[2]), played[2].scores)
    found = follow(game, at(played[8]), played[8].scores)
    assert found
    assert found[1]
    assert (found[0].board, found[0].scores) == (played[8].board, played[8].scores)


def test_another_game_is_not_followed(played: list[State]) -> None:
    game = ObservedGame.of(at(played[4]), played[4].scores)
    small = Position(Board.empty(11), Rack(()), load_game("wwf", layout="solo"))
    for place in (at(played[2]), at(played[6], game=load_game("wordfeud")), small):
        with pytest.raises(AnotherGame, match="an earlier board"):
            follow(game, place, None)
