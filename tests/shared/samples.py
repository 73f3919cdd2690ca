"""The project's own rendered screens: each is decoded and read once, however many tests ask."""

from __future__ import annotations

from functools import cache

import numpy as np
from PIL import Image

from sample_screens.truth import load_truths
from vision.imaging import Screen, load_screen
from vision.reader import read
from vision.reading import Reading

TRUTHS = {truth.name: truth for truth in load_truths()}


@cache
def screen_of(name: str) -> Screen:
    """The decoded picture. Not to be painted on: copy its pixels first."""
    screen = load_screen(TRUTHS[name].picture)
    screen.pixels.flags.writeable = False
    return screen


def as_screen(picture: Image.Image) -> Screen:
    """A painted picture as the reader takes it."""
    pixels = np.asarray(picture.convert("RGB"))[:, :, ::-1]
    return Screen(np.ascontiguousarray(pixels), "painted")


@cache
def reading_of(name: str) -> Reading:
    """What the reader says of it, asked nothing and told nothing."""
    return read(screen_of(name))
