"""The generator itself, plain Python and compiled alike: see `_lanes` for how.

From each anchor all plays are found by a walk over the word graph (`_walk`), the best one by
looking words up (`_words`) wherever bounds leave it open (`_bounds`).
"""

from __future__ import annotations

from collections.abc import Sequence

from solver._lanes import Ints, Lanes, Make
from solver._parts import NONE
from solver._walk import Walk

BIAS = 1 << 30


class Kernel(Walk):
    """A board, a rack and the plays found last; see also `Plays`.

    Attributes:
        best: Score and leave of the best play in units of 1/`POINT` point.
        best_score: Its points alone.
        best_laid: Its bytes as in `pool`.
    """

    __slots__ = ("only_best", "order", "start")

    def __init__(
        self,
        arcs: Sequence[int],
        root: int,
        size: int,
        values: Sequence[int],
        make: Make,
        start: int,
        full: int,
        bonus: int,
    ) -> None:
        """An empty board without premiums.

        Args:
            arcs: As for `Lanes`, and so on.
            root: The same.
            size: The same.
            values: The same.
            make: The same.
            start: The square the first move must cover, counted row by row.
            full: Tiles of a full rack, 1 to 12.
            bonus: Points for laying that many.
        """
        Lanes.__init__(self, arcs, root, size, values, make)
        self._hold_nothing(make)
        self._know_nothing(len(values) - 1)
        self._set_bonus(full, bonus)
        self.start = start
        self._find_nothing()
        self.turn = 0  # the cell behind the anchor
        self.limit = 0  # the leftmost cell the walk may take
        self.only_best = 0
        self.order: list[int] = []

    def find_all(self, rack: bytes) -> int:
        """Find every play once.

        Args:
            rack: Numbers of the tiles, 0 for a blank.

        Returns:
            How many; see `found` and `pool`.
        """
        self._take(rack)
        self.done = 0
        self.only_best = 0
        self.count = 0
        self._each_anchor()
        return self.count

    def find_best(self, rack: bytes, worth: Ints | None) -> int:
        """Find the best play: bounds tell from which anchors words need be looked up.

        Args:
            rack: Numbers of the tiles, 0 for a blank.
            worth: What each leave is worth in units of 1/`POINT` point, or None; see
                `solver.kernel.Session.leaves` for the order.

        Returns:
            1 where there is one, see `best`; else 0.

        Raises:
            ValueError: `worth` has not an entry for each leave, or there are too many of them.
        """
        self._take(rack)
        self._weigh(rack, worth)
        self.best = NONE
        self.only_best = 1
        self.seeks = 0
        self.order = []
        self._each_anchor()
        self.seeks = 1
        self.order.sort(reverse=True)
        for packed in self.order:
            high = packed >> 32
            if high <= self.best + BIAS:
                break
            anchor = packed >> 16 & 0xFFFF
            self._enter(anchor)
            self._bound(anchor, packed & 0xFFFF)
        return 0 if self.best == NONE else 1

    def _each_anchor(self) -> int:
        for row in range(self.size):
            self.in_lane(0, row)
        for row in range(self.size):
            self.in_lane(1, row)
        return 0

    def in_lane(self, down: int, row: int) -> int:
        """Each play is found from one anchor only, the leftmost of those it touches.

        Anchors are the last tiles of runs, and the empty squares with a tile beside their lane; on
        an empty board the start.
        """
        if not self.left:
            return 0
        first = down * self.grid + row * self.lane + 1
        limit = first
        if not self.tiles:
            above, before = self.start // self.size, self.start % self.size
            if row == (before if down else above):
                self._anchor(first + (above if down else before), first)
            return 0
        fitting = self.every if self.counts[0] else self.held
        for cell in range(first, first + self.size):
            if self.letters[cell]:
                if not self.letters[cell + 1]:
                    self._anchor(cell, limit)
                    limit = cell + 2  # a tile right behind the run would belong to it
            elif self.hooks[cell] >= 0 and cell >= limit and self.masks[cell] & fitting:
                self._anchor(cell, limit)
                limit = cell + 1
        return 0

    def _anchor(self, anchor: int, limit: int) -> int:
        """Walk from an anchor, or only note it where the best play is asked for."""
        if self.only_best:
            high = min(self._bound(anchor, limit), BIAS - 1) + BIAS
            if high > 0:
                self.order.append(high << 32 | anchor << 16 | limit)
        else:
            self._from_anchor(anchor, limit)
        return 0
