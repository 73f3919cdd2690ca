"""What stays on the rack, what a play opens, what a lead is worth."""
# ruff: noqa: S311 - drawn racks keep no secret

import random
from dataclasses import replace

import pytest

from solver.game import Board, Game, Rack, Square, State, View, load_game, swap_limit
from solver.movegen import POINT, Session
from solver.strategy.equity import load_evaluator, opened, options, reach, turn_of
from solver.strategy.leaves import Leaves, encoded, formula, from_record, leaves_of, load_leaves
from solver.strategy.trained import FOLDER, trained_table
from solver.strategy.winning import Chances, final, from_margins, load_chances, normal
from solver.words import Graph, load_graph
from tests.shared.words import short_words


@pytest.fixture(scope="module")
def wwf() -> Game:
    return load_game("wwf")


@pytest.fixture(scope="module")
def words(wwf: Game) -> Graph:
    return load_graph(short_words(4), wwf.alphabet)


POINTS = {"A": 1.0, "E": 2.0, "?": 20.0, "AE": 4.5, "A?": 21.0, "E?": 23.0, "AE?": 30.0}


@pytest.fixture(scope="module")
def few(wwf: Game) -> Leaves:
    factors = [[0.0] * 4, *[[1.0, 1.0, 1.0, 0.0]] * 3, [0.5, 2.0, 0.0, 3.0]]
    return from_record(POINTS, factors, wwf.alphabet)


@pytest.mark.parametrize("text", POINTS)
def test_short_leaves_have_the_value_of_the_table(few: Leaves, wwf: Game, text: str) -> None:
    assert few.value(encoded(text, wwf.alphabet)) == pytest.approx(POINTS[text], abs=0.02)


def test_long_leaves_are_summed_up_by_their_factors(few: Leaves, wwf: Game) -> None:
    leave = encoded("AE?B", wwf.alphabet)
    pairs = (4.5 - 3) + (21 - 21) + (23 - 22)
    assert few.value(leave) == pytest.approx(0.5 * 23 + 2 * pairs + 3, abs=0.05)


def test_the_worths_stand_in_the_order_of_the_leaves(wwf: Game) -> None:
    leaves, rng = load_leaves(wwf), random.Random(3)
    bag = [wwf.alphabet.codes.get(t.letter, 0) for t in wwf.tiles.tiles for _ in range(t.count)]
    for size in (0, 1, 2, 5, 7, 7, 7, 7):
        rack = bytes(rng.sample(bag, size))
        worth = leaves.worth(rack)
        assert len(worth) == len(leaves_of(rack))
        for leave, each in zip(leaves_of(rack), worth, strict=True):
            assert leaves.value(leave) == each / POINT


def test_every_table_is_whole() -> None:
    tables = sorted(FOLDER.glob("*.json"))
    assert tables
    for path in tables:
        assert path.stat().st_size < 300_000
        name, _, language = path.stem.partition("-")
        game = load_game(name, language=language)
        leaves = load_leaves(game)
        assert trained_table(game) is not None
        value = {tile: leaves.value(encoded(tile, game.alphabet)) for tile in "?SEQV"}
        assert value["?"] > 12 > value["S"] > value["E"] > value["V"]
        chances = load_chances(game)
        assert chances.win(0, 80) == pytest.approx(0.55, abs=0.06)


def test_a_language_with_the_same_tiles_goes_by_the_table_of_its_sister() -> None:
    sister, own = (load_game("wordfeud", language=code) for code in ("en-intl", "en-US"))
    assert trained_table(sister) == trained_table(own) != trained_table(load_game("wwf"))
    other = replace(sister, tiles=load_game("crossplay").tiles)
    assert trained_table(other) is None
    assert trained_table(load_game("wordfeud", language="sv")) is None
    assert trained_table(replace(own, name="of-my-own")) is None


def test_a_game_without_a_table_goes_by_the_formula() -> None:
    game = load_game("wordfeud", language="nl")
    leaves = load_leaves(game)
    assert trained_table(game) is None
    assert leaves.value(encoded("?", game.alphabet)) > 10
    assert formula(game).value(b"") == 0
    assert load_chances(game).win(0, 50) > 0.5


