"""The plain generator beside the compiled one: the same plays in the same order, on real boards."""

import random
from dataclasses import replace

import pytest

from solver.game import Board, Play, Position, Rack, Turn, load_game
from solver.game.parts import Tile, TileSet
from solver.movegen import COMPILED, Session, _nodes
from solver.movegen._kernel import Kernel
from solver.movegen._wide import Wide
from solver.words import default_lexicon
from solver.words.graph_file import build_graph, load_graph
from tests.benchmarks.generator import full_bag, played
from tests.shared.brute import brute_force

SHORT = ["AB", "BA", "ABBA", "TEA", "EAT", "ATE", "TEAS", "EATS", "SEAT", "AT", "TA", "AS", "ES"]


def swept(session: Session, rack: bytes) -> list[tuple[int, bytes]]:
    """What the search of `Kernel` finds in plain Python, as points and bytes of the pool."""
    kernel = session._kernel
    count, stride = Kernel.find_all(kernel, rack), 8 * kernel.words
    kernel.arrange()
    pool = kernel.pool.tobytes()
    keys = kernel.found[:count]
    places = [(key & 0xFFFFFFFF) * stride for key in keys]
    return [(key >> 32, pool[at : at + stride]) for key, at in zip(keys, places, strict=True)]


def packed(play: Play, size: int) -> bytes:
    return bytes([play.row | (not play.across) << 7, *play.tiles]).ljust(size, b"\0")


def test_games_played_with_english_words() -> None:
    game = load_game("wwf")
    graph = load_graph(default_lexicon("en"), game.alphabet)
    plain = Session(game, graph, plain=True)
    assert isinstance(plain._kernel, Wide)
    fast = Session(game, graph) if COMPILED else None
    chance = random.Random(4)  # noqa: S311 - no secret
    for board, rack in played(game, graph, 8, seed=4):
        other = bytes([0, *chance.sample(full_bag(game), 5)])
        for each in (rack, other):
            plain.set_board(board)
            plays = plain.all_plays(each)
            size = 8 * plain._kernel.words
            assert [(play.score, packed(play, size)) for play in plays] == swept(plain, each)
            top = plain.all_plays(each, 10, ties=True)
            assert top == plays[: len(top)]
            if fast:
                fast.set_board(board)
                assert plays == fast.all_plays(each)
                assert top == fast.all_plays(each, 10, ties=True)


def test_racks_and_tiles_for_which_the_other_search_steps_in() -> None:
    game = replace(load_game("wwf"), rack_size=13)
    graph = build_graph(["ABCDEFGHIJKLM", "CAB", "BAD", "AD"], game.alphabet)
    session = Session(game, graph, plain=True)
    for rack, other in ((bytes(range(1, 14)), True), (b"\1\2\3\4", False)):
        plays = session.all_plays(rack)
        assert len(set(plays)) == len(plays) == session._kernel.find_all(rack)
        assert isinstance(session._kernel, Wide)
        assert session._kernel.swept is other
    tiles = TileSet("xx", "Dear", (Tile("A", 256, 9), Tile("B", 3, 9), Tile("?", 0, 2)))
    dear = replace(game, tiles=tiles)
    session = Session(dear, build_graph(["AB", "BABA"], tiles.alphabet), plain=True)
    position = Position(Board.empty(15), Rack.parse("ABB?"), dear)
    plays = session.all_plays(session.rack(position.rack))
    found = {frozenset(Turn.lay(play, session.game).tiles): play.score for play in plays}
    assert found == brute_force(position, {("A", "B"), ("B", "A", "B", "A")})


def test_nodes_are_closed_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_nodes, "MOST_NODES", 3)
    game = load_game("wwf")
    graph = build_graph(SHORT, game.alphabet)
    few, many = Session(game, graph, plain=True), Session(game, build_graph(SHORT, game.alphabet))
    for _ in range(3):
        plays = few.all_plays(few.rack(Rack.parse("TEASB?")))
        assert plays == many.all_plays(many.rack(Rack.parse("TEASB?")))
        assert len(_nodes.nodes_of(graph)[1]) <= 3
        few.lay(plays[2])
        many.lay(plays[2])
