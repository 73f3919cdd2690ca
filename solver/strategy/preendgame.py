"""The best turns of a view with few tiles in the bag: every world is tried.

Each way the hidden tiles can lie is played to the end. Where there are few ways, the endgame is
solved once the bag is empty, as far as a share of the effort goes; else both players take the most
points and leave.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from solver.game import View
from solver.movegen import COMPILED
from solver.strategy.equity import Option
from solver.strategy.simulate import USUAL, Progress, Simulation, simulate
from solver.strategy.workers import Effort
from solver.strategy.worlds import MOST_IN_BAG
from solver.words import Lexicon

TO_THE_END = 1_000
"""More turns than any game has."""
SHARED_NODES = 48_000
"""Positions that solving the endgame may visit for each turn, over all worlds."""
SLOWER = 60
"""The plain kernel is allowed this many times fewer positions."""
LEAST_NODES = 40
"""With fewer positions for a world, solving is not better than playing on."""


def is_preendgame(view: View) -> bool:
    """Whether so few tiles are in the bag that all ways the hidden tiles can lie are tried."""
    return 1 <= view.bag <= MOST_IN_BAG


def solve_preendgame(
    view: View,
    options: Sequence[Option],
    lexicon: Lexicon,
    effort: Effort = USUAL,
    *,
    progress: Progress | None = None,
) -> Simulation:
    """Try turns in every way the hidden tiles can lie, or as many as the effort allows.

    Args:
        view: What the player on turn sees, with 1 to 6 tiles in the bag.
        options: The turns, at least one.
        lexicon: The words.
        effort: How much is tried; its plies are ignored, for all is played to the end.
        progress: Receives the progress.

    Returns:
        Its `complete` says whether all ways were tried.
    """
    nodes = SHARED_NODES // _ways(view) // (1 if COMPILED else SLOWER)
    ends = nodes if nodes >= LEAST_NODES else None
    thorough = replace(effort, plies=TO_THE_END, ends=ends)
    return simulate(view, options, lexicon, thorough, progress=progress)


def _ways(view: View) -> int:
    """How many ways the hidden tiles can lie, the order of the bag included."""
    return math.perm(view.bag + view.opponent, view.bag)