def test_equity_adds_the_leave_and_takes_off_what_is_opened(wwf: Game, words: Graph) -> None:
    board = Board.empty(15).with_tiles(
        (Square(7, 5 + place), letter) for place, letter in enumerate("STONE")
    )
    view = View(wwf, board, tuple("QUIRES?"), bag=80, opponent=7)
    session = Session(wwf, words, board)
    found = options(view, session)
    equities = [option.equity for option in found]
    assert equities == sorted(equities, reverse=True)
    rack = session.rack(Rack(view.rack))
    plays = [option for option in found if option.play]
    assert len(plays) == len(session.all_plays(rack))
    for option in plays[:5]:
        assert option.equity == option.score + option.leave - option.cost
        turn = turn_of(option, session, rack)
        assert turn.score == option.score
        assert encoded("".join(view.rack), wwf.alphabet) == bytes(
            sorted(option.kept + session.rack(Rack(turn.used)))
        )
    assert options(view, session, top=3) == found[:3]


def test_swaps_keep_the_best_leave_of_their_size(wwf: Game, words: Graph) -> None:
    view = View(wwf, Board.empty(15), tuple("VVUUIIQ"), bag=90, opponent=7)
    session = Session(wwf, words)
    swaps = [option for option in options(view, session) if option.play is None]
    assert sorted(option.swapped for option in swaps) == list(range(swap_limit(wwf, 90) + 1))
    state = State(wwf, view.board, (view.rack, tuple("EEEEEEE")), tuple("A" * 90))
    rack = session.rack(Rack(view.rack))
    for option in swaps:
        after = state.after(turn_of(option, session, rack), random.Random(1))
        assert len(after.racks[0]) == 7


def test_the_worth_of_leaves_fades_with_the_bag(wwf: Game) -> None:
    evaluator = load_evaluator(wwf)
    rack = encoded("ERS?", wwf.alphabet)
    full, half, none = (evaluator.worth(rack, bag, 9)[-1] for bag in (7, 3, 0))
    assert full > half > 0 > none
    assert evaluator.worth(rack, 0, 9)[0] == 18 * POINT  # out: twice what the other holds
    crossplay = load_evaluator(load_game("crossplay"))
    assert not any(crossplay.worth(rack, 0, 9))


def test_a_premium_square_comes_within_reach() -> None:
    board = Board.empty(15).with_tiles([(Square(7, 7), "A")])
    assert reach(board.rows, 7, 8) == 1
    assert reach(board.rows, 7, 10) == pytest.approx(5 / 7)
    assert reach(board.rows, 7, 7) == reach(board.rows, 6, 6) == 0
    premiums = ["." * 15] * 7 + ["T" + "." * 13 + "T"] + ["." * 15] * 7
    assert opened(board, premiums, [(Square(7, 6), "B")]) == pytest.approx((1 / 7, 0, 0, 0))
    two = [(Square(7, 13), "B"), (Square(7, 14), "B")]
    assert opened(board, premiums, two) == pytest.approx((-1 / 7, 0, 0, 0))


def test_the_chance_to_win_follows_lead_and_bag() -> None:
    chances = from_margins([(0, 10.0, 20.0), (1, 4.0, 24.0), (11, 14.0, 44.0)])
    assert chances.gains[:2] == (10, 4)
    assert (chances.gains[6], chances.spreads[6]) == (9, 34)
    assert chances.win(-10, 0) == 0.5
    assert chances.win(30, 11) == normal(1) == pytest.approx(0.8413, abs=1e-4)
    assert chances.win(5, 99) == chances.win(5, 11)
    assert [final(margin) for margin in (3, 0, -1)] == [1, 0.5, 0]


def test_chances_of_an_unknown_game_are_sensible(wwf: Game) -> None:
    chances: Chances = load_chances(replace(wwf, name="other"))
    assert 0.5 < chances.win(0, 80) < 0.65
    assert chances.win(60, 5) > 0.9
