"""The generator with each of its kernels."""

from __future__ import annotations

from solver.game import Board, Game, Play, Turn
from solver.movegen import COMPILED, Session
from solver.words import Graph
from tests.shared.brute import Laid


def sessions(game: Game, graph: Graph, board: Board) -> list[Session]:
    """A plain one, and a compiled one where that is in use."""
    made = [Session(game, graph, board, plain=True)]
    return [*made, Session(game, graph, board)] if COMPILED else made


def shown(plays: list[Play], game: Game) -> dict[Laid, int]:
    """What each play lays, with its score."""
    found = {frozenset(Turn.lay(play, game).tiles): play.score for play in plays}
    assert len(found) == len(plays), "a play came twice"
    return found
