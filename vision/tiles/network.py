"""Tiles in; the log-probability of each letter, whatever their font, out.

Templates tell a letter by how it looks in the fonts that they come from, once it is cut out. A
convolutional network, trained by `tests/benchmarks/fitting_letters.py` on tiles that are painted at
random in many open fonts, tells it by what the same letter has in common in all of them, from the
tile as it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats
from vision.tiles.convolution import load_network, log_shares, run_network, though_covered
from vision.tiles.ink import CELL, INKS, Cells
from vision.tiles.segment import Mark

NETWORK = "letters.npz"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÅÆÇÑÖØÜ"
"""What it tells apart, and then:"""

OTHER, NOTHING, COVERED = (len(LETTERS) + n for n in range(3))
"""A letter of other languages, none, and something that hides it."""

CLASSES = COVERED + 1

STEPS = 2, 2, 2
"""Pixels from one place of a filter to the next, layer by layer."""

TILE = math.log(99.0)
"""Log-odds that a cell shows a letter from which it holds a tile: a probability of 0.99."""

ONE = 0.99
"""Probability of a letter from which it is certain."""

HIDDEN_SHARE = 0.01
"""Share of tiles on whose letter something lies."""


def look_at_letters(cells: Cells) -> Floats:
    """``(K, CLASSES)`` log-likelihood of each class, up to one constant a tile."""
    return _told(cells.shades)


def look_at_marks(marks: Sequence[Mark]) -> Floats:
    """The same of letters that were cut out of tiles."""
    along = np.zeros((len(marks), CELL, CELL), np.float32)
    for page, mark in zip(along, marks, strict=True):
        box = mark.blob
        shown = cv2.resize(mark.coverage, (box.width, box.height))
        page[box.y : box.bottom, box.x : box.right] = shown
    inked = (along - INKS[0]) / (INKS[1] - INKS[0])
    return _told(np.stack([inked, np.zeros_like(inked)], axis=3))


def _told(inputs: Floats) -> Floats:
    layers = load_network(NETWORK)
    return np.asarray(run_network(layers, inputs, STEPS) - layers["shares"], np.float32)


def letter_odds(told: Floats) -> Floats:
    """``(K,)`` log-odds that there is a letter, or what covers one.

    Args:
        told: ``(K, CLASSES)`` as of `look_at_letters`.
    """
    any_letter = np.logaddexp.reduce(np.delete(told, NOTHING, axis=1), axis=1)
    return np.asarray(any_letter - told[:, NOTHING], np.float32)


def shows_one_letter(told: Floats) -> NDArray[np.bool_]:
    """``(K,)`` whether it is certain which letter there is.

    Args:
        told: ``(K, CLASSES)`` as of `look_at_letters`.
    """
    return np.asarray(log_shares(told)[:, :OTHER].max(axis=1) > math.log(ONE), np.bool_)


def log_chances(told: Floats, letters: Sequence[str]) -> tuple[Floats, Floats]:
    """``(K, N)`` log-probabilities of N letters, and ``(K,)`` of any letter but these.

    Any letter may be covered. One that the network does not know is as likely as the likeliest.

    Args:
        told: ``(K, CLASSES)`` as of `look_at_letters`.
        letters: The letters asked about.
    """
    known = log_shares(though_covered(told[:, :NOTHING], told[:, COVERED:], HIDDEN_SHARE))
    columns = [LETTERS.find(each) if len(each) == 1 else -1 for each in letters]
    best = known.max(axis=1)
    found = np.stack([known[:, n] if n >= 0 else best for n in columns], axis=1)
    others = [n for n in range(NOTHING) if n not in columns]
    return found, known[:, others].max(axis=1)
