"""Corners of tiles in; the log-probability of each numeral, of none and of a cover, there out.

A convolutional network tells what is printed in a corner, wherever it stands there and in whatever
shade. It is trained by `tests/benchmarks/fitting_corners.py` on tiles that are painted at random.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np

from vision.imaging import HARDLY_ANY, Bools, Floats, Numbers, sample
from vision.tiles.ink import CELL, EVEN, Cells
from vision.tiles.network import CERTAIN, load_network, log_shares, run_network, with_cover

NETWORK = "corners.npz"

SIDE = 40
"""Pixels of a cell that the network sees from each of its corners."""

MOST_VALUE = 30
"""The classes are the values 0 to this one, and then:"""

NOTHING, HIDDEN = MOST_VALUE + 1, MOST_VALUE + 2

STEPS = 2, 2, 1
"""Strides of the three layers of filters, in pixels."""

CUT = 0.25
"""Share of a corner outside of the picture from which it does not show what stands there."""

UNSEEN = -20.0
"""Log-probability of what is not looked for."""

INSET = 6
"""Cell pixels between neighbouring places where numerals are looked for, five from one corner to
the next: a numeral that stands between two places is well in sight from both."""


class Corner(NamedTuple):
    """A corner of a cell, or a place further in where numerals may stand.

    Attributes:
        below: Whether it is a lower corner.
        left: Whether it is a left one.
        across, down: Cell pixels from that corner.
    """

    below: bool
    left: bool
    across: int = 0
    down: int = 0

    @property
    def window(self) -> tuple[slice, slice]:
        """The rows and columns of a cell that the network sees."""
        top = CELL - SIDE - self.down if self.below else self.down
        start = self.across if self.left else CELL - SIDE - self.across
        return slice(top, top + SIDE), slice(start, start + SIDE)

    @property
    def further_in(self) -> tuple[Corner, ...]:
        """The places next to it, nearer to the letter."""
        across, down = (min(each + INSET, CELL - SIDE) for each in (self.across, self.down))
        return (
            self._replace(across=across),
            self._replace(down=down),
            self._replace(across=across, down=down),
        )

    @property
    def middle(self) -> tuple[float, float]:
        """Where its numeral stands, across and down, in cell pixels."""
        x, y = SIDE / 4 + self.across, SIDE / 4 + self.down
        return x if self.left else CELL - x, CELL - y if self.below else y


CORNERS = tuple(Corner(below, left) for below in (False, True) for left in (False, True))

FURTHER_IN = tuple(
    each._replace(across=across * INSET, down=down * INSET)
    for each in CORNERS
    for across in range(2 if each.left else 3)  # half the way is also that of the other side
    for down in range(2 if each.below else 3)
    if across or down
)


class Numeral(NamedTuple):
    """What is printed in the corner of a tile.

    Attributes:
        value: None where there is none, or it is not clear what is there.
        hidden: Whether something lies there, so that absence proves nothing.
        missing: Whether it is likelier than not that there is none.
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
        corner: Which one.
        told: ``(K, HIDDEN + 1)`` log-probability of each class; HIDDEN is sure where nobody looked.
    """

    corner: Corner
    told: Floats

    def only(self, indices: list[int], unseen: int = 0) -> CornerPrints:
        """The prints of some of the tiles, in the order given, then of so many unseen ones."""
        return self._replace(told=np.concatenate([self.told[indices], _unseen(unseen)]))

    def covered(self, places: Collection[int]) -> CornerPrints:
        """These prints if something is known to lie on some of the corners."""
        told = self.told.copy()
        told[list(places)] = _unseen(len(places))
        return self._replace(told=told)

    def over(self, factors: Sequence[int]) -> CornerPrints:
        """The prints of the values before they were multiplied by K factors, 0 for unknown ones."""
        found = self.covered([k for k, factor in enumerate(factors) if not factor])
        shares = load_network(NETWORK)["shares"]
        for k, factor in ((k, each) for k, each in enumerate(factors) if each > 1):
            whole = range(0, NOTHING, factor)
            likely, told = (self.told[k] - shares)[whole], found.told[k]
            told[:NOTHING] = UNSEEN
            told[: len(whole)] = likely + shares[: len(whole)]
            told -= np.logaddexp.reduce(told)
        return found

    @property
    def shown(self) -> Bools:
        """``(K,)`` whether it is likelier than not that there is a value."""
        return np.asarray(np.exp(self.told[:, :NOTHING]).sum(axis=1) > EVEN, np.bool_)

    @property
    def certain(self) -> Bools:
        """``(K,)`` whether one value is certain, so that nothing lies on it."""
        return np.asarray(np.exp(self.told[:, :NOTHING]).max(axis=1) > CERTAIN, np.bool_)

    def shows(self, values: Sequence[Collection[int]]) -> Bools:
        """``(K,)`` whether a value is certain that is among the possible ones of its tile."""
        found = np.exp(self.told[:, :NOTHING])
        own = zip(found.argmax(axis=1).tolist(), values, strict=True)
        return np.array([value in each for value, each in own], np.bool_) & self.certain

    @property
    def hidden(self) -> Bools:
        """``(K,)`` whether it is likelier than not that something covers the corner."""
        return np.asarray(np.exp(self.told[:, HIDDEN]) > EVEN, np.bool_)

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
        return with_cover(likely[:, :HIDDEN], likely[:, HIDDEN:])


def look_at_corner(
    cells: Cells,
    tiles: Bools,
    perhaps: Bools | None = None,
    beyond: Bools | None = None,
    worth: Sequence[Collection[int]] | None = None,
    most: int = MOST_VALUE,
) -> CornerPrints | None:
    """The corner with the numerals of some tiles; None where none has any.

    A numeral that touches its letter may look like a part of it. If fewer than half of the tiles
    seem to have none, and some of these show their letter's value further in, both views count.

    Args:
        cells: K cells.
        tiles: ``(K,)`` those that hold tiles.
        perhaps: ``(K,)`` others that may, None for none; of the rest nothing is told.
        beyond: ``(K, CELL, CELL)`` bool, what lies outside the picture. None = nothing does.
        worth: What the letter that each cell seems to show may be worth. None = nothing is known.
        most: The highest value of a tile.
    """

    def look(kept: Numbers, corner: Corner) -> Floats:
        shown = cells.shades[:, *corner.window][kept]
        told = run_network(load_network(NETWORK), shown, STEPS)
        told[:, most + 1 : NOTHING] = UNSEEN
        return log_shares(told)

    places = np.flatnonzero(tiles)
    own = np.zeros((len(tiles), NOTHING), np.bool_)
    for row, values in zip(own, worth or (), strict=False):
        row[[value for value in values if value < NOTHING]] = True
    some, looked = sample(places), dict[Corner, Floats]()

    def glance(corner: Corner) -> Floats:
        looked[corner] = look(some, corner)
        return np.exp(looked[corner][:, :NOTHING])

    corner = _find_corner(glance, own[some])
    if corner is None:
        return None
    told = _unseen(len(tiles))
    told[some] = looked[corner]
    others = tiles.copy() if perhaps is None else tiles | perhaps
    others[some] = False
    told[others] = look(np.flatnonzero(others), corner)
    bare = places[told[places, NOTHING] > math.log(EVEN)]
    for each in corner.further_in if 2 * len(bare) < len(places) else ():
        inner = look(bare, each)
        agree = np.where(own[bare], np.exp(inner[:, :NOTHING]), 0.0).sum(axis=1) > EVEN
        told[bare[agree]] = np.logaddexp(told[bare], inner)[agree] - math.log(2.0)
        bare = bare[~agree]
    if beyond is not None:
        cut = beyond[:, *corner.window].mean(axis=(1, 2)) > CUT
        told[cut] = _unseen(len(cut))[cut]
    return CornerPrints(corner, told)


def _find_corner(look: Callable[[Corner], Floats], own: Bools) -> Corner | None:
    """Where most of some tiles show their own values, or else the corner with most numerals.

    Further in parts of letters look like numerals, too, so that a lone tile tells nothing there.
    ``look`` gives the ``(K, NOTHING)`` probabilities of the values in a corner of each; ``own`` are
    those that its letter may have.
    """
    if not len(own):
        return None
    known = own if own.any() else np.ones_like(own)
    shown, agree = {}, {}
    for corner in CORNERS:
        found = look(corner)
        shown[corner], agree[corner] = float(found.sum()), float(found[known].sum())
        if agree[corner] > EVEN * len(own):
            return corner
    best = max(shown, key=shown.__getitem__)
    if own.any() and len(own) > 1:
        agree = {each: float(look(each)[own].sum()) for each in FURTHER_IN}
        inner = max(agree, key=agree.__getitem__)
        if agree[inner] > EVEN * len(own):
            return inner
    return best if shown[best] > HARDLY_ANY * len(own) else None


def _unseen(count: int) -> Floats:
    """``(count, HIDDEN + 1)`` log-probabilities of corners that are not seen: all are covered."""
    told = np.full((count, HIDDEN + 1), UNSEEN, np.float32)
    told[:, HIDDEN] = 0.0
    return told
