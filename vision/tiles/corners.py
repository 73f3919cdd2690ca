"""Corners of tiles in; the log-probability of each numeral, of none and of a cover, there out.

A convolutional network tells what is printed in a corner, wherever it stands there and in whatever
shade. It is trained by `tests/benchmarks/fitting_corners.py` on tiles that are painted at random.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from vision.errors import ThemeMissing
from vision.imaging import Floats
from vision.tiles.ink import CELL

NETWORK = Path(__file__).parents[1] / "themes" / "generic" / "corners.npz"

SIDE = 40
"""Pixels of a cell that the network sees from each of its corners."""

MOST_VALUE = 30
"""The classes are the values 0 to this one, and then:"""

NOTHING, HIDDEN = MOST_VALUE + 1, MOST_VALUE + 2

CHANNELS = 2

STEPS = 2, 2, 1
"""Pixels from one place of a filter to the next, layer by layer."""

POOLED = 2
"""Places of the last of them, down and across, of which the strongest counts."""

INKS = -1.0, 1.5
"""What of the way from the ground's colour to the letter's is told apart."""

ASIDE = 120.0
"""Distance of colours aside from that way that is the most."""

SAMPLED = 12
"""Tiles by which the corner of numerals is found."""

SEEN = 0.1
"""Share of these that must show a numeral."""

COVERED = 0.03
"""Share of tiles on whose corner something lies."""

CUT = 0.25
"""Share of a corner outside of the picture from which it does not show what stands there."""

EVEN = 0.5
"""Probability of what is likelier than not."""

UNSEEN = -20.0
"""Log-probability of what is not looked for."""


class CornerPrints(NamedTuple):
    """What stands in one corner of K tiles.

    Attributes:
        below: Whether it is a lower corner.
        left: Whether it is a left one.
        told: ``(K, HIDDEN + 1)`` log-probability of each class; HIDDEN is sure where nobody looked.
    """

    below: bool
    left: bool
    told: Floats

    def only(self, indices: list[int], unseen: int = 0) -> CornerPrints:
        """The same for some of the tiles, in the order given, and for more that are not seen."""
        return self._replace(told=np.concatenate([self.told[indices], _unseen(unseen)]))

    @property
    def shown(self) -> NDArray[np.bool_]:
        """``(K,)`` whether there is rather a value than none."""
        return np.asarray(np.exp(self.told[:, :NOTHING]).sum(axis=1) > EVEN, np.bool_)

    @property
    def chances(self) -> Floats:
        """``(K, HIDDEN)`` log-likelihood of the values and of nothing, up to one constant a tile.

        Any of them may be covered.
        """
        likely = self.told - _layers()["shares"]
        seen, covered = likely[:, :HIDDEN], likely[:, HIDDEN:]
        found = np.logaddexp(math.log(1 - COVERED) + seen, math.log(COVERED) + covered)
        return np.asarray(found, np.float32)


def look_at_corner(
    pixels: NDArray[np.uint8],
    ground: Floats,
    ink: Floats,
    tiles: NDArray[np.bool_],
    perhaps: NDArray[np.bool_],
    beyond: NDArray[np.bool_] | None = None,
    most: int = MOST_VALUE,
) -> CornerPrints | None:
    """The corner with the numerals of some tiles; None where none has any.

    Args:
        pixels: ``(K, CELL, CELL, 3)`` uint8, cells.
        ground: ``(K, 3)`` the colour of the tile in each.
        ink: ``(K, 3)`` that of its letter.
        tiles: ``(K,)`` cells that hold tiles.
        perhaps: ``(K,)`` others that may; of the rest nothing is told.
        beyond: ``(K, CELL, CELL)`` bool, what lies outside the picture. None = nothing does.
        most: The highest value of a tile.
    """

    def look(cells: NDArray[np.int64], below: bool, left: bool) -> Floats:  # noqa: FBT001
        shown = pixels[cells], ground[cells], ink[cells]
        told = run(_layers(), corner_inputs(*shown, below=below, left=left))
        told[:, most + 1 : NOTHING] = UNSEEN
        told -= np.log(np.exp(told).sum(axis=1, keepdims=True))
        return told

    places = np.flatnonzero(tiles)
    some = places[:: max(1, -(-len(places) // SAMPLED))]
    counts: dict[tuple[bool, bool], float] = {}
    for corner in product((False, True), repeat=2):
        shown = np.exp(look(some, *corner)[:, :NOTHING]).sum() if len(some) else 0.0
        counts[corner[0], corner[1]] = float(shown)
        if shown > EVEN * len(some):
            break
    below, left = best = max(counts, key=counts.__getitem__)
    if counts[best] <= SEEN * len(some):
        return None
    told = _unseen(len(pixels))
    every = np.flatnonzero(tiles | perhaps)
    told[every] = look(every, below, left)
    if beyond is not None:
        cut = beyond[:, *_corner_of(below, left)].mean(axis=(1, 2)) > CUT
        told[cut] = _unseen(len(cut))[cut]
    return CornerPrints(below, left, told)


def _unseen(count: int) -> Floats:
    """What is told of so many tiles of which nothing is known."""
    told = np.full((count, HIDDEN + 1), UNSEEN, np.float32)
    told[:, HIDDEN] = 0.0
    return told


def corner_inputs(
    cells: NDArray[np.uint8], ground: Floats, ink: Floats, *, below: bool, left: bool
) -> Floats:
    """``(K, SIDE, SIDE, CHANNELS)`` a corner: how far each pixel is to the ink, and aside; 0 to 1.

    Args:
        cells: ``(K, CELL, CELL, 3)`` uint8.
        ground: ``(K, 3)`` the colours of the tiles.
        ink: ``(K, 3)`` those of their letters.
        below: Whether it is a lower corner.
        left: Whether it is a left one.
    """
    rows, columns = _corner_of(below, left)
    axis = ink - ground
    length = np.sqrt((axis * axis).sum(axis=1)) + 1e-3
    apart = cells[:, rows, columns].astype(np.float32) - ground[:, None, None]
    along = np.einsum("krcx,kx->krc", apart, axis / length[:, None])
    beside = np.sqrt(np.maximum(np.einsum("krcx,krcx->krc", apart, apart) - along * along, 0.0))
    along /= length[:, None, None]
    along = (np.clip(along, *INKS) - INKS[0]) / (INKS[1] - INKS[0])
    return np.stack([along, np.minimum(beside / ASIDE, 1.0)], axis=3)


def _corner_of(below: bool, left: bool) -> tuple[slice, slice]:  # noqa: FBT001
    """Rows and columns of a corner."""
    far = slice(CELL - SIDE, CELL)
    return far if below else slice(SIDE), slice(SIDE) if left else far


def run(layers: Mapping[str, Floats], inputs: Floats) -> Floats:
    """``(K, HIDDEN + 1)`` log-probabilities of the classes, for inputs as of `corner_inputs`."""
    seen = inputs
    for number, step in enumerate(STEPS, 1):
        seen = _filtered(seen, layers[f"w{number}"], layers[f"b{number}"], step)
    sides = seen.shape[1] // POOLED, POOLED
    seen = seen.reshape(len(seen), *sides, *sides, -1).max(axis=(2, 4))
    hidden = np.maximum(seen.reshape(len(seen), -1) @ layers["w4"] + layers["b4"], 0.0)
    logits = hidden @ layers["w5"] + layers["b5"]
    logits -= logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), np.float32)


def _filtered(pages: Floats, weights: Floats, offsets: Floats, step: int) -> Floats:
    """Pages of channels, ``(K, n, n, C)``, filtered at each ``step``-th pixel and cut off at 0."""
    size, sides = weights.shape[0], -(-pages.shape[1] // step)
    beyond = step * (sides - 1) + size - pages.shape[1]
    around = beyond // 2, beyond - beyond // 2
    padded = np.pad(pages, ((0, 0), around, around, (0, 0)))
    each, down, right, channel = padded.strides  # a window's lines lie in one piece each
    lines = len(pages), sides, sides, size, size * pages.shape[3]
    windows = as_strided(padded, lines, (each, step * down, step * right, down, channel))
    flat = windows.reshape(len(pages) * sides * sides, -1)
    found = flat @ weights.reshape(flat.shape[1], -1) + offsets
    np.maximum(found, 0.0, out=found)
    return np.asarray(found.reshape(len(pages), sides, sides, -1), np.float32)


@cache
def _layers() -> dict[str, Floats]:
    try:
        with np.load(NETWORK, allow_pickle=False) as data:
            return {name: data[name].astype(np.float32) for name in data.files}
    except (OSError, EOFError, ValueError, zipfile.BadZipFile) as fault:
        raise ThemeMissing(
            f"{NETWORK.name}: holds no network ({fault})", "install wwfsnap again"
        ) from None
