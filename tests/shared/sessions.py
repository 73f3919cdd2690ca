"""The generator with each of its kernels."""

from __future__ import annotations

from solver.game import Board, Game, Play
from solver.movegen import COMPILED, Session
from solver.solve import placements
from solver.words import Graph
from tests.shared.brute import Laid


def sessions(game: Game, graph: Graph, board: Board) -> list[Session]:
    """A plain one, and a compiled one where that is in use."""
    made = [Session(game, graph, board, plain=True)]
    return [*made, Session(game, graph, board)] if COMPILED else made


def shown(plays: list[Play], graph: Graph) -> dict[Laid, int]:
    """What each play lays, with its score."""
    found = {frozenset(placements(play, graph)): play.score for play in plays}
    assert len(found) == len(plays), "a play came twice"
    return found
