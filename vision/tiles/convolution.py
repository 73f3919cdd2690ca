"""Cells in; what a convolutional network tells of each, out.

Three layers of filters, the strongest of what they find in neighbouring places, and two layers of
sums. Networks see how far each pixel is on the way from the tile's colour to its letter's, and how
far aside: looks of all colours are the same to them. `tests/benchmarks/network_training.py` trains
them.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from vision.errors import ThemeMissing
from vision.imaging import Floats

NETWORKS = Path(__file__).parents[1] / "themes" / "generic"

CHANNELS = 2

POOLED = 2
"""Places, down and across, of which the strongest counts."""

INKS = -1.0, 1.5
"""What of the way from the ground's colour to the letter's is told apart."""

ASIDE = 120.0
"""Distance of colours aside from that way that is the most."""


def network_inputs(cells: NDArray[np.uint8], ground: Floats, ink: Floats) -> Floats:
    """``(K, n, n, CHANNELS)`` how far each pixel is to the ink, and aside; 0 to 1.

    Args:
        cells: ``(K, n, n, 3)`` uint8, cells or parts of them.
        ground: ``(K, 3)`` the colours of the tiles.
        ink: ``(K, 3)`` those of their letters.
    """
    axis = ink - ground
    length = np.sqrt((axis * axis).sum(axis=1)) + 1e-3
    apart = cells.astype(np.float32) - ground[:, None, None]
    along = np.einsum("krcx,kx->krc", apart, axis / length[:, None])
    beside = np.sqrt(np.maximum(np.einsum("krcx,krcx->krc", apart, apart) - along * along, 0.0))
    along /= length[:, None, None]
    along = (np.clip(along, *INKS) - INKS[0]) / (INKS[1] - INKS[0])
    return np.stack([along, np.minimum(beside / ASIDE, 1.0)], axis=3)


def run_network(layers: Mapping[str, Floats], inputs: Floats, steps: Sequence[int]) -> Floats:
    """``(K, classes)`` log-probabilities of the classes.

    Args:
        layers: Weights ``w1`` to ``w5`` and offsets ``b1`` to ``b5``.
        inputs: As of `network_inputs`.
        steps: Pixels from one place of a filter to the next, of the first three layers.
    """
    seen = inputs
    for number, step in enumerate(steps, 1):
        seen = _filtered(seen, layers[f"w{number}"], layers[f"b{number}"], step)
    sides = seen.shape[1] // POOLED, POOLED
    seen = seen.reshape(len(seen), *sides, *sides, seen.shape[3]).max(axis=(2, 4))
    flat = seen.reshape(len(seen), len(layers["w4"]))
    hidden = np.maximum(flat @ layers["w4"] + layers["b4"], 0.0)
    return log_shares(hidden @ layers["w5"] + layers["b5"])


def log_shares(logits: Floats) -> Floats:
    """Rows of log-probabilities from what they are up to a constant each."""
    logits = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), np.float32)


def though_covered(shown: Floats, covered: Floats, share: float) -> Floats:
    """``(K, N)`` log-likelihoods of what is there, whether something lies on it or not.

    Args:
        shown: ``(K, N)`` those of what the network sees.
        covered: ``(K, 1)`` that of a cover.
        share: Of tiles with one.
    """
    return np.asarray(
        np.logaddexp(math.log(1 - share) + shown, math.log(share) + covered), np.float32
    )


def _filtered(pages: Floats, weights: Floats, offsets: Floats, step: int) -> Floats:
    """Pages of channels, ``(K, n, n, C)``, filtered at each ``step``-th pixel and cut off at 0."""
    size, sides = weights.shape[0], -(-pages.shape[1] // step)
    beyond = step * (sides - 1) + size - pages.shape[1]
    around = beyond // 2, beyond - beyond // 2
    padded = np.pad(pages, ((0, 0), around, around, (0, 0)))
    each, down, right, channel = padded.strides  # a window's lines lie in one piece each
    lines = len(pages), sides, sides, size, size * pages.shape[3]
    windows = as_strided(padded, lines, (each, step * down, step * right, down, channel))
    flat = windows.reshape(len(pages) * sides * sides, size * size * pages.shape[3])
    found = flat @ weights.reshape(flat.shape[1], -1) + offsets
    np.maximum(found, 0.0, out=found)
    return np.asarray(found.reshape(len(pages), sides, sides, len(offsets)), np.float32)


@cache
def load_network(name: str) -> dict[str, Floats]:
    """The layers of a network that is installed with the program.

    Raises:
        ThemeMissing: It is not there, or spoilt.
    """
    try:
        with np.load(NETWORKS / name, allow_pickle=False) as data:
            return {each: data[each].astype(np.float32) for each in data.files}
    except (OSError, EOFError, ValueError, zipfile.BadZipFile) as fault:
        raise ThemeMissing(f"{name}: holds no network ({fault})", "install wwfsnap again") from None
