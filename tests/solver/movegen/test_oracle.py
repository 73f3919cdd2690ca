"""Agreement with other engines, play by play, where their figures lie beside the checkout.

The full run (`-m slow`) takes all positions; without it a seeded slice is taken.
"""

import hashlib
import json
import random
from typing import Any

import pytest

from solver.game import Board, Move, Position, Rack, load_game
from solver.solve import solve
from solver.words import Lexicon, load_graph
from tests.shared.places import SHARED

ORACLE = SHARED / "oracle"
pytestmark = pytest.mark.skipif(
    not ORACLE.exists(), reason="the other engines' figures are not beside the checkout"
)
SLICE = 12


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    lexicon = Lexicon.load(ORACLE / "enable.txt.gz")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        load_graph(lexicon, load_game("wwf").alphabet)
    return lexicon


def stored() -> list[dict[str, Any]]:
    text = (ORACLE / "positions.json").read_text(encoding="utf-8")
    positions: list[dict[str, Any]] = json.loads(text)["positions"]
    return positions


def digest(moves: list[Move]) -> str:
    """The hash of all plays, in the oracle's own form."""
    plays = sorted(
        (
            -move.score,
            [(square.row * 15 + square.column, tile) for square, tile in sorted(move.tiles)],
        )
        for move in moves
    )
    lines = (f"{-score} " + " ".join(f"{s}{tile}" for s, tile in tiles) for score, tiles in plays)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def check(case: dict[str, Any], game: str, words: Lexicon) -> None:
    position = Position(Board.parse(case["board"]), Rack.parse(case["rack"]), load_game(game))
    moves, want = solve(position, words), case[game]
    scores = [move.score for move in moves]
    assert scores == sorted(scores, reverse=True)
    assert len(moves) == want["plays"]
    assert max(scores, default=0) == want["best"]
    assert scores.count(want["best"]) == want["n_best"]
    assert sum(scores) == want["sum_scores"]
    assert digest(moves) == want["sha256"]
    best = solve(position, words, top=1)
    assert best == moves[: want["n_best"]]


@pytest.mark.parametrize("game", ["wwf", "scrabble"])
def test_a_slice_agrees(game: str, words: Lexicon) -> None:
    for case in random.Random(2).sample(stored(), SLICE):  # noqa: S311 - a choice, no secret
        check(case, game, words)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["wwf", "scrabble"])
def test_every_position_agrees(game: str, words: Lexicon) -> None:
    for case in stored():
        check(case, game, words)
