"""A guess at the tiles that the other player kept, from his last turn.

With some other tiles he would have had a better play, and made it. Racks he may have had are drawn
at random from all unseen tiles; each weighs less the further the play he made is behind the best
one of that rack.
"""

from __future__ import annotations

import math
import random
from array import array

from solver.game import Rack, Turn, View
from solver.movegen import POINT, Session
from solver.strategy.equity import load_evaluator
from solver.strategy.playout import place_of
from solver.strategy.worlds import Guess
from solver.words import Graph

DRAWS = 400
"""Racks that are tried."""
CARELESS = 6.0
"""A rack weighs 1/e for each so many points its best play had above the one made: people miss some
words and value leaves differently."""


def infer(
    view: View, last: Turn, graph: Graph, *, draws: int = DRAWS, seed: int = 1
) -> Guess | None:
    """What may have stayed on the other player's rack.

    Args:
        view: What the player on turn sees now.
        last: What the other laid; its tiles lie on the board of the view.
        graph: The words.
        draws: How many racks are tried.
        seed: Decides which.

    Returns:
        None where nothing can be inferred: he laid nothing, all of his tiles, or the bag was empty.
    """
    full = view.game.rack_size
    kept_number = full - len(last.tiles)
    drawn = view.opponent - kept_number
    if last.kind != "lay" or kept_number <= 0 or drawn < 0:
        return None
    before = view.board.put((square, "") for square, _ in last.tiles)
    session = Session(view.game, graph, before)
    evaluator = load_evaluator(view.game)
    pool = session.rack(Rack(tuple(view.unseen.elements())))
    used = session.rack(Rack(last.used))
    rng = random.Random(seed)  # noqa: S311 - a guess keeps no secret
    kept_ones, weights = [], []
    for _ in range(draws):
        kept = bytes(sorted(rng.sample(pool, kept_number)))
        rack = bytes(sorted(used + kept))
        worth = evaluator.worth(rack, view.bag + drawn)
        best = session.best_play(rack, worth)
        made = last.score + worth[place_of(kept, rack)] / POINT
        found = made if best is None else _value(best.score, best.leave(rack), rack, worth)
        kept_ones.append(kept)
        weights.append(math.exp(min(0.0, made - found) / CARELESS))
    return Guess(tuple(kept_ones), tuple(weights))


def _value(score: int, leave: bytes, rack: bytes, worth: array[int]) -> float:
    return score + worth[place_of(leave, rack)] / POINT
