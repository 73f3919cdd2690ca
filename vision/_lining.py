"""Lining: which body of a character may follow which in a line of text.

Part of the kernel of `vision`, see `_tracing`. Where it is not compiled, `lines` does the same with
numpy.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int32]


def link(edges: Ints, higher: int, reach: int, following: Ints, before: Ints, costs: Ints) -> int:
    """Find for each body the nearest one that may follow it, and the nearest that it may follow.

    Args:
        edges: ``(N, 4)`` left, top, right and bottom of each, ordered from left to right.
        higher: How many times as high as the other one of two bodies may be, in tenths.
        reach: Widest gap between them over the height of the higher one, in tenths.
        following: ``(N,)`` -1, where the one that follows each goes.
        before: ``(N,)`` -1, where the one that each follows goes.
        costs: ``(N,)`` room for the distances to these.
    """
    count = len(edges)
    for body in range(count):
        right, height, least = edges[body, 2], edges[body, 3] - edges[body, 1], 0
        for other in range(body + 1, count):
            gap = edges[other, 0] - right
            if 100 * gap > reach * higher * height:  # and so are all others
                break
            tall, small = edges[other, 3] - edges[other, 1], height
            if tall < small:
                tall, small = small, tall
            overlap = min(edges[body, 3], edges[other, 3]) - max(edges[body, 1], edges[other, 1])
            if (
                2 * overlap < small
                or 10 * tall > higher * small
                or 10 * gap > reach * tall
                or 2 * gap <= -small
                or edges[other, 0] == edges[body, 0]
            ):
                continue
            cost = 4 * abs(gap) + abs(edges[body, 3] - edges[other, 3])
            if following[body] < 0 or cost < least:
                following[body], least = other, cost
            if before[other] < 0 or cost < costs[other]:
                before[other], costs[other] = body, cost
    return 0
