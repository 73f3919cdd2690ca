"""Advice in a player's words, and which way it is found."""

from collections import Counter
from dataclasses import replace

import pytest

from solver.game import Board, Game, Square, Turn, View, load_game, score_move
from solver.movegen import Session
from solver.strategy import Advice, Effort, advise, outlook, percent
from solver.strategy.equity import Option, options
from solver.strategy.reasons import bingo_chance, hooks, reason, squares_opened
from solver.strategy.simulate import Outcome
from solver.words import Graph, load_graph
from tests.shared.words import short_words

WORDS = short_words(4)
LONG = WORDS.with_changes(add=["STONE", "STONES", "RETAINS", "NASTIER"])
QUICK = Effort(seconds=None, worlds=24, processes=1)
STONE = tuple((Square(7, 5 + place), letter) for place, letter in enumerate("STONE"))


@pytest.fixture(scope="module")
def wwf() -> Game:
    return load_game("wwf")


@pytest.fixture(scope="module")
def graph(wwf: Game) -> Graph:
    return load_graph(LONG, wwf.alphabet)


def at_stone(game: Game, rack: str, bag: int = 85) -> View:
    return View(game, Board.empty(15).with_tiles(STONE), tuple(rack), bag=bag, opponent=7)


def late(game: Game, rack: str, other: str, bag: str) -> View:
    """A view in a game that has just these tiles and STONE."""
    held = Counter("STONE" + rack + other + bag)
    tiles = tuple(replace(t, count=held[t.letter]) for t in game.tiles.tiles)
    small = replace(game, tiles=replace(game.tiles, tiles=tiles))
    return replace(at_stone(small, rack, len(bag)), opponent=len(other))


def test_the_reason_tells_points_leave_and_chance(wwf: Game, graph: Graph) -> None:
    view = at_stone(wwf, "SAUUIIV")
    session = Session(wwf, graph, view.board)
    move = score_move(view.position, [(Square(7, 10), "S")])
    option = next(o for o in options(view, session) if o.play and o.play.used == bytes([19]))
    text = reason(view, option, move, Outcome(option, 0.424, 0.021, 1.0, 200))
    assert text.startswith(f"{move.score} points; keeps AIIUUV (-")
    assert text.endswith("wins 42 % ± 2")


def test_the_reason_of_a_swap_and_of_all_tiles(wwf: Game) -> None:
    view = at_stone(wwf, "RETAINS")
    swap = Option(None, bytes([5, 19]), 5, leave=4.2)
    assert reason(view, swap, None) == "swap 5, no points; keeps ES (+4.2)"
    move = score_move(view.position, [(Square(row, 10), t) for row, t in enumerate("RETAINS", 1)])
    text = reason(view, Option(None, b""), move)
    assert "35 of them the bonus" in text
    assert "2 words at once" in text
    assert "keeps no tiles" in text


def test_squares_that_triple_words_are_named(wwf: Game) -> None:
    view = at_stone(wwf, "RETAINS")
    down = score_move(view.position, [(Square(row, 9), t) for row, t in ((8, "R"), (9, "A"))])
    assert squares_opened(view, down) == []
    low = score_move(view.position, [(Square(row, 9), t) for row, t in enumerate("RETAINS", 8)])
    assert squares_opened(view, low) == ["opens the triple word at L15"]
    beside = replace(view, board=view.board.with_tiles([(Square(13, 11), "A")]))
    use = score_move(beside.position, [(Square(14, 11), "T")])
    assert squares_opened(beside, use)[0] == "uses the triple word at L15"


def test_hooks_are_letters_before_and_behind_the_word(wwf: Game, graph: Graph) -> None:
    empty = replace(at_stone(wwf, "STONEAA"), board=Board.empty(15))
    move = score_move(empty.position, STONE)
    assert hooks(empty, move, graph) == {Square(7, 10): "S"}
    taken = replace(empty, board=Board.empty(15).with_tiles([(Square(7, 11), "A")]))
    assert hooks(taken, move, graph) == {}


def test_the_chance_of_all_tiles_next_turn(wwf: Game, graph: Graph) -> None:
    view = late(wwf, "RETAINV", "UUUUUUU", "S" * 8)
    session = Session(view.game, graph, view.board)
    kept = bytes(sorted(view.game.alphabet.codes[tile] for tile in "RETAIN"))
    option = Option(None, kept, 1)
    assert 0 < bingo_chance(view, option, session) < 1
    held = Option(None, bytes(sorted((*kept, view.game.alphabet.codes["S"]))))
    assert bingo_chance(view, held, session) == 1
    assert bingo_chance(replace(view, bag=0), option, session) == 0


