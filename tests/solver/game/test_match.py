"""Whole games: the bag, the turns and each game's own end."""
# ruff: noqa: S311 - shuffled bags keep no secret

import random
from dataclasses import replace

import pytest

from solver.errors import PlacementError, RackError
from solver.game import PASS, Board, Square, Turn, View, load_game, swap_limit
from solver.game.match import Player, State, states, without

RNG = random.Random(5)


class Scripted:
    """A player who does what he was told, and then passes."""

    def __init__(self, *turns: Turn) -> None:
        self.turns = list(turns)

    def choose(self, view: View) -> Turn:
        del view
        return self.turns.pop(0) if self.turns else PASS


class Layer:
    """A player who lays his first tiles anywhere, for games without words."""

    def __init__(self, number: int) -> None:
        self.number = number

    def choose(self, view: View) -> Turn:
        free = [
            Square(row, column)
            for row in range(view.board.size)
            for column in range(view.board.size)
            if not view.board[Square(row, column)]
        ]
        tiles = [tile if tile != "?" else "a" for tile in view.rack[: self.number]]
        return Turn("lay", tuple(zip(free, tiles, strict=False)), 3) if tiles else PASS


def lay(*tiles: str, score: int = 5, row: int = 0) -> Turn:
    return Turn("lay", tuple((Square(row, c), tile) for c, tile in enumerate(tiles)), score)


def near_end(name: str, racks: tuple[str, str], bag: str = "") -> State:
    game = load_game(name)
    held = tuple(racks[0]), tuple(racks[1])
    return State(game, Board.empty(15), held, tuple(bag), scores=(100, 90))


def test_the_start_deals_two_full_racks_from_the_whole_bag() -> None:
    game = load_game("wwf")
    state = State.start(game, random.Random(1))
    assert [len(rack) for rack in state.racks] == [7, 7]
    every = sorted((*state.racks[0], *state.racks[1], *state.bag))
    assert every == sorted(tile.letter for tile in game.tiles.tiles for _ in range(tile.count))


def test_the_same_seed_deals_the_same_game() -> None:
    game = load_game("wwf")
    ends = [list(states(game, (Layer(3), Layer(2)), seed)) for seed in (7, 7, 8)]
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


class Swapper:
    """A player who gives back what he has."""

    def choose(self, view: View) -> Turn:
        number = swap_limit(view.game, view.bag)
        return Turn("swap", swapped=view.rack[:number]) if number else PASS


def test_no_tile_is_lost_or_made() -> None:
    for state in states(load_game("scrabble"), (Layer(3), Swapper()), 4):
        on_board = sum(1 for _ in state.board.tiles())
        assert on_board + len(state.bag) + sum(map(len, state.racks)) == 100
        assert state.view.unseen.total() == state.view.bag + state.view.opponent


def test_who_goes_out_gains_what_the_other_loses() -> None:
    end = near_end("wwf", ("AB", "QZ")).after(lay("A", "B"), RNG)
    assert end.over
    assert end.scores == (100 + 5 + 20, 90 - 20)


def test_a_rack_refilled_from_the_bag_is_not_out() -> None:
    state = near_end("wwf", ("AB", "QZ"), "E").after(lay("A", "B"), RNG)
    assert not state.over
    assert state.racks == (("E",), ("Q", "Z"))
    assert state.turn == 1


def test_crossplay_plays_one_turn_each_after_the_bag_and_counts_no_leftovers() -> None:
    state = near_end("crossplay", ("ABCDEFG", "QZ"), "E")
    state = state.after(lay("A"), RNG)
    assert (state.final, state.over) == (2, False)
    assert state.view.final == 2
    state = state.after(lay("Q", "Z", row=1), RNG)  # out, but the other has a turn yet
    assert (state.final, state.over) == (1, False)
    state = state.after(lay("B", row=2), RNG)
    assert state.over
    assert state.scores == (110, 95)


@pytest.mark.parametrize(("name", "passes"), [("wordfeud", 3), ("crossplay", 4), ("scrabble", 6)])
def test_turns_without_points_end_the_game_at_zero_too(name: str, passes: int) -> None:
    seen = list(states(load_game(name), (Scripted(), Scripted()), 3))
    assert len(seen) == passes + 1
    left = [sum(map(seen[0].game.tiles.points, rack)) for rack in seen[0].racks]
    moved = seen[0].game.end.leftover == "moved"
    assert seen[-1].scores == ((-left[0], -left[1]) if moved else (0, 0))


@pytest.mark.parametrize(
    ("name", "turns"),
    [("wwf", 3), ("wordfeud", 3), ("crossplay", 4), ("scrabble", 6), ("lexulous", 6)],
)
def test_turns_without_points_end_the_game_behind_points(name: str, turns: int) -> None:
    state = near_end(name, ("ABCDEFG", "QZ"), "EEEEEEE").after(lay("A"), RNG)
    for number in range(1, turns + 1):
        assert not state.over
        state = state.after(PASS, RNG)
        assert state.scoreless == number
    assert state.over


