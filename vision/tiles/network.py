"""Tiles in; the log-probability of each letter, whatever their font, out.

Templates tell a letter by how it looks in the fonts that they come from, once it is cut out. A
convolutional network, trained by `tests/benchmarks/fitting_letters.py` on tiles that are painted at
random in many open fonts, tells it by what the same letter has in common in all of them, from the
tile as it is. A network has three convolutional layers, max pooling and two dense layers; `corners`
has another one.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.lib.stride_tricks import as_strided

from vision.errors import ThemeMissing
from vision.imaging import SAME_COLOUR, Bools, Floats
from vision.tiles.ink import BATCH, CELL, Cells, ink_shades
from vision.tiles.segment import Mark

NETWORKS = Path(__file__).parents[1] / "themes" / "generic"

POOLED = 2
"""Side of the windows of the max pooling."""

NETWORK = "letters.npz"

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÅÆÇÑÖØÜ"
"""Letters that the network tells apart, its first classes; then come:"""

OTHER, NOTHING, COVERED = (len(LETTERS) + n for n in range(3))
"""A letter of other languages, no letter, and something that hides a letter."""

CLASSES = COVERED + 1

STEPS = 2, 2, 2
"""Strides of the three layers of filters, in pixels."""

CERTAIN = 0.99
"""Probability from which a letter or a value is certain."""

TILE = math.log(CERTAIN / (1.0 - CERTAIN))
"""Log-odds that a cell shows a letter from which it holds a tile."""

HIDDEN_SHARE = 0.02
"""Share of tiles on whose letter, or numeral, something lies."""

LogLikelihoods = Floats
"""``(K, CLASSES)`` log-likelihood of each class on K tiles, up to one constant a tile."""


def run_network(layers: Mapping[str, Floats], inputs: Floats, steps: Sequence[int]) -> Floats:
    """``(K, classes)`` log-probabilities of the classes.

    Args:
        layers: Weights ``w1`` to ``w5`` and offsets ``b1`` to ``b5``.
        inputs: ``(K, n, n, 2)`` shades of cells, or of parts of them, as in ``Cells``.
        steps: Strides of the first three layers, in pixels.
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
    """Rows of log-probabilities from rows that lack a constant each (log-softmax)."""
    logits = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), np.float32)


def with_cover(shown: Floats, covered: Floats) -> Floats:
    """``(K, N)`` log-likelihoods of what is there, if it may be under a cover, ``(K, 1)``, too."""
    none, some = math.log(1 - HIDDEN_SHARE), math.log(HIDDEN_SHARE)
    return np.asarray(np.logaddexp(none + shown, some + covered), np.float32)


def _filtered(pages: Floats, weights: Floats, offsets: Floats, step: int) -> Floats:
    """Pages of channels, ``(K, n, n, C)``, convolved with a stride of ``step``, at least 0."""
    count, side, _, channels = pages.shape
    size, sides = weights.shape[0], -(-side // step)
    beyond = step * (sides - 1) + size - side
    inner = slice(beyond // 2, beyond // 2 + side)
    batch = min(count, BATCH)
    padded = np.zeros((batch, side + beyond, side + beyond, channels), np.float32)
    each, down, right, channel = padded.strides  # each line of a window is contiguous
    lines = batch, sides, sides, size, size * channels
    windows = as_strided(padded, lines, (each, step * down, step * right, down, channel))
    flat = np.empty(lines, np.float32)
    found = np.empty((count, sides * sides, len(offsets)), np.float32)
    for first in range(0, count, BATCH):
        part = found[first : first + BATCH]
        padded[: len(part), inner, inner] = pages[first : first + BATCH]
        flat[: len(part)] = windows[: len(part)]
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
        raise ThemeMissing(
            f"{name}: contains no network ({fault})", "install wwfsnap again"
        ) from None


def look_at_letters(cells: Cells) -> LogLikelihoods:
    """What the network tells of cells; ink in its ground's colour is grain: nothing is there."""
    told = _told(cells.shades)
    even = cells.contrast <= SAME_COLOUR
    told[even] = -2 * TILE
    told[even, NOTHING] = 0.0
    return told


def look_at_marks(marks: Sequence[Mark]) -> LogLikelihoods:
    """What the network tells of letters that were cut out of tiles."""
    along = np.zeros((len(marks), CELL, CELL), np.float32)
    for page, mark in zip(along, marks, strict=True):
        box = mark.blob
        shown = cv2.resize(mark.coverage, (box.width, box.height))
        page[box.y : box.bottom, box.x : box.right] = shown
    return _told(ink_shades(along))


def _told(inputs: Floats) -> LogLikelihoods:
    layers = load_network(NETWORK)
    return np.asarray(run_network(layers, inputs, STEPS) - layers["shares"], np.float32)


def knows(letter: str) -> bool:
    """Whether the network tells a letter from all others, and not as one of other languages."""
    return len(letter) == 1 and letter in LETTERS


def letter_odds(told: LogLikelihoods, *, covered: bool = True) -> Floats:
    """``(K,)`` log-odds of a letter, and if ``covered`` also of what covers one, to nothing."""
    without = [NOTHING] if covered else [NOTHING, COVERED]
    any_letter = np.logaddexp.reduce(np.delete(told, without, axis=1), axis=1)
    return np.asarray(any_letter - told[:, NOTHING], np.float32)


def log_clearness(told: LogLikelihoods) -> float:
    """Sum of the log-probabilities of each cell's likeliest class, covers left out; 0 at most."""
    return float(np.delete(log_shares(told), COVERED, axis=1).max(axis=1).sum())


def shows_one_letter(told: LogLikelihoods, above: float = CERTAIN) -> Bools:
    """``(K,)`` whether it is certain which letter there is, or at least this probable, 0 to 1."""
    return np.asarray(log_shares(told)[:, :OTHER].max(axis=1) > math.log(above), np.bool_)


def likeliest_letters(told: LogLikelihoods, letters: Sequence[str]) -> list[str]:
    """The likeliest of some letters for each of K cells."""
    return [letters[n] for n in log_chances(told, letters)[0].argmax(axis=1).tolist()]


def letter_likelihoods(told: LogLikelihoods, letters: Sequence[str]) -> Floats:
    """``(K, N)`` log-likelihood of N letters, covered or not; of unknown ones that of ``OTHER``."""
    seen = with_cover(told[:, :NOTHING], told[:, COVERED:])
    return seen[:, [LETTERS.index(each) if knows(each) else OTHER for each in letters]]


def log_chances(told: LogLikelihoods, letters: Sequence[str]) -> tuple[Floats, Floats]:
    """``(K, N)`` log-probabilities of N letters, and ``(K,)`` of the likeliest letter but these.

    Any letter may be covered. One that the network does not know is as likely as the likeliest.
    """
    known = log_shares(with_cover(told[:, :NOTHING], told[:, COVERED:]))
    columns = [LETTERS.index(each) if knows(each) else -1 for each in letters]
    best = known.max(axis=1)
    found = np.stack([known[:, n] if n >= 0 else best for n in columns], axis=1)
    others = [n for n in range(NOTHING) if n not in columns]
    return found, known[:, others].max(axis=1)
