"""Laying: phrases aligned with lines of characters at the least cost, by dynamic programming.

Part of the kernel of `vision`, see `_tracing`. Where it is not compiled, `spotting` does the same
with numpy.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]
Doubles: TypeAlias = NDArray[np.float64]


def lay(
    emission: Doubles,
    stay: Doubles,
    merged: Doubles,
    optional: Bytes,
    gone: Doubles,
    cost: Doubles,
    ways: Bytes,
) -> int:
    """Find the least cost up to each character and part, and the last step that leads there.

    Args:
        emission: ``(B, K, S)`` cost of each character as each part of its phrase.
        stay: The same where the part is a field that the character continues.
        merged: The same where the character is each part and the one before it in one.
        optional: ``(B, S)``, 1 for parts that may be missing.
        gone: ``(S + 1,)`` cost of so many missing parts in a row.
        cost: Where the costs go, ``(K + 1, B, S + 1)``; those before the first character are given.
        ways: Where the steps go, numbered, in the same shape.
    """
    for phrase in range(len(optional)):
        for k in range(len(cost) - 1):
            cost[k + 1, phrase, 0] = 0.0
            above, found = 0.0, 0
            for part in range(optional.shape[1]):
                least, way = cost[k, phrase, part] + emission[phrase, k, part], 0
                other = cost[k, phrase, part + 1] + stay[phrase, k, part]
                if other < least:
                    least, way = other, 1
                if part > 0:
                    other = cost[k, phrase, part - 1] + merged[phrase, k, part]
                    if other < least:
                        least, way = other, 2
                other = cost[k, phrase, part + 1] + 1.0
                if other < least:
                    least, way = other, 3
                if part > 0 and optional[phrase, part] and above + gone[1] < least:
                    above = least
                    least, way = cost[k + 1, phrase, found] + gone[part + 1 - found], 4
                else:
                    above, found = least, part + 1
                cost[k + 1, phrase, part + 1] = least
                ways[k + 1, phrase, part + 1] = way
    return 0
