"""Tilt: by how much the rows of a lattice rise or fall, before the lattice itself is known."""

from __future__ import annotations

import math
from statistics import median

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEAST_SQUARES = 40
"""Squares of one size from which their common tilt means something."""

MOST_SQUARES = 1500
"""Even areas of one size that are looked at: a picture of a board has some hundreds, and every
pair of them is compared."""

LEAST_PAIRS = 60
"""Pairs of such squares that must lie in a row or column."""

APART = (2.5, 8.0)
"""Distance of the squares of a pair, in sides: near ones tell little, in far ones rows mix up."""

STEEPEST = 0.07
"""Slope (4 degrees) up to which two squares may be of one row."""

NARROWER = (0.04, 0.02, 0.02)
"""Slopes around the mean that are kept in each further round."""

AGREE = 0.9
"""Share of the pairs that must agree at last."""

TILTED = 0.15
"""Degrees from which a picture is tilted: untilted ones measure up to 0.07, and a board of 15
squares that is tilted less is off by a fortieth of a square at its sides."""


def measure_tilt(squares: Floats) -> float:
    """Degrees by which the rows of the squares fall to the right; 0 where they tell nothing.

    Args:
        squares: ``(N, 4)`` left, top, width and height of even areas of a picture, those of a
            board among them.
    """
    if len(squares) < LEAST_SQUARES:
        return 0.0
    centres, side = _alike(squares)
    if not LEAST_SQUARES <= len(centres) <= MOST_SQUARES:
        return 0.0
    slopes, weights = _slopes(centres, side)
    if len(slopes) < LEAST_PAIRS:
        return 0.0
    near = np.ones(len(slopes), bool)
    slope = 0.0
    for most in (STEEPEST, *NARROWER):
        heavy = weights[near]
        slope = float((slopes[near] * heavy).sum() / heavy.sum())
        near = np.abs(slopes - slope) < most
        if near.sum() < AGREE * LEAST_PAIRS:
            return 0.0
    return math.degrees(math.atan(slope)) if near.mean() >= AGREE else 0.0


def _alike(squares: Floats) -> tuple[Floats, float]:
    """Centres ``(N, 2)`` and usual side of the squares of the most common size."""
    sides = squares[:, 2:].mean(axis=1)
    logs = np.log(sides)
    ordered = np.sort(logs)
    counts = np.searchsorted(ordered, ordered + 0.2) - np.arange(len(ordered))
    first = ordered[int(counts.argmax())]
    alike = (logs >= first) & (logs < first + 0.2)
    centres = squares[alike, :2] + squares[alike, 2:] / 2
    return centres, median(sides[alike].tolist())


def _slopes(centres: Floats, side: float) -> tuple[Floats, Floats]:
    """Slopes of the lines through pairs of squares of a row or column, and how far these are."""
    across = np.subtract.outer(centres[:, 0], centres[:, 0])
    down = np.subtract.outer(centres[:, 1], centres[:, 1])
    slopes, weights = [], []
    for along, off, sign in ((across, down, 1.0), (down, across, -1.0)):
        pair = (along > APART[0] * side) & (along < APART[1] * side)
        pair &= np.abs(off) < STEEPEST * along
        slopes.append(sign * off[pair] / along[pair])
        weights.append(along[pair])
    return np.concatenate(slopes), np.concatenate(weights)