def test_equity_gives_reasons_to_the_moves(wwf: Game) -> None:
    advice = advise(at_stone(wwf, "SAUUIIV"), WORDS, "equity", top=5, why=True)
    assert len(advice.turns) == 5
    values = [ranked.equity for ranked in advice.turns if ranked.equity is not None]
    assert values == sorted(values, reverse=True)
    assert all(ranked.why for ranked in advice.turns)


def best(advice: Advice) -> Turn:
    return advice.turns[0].turn


def test_by_win_the_way_follows_the_bag(wwf: Game) -> None:
    usual = advise(at_stone(wwf, "SAUUIIV"), WORDS, "win", top=2, effort=QUICK)
    assert "games were simulated" in usual.method
    assert not usual.certain
    few = late(wwf, "SAV", "EI", "T")
    gone_through = advise(few, WORDS, "win", top=2, effort=replace(QUICK, worlds=None, sure=2.0))
    assert gone_through.certain
    assert gone_through.turns[0].win_error == 0
    end = advise(late(wwf, "SAV", "EEI", ""), WORDS, "win", effort=QUICK, why=True)
    assert end.method == "the endgame was solved"
    assert end.turns[0].win in {0, 0.5, 1}
    assert "by the end of the game" in end.turns[0].why


def test_what_the_other_laid_last_is_taken_into_account(wwf: Game) -> None:
    view = at_stone(wwf, "SAUUIIV")
    last = Turn("lay", STONE[:1], 5)
    with_it = advise(view, WORDS, "win", top=2, effort=QUICK, last=last)
    without = advise(view, WORDS, "win", top=2, effort=QUICK)
    assert [a.win for a in with_it.turns] != [a.win for a in without.turns]


def test_the_outlook_tells_tiles_chances_and_hooks(wwf: Game, graph: Graph) -> None:
    view = replace(at_stone(wwf, "STONEAE"), board=Board.empty(15), bag=90)
    moves = advise(view, LONG, "equity", top=0).turns
    stone = next(a for a in moves if a.move and a.move.word == "STONE" and a.move.column == 5)
    lines = outlook(view, stone, graph)
    assert lines[0].startswith("unseen: 97 tiles, 90 of them in the bag: A8 B2")
    assert any(line.endswith("by S") for line in lines)
    swap = next(a for a in moves if a.move is None)
    assert len(outlook(view, swap, graph)) == 1


def test_by_win_the_order_is_that_of_the_figures(wwf: Game) -> None:
    for seed in range(4):
        effort = replace(QUICK, seed=seed)
        for rack in ("SAUUIIV", "RETAINS", "EEOUQ?A"):
            advice = advise(at_stone(wwf, rack), WORDS, "win", top=0, effort=effort)
            told = [round(a.win, 3) for a in advice.turns if a.win is not None]
            assert told == sorted(told, reverse=True)


def test_nothing_is_certain_in_a_sample(wwf: Game) -> None:
    view = replace(at_stone(wwf, "SAUUIIV"), lead=400)
    advice = advise(view, WORDS, "win", top=2, effort=QUICK, why=True)
    for ranked in advice.turns:
        assert ranked.win is not None
        assert 0 < ranked.win < 1
        assert ranked.win_error > 0
        assert "100 %" not in ranked.why
    assert "100" not in advice.method.partition("best with")[2]


def test_percent_tells_what_is_certain() -> None:
    assert [percent(part) for part in (0.0, 0.42, 1.0)] == ["0 %", "42 %", "100 %"]
    assert [percent(part, 1) for part in (0.0002, 0.9996)] == ["<0.1 %", ">99.9 %"]
    assert percent(1.0, certain=False) == ">99 %"


def test_squares_that_quadruple_a_word_are_named(wwf: Game) -> None:
    rows = list(wwf.premiums)
    rows[7] = rows[7][:10] + "Q" + rows[7][11:]
    game = wwf.with_premiums(rows)
    view = at_stone(game, "S")
    move = score_move(view.position, [(Square(7, 10), "S")])
    assert "uses the quadruple word at K8" in squares_opened(view, move)


def test_by_win_several_turns_are_told_where_all_are_asked_for(wwf: Game) -> None:
    view = late(wwf, "ANT", "ER", "")
    found = advise(view, WORDS, "win", top=0, effort=QUICK)
    assert len(found.turns) > 1


@pytest.mark.parametrize("lead", [-9999, -1000, -300, 0, 300, 1000, 9999])
def test_a_large_lead_wins(wwf: Game, lead: int) -> None:
    view = replace(at_stone(wwf, "AEINRST"), lead=lead)
    win = advise(view, WORDS, "win", top=1, effort=QUICK).turns[0].win
    assert win is not None
    low, high = (0.2, 0.95) if not lead else (0.98, 1) if lead > 0 else (0, 0.02)
    assert low <= win <= high
