"""How awkward a path is for a finger: of paths of equal points the plainest is shown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from solver.game import Square


def awkwardness(path: Sequence[Square]) -> tuple[int, int]:
    """How often a path crosses itself, and how often it turns.

    Args:
        path: Squares, each beside the one before it.
    """
    steps = [(there.row - here.row, there.column - here.column) for here, there in pairwise(path)]
    turns = sum(one != other for one, other in pairwise(steps))
    # Two diagonal steps cross where they have the same middle, the corner of four squares.
    middles = [
        (here.row + there.row, here.column + there.column)
        for here, there in pairwise(path)
        if here.row != there.row and here.column != there.column
    ]
    return len(middles) - len(set(middles)), turns
