"""Glyphs' shapes in; the log-probability of each letter, whatever their font, out.

Templates tell a letter by how it looks in the fonts that they come from. A small network, trained
on the letters of many open fonts by `tests/benchmarks/fitting_network.py`, tells it by what the
same letter has in common in all of them: the tail of a Q, the bars of an I.
"""

from __future__ import annotations

import unicodedata
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from vision.errors import ThemeMissing
from vision.imaging import Floats

NETWORK = Path(__file__).parents[1] / "themes" / "generic" / "network.npz"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÆØ"
"""What it tells apart, and one thing more: any of these with a sign that runs into it."""

STRUCK = {"Ł": "L", "Đ": "D", "Ħ": "H"}

LOUDER = 8.0
"""Factor that gives the numbers of unit vectors a deviation of about one."""

Layers = tuple[tuple[Floats, Floats], ...]


def network_inputs(shapes: Floats, aspects: Floats) -> Floats:
    """``(K, V + 1)`` what the network sees of K glyphs, as of ``describe``."""
    wide = np.log(np.maximum(aspects, np.float32(1e-3)))
    return np.concatenate([LOUDER * shapes, wide[:, None]], axis=1).astype(np.float32)


def log_chances(shapes: Floats, aspects: Floats, letters: Sequence[str]) -> tuple[Floats, Floats]:
    """``(K, N)`` log-probabilities of N letters, and ``(K,)`` of any letter with a sign in one.

    A letter with a sign may stand apart from it, so it is as likely as the letter without or one
    with any sign. A letter that the network does not know is as likely as the likeliest.

    Args:
        shapes: ``(K, V)`` as of ``describe``.
        aspects: ``(K,)`` width over height of the glyphs' boxes.
        letters: The letters asked about.
    """
    known = run(_layers(), network_inputs(shapes, aspects))
    known -= known.max(axis=1, keepdims=True)
    known -= np.log(np.exp(known).sum(axis=1, keepdims=True))
    signed = known[:, -1]
    found = np.empty((len(known), len(letters)), np.float32)
    for column, letter in enumerate(letters):
        number = LETTERS.find(plain(letter)) if len(letter) == 1 else -1
        found[:, column] = known[:, number] if number >= 0 else known.max(axis=1)
        if number >= 0 and plain(letter) != letter:
            found[:, column] = np.logaddexp(found[:, column], signed)
    return found, signed


def plain(letter: str) -> str:
    """A letter without its sign, which is above it, below it or a stroke through it."""
    return STRUCK.get(letter, unicodedata.normalize("NFD", letter)[0])


def run(layers: Layers, inputs: Floats) -> Floats:
    """``(K, len(LETTERS) + 1)`` what the last layer gives: logits."""
    for weights, offsets in layers[:-1]:
        inputs = np.maximum(inputs @ weights + offsets, 0.0)
    weights, offsets = layers[-1]
    return np.asarray(inputs @ weights + offsets, np.float32)


@cache
def _layers() -> Layers:
    try:
        with np.load(NETWORK, allow_pickle=False) as data:
            values = [data[name].astype(np.float32) for name in data.files]
    except (OSError, EOFError, ValueError, zipfile.BadZipFile) as fault:
        raise ThemeMissing(
            f"{NETWORK.name}: holds no network ({fault})", "install wwfsnap again"
        ) from None
    return tuple(zip(values[::2], values[1::2], strict=True))
