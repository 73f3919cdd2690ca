"""A photo in; the same in even light and without grain, where either hides its board, out."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.imaging.arrays import ENOUGH, ROUNDS, Bools, Bytes, Doubles, Floats, quantile
from vision.imaging.geometry import STRIP, Grid
from vision.imaging.screen import Screen

NOTICED = 1.06
"""Ratio of light across the board from which it is evened out; screenshots measure 1.00 to 1.02."""

STEP = 16
"""Pixels between places at which the light is computed; it changes slowly."""

NOISY = 1.5
"""Standard deviation of the grain, of 255, from which a picture is smoothed; most screenshots have
none, fair photos 1.0."""

SOFTEST = 2000
"""Longer side, in pixels, of a picture that is smoothed by one pixel; larger ones by more."""

LAPLACE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""Filter that removes all even changes and leaves the noise; J. Immerkaer, Fast noise variance
estimation, 1996."""


def even_light(
    pixels: Bytes, grid: Grid, bare: Bools, ground: Floats, *, exactly: bool = False
) -> Bytes | None:
    """The picture as if the light were the same everywhere; None where it is so already.

    A surface of second degree is fitted to the logarithm of the bare squares' brightness; squares
    off the surface, such as covered ones, have less weight. Beyond the board the light is limited
    to the range that it has on the board.

    Args:
        pixels: ``(H, W, 3)`` uint8, the board upright in it.
        grid: Where it lies.
        bare: ``(n, n)`` bool, squares with nothing on them.
        ground: ``(n, n, 3)`` float32, the colour of each square.
        exactly: Whether most bare squares must be alike afterwards (premium squares without a label
            count as bare). On a level screen they are if light was the cause, but not a veil.
    """
    if bare.sum() < ENOUGH:
        return None
    rows, columns = np.nonzero(bare)
    surface = _terms((columns + 0.5) / grid.size, (rows + 0.5) / grid.size)
    bright = np.log(ground[bare].astype(np.float64).mean(axis=1) + 1.0)
    light = _fit(surface, bright)
    seen = surface @ light
    if np.exp(np.ptp(seen)) < NOTICED:
        return None
    if exactly and quantile(np.abs(bright - seen), 0.5) >= np.log(NOTICED):
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
    one = np.ones_like(across)
    return np.stack([one, across, down, across * across, across * down, down * down], axis=1)


def _fit(terms: Doubles, values: Doubles) -> Doubles:
    """The surface through most of the values, with Cauchy weights."""
    weights = np.ones(len(values))
    solved = np.zeros(terms.shape[1])
    for _ in range(ROUNDS):
        root = np.sqrt(weights)
        found = np.linalg.lstsq(terms * root[:, None], values * root, rcond=None)[0]
        solved = np.asarray(found, np.float64)
        off = np.abs(values - terms @ solved)
        weights = 1.0 / (1.0 + (off / (2.0 * quantile(off, 0.5) + 1e-3)) ** 2)
    return solved


def measure_noise(pixels: Bytes) -> float:
    """Standard deviation of a picture's grain, 0 to 255, in its even areas, which are most of it.

    The ``(H, W, 3)`` uint8 picture is halved for it, as JPEG removes only the finest grain.
    """
    half = (max(1, pixels.shape[1] // 2), max(1, pixels.shape[0] // 2))
    small = cv2.resize(pixels, half, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    left = np.abs(cv2.filter2D(grey, cv2.CV_32F, LAPLACE))
    return quantile(left, 0.5) / (6 * 0.6745)


def denoised(screen: Screen) -> Screen | None:
    """The screen without its grain, None where it has hardly any or is no photo."""
    if screen.elongated or measure_noise(screen.pixels) < NOISY:
        return None
    sigma = max(1.0, max(screen.width, screen.height) / SOFTEST)
    pixels = cv2.GaussianBlur(screen.pixels, (0, 0), sigma)
    return replace(screen, pixels=np.asarray(pixels, np.uint8))
