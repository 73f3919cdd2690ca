"""The move generator itself, plain Python and compiled alike: see `_board` for how.

All plays are found by a search from all squares at once (`_sweep`), the best one by looking words
up (`_words`) in spans of squares, except where bounds rule them out (`_spans`).

Plays are sorted by falling score. Ties are in the order in which a walk from anchor to anchor would
meet them, the last one first: rows before columns, the anchor further right or down, then the
tiles, from the anchor to the left and after that to the right. A play's anchor is the leftmost cell
of its word that touches a tile, or the last one of a run.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.movegen._board import BLANK_BIT, LaneBoard, Make
from solver.movegen._graph import Ints, Rooted
from solver.movegen._rack import NONE
from solver.movegen._sweep import Sweep

BIAS = 1 << 30
NUMBER = 0xFFFFFFFF


class Kernel(Sweep):
    """A board, a rack and the plays found last; see also `Plays`.

    Attributes:
        best: Score and leave of the best play in units of 1/`POINT` point.
        best_score: Its points alone.
        best_laid: Its bytes as in `pool`.
    """

    __slots__ = ("order", "ranks", "waiting")

    def __init__(
        self,
        graph: Rooted,
        size: int,
        values: Sequence[int],
        make: Make,
        start: int,
        bonuses: Sequence[int],
    ) -> None:
        """An empty board without premiums.

        Args:
            graph: As for `LaneBoard`.
            size: The same.
            values: The same.
            make: The same.
            start: The square the first move must cover, counted row by row.
            bonuses: Points on top by number of tiles laid, 0 to those of a full rack.
        """
        LaneBoard.__init__(self, graph, size, values, make)
        self._init_rack(make)
        self._init_words(len(values) - 1)
        self._init_bounds(bonuses)
        self._init_plays()
        self._init_squares(start)
        self._init_word()
        self.order = make("Q", self.cells)  # anchors with their bounds
        self.waiting = 0  # how many of them
        self.ranks = make("Q", 0)  # of each play: its score and its anchor

    def find_all(self, rack: bytes, wanted: int = 0) -> int:
        """Find every play once.

        Args:
            rack: Numbers of the tiles, 0 for a blank.
            wanted: How many of the best, with ties of the last, are enough; 0 = all.

        Returns:
            How many; see `found` and `pool`.
        """
        self._take(rack)
        self.wanted = wanted
        self.floor = 0
        every = 1
        self.sweep((every << 2 * self.size) - 1)
        self._prune()
        self.wanted = 0
        self.floor = 0
        return self.count

    def find_best(self, rack: bytes, worth: Ints | None) -> int:
        """Find the best play, looking words up only at anchors whose bounds allow it.

        Args:
            rack: Numbers of the tiles, 0 for a blank.
            worth: The value of each leave in units of 1/`POINT` point, or None; see
                `solver.strategy.leaves.leaves_of` for the order.

        Returns:
            1 where there is one, see `best`; else 0.

        Raises:
            ValueError: `worth` has not an entry for each leave, or there are too many of them.
        """
        self._take(rack)
        self._weigh(rack, worth)
        self.best = NONE
        self.waiting = 0
        if self.left:
            for row in range(self.size):
                self._bound_lane(0, row)
            for row in range(self.size):
                self._bound_lane(1, row)
        packed = self._next_anchor()
        while packed:
            self._enter(packed >> 16 & 0xFFFF)
            self._search(packed >> 16 & 0xFFFF, packed & 0xFFFF)
            packed = self._next_anchor()
        return 0 if self.best == NONE else 1

    def _bound_lane(self, down: int, row: int) -> int:
        """Note the bound of each anchor of a lane.

        Each play belongs to one anchor only, the leftmost of those it touches. Anchors are the last
        tiles of runs, and the empty squares with a tile beside their lane; on an empty board the
        start.
        """
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
                    limit = cell + 2  # plays with a tile right behind the run belong to it
            elif self.hooks[cell] >= 0 and cell >= limit and self.masks[cell] & fitting:
                self._anchor(cell, limit)
                limit = cell + 1
        return 0

    def _anchor(self, anchor: int, limit: int) -> int:
        """Note the bound of an anchor whose plays reach no further left than the limit."""
        high = max(min(self._bound(anchor, limit), BIAS - 1) + BIAS, 0)
        if high:
            self.order[self.waiting] = high << 32 | anchor << 16 | limit
            self.waiting += 1
        return 0

    def _next_anchor(self) -> int:
        """Take the anchor with the highest bound, and drop those that cannot have the best play.

        Returns:
            The packed anchor; 0 where none is left.
        """
        highest, kept = 0, 0
        least = max(self.best + BIAS, 0)
        for place in range(self.waiting):
            packed = self.order[place]
            if packed >> 32 > least:
                if packed > highest:
                    packed, highest = highest, packed
                if packed:
                    self.order[kept] = packed
                    kept += 1
        self.waiting = kept
        return highest

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
