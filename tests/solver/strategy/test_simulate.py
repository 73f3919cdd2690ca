"""Simulations: worlds, playouts, the trial of turns, the last tiles of the bag."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from solver.game import Board, Game, Rack, Square, Turn, View, load_game
from solver.game.match import State, states
from solver.movegen import Session
from solver.strategy import Budget, EquityPlayer, PointsPlayer, Style, WinPlayer
from solver.strategy.equity import Option, options, turn_of
from solver.strategy.hidden_tiles import Dealer, Guess, infer
from solver.strategy.leaves import leaves_of, place_of
from solver.strategy.playout import Result, Table
from solver.strategy.simulate import TurnStatistics, is_preendgame, simulate, solve_preendgame
from solver.strategy.workers import Effort
from solver.words import Graph, load_graph
from tests.shared.endgames import best_by_counting
from tests.shared.words import short_words

WORDS = short_words(4)
QUICK = Effort(seconds=None, worlds=96, processes=1)


@pytest.fixture(scope="module")
def wwf() -> Game:
    return load_game("wwf")


@pytest.fixture(scope="module")
def graph(wwf: Game) -> Graph:
    return load_graph(WORDS, wwf.alphabet)


def middle(game: Game, tiles: int = 40, seed: int = 5) -> State:
    """A game with so many tiles left in the bag, or just below."""
    player = PointsPlayer(game, WORDS)
    for state in states(game, (player, player), seed):
        if len(state.bag) <= tiles:
            return state
    raise AssertionError


def shortened(state: State, bag: int) -> State:
    """The same with a smaller bag, in a game that has just these tiles."""
    state = replace(state, bag=state.bag[:bag])
    held = Counter(tile if tile.isupper() else "?" for _, tile in state.board.tiles())
    held += Counter((*state.bag, *state.racks[0], *state.racks[1]))
    tiles = tuple(replace(t, count=held[t.letter]) for t in state.game.tiles.tiles)
    game = replace(state.game, tiles=replace(state.game.tiles, tiles=tiles))
    return replace(state, game=game)


def test_worlds_deal_just_the_unseen_tiles(wwf: Game, graph: Graph) -> None:
    view = middle(wwf).view
    session = Session(wwf, graph, view.board)
    dealer = Dealer(view, session, 3)
    unseen = sorted(session.rack(Rack(tuple(view.unseen.elements()))))
    worlds = [dealer.world(number) for number in range(20)]
    assert dealer.count is None
    assert worlds == [dealer.world(number) for number in range(20)]
    assert len(set(worlds)) > 15
    for world in worlds:
        assert (len(world.other), len(world.bag)) == (view.opponent, view.bag)
        assert sorted(world.other + world.bag) == unseen


@pytest.mark.parametrize(("bag", "count"), [(1, 8), (2, 72), (3, 720), (4, 330)])
def test_with_few_tiles_in_the_bag_every_world_comes_once(
    wwf: Game, graph: Graph, bag: int, count: int
) -> None:
    view = shortened(middle(wwf), bag).view
    dealer = Dealer(view, Session(wwf, graph), 1)
    assert dealer.count == count
    bags = Counter(tuple(sorted(dealer.world(number).bag)) for number in range(count))
    pool = Session(wwf, graph).rack(Rack(tuple(view.unseen.elements())))
    for held, times in bags.items():
        chance = 1.0
        left = Counter(pool)
        for place, code in enumerate(held):  # as drawn one after the other, in any order
            chance *= left[code] / (len(pool) - place)
            left[code] -= 1
        orders = len(set(permutations(held)))
        assert times / count == pytest.approx(chance * orders)


def test_a_playout_is_a_game_by_the_rules(graph: Graph) -> None:
    for name in ("wwf", "crossplay"):
        game = load_game(name)
        state = shortened(middle(game), 6)
        view = state.view
        session = Session(view.game, graph, view.board)
        table = Table(view, session)
        dealer = Dealer(view, session, 2)
        board = session.board
        for option in options(view, session, top=4):
            world = dealer.world(0)
            result = table.run(option, world, 1000)
            assert session.board == board
            assert result == table.run(option, world, 1000)
            assert result.win in {0, 0.5, 1}
            assert result.win == 0.5 + 0.5 * ((result.margin > 0) - (result.margin < 0))


def test_counting_out_the_end_agrees_with_plain_counting(wwf: Game, graph: Graph) -> None:
    state = shortened(middle(wwf, 3, seed=8), 1)
    me, other = state.turn, 1 - state.turn
    racks = [rack[:3] for rack in state.racks]
    state = shortened(replace(state, racks=(racks[0], racks[1])), 1)
    view = state.view
    session = Session(view.game, graph, view.board)
    option = next(each for each in options(view, session) if each.play and len(each.kept) < 3)
    turn = turn_of(option, session, session.rack(Rack(view.rack)))
    world = Dealer(view, session, 1).world(0)
    faces = ("?", *view.game.alphabet.letters)
    hidden = tuple(faces[code] for code in world.other), tuple(faces[code] for code in world.bag)
    dealt = (view.rack, hidden[0]) if me == 0 else (hidden[0], view.rack)
    after = replace(state, racks=dealt, bag=hidden[1]).after(turn, random.Random(1))  # noqa: S311
    lead = after.scores[me] - after.scores[other]
    if not after.over:
        lead -= best_by_counting(after, graph).value
    result = Table(view, session).run(option, world, 1000, ends=10**6)
    assert result.margin == lead


def test_a_simulation_is_the_same_on_one_process_and_on_two(wwf: Game) -> None:
    view = middle(wwf).view
    session = Session(wwf, load_graph(WORDS, wwf.alphabet), view.board)
    found = options(view, session, top=3)
    here = simulate(view, found, WORDS, replace(QUICK, worlds=48, sure=2.0))
    there = simulate(view, found, WORDS, replace(QUICK, worlds=48, sure=2.0, processes=2))
    assert [o.option for o in here.outcomes] == [o.option for o in there.outcomes]
    assert [o.win for o in here.outcomes] == [o.win for o in there.outcomes]
    assert not here.complete
    assert all(0 <= o.win <= 1 and o.win_error > 0 for o in here.outcomes)


class Listener:
    def __init__(self) -> None:
        self.told: list[float] = []

    def update(self, done: float, worlds: int, best: Option) -> None:
        del worlds, best
        self.told.append(done)


def test_a_poor_turn_is_given_up_and_the_rest_is_told(wwf: Game, graph: Graph) -> None:
    view = middle(wwf).view
    session = Session(wwf, graph, view.board)
    found = options(view, session)
    best, worst = found[0], min(found, key=lambda option: option.equity)
    listener = Listener()
    result = simulate(view, [worst, best], WORDS, replace(QUICK, worlds=960), progress=listener)
    assert result.outcomes[0].option == best
    assert result.confidence > 0.99
    assert result.outcomes[0].worlds < 960
    assert listener.told == sorted(listener.told)
    assert result.playouts == sum(o.worlds for o in result.outcomes)


def rows(*figures: float) -> list[Result]:
    return [Result(figure, 0.0) for figure in figures]


def test_confidence_comes_from_differences_in_the_same_worlds() -> None:
    choices: Sequence[Option] = [Option(None, bytes([number])) for number in range(2)]
    statistics = TurnStatistics(choices, 0.99)
    luck = [0.9, 0.1] * 60
    statistics.note(
        [0, 1],
        [
            rows(*luck),
            rows(*(figure - 0.05 - place % 3 / 100 for place, figure in enumerate(luck))),
        ],
    )
    assert statistics.leader == 0
    assert statistics.confidence > 0.999
    assert statistics.live == [0]
    first, second = statistics.outcomes()
    assert first.win == pytest.approx(0.5)
    assert first.win - second.win < first.win_error * 2  # the luck alone would hide it


def test_only_what_was_tried_in_every_world_is_certain() -> None:
    choices = [Option(None, bytes([number])) for number in range(3)]
    statistics = TurnStatistics(choices, 0.99)
    luck = [0.9, 0.5] * 60
    statistics.note([0, 1, 2], [rows(*luck), rows(*[0.6, 0.78] * 60), rows(*[0.6, 0.1] * 60)])
    assert statistics.live == [0, 1]
    statistics.note([0, 1], [rows(*[0.2] * 40), rows(*[0.1] * 40)])
    first, second, given_up = statistics.outcomes(160)
    assert first.win == pytest.approx(0.575)
    assert second.win == pytest.approx(0.5425)
    assert first.win_error == second.win_error == 0
    assert given_up.win_error > 0
    assert given_up.win == pytest.approx(first.win - 0.35)  # as far behind as where it was tried


@pytest.mark.parametrize(("name", "ended"), [("wwf", True), ("wordfeud", False)])
def test_a_swap_ends_a_game_in_playouts_where_the_rules_say_so(name: str, *, ended: bool) -> None:
    game = load_game(name)
    graph = load_graph(WORDS, game.alphabet)
    last = game.end.scoreless
    assert last
    board = Board.empty(15).with_tiles([(Square(7, 7), "A"), (Square(7, 8), "T")])
    view = View(game, board, tuple("AEIOUUI"), bag=80, opponent=7, scoreless=last - 1)
    session = Session(game, graph, view.board)
    world = Dealer(view, session, 1).world(0)
    swap = Option(None, session.rack(Rack(tuple("AEI"))), 4)
    result = Table(view, session).run(swap, world, 0)
    assert (result.win in {0, 0.5, 1}) == ended  # else it is a chance


def test_turns_without_any_difference_are_alike() -> None:
    choices = [Option(None, bytes([number])) for number in range(2)]
    statistics = TurnStatistics(choices, 0.99)
    statistics.note([0, 1], [rows(*[0.5, 0.7] * 300)] * 2)
    assert statistics.leader == 0
    assert statistics.decided


@pytest.mark.parametrize("bag", [1, 2])
def test_the_last_tiles_of_the_bag_are_gone_through(wwf: Game, graph: Graph, bag: int) -> None:
    state = middle(wwf)
    racks = state.racks[0][:3], state.racks[1][:3]
    view = shortened(replace(state, racks=racks), bag).view
    assert is_preendgame(view)
    found = options(view, Session(view.game, graph, view.board), top=3)
    result = solve_preendgame(view, found, WORDS, replace(QUICK, worlds=None, sure=2.0))
    assert result.complete
    assert result.confidence == 1
    assert result.outcomes[0].worlds == (4 if bag == 1 else 20)


def test_tiles_he_would_have_played_are_not_on_his_rack(wwf: Game, graph: Graph) -> None:
    before = Board.empty(15).with_tiles([(Square(7, 6), "A"), (Square(7, 7), "T")])
    tiles = ((Square(7, 5), "E"),)
    board = before.with_tiles(tiles)
    view = View(wwf, board, tuple("AEIOUUI"), bag=80, opponent=7)
    last = Turn("lay", tiles, 3)
    guess = infer(view, last, graph)
    assert guess is not None
    assert {len(kept) for kept in guess.kept} == {6}
    x = wwf.alphabet.codes["X"]
    share = sum(w for kept, w in zip(guess.kept, guess.weights, strict=True) if x in kept)
    plain = sum(x in kept for kept in guess.kept) / len(guess.kept)
    assert share / sum(guess.weights) < plain  # AX or EX would have brought more
    world = Dealer(view, Session(wwf, graph), 1, guess).world(4)
    assert len(world.other) == 7
    assert any(not Counter(kept) - Counter(world.other) for kept in guess.kept)


def test_nothing_is_told_by_a_swap(wwf: Game, graph: Graph) -> None:
    view = View(wwf, Board.empty(15), tuple("AEIOUUI"), bag=80, opponent=7)
    assert infer(view, Turn("swap", swapped=("A",)), graph) is None
    assert Guess((), ()).kept == ()


def test_a_leave_is_found_among_all_of_a_rack() -> None:
    rack = bytes([0, 1, 1, 5, 9, 9, 9])
    assert [place_of(leave, rack) for leave in leaves_of(rack)] == list(range(len(leaves_of(rack))))


def test_players_play_whole_games() -> None:
    game = load_game("wwf", layout="messenger")
    style = Style(width=2, effort=replace(QUICK, worlds=2), ends=Budget(nodes=50))
    players = EquityPlayer(game, WORDS), WinPlayer(game, WORDS, style)
    found = list(states(game, players, 3))
    assert found[-1].over
    assert found == list(states(game, players, 3))
