"""The order of the plays found: by falling score, and ties always in the same order.

Part of the kernel: see `_lanes` for how it is compiled.

Ties are in the order in which a walk from anchor to anchor would meet them, the last one first:
rows before columns, the anchor further right or down, then the tiles, from the anchor to the left
and after that to the right. A play's anchor is the leftmost cell of its word that touches a tile,
or the last one of a run.
"""

from __future__ import annotations

from solver.movegen._branches import Ints
from solver.movegen._lanes import BLANK_BIT
from solver.movegen._sweep import Sweep

NUMBER = 0xFFFFFFFF


class Order(Sweep):
    """A board, a rack and the plays found, which can be sorted."""

    __slots__ = ("ranks",)

    def _init_ranks(self) -> int:
        """No plays ranked yet."""
        self.ranks = self.make("Q", 0)  # of each play: its score and its anchor
        return 0

    def arrange(self) -> int:
        """Sort `found`."""
        count, size = self.count, 1
        self.ranks = self.make("Q", count)
        for number in range(count):
            score = self.key_view[number] >> 32
            self.ranks[number] = score << 16 | self._anchor_of(number)
        source: Ints = self.key_view
        target: Ints = self.make("Q", count)
        while size < count:
            start = 0
            while start < count:
                middle = min(start + size, count)
                self._merge(source, target, start, middle, min(middle + size, count))
                start += 2 * size
            source, target = target, source
            size *= 2
        for number in range(count):
            self.key_view[number] = source[number]
        return 0

    def _anchor_of(self, number: int) -> int:
        """The anchor of a play."""
        at = number * 8 * self.words
        self._enter_lane(self.pool_bytes[at])
        place = 1
        while not self.pool_bytes[at + place]:
            place += 1
        cell = self.base + place
        if self.letters[cell - 1]:
            return cell - 1
        if not self.tiles:
            return self.starts[self.down]
        while self.hooks[cell] < 0 and (not self.letters[cell] or self.letters[cell + 1]):
            cell += 1
        return cell

    def _merge(self, source: Ints, target: Ints, start: int, middle: int, end: int) -> int:
        """Merge two adjacent sorted stretches."""
        left, right = start, middle
        for place in range(start, end):
            if right == end or (left < middle and self._precedes(source[left], source[right])):
                target[place] = source[left]
                left += 1
            else:
                target[place] = source[right]
                right += 1
        return 0

    def _precedes(self, one: int, other: int) -> int:
        """Whether one play comes before another."""
        rank, than = self.ranks[one & NUMBER], self.ranks[other & NUMBER]
        if rank != than:
            return 1 if rank > than else 0
        at, beside = (one & NUMBER) * 8 * self.words, (other & NUMBER) * 8 * self.words
        self._enter_lane(self.pool_bytes[at])
        turn = (rank & 0xFFFF) - self.base
        place = turn
        while place and self.pool_bytes[at + place] == self.pool_bytes[beside + place]:
            place -= 1
        if not place:
            place = turn + 1
            while self.pool_bytes[at + place] == self.pool_bytes[beside + place]:
                place += 1
        tile, against = self.pool_bytes[at + place], self.pool_bytes[beside + place]
        letter, than_letter = tile & BLANK_BIT - 1, against & BLANK_BIT - 1
        if letter != than_letter:
            return 1 if letter > than_letter else 0
        return 1 if tile > against else 0