def test_words_with_friends_goes_on_at_zero() -> None:
    seen = list(states(load_game("wwf"), (Scripted(), Scripted()), 3))
    assert len(seen) == 21  # two programs that pass are stopped in the end
    state = State.start(load_game("wwf"), RNG)
    for _ in range(3):
        state = state.after(PASS, RNG)
    assert not state.over
    blanks = state.after(PASS, RNG).after(PASS, RNG)
    blanks = replace(blanks, board=blanks.board.with_tiles([(Square(7, 7), "a")]))
    assert not blanks.after(PASS, RNG).over  # a blank makes no points
    laid = replace(state, board=state.board.with_tiles([(Square(7, 7), "A")]))
    assert laid.after(PASS, RNG).over


def test_a_swap_between_passes_starts_the_count_anew_where_passes_count() -> None:
    for name, counted in (("wordfeud", 1), ("crossplay", 1), ("wwf", 3), ("scrabble", 3)):
        state = State.start(load_game(name), RNG).after(PASS, RNG)
        state = state.after(Turn("swap", swapped=state.racks[1][:1]), RNG).after(PASS, RNG)
        assert state.scoreless == counted, name


def tiles_of(state: State) -> list[str]:
    laid = (tile if tile.isupper() else "?" for _, tile in state.board.tiles())
    return sorted((*laid, *state.bag, *state.racks[0], *state.racks[1]))


def test_a_player_may_draw_his_tiles_himself() -> None:
    state = State.start(load_game("wwf"), RNG)
    whole = tiles_of(state)
    state = state.with_rack(0, tuple("QZJXK??"), RNG)
    assert state.racks[0] == tuple("QZJXK??")
    assert tiles_of(state) == whole
    turn = lay("Q", "Z")
    assert state.draws(turn) == 2
    after = state.after(turn, RNG, drawn=("E", "S"))
    assert after.racks[0] == tuple("JXK??ES")
    assert tiles_of(after) == whole
    assert len(after.racks[1]) == 7


def test_what_he_draws_the_other_cannot_have() -> None:
    state = near_end("wwf", ("AB", "QZ"), "EEEEEEE").after(lay("A"), RNG, drawn=tuple("QZEEEE"))
    assert state.racks == (tuple("BQZEEEE"), ("E", "E"))
    assert state.bag == ("E",)


@pytest.mark.parametrize(
    ("drawn", "message"),
    [("E", "you must draw 6, but you named 1"), ("EEEEJJ", "it has no J")],
)
def test_only_tiles_that_are_left_can_be_drawn(drawn: str, message: str) -> None:
    state = near_end("wwf", ("AB", "QZ"), "EEEEEEE")
    with pytest.raises(RackError, match=message):
        state.after(lay("A"), RNG, drawn=tuple(drawn))
    with pytest.raises(RackError):
        state.with_rack(0, ("J", "J"), RNG)


def test_swaps_count_as_turns_without_points_where_the_rules_say_so() -> None:
    for name, end_counters in (("wwf", 1), ("crossplay", 0)):
        state = State.start(load_game(name), random.Random(2))
        rack = state.racks[0]
        after = state.after(Turn("swap", swapped=rack[:2]), RNG)
        assert after.scoreless == end_counters
        assert len(after.racks[0]) == 7
        assert len(after.bag) == len(state.bag)
        assert sorted((*after.bag, *after.racks[0])) == sorted((*state.bag, *rack))


def test_points_start_the_count_anew() -> None:
    state = State.start(load_game("wwf"), random.Random(2)).after(PASS, RNG).after(PASS, RNG)
    assert state.scoreless == 2
    laid = state.racks[0][:2]
    assert state.after(lay(*("a" if t == "?" else t for t in laid)), RNG).scoreless == 0


def test_how_many_tiles_may_be_swapped() -> None:
    assert [swap_limit(load_game("scrabble"), bag) for bag in (0, 6, 7, 50)] == [0, 0, 7, 7]
    assert [swap_limit(load_game("wwf"), bag) for bag in (0, 3, 50)] == [0, 3, 7]
    with pytest.raises(RackError):
        near_end("scrabble", ("AB", "QZ"), "EEE").after(Turn("swap", swapped=("A",)), RNG)


def test_only_tiles_of_the_rack_can_be_used() -> None:
    assert without(("A", "?", "A"), ("A",)) == ("?", "A")
    with pytest.raises(RackError):
        near_end("wwf", ("AB", "QZ")).after(lay("C"), RNG)


def test_nothing_is_played_after_the_end() -> None:
    with pytest.raises(PlacementError):
        replace(near_end("wwf", ("A", "B")), over=True).after(PASS, RNG)


def test_a_position_alone_makes_a_view() -> None:
    state = State.start(load_game("wwf"), random.Random(2))
    view = View.of(state.view.position, lead=12)
    assert (view.bag, view.opponent, view.lead, view.final) == (90, 7, 12, None)
    board = Board.empty(15).with_tiles(
        (Square(number // 15, number % 15), tile)
        for number, tile in enumerate(t if t != "?" else "a" for t in state.bag)
    )
    late = View.of(replace(state.view, board=board).position)
    assert (late.bag, late.opponent) == (0, 7)


def test_players_are_told_apart_by_what_they_answer() -> None:
    player: Player = Scripted(PASS)
    assert player.choose(State.start(load_game("wwf"), RNG).view) == PASS
