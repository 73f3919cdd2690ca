"""The generator against brute force, and against what the rules say of single cases.

The brute force tries each word of a small list on each line and squares its own way: it knows
nothing of graphs, anchors or cross-checks, and counts the points by itself.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import WordListError
from solver.game import Board, Game, Position, Rack, Square, Turn, load_game, score_move
from solver.game.parts import Tile, TileSet
from solver.movegen import Session
from solver.solve import solve
from solver.words import Lexicon
from solver.words.graph import Graph
from solver.words.graph_file import build_graph, load_graph
from tests.shared.brute import Laid, brute_force
from tests.shared.sessions import sessions, shown

Cells = tuple[tuple[str, ...], ...]
TILES = TileSet(
    "xx",
    "Test",
    (Tile("A", 1, 9), Tile("B", 3, 9), Tile("CH", 7, 9), Tile("D", 2, 9), Tile("?", 0, 9)),
)
LETTERS = ["A", "B", "CH", "D"]


def small_game(premiums: tuple[str, ...], rack_size: int) -> Game:
    bonuses = *(0,) * rack_size, 20
    game = load_game("wwf").with_premiums(premiums)
    return replace(game, tiles=TILES, rack_size=rack_size, bonuses=bonuses)


def agreed(position: Position, graph: Graph, words: set[tuple[str, ...]]) -> dict[Laid, int]:
    """What every kernel and brute force find alike."""
    expected = brute_force(position, words)
    for session in sessions(position.game, graph, position.board):
        assert shown(session.all_plays(session.rack(position.rack)), position.game) == expected
    return expected


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, set[tuple[str, ...]]]:
    size = draw(st.integers(2, 6))
    premiums = draw(square(st.sampled_from("....dtDTqQ"), size))
    board = Board.empty(size)
    if draw(st.booleans()):
        cells = st.sampled_from(["", "", "", "", *LETTERS, "a", "ch"])
        board = Board(draw(square(cells, size)))
    rack = draw(st.lists(st.sampled_from([*LETTERS, *LETTERS, "?"]), max_size=4))
    word = st.lists(st.sampled_from(LETTERS), min_size=2, max_size=5).map(tuple)
    words = draw(st.sets(word, min_size=1, max_size=25))
    game = small_game(tuple(map("".join, premiums)), rack_size=4)
    return Position(board, Rack(tuple(rack)), game), words


def square(cells: st.SearchStrategy[str], size: int) -> st.SearchStrategy[Cells]:
    return st.tuples(*[st.tuples(*[cells] * size)] * size)


@settings(max_examples=200)
@given(positions())
def test_generator_agrees_with_brute_force(case: tuple[Position, set[tuple[str, ...]]]) -> None:
    position, words = case
    graph = build_graph(map("".join, words), TILES.alphabet)
    for laid, score in agreed(position, graph, words).items():
        move = score_move(position, laid)
        assert move.score == score
        assert len(move.leave) + len(laid) == len(position.rack)
        assert move.score - sum(points for _, points in move.words) in {0, position.game.bonus}


SHORT = ["AB", "BA", "ABBA", "TEA", "EAT", "ATE", "TEAS", "EATS", "SEAT", "AT", "TA", "AS", "ES"]


@settings(max_examples=40)
@given(
    layout=st.sampled_from(["messenger", "solo"]),
    rack=st.text("ABEST?", max_size=7).filter(lambda text: text.count("?") < 3),
    turns=st.integers(0, 4),
    data=st.data(),
)
def test_games_on_11x11_agree_with_brute_force(
    layout: str, rack: str, turns: int, data: st.DataObject
) -> None:
    game = load_game("wwf", layout=layout)
    graph = build_graph(SHORT, game.alphabet)
    board = Board.empty(11)
    for _ in range(turns):
        session = Session(game, graph, board)
        plays = session.all_plays(session.rack(Rack.parse("ABEST?")))
        if plays:
            play = plays[data.draw(st.integers(0, len(plays) - 1))]
            board = board.with_tiles(Turn.lay(play, game).tiles)
    position = Position(board, Rack.parse(rack), game)
    agreed(position, graph, set(map(tuple, SHORT)))


# Single cases, through the front of the floor.

TWO = small_game((".....",) * 5, rack_size=4)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    load_graph.cache_clear()


def solved(rows: str, rack: str, words: list[str], top: int = 0) -> list[str]:
    position = Position(Board.parse(rows), Rack.parse(rack), TWO)
    return [str(move) for move in solve(position, Lexicon.of(words), top=top)]


EMPTY = "....." * 5


def test_first_move_covers_the_start_both_ways() -> None:
    assert solved(EMPTY, "AB", ["AB"]) == ["C2 AB 4", "3B AB 4", "3C AB 4", "C3 AB 4"]


def test_a_single_tile_is_no_first_move() -> None:
    assert solved(EMPTY, "A", ["AB", "A"]) == []


def test_blanks_and_tiles_are_different_moves() -> None:
    rows = "....." * 2 + "..B.." + "....." * 2
    moves = solved(rows, "A?", ["AB"])
    assert moves[:2] == ["2C Ab 5", "B3 Ab 5"]
    assert moves[2:] == ["C2 A(B) 4", "3B A(B) 4", "C2 a(B) 3", "3B a(B) 3"]


def test_a_blank_on_the_board_counts_nothing() -> None:
    rows = "....." * 2 + "..b.." + "....." * 2
    assert solved(rows, "A", ["AB"]) == ["C2 A(b) 1", "3B A(b) 1"]


def test_single_tile_with_two_words_is_found_once() -> None:
    rows = ".....\n..B..\n.B...\n.....\n....."
    moves = solved(rows, "A", ["AB", "BA"])
    assert moves.count("3B (B)A 8") == 1
    assert not any("C2" in move for move in moves)
    assert len(moves) == len(set(moves))


def test_words_on_the_board_need_not_be_in_the_list() -> None:
    rows = ".....\n.DDD.\n.....\n.....\n....."
    assert solved(rows, "A", ["AD", "DA"]) == [
        "B1 A(D) 3", "C1 A(D) 3", "D1 A(D) 3", "B2 (D)A 3", "C2 (D)A 3", "D2 (D)A 3",
    ]  # fmt: skip
    assert solved(rows, "A", ["ADDD"]) == ["2A A(DDD) 7"]


def test_digraph_tiles_are_one_square() -> None:
    rows = ".....\n.....\n.[CH]...\n.....\n....."
    assert solved(rows, "AB", ["CHAB", "CA"]) == ["3B ([CH])AB 11", "B3 ([CH])AB 11"]
    assert solved(EMPTY, "[CH]A", ["ACH"], top=1)[0] == "C2 A[CH] 8"


def test_top_keeps_ties() -> None:
    words = ["AB", "DA"]
    everything = solved(EMPTY, "ABD", words)
    assert [move.rpartition(" ")[2] for move in everything] == ["4"] * 4 + ["3"] * 4
    assert solved(EMPTY, "ABD", words, top=1) == everything[:4]
    assert solved(EMPTY, "ABD", words, top=4) == everything[:4]
    assert solved(EMPTY, "ABD", words, top=5) == everything
    assert solved(EMPTY, "ABD", words, top=99) == everything


def test_nothing_to_lay() -> None:
    assert solved(EMPTY, "", ["AB"]) == []
    assert solved("A" * 25, "AB", ["AB"]) == []
    assert solved(EMPTY, "DD", ["AB"]) == []


def test_bonus_is_for_a_full_rack() -> None:
    assert solved(EMPTY, "ABBA", ["ABBA"], top=1)[0].endswith(" 28")
    rows = "....." * 2 + "...A." + "....." * 2
    assert solved(rows, "ABB", ["ABBA"]) == ["3A ABB(A) 8"]


def test_a_list_of_another_language_is_an_error() -> None:
    with pytest.raises(WordListError):
        solved(EMPTY, "AB", ["XYZ"])


def test_columns_are_rows_of_the_transposed_board() -> None:
    game = load_game("scrabble", layout="duel")
    words = Lexicon.of(SHORT)
    board = Board.empty(11).with_tiles(
        [(Square(5, 5), "T"), (Square(5, 6), "E"), (Square(5, 7), "A")]
    )
    rack = Rack.parse("SAT?B")
    one = solve(Position(board, rack, game), words)
    other = solve(Position(board.transposed(), rack, game), words)
    turned = {frozenset((Square(s.column, s.row), t) for s, t in move.tiles) for move in other}
    assert {frozenset(move.tiles) for move in one} == turned
