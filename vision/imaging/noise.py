"""A photo with a sensor's grain in; the same without it, where it hides the board, out."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.screen import Screen

NOISY = 1.5
"""Standard deviation of the grain, of 255, from which a picture is smoothed; most screenshots have
none, fair photos 1.0."""

SOFTEST = 2000
"""Longer side, in pixels, of a picture that is smoothed by one pixel; larger ones by more."""

LAPLACE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""Filter that removes all even changes and leaves the noise; J. Immerkaer, Fast noise variance
estimation, 1996."""


def measure_noise(pixels: NDArray[np.uint8]) -> float:
    """Standard deviation of a picture's grain, 0 to 255, in its even areas, which are most of it.

    It is measured at half the size, as JPEG removes only the finest grain.

    Args:
        pixels: ``(H, W, 3)`` uint8.
    """
    half = (max(1, pixels.shape[1] // 2), max(1, pixels.shape[0] // 2))
    small = cv2.resize(pixels, half, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    left = np.abs(cv2.filter2D(grey, cv2.CV_32F, LAPLACE))
    return float(np.median(left)) / (6 * 0.6745)


def denoised(screen: Screen) -> Screen | None:
    """The screen without its grain, None where it has hardly any or is no photo."""
    if screen.elongated or measure_noise(screen.pixels) < NOISY:
        return None
    sigma = max(1.0, max(screen.width, screen.height) / SOFTEST)
    pixels = cv2.GaussianBlur(screen.pixels, (0, 0), sigma)
    return replace(screen, pixels=np.asarray(pixels, np.uint8))
