"""Upper bounds of the plays from an anchor, so that the kernel need not search them all.

Part of the kernel: see `_lanes` for how it is compiled.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.movegen._parts import NONE, WIDTH
from solver.movegen._words import POINT, Words


class Bounds(Words):
    """A board and a rack, and bounds of their plays. All bounds are in 1/`POINT` point."""

    __slots__ = ("bonuses",)

    def _init_bounds(self, bonuses: Sequence[int]) -> None:
        """Set the points on top by number of tiles laid; more count as the last."""
        self.bonuses = self.make("i", WIDTH)
        for laid in range(WIDTH):
            self.bonuses[laid] = bonuses[min(laid, len(bonuses) - 1)]

    def _bound(self, anchor: int, limit: int) -> int:
        """The most that plays from an anchor can bring.

        Each number of tiles is assumed to be the best of the rack, with the dearest on the letter
        premiums: a premium that multiplies by n counts a tile n times, so that sums of the best
        tiles suffice. Cross words get the best tile that fits. The whole rack counts only where it
        may spell a word together with the tiles there.
        """
        cell, tiles, points, times, cross = anchor, 0, 0, 1, 0
        dear, there = 0, 0
        highest = NONE
        if self.letters[anchor]:
            points = self.totals[anchor]
            while self.letters[cell]:
                there += self.keys[self.letters[cell]]
                cell -= 1
            high = self._bound_right(anchor + 1, 0, points, 1, 0, 0, there)
            highest = max(highest, high)
        while tiles < self.left and cell >= limit and self.tops[cell] >= 0:
            tiles += 1
            cross += self.tops[cell]
            times *= self.word_times[cell]
            dear += self.dears[cell]
            high = self._bound_right(anchor + 1, tiles, points, times, cross, dear, there)
            highest = max(highest, high)
            cell -= 1
        return highest

    def _bound_right(
        self, cell: int, laid: int, points: int, times: int, cross: int, dear: int, there: int
    ) -> int:
        """The same for words that begin with `laid` tiles left of `cell`."""
        highest = NONE
        while True:
            while self.letters[cell]:
                points += self.points[cell]
                there += self.keys[self.letters[cell]]
                cell += 1
            if laid:
                high = points + self.sums[laid] + self.sums[dear & 255]
                high += self.sums[dear >> 8 & 255] + self.sums[dear >> 16 & 255]
                high = high * times + cross + self.bonuses[laid]
                high = high * POINT + self.kept[laid]
                if high > highest and (
                    laid < self.left
                    or self._is_spelled(there + self.hidden[self.parts - 1], self.counts[0], 1)
                ):
                    highest = high
            if laid == self.left or self.tops[cell] < 0:
                return highest
            laid += 1
            cross += self.tops[cell]
            times *= self.word_times[cell]
            dear += self.dears[cell]
            cell += 1
