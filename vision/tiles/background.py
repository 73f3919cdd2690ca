"""Cells in; the background that their tiles share, and how likely each ground is a tile's, out.

Bevels, shadows and gaps in the ink's colour are connected with letters and numerals that reach the
tile's edge; what all tiles of a picture share along the edges of their cells is not ink. Nor is the
gloss on their faces, which thin numerals touch.

The network sees one cell at a time, and no colours. What a picture's other tiles and bare squares
look like tells an I, which is little more than a stroke, from an arrow on the board.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import FEW, NEARLY_ALL, Bools, Floats, colour_distances, quantile, sample
from vision.tiles.ink import CELL, EVEN, Cells, ink_shades

Kind = TypeVar("Kind", bound=np.generic)

WIDTH = 6.0
"""Width of the exponential kernel that compares colours, as a distance of colours, 0 to 441."""

WAYS = tuple((down, across) for down, across in product((-1, 0, 1), repeat=2) if down or across)
"""Directions, down and across."""

THICKEST = CELL // 12
"""Pixels of the thickest line around letters, as thick as the strokes of plain ones: what reaches
farther is the shade of a face."""

OTHER = 0.03
"""Share of tiles, and of bare squares, whose colour is like no other's. Half or twice as much of
this, or of `WIDTH`, changes little (`tests/benchmarks/fitting_grounds.py`)."""


class TileBackground(NamedTuple):
    """What tiles of a picture share.

    Attributes:
        beyond: ``(CELL, CELL)`` bool, the pixels around their faces.
        shade: ``(CELL, CELL)`` float32, coverage that gloss and shading give to their faces.
    """

    beyond: Bools
    shade: Floats

    def without(self, cells: Cells) -> Cells:
        """The cells as if the tiles' faces were even and reached to the cells' edges."""
        bare = np.maximum(cells.coverage - self.shade, 0.0) / (1.0 - self.shade)
        kept = ~self.beyond
        return cells._replace(coverage=bare * kept, foreign=cells.foreign & kept)


def find_background(cells: Cells, sure: Bools) -> TileBackground | None:
    """The background that tiles share; None where there are too few ``(K,)`` bool ``sure`` ones."""
    places = sample(np.flatnonzero(sure))
    if len(places) < FEW:
        return None
    other = (cells.coverage[places] > NEARLY_ALL) | cells.foreign[places]
    shared = other.mean(axis=0) >= NEARLY_ALL
    shared &= np.logical_or.reduce(_mirrored(shared))  # a numeral is in one corner only
    around = np.pad(shared, 1, constant_values=True).astype(np.uint8)
    _, labels = cv2.connectedComponents(around, connectivity=8)
    seen = np.ascontiguousarray(cells.coverage[places].reshape(len(places), -1).T)
    rank = int((1 - NEARLY_ALL) * len(places))
    shade = np.partition(seen, rank, axis=1)[:, rank].reshape(CELL, CELL)
    shade = np.minimum(shade, np.maximum.reduce(_mirrored(shade)))
    return TileBackground(labels[1:-1, 1:-1] == labels[0, 0], np.minimum(shade, NEARLY_ALL))


def without_outline(cells: Cells, letters: Bools) -> Cells:
    """The cells without outlines or shadows of letters, where most have them on the same side.

    Letters in bright colours have a line or a glow around them, in a colour that is neither that of
    their ink nor of their tile, or a shadow on one side. ``letters``, ``(K,)`` bool, tell which
    cells seem to show any.
    """
    places = sample(np.flatnonzero(letters))
    if len(places) < FEW:
        return cells
    some, ink = cells.only(places), cells.coverage > EVEN
    other = some.foreign | some.opposite
    beside = np.zeros_like(ink)
    for way in WAYS:
        inner, steps = _moved(ink[places], way, 1), 1  # the ink's edge is of both colours
        while steps <= THICKEST:
            outer = _moved(ink[places], way, steps + 1)
            band = outer & ~inner & ~ink[places]
            share = (other & band).sum(axis=(1, 2)) / np.maximum(band.sum(axis=(1, 2)), 1)
            if quantile(share, 0.5) <= EVEN:
                break
            inner, steps = inner | outer, steps + 1
        if 1 < steps <= THICKEST:  # the line's edge is of two colours, too
            for step in range(1, steps + 2):
                beside |= _moved(ink, way, step)
    beside &= ~ink
    if not beside.any():
        return cells
    shades = cells.shades.copy()
    shades[beside] = ink_shades(cells.coverage[beside])
    return cells._replace(shades=shades, foreign=cells.foreign & ~beside)


def _moved(pages: Bools, way: tuple[int, int], by: int) -> Bools:
    """``(K, CELL, CELL)`` pages moved by so many pixels one way; empty where nothing moved to."""
    framed = np.zeros((len(pages), CELL + 2 * by, CELL + 2 * by), np.bool_)
    framed[:, by:-by, by:-by] = pages
    top, left = (by - each * by for each in way)
    return framed[:, top : top + CELL, left : left + CELL]


def _mirrored(page: NDArray[Kind]) -> tuple[NDArray[Kind], ...]:
    """A cell mirrored in all three ways."""
    return page[::-1], page[:, ::-1], page[::-1, ::-1]


class Grounds(NamedTuple):
    """Colours of squares measured at one place in each: of their ground, or along their edges.

    Attributes:
        own: ``(K, 3)`` those of the cells that are looked at.
        bare: ``(B, 3)`` those of squares on which nothing is printed.
    """

    own: Floats
    bare: Floats

    def log_odds(self, odds: Floats, sure: float) -> Floats:
        """``(K,)`` log-odds that they are those of tiles, by kernel density.

        0 for a cell where no other is sure to be a tile. ``odds``, ``(K,)``, are the log-odds that
        a cell is a tile by what it shows: it surely is one above ``sure``, and none below minus it.
        """
        laid, none = odds > sure, odds < -sure
        bare = np.concatenate([self.own[none], self.bare])
        told = np.log(self._share(self.own[laid], laid)) - np.log(self._share(bare, none))
        return np.where(laid.sum() > laid, told, np.float32(0.0))

    def _share(self, others: Floats, among: Bools) -> Floats:
        """``(K,)`` density of other colours at each own one, without itself if ``among`` them."""
        near = np.exp(colour_distances(self.own, others) / -WIDTH).sum(axis=1) - among
        return np.asarray(OTHER + near / np.maximum(len(others) - among, 1), np.float32)
