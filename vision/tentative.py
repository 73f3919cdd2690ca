"""Tentative: tiles laid on the board but not yet played, told by missing rack tiles and their look."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

CLOSER = 0.6
"""A tentative tile's colour is nearer to the rack's than this share of its distance to the board's tiles."""


def find_tentative(
    places: NDArray[np.int64], grounds: Floats, rack_grounds: Floats, missing: int, limit: float
) -> NDArray[np.bool_]:
    """Which board tiles are laid but not yet played.

    They look like rack tiles rather than like the tiles around them, lie in one row or column, and are no
    more than the rack lacks.

    Args:
        places: ``(K, 2)`` row and column of the board's tiles.
        grounds: ``(K, 3)`` their ground colours.
        rack_grounds: ``(R, 3)`` ground colours of the tiles on the rack.
        missing: How many tiles a full rack has more than this one.
        limit: Least distance of colours (0 to 441) that counts as a difference.

    Returns:
        ``(K,)`` bool, all False where nothing satisfies all of this.
    """
    none = np.zeros(len(places), bool)
    if missing <= 0 or not len(places) or not len(rack_grounds):
        return none
    rack = np.median(rack_grounds, axis=0)
    to_rack = np.linalg.norm(grounds - rack, axis=1)
    distance = np.linalg.norm(grounds[:, None] - grounds[None], axis=2)
    alike = distance <= limit
    usual = grounds[int(alike.sum(axis=1).argmax())]
    to_board = np.linalg.norm(grounds - usual, axis=1)
    loose = (to_board > limit) & (to_rack < CLOSER * to_board)
    if not 1 <= loose.sum() <= missing:
        return none
    rows, columns = places[loose].T
    return loose if len(set(rows.tolist())) == 1 or len(set(columns.tolist())) == 1 else none
