"""Colouring: other levels and hues for a whole picture, as functions of it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Screen

from .framing import Work, plain
from .pictures import Picture

NIGHT = (0.55, 0.82, 1.0)
"""Blue, green and red of a night light of some 3400 kelvin."""

DIM = 0.4


def _mapped(picture: Picture, table: NDArray[np.floating]) -> Screen:
    """Each level, 0 to 255, replaced; ``(256,)`` or ``(256, 3)`` for the three channels."""
    levels = np.broadcast_to(np.clip(table.T, 0, 255).astype(np.uint8), (3, 256))
    channels = [levels[c][picture.pixels[:, :, c]] for c in range(3)]
    return plain(picture, np.stack(channels, axis=2))


def gamma(power: float) -> Work:
    def work(picture: Picture) -> Screen:
        return _mapped(picture, 255.0 * (np.arange(256) / 255.0) ** power + 0.5)

    return work


def tinted(picture: Picture) -> Screen:
    return _mapped(picture, np.outer(np.arange(256), NIGHT))


def dimmed(picture: Picture) -> Screen:
    return _mapped(picture, np.arange(256) * DIM)


def other_hues(picture: Picture) -> Screen:
    """Every hue a third of the circle on: a look in colours that no theme knows."""
    return plain(picture, picture.pixels[:, :, [2, 0, 1]])


def light_turned(picture: Picture) -> Screen:
    """Light is dark and dark is light, each in its own hue: a look for the night."""
    levels = np.asarray(cv2.cvtColor(picture.pixels, cv2.COLOR_BGR2LAB), np.uint8).copy()
    levels[:, :, 0] = 255 - levels[:, :, 0]
    return plain(picture, np.asarray(cv2.cvtColor(levels, cv2.COLOR_LAB2BGR), np.uint8))


def lit_aslant(picture: Picture) -> Screen:
    """Light falls off to the right and to the foot; the upper left is as bright as can be."""
    height, width = picture.pixels.shape[:2]
    light = np.linspace(1.15, 0.75, width) * np.linspace(1.05, 0.85, height)[:, None]
    return plain(picture, np.clip(picture.pixels * light[:, :, None], 0, 255).astype(np.uint8))
