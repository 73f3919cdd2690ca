"""Endgames against plain counting: every turn of both players to the end, nothing left out."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game import Board, Game, State, load_game
from solver.game.parts import Tile, TileSet
from solver.movegen import COMPILED, Session
from solver.strategy.endgame import FIRST_STEPS, Budget, Endgame, solve_endgame
from solver.words import default_lexicon
from solver.words.graph import Graph
from solver.words.graph_file import build_graph, load_graph
from tests.shared.endgames import Counted, best_by_counting, state_of
from tests.shared.places import ROOT

STORED = ROOT / "tests" / "data" / "endgames.json"
TILES = TileSet("xx", "Test", (Tile("A", 1, 9), Tile("B", 3, 9), Tile("D", 2, 9), Tile("?", 0, 9)))
WORDS = ["AB", "BA", "ABA", "DAB", "BAD", "ADD", "DAD", "ABAD", "DA"]
BOARDS = [
    "...../...../.BAD./...../.....",
    "...../.A.../.B.../...../.....",
    "..D../..A../..BAD/...../.....",
]


def small(name: str, scoreless: int) -> Game:
    game = load_game(name).with_premiums(["T...d", ".D...", "..t..", "...D.", "d...T"])
    end = game.end._replace(scoreless=scoreless)
    return replace(game, tiles=TILES, rack_size=3, bonuses=(0, 0, 0, 10), end=end)


def searched(state: State, graph: Graph, budget: Budget | None = None, top: int = 1) -> Endgame:
    session = Session(state.game, graph, state.board)
    before = session.board
    found = solve_endgame(state.view, session, budget or Budget(), top=top)
    assert session.board == before
    return found


@pytest.fixture(scope="module")
def graph() -> Graph:
    return build_graph(WORDS, TILES.alphabet)


def with_exact_bag(state: State) -> State:
    """The same in a game whose bag holds just these tiles, so that the other rack is unseen."""
    held = [t if t.isupper() else "?" for _, t in state.board.tiles()]
    held += [tile for rack in state.racks for tile in rack]
    tiles = tuple(replace(t, count=held.count(t.letter)) for t in TILES.tiles)
    return replace(state, game=replace(state.game, tiles=replace(TILES, tiles=tiles)))


three = st.text("ABD?", min_size=1, max_size=3).map(tuple)
two = st.text("ABD?", min_size=1, max_size=2).map(tuple)


@settings(max_examples=25)
@given(
    st.sampled_from(["wwf", "crossplay", "wordfeud"]),
    st.sampled_from([(1, 0), (2, 0), (2, 1), (3, 0), (3, 1)]),
    st.sampled_from(BOARDS),
    three,
    two,
)
def test_the_search_finds_what_counting_all_turns_finds(
    graph: Graph,
    name: str,
    scoreless: tuple[int, int],
    board: str,
    mine: tuple[str, ...],
    other: tuple[str, ...],
) -> None:
    """Also where the next pass ends the game."""
    limit, before = scoreless
    game, lying = small(name, limit), Board.parse(board.split("/"))
    final = 2 * game.end.final_turns or None
    state = State(game, lying, (mine, other), (), scoreless=before, final=final)
    state = with_exact_bag(state)
    counted = best_by_counting(state, graph)
    found = searched(state, graph)
    assert found.exact
    assert found.lines[0].value == counted.value
    assert found.lines[0].turn in counted.turns


@given(st.sampled_from(BOARDS), st.integers(0, 2), two, two)
@settings(max_examples=16)
def test_several_lines_have_the_value_of_their_turn(
    graph: Graph, board: str, before: int, mine: tuple[str, ...], other: tuple[str, ...]
) -> None:
    lying = Board.parse(board.split("/"))
    state = with_exact_bag(State(small("wwf", 3), lying, (mine, other), (), scoreless=before))
    found = searched(state, graph, top=9)
    values = [line.value for line in found.lines]
    assert values == sorted(values, reverse=True)
    for line in found.lines:
        after = best_by_counting(state, graph, only=line.turn)
        assert line.value == after.value


def test_a_spent_budget_is_said(graph: Graph) -> None:
    state = State(
        small("wwf", 3), Board.parse(BOARDS[0].split("/")), (tuple("ABD"), tuple("DAB")), ()
    )
    found = searched(with_exact_bag(state), graph, Budget(nodes=0))
    assert not found.exact
    assert found.depth == 1


def test_the_best_turn_is_counted_out_before_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.strategy.endgame.FIRST_STEPS", FIRST_STEPS[:1])
    case = stored()[1]
    state = state_of(case)
    graph = load_graph(default_lexicon("en"), state.game.alphabet)
    found = searched(state, graph, Budget(nodes=100), top=6)
    assert [line.exact for line in found.lines] == [True] + 5 * [False]
    assert not found.exact
    assert found.depth == 1
    values = [line.value for line in found.lines]
    assert values == sorted(values, reverse=True)
    assert values[0] == case["value"]


@pytest.mark.parametrize("nodes", [50, 100, 200, 400])
def test_a_turn_that_is_counted_out_stays_in_front(
    monkeypatch: pytest.MonkeyPatch, nodes: int
) -> None:
    """Whatever later steps that do not look to the end make of others."""
    monkeypatch.setattr("solver.strategy.endgame.FIRST_STEPS", FIRST_STEPS[:1])
    monkeypatch.setattr("solver.strategy.endgame.FIRST_NODES", 4 * nodes)
    for case in stored()[:6]:
        state = state_of(case)
        graph = load_graph(default_lexicon("en"), state.game.alphabet)
        found = searched(state, graph, Budget(nodes=8 * nodes), top=10)
        assert not found.lines[0].exact or found.lines[0].value == case["value"]


def test_the_line_tells_the_replies(graph: Graph) -> None:
    board = Board.parse(BOARDS[1].split("/"))
    state = with_exact_bag(
        State(small("crossplay", 3), board, (tuple("ABD"), tuple("DA")), (), final=2)
    )
    line = searched(state, graph).lines[0]
    assert len(line.replies) == 1
    assert line.value == line.turn.score - line.replies[0].score


def stored() -> list[Counted]:
    found: list[Counted] = json.loads(STORED.read_text(encoding="utf-8"))["endgames"]
    return found


def name(case: Counted) -> str:
    return f"{case['game']} {'-'.join(case['racks'])}"


def check(case: Counted) -> None:
    state = state_of(case)
    graph = load_graph(default_lexicon("en"), state.game.alphabet)
    found = searched(state, graph)
    assert found.exact
    assert found.lines[0].value == case["value"]


@pytest.mark.skipif(not COMPILED, reason="there is only one kernel in use")
@pytest.mark.parametrize("case", stored()[::9], ids=name)
def test_both_kernels_search_alike(case: Counted) -> None:
    state = state_of(case)
    graph = load_graph(default_lexicon("en"), state.game.alphabet)
    found = []
    for plain in (False, True):
        session = Session(state.game, graph, state.board, plain=plain)
        found.append(solve_endgame(state.view, session, Budget(nodes=150), top=3))
    assert found[0] == found[1]


@pytest.mark.parametrize("case", stored()[::6], ids=name)
def test_stored_endgames_come_out_as_counted(case: Counted) -> None:
    check(case)


@pytest.mark.slow
@pytest.mark.parametrize("case", stored(), ids=name)
def test_every_stored_endgame_comes_out_as_counted(case: Counted) -> None:
    check(case)
