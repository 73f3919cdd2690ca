"""Cells in; what a convolutional network tells of each, out.

Three layers of filters, the strongest of what they find in neighbouring places, and two layers of
sums. `tests/benchmarks/network_training.py` trains them.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import as_strided

from vision.errors import ThemeMissing
from vision.imaging import Floats

NETWORKS = Path(__file__).parents[1] / "themes" / "generic"

POOLED = 2
"""Places, down and across, of which the strongest counts."""

BATCH = 8
"""Cells filtered at a time: their windows fit into the processor's cache."""


def run_network(layers: Mapping[str, Floats], inputs: Floats, steps: Sequence[int]) -> Floats:
    """``(K, classes)`` log-probabilities of the classes.

    Args:
        layers: Weights ``w1`` to ``w5`` and offsets ``b1`` to ``b5``.
        inputs: ``(K, n, n, 2)`` shades of cells, or of parts of them, as of ``Cells``.
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
    count, side, _, channels = pages.shape
    size, sides = weights.shape[0], -(-side // step)
    beyond = step * (sides - 1) + size - side
    inner = slice(beyond // 2, beyond // 2 + side)
    padded = np.zeros((BATCH, side + beyond, side + beyond, channels), np.float32)
    each, down, right, channel = padded.strides  # a window's lines lie in one piece each
    lines = BATCH, sides, sides, size, size * channels
    windows = as_strided(padded, lines, (each, step * down, step * right, down, channel))
    flat = np.empty(lines, np.float32)
    found = np.empty((count, sides * sides, len(offsets)), np.float32)
    for first in range(0, count, BATCH):
        part = found[first : first + BATCH]
        padded[: len(part), inner, inner] = pages[first : first + BATCH]
        flat[:] = windows
        rows = flat[: len(part)].reshape(len(part), sides * sides, -1)
        np.matmul(rows, weights.reshape(-1, len(offsets)), out=part)
        part += offsets
        np.maximum(part, 0.0, out=part)
    return found.reshape(count, sides, sides, len(offsets))


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
