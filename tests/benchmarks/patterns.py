"""The kind of a pattern in; how much of it each pixel of a tile shows out."""

from __future__ import annotations

import random
from collections.abc import Callable

import cv2
import numpy as np

from vision.imaging import Floats


def paint_pattern(kind: str, side: int, dice: random.Random) -> Floats:
    """``(side, side)`` shares, 0 to 1, of the pattern's colour; ``kind`` is one of ``PATTERNS``."""
    chance = np.random.default_rng(dice.randrange(2**31))
    return np.asarray(np.clip(PATTERNS[kind](side, chance), 0, 1), np.float32)


def _clouds(side: int, chance: np.random.Generator) -> Floats:
    """Smooth noise of mean 0 and deviation 1, with two to eight waves on a side."""
    coarse = chance.normal(0, 1, (int(chance.integers(3, 10)),) * 2).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _spots(side: int, chance: np.random.Generator) -> Floats:
    """Patches with soft or hard edges, as on a leopard or in camouflage."""
    found = 0.5 + chance.uniform(2, 20) * (_clouds(side, chance) - chance.uniform(0.2, 0.8))
    return np.asarray(found, np.float32)


def _veins(side: int, chance: np.random.Generator) -> Floats:
    """Thin lines that wind, as in marble."""
    found = np.exp(-((_clouds(side, chance) / chance.uniform(0.1, 0.3)) ** 2))
    return np.asarray(found, np.float32)


def _bars(side: int, chance: np.random.Generator) -> Floats:
    """Stripes that are parallel, level, upright or slanted."""
    down, across = np.mgrid[:side, :side] / side
    turn = chance.choice([0.0, 0.25, 0.5, chance.random()]) * np.pi
    along = (down * np.cos(turn) + across * np.sin(turn)) * chance.uniform(3, 9)
    return np.asarray(along % 1 < chance.uniform(0.2, 0.6), np.float32)


def _checks(side: int, chance: np.random.Generator) -> Floats:
    """Stripes both ways."""
    one = _bars(side, chance)
    return np.asarray((one + np.rot90(one)) / 2, np.float32)


def _dots(side: int, chance: np.random.Generator) -> Floats:
    """Stars and flakes."""
    found = np.zeros((side, side), np.float32)
    for x, y, radius in chance.uniform(0, 1, (int(chance.integers(5, 30)), 3)):
        at, size = (round(x * side), round(y * side)), max(1, round(0.04 * radius * side))
        cv2.circle(found, at, size, chance.uniform(0.4, 1), -1, cv2.LINE_AA)
    return found


def _blend(side: int, chance: np.random.Generator) -> Floats:
    """Colours that run into each other, as in a rainbow."""
    return np.asarray(0.5 + 0.4 * _clouds(side, chance), np.float32)


PATTERNS: dict[str, Callable[[int, np.random.Generator], Floats]] = {
    "spots": _spots, "veins": _veins, "bars": _bars, "checks": _checks, "dots": _dots,
    "blend": _blend,
}  # fmt: skip
