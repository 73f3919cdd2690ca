"""Corners of tiles in; the log-probability of each numeral, of none and of a cover, there out.

A convolutional network tells what is printed in a corner, wherever it stands there and in whatever
shade. It is trained by `tests/benchmarks/fitting_corners.py` on tiles that are painted at random.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats
from vision.tiles.ink import CELL, Cells
from vision.tiles.network import load_network, log_shares, run_network, though_covered

NETWORK = "corners.npz"

SIDE = 40
"""Pixels of a cell that the network sees from each of its corners."""

MOST_VALUE = 30
"""The classes are the values 0 to this one, and then:"""

NOTHING, HIDDEN = MOST_VALUE + 1, MOST_VALUE + 2

STEPS = 2, 2, 1
"""Pixels from one place of a filter to the next, layer by layer."""

CORNERS = ((False, False), (False, True), (True, False), (True, True))
"""Of a cell, as (below, left)."""

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


class Numeral(NamedTuple):
    """What is printed in the corner of a tile.

    Attributes:
        value: None where there is none, or it is not clear what is there.
        hidden: Whether something lies there, so that absence proves nothing.
        missing: Whether there is rather none than any.
        chances: Probability of each value from 0 on.
    """

    value: int | None = None
    hidden: bool = False
    missing: bool = True
    chances: tuple[float, ...] = ()

    def chance(self, value: int) -> float:
        """The probability of a value."""
        return self.chances[value] if value < len(self.chances) else 0.0


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

    def covered(self, places: Collection[int]) -> CornerPrints:
        """The same where something is known to lie on some of the corners."""
        told = self.told.copy()
        told[list(places)] = _unseen(len(places))
        return self._replace(told=told)

    @property
    def shown(self) -> NDArray[np.bool_]:
        """``(K,)`` whether there is rather a value than none."""
        return np.asarray(np.exp(self.told[:, :NOTHING]).sum(axis=1) > EVEN, np.bool_)

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """``(K,)`` whether there is rather a cover than not."""
        return np.asarray(np.exp(self.told[:, HIDDEN]) > EVEN, np.bool_)

    @property
    def middle(self) -> tuple[float, float]:
        """Middle of the corner, across and down, in cell pixels."""
        near, far = SIDE / 4, CELL - SIDE / 4
        return near if self.left else far, far if self.below else near

    def numeral(self, k: int) -> Numeral:
        """What stands on one tile."""
        shares = np.exp(self.told[k]).tolist()
        values = shares[:NOTHING]
        value = values.index(max(values)) if sum(values) > EVEN else None
        return Numeral(value, shares[HIDDEN] > EVEN, shares[NOTHING] > EVEN, tuple(values))

    @property
    def chances(self) -> Floats:
        """``(K, HIDDEN)`` log-likelihood of the values and of nothing, up to one constant a tile.

        Any of them may be covered.
        """
        likely = self.told - load_network(NETWORK)["shares"]
        return though_covered(likely[:, :HIDDEN], likely[:, HIDDEN:], COVERED)


def look_at_corner(
    cells: Cells,
    tiles: NDArray[np.bool_],
    perhaps: NDArray[np.bool_] | None = None,
    beyond: NDArray[np.bool_] | None = None,
    most: int = MOST_VALUE,
) -> CornerPrints | None:
    """The corner with the numerals of some tiles; None where none has any.

    Args:
        cells: K cells.
        tiles: ``(K,)`` those that hold tiles.
        perhaps: ``(K,)`` others that may, None for none; of the rest nothing is told.
        beyond: ``(K, CELL, CELL)`` bool, what lies outside the picture. None = nothing does.
        most: The highest value of a tile.
    """

    def look(kept: NDArray[np.int64], below: bool, left: bool) -> Floats:  # noqa: FBT001
        shown = cells.shades[:, *corner_of(below, left)][kept]
        told = run_network(load_network(NETWORK), shown, STEPS)
        told[:, most + 1 : NOTHING] = UNSEEN
        return log_shares(told)

    places = np.flatnonzero(tiles)
    some = places[:: max(1, -(-len(places) // SAMPLED))]
    counts: dict[tuple[bool, bool], float] = {}
    for corner in CORNERS:
        shown = np.exp(look(some, *corner)[:, :NOTHING]).sum() if len(some) else 0.0
        counts[corner] = float(shown)
        if shown > EVEN * len(some):
            break
    below, left = best = max(counts, key=counts.__getitem__)
    if counts[best] <= SEEN * len(some):
        return None
    told = _unseen(len(tiles))
    every = places if perhaps is None else np.flatnonzero(tiles | perhaps)
    told[every] = look(every, below, left)
    if beyond is not None:
        cut = beyond[:, *corner_of(below, left)].mean(axis=(1, 2)) > CUT
        told[cut] = _unseen(len(cut))[cut]
    return CornerPrints(below, left, told)


def _unseen(count: int) -> Floats:
    """What is told of so many tiles of which nothing is known."""
    told = np.full((count, HIDDEN + 1), UNSEEN, np.float32)
    told[:, HIDDEN] = 0.0
    return told


def corner_of(below: bool, left: bool) -> tuple[slice, slice]:  # noqa: FBT001
    """Rows and columns of a corner."""
    far = slice(CELL - SIDE, CELL)
    return far if below else slice(SIDE), slice(SIDE) if left else far
