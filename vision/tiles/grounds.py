"""Ground colours of squares in; how much rather each is a tile's than a bare square's, out.

The network sees one cell at a time, and no colours. What a picture's other tiles and bare squares
look like tells an I, which is little more than a stroke, from an arrow on the board.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, colour_distances

WIDTH = 6.0
"""Distance of colours, 0 to 441, at which one tells a third as much of the other as at none."""

OTHER = 0.03
"""Share of tiles, and of bare squares, whose colour is like no other's. Of both little changes at a
half or twice as much (`tests/benchmarks/fitting_grounds.py`)."""


class Grounds(NamedTuple):
    """Ground colours on a board.

    Attributes:
        own: ``(K, 3)`` those of the cells that are looked at.
        bare: ``(B, 3)`` those of squares on which nothing is printed.
    """

    own: Floats
    bare: Floats

    def log_odds(self, odds: Floats, sure: float) -> Floats:
        """``(K,)`` log-odds that they are those of tiles, by kernel density.

        Args:
            odds: ``(K,)`` log-odds that a cell is a tile by what it shows.
            sure: Those from which a cell is a tile for sure, and below their opposite none.
        """
        laid, none = odds > sure, odds < -sure
        bare = np.concatenate([self.own[none], self.bare])
        return np.asarray(
            np.log(self._share(self.own[laid], laid)) - np.log(self._share(bare, none)), np.float32
        )

    def _share(self, others: Floats, among: NDArray[np.bool_]) -> Floats:
        """``(K,)`` density of other colours at each of ours, which may be ``among`` them."""
        near = np.exp(colour_distances(self.own, others) / -WIDTH).sum(axis=1) - among
        return np.asarray(OTHER + near / np.maximum(len(others) - among, 1), np.float32)
