"""A photo with uneven light on its board in; the same in even light out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.arrays import Doubles
from vision.imaging.geometry import Grid

LEAST_BARE = 30
"""Bare squares that suffice to measure the light."""

NOTICED = 1.06
"""Ratio of light across the board from which it is evened out; screenshots measure 1.00 to 1.02."""

ROUNDS = 8
STEP = 16
"""Pixels between places at which the light is computed; it changes slowly."""

STRIP = 256
"""Rows that are evened out at a time: floats of a whole picture take four times its memory."""


def even_light(
    pixels: NDArray[np.uint8], grid: Grid, bare: NDArray[np.bool_], ground: NDArray[np.float32]
) -> NDArray[np.uint8] | None:
    """The picture as if the light were the same everywhere; None where it is already.

    A surface of second degree is fitted to the logarithm of the bare squares' brightness; squares
    off the surface, such as covered ones, have less weight. Beyond the board the light is limited
    to the range that it has on the board.

    Args:
        pixels: ``(H, W, 3)`` uint8, the board upright in it.
        grid: Where it lies.
        bare: ``(n, n)`` bool, squares with nothing on them.
        ground: ``(n, n, 3)`` float32, the colour of each square.
    """
    if bare.sum() < LEAST_BARE:
        return None
    rows, columns = np.nonzero(bare)
    surface = _terms((columns + 0.5) / grid.size, (rows + 0.5) / grid.size)
    bright = np.log(ground[bare].astype(np.float64).mean(axis=1) + 1.0)
    light = _fit(surface, bright)
    seen = surface @ light
    if np.exp(np.ptp(seen)) < NOTICED:
        return None
    height, width = pixels.shape[:2]
    x = (np.arange(0, width + STEP, STEP) - grid.x) / grid.box.width
    y = (np.arange(0, height + STEP, STEP) - grid.y) / grid.box.height
    across, down = (each.ravel() for each in np.meshgrid(x, y))
    there = np.clip(_terms(across, down) @ light, seen.min(), seen.max())
    lack = np.exp(seen.max() - there).astype(np.float32).reshape(len(y), len(x))
    wide = cv2.resize(lack, (len(x) * STEP, len(y) * STEP), interpolation=cv2.INTER_LINEAR)
    even = np.empty_like(pixels)
    for top in range(0, height, STRIP):
        part = pixels[top : top + STRIP]
        first = STEP // 2 + top
        strip = wide[first : first + len(part), STEP // 2 : STEP // 2 + width, None]
        even[top : top + STRIP] = np.clip(part * strip + 0.5, 0, 255)
    return even


def _terms(across: Doubles, down: Doubles) -> Doubles:
    """``(N, 6)`` the terms of a surface of second degree, places as shares of the board."""
    return np.stack(
        [np.ones_like(across), across, down, across * across, across * down, down * down], axis=1
    )


def _fit(terms: Doubles, values: Doubles) -> Doubles:
    """The surface through most of the values, with Cauchy weights."""
    weights = np.ones(len(values))
    solved = np.zeros(terms.shape[1])
    for _ in range(ROUNDS):
        root = np.sqrt(weights)
        found = np.linalg.lstsq(terms * root[:, None], values * root, rcond=None)[0]
        solved = np.asarray(found, np.float64)
        off = np.abs(values - terms @ solved)
        weights = 1.0 / (1.0 + (off / (2.0 * float(np.median(off)) + 1e-3)) ** 2)
    return solved
