"""The best play from an anchor: bounds of what it can bring, and words looked up in its spans.

Part of the kernel: see `_board` for how it is compiled.

An anchor whose bound is too low is not searched at all. The bounds of a span are closer: where few
tiles fit, the best of those counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.movegen._graph import CHILD
from solver.movegen._rack import NONE, WIDTH
from solver.movegen._words import PLACE_SHIFT, POINT, WORD_PLACES, Words


class Spans(Words):
    """A board, a rack and the best play found so far. All bounds are in 1/`POINT` point."""

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

    def _search(self, anchor: int, limit: int) -> int:
        """Search the plays from an anchor that reach no further left than the limit."""
        cell, tiles, points, times, cross = anchor, 0, 0, 1, 0
        caps, free, there = 0, 0, 0
        if self.letters[anchor]:
            points = self.totals[anchor]
            while self.letters[cell]:
                there += self.keys[self.letters[cell]]
                cell -= 1
            self.begin = cell + 1
            if self._goes_on(anchor):
                self._search_right(anchor + 1, 0, points, 1, 0, 0, 0, there)
        while tiles < self.left and cell >= limit and self.caps[cell] >= 0:
            tiles += 1
            cross += self.tops[cell]
            caps += self.caps[cell]
            times *= self.word_times[cell]
            free += self.freely[cell]
            self.begin = cell
            self._search_right(anchor + 1, tiles, points, times, cross, caps, free, there)
            cell -= 1
        return 0

    def _goes_on(self, end: int) -> int:
        """Whether a tile of the rack may lie right behind the run that ends at a cell."""
        fitting = self.masks[end + 1] & (self.every if self.counts[0] else self.held)
        return 1 if fitting & self._leads(self._arc(self.nodes[end], 0) & CHILD) else 0

    def _search_right(
        self,
        cell: int,
        laid: int,
        points: int,
        times: int,
        cross: int,
        caps: int,
        free: int,
        there: int,
    ) -> int:
        """The same for words that begin at `begin`.

        Args:
            cell: The next cell.
            laid: Tiles laid before it.
            points: Of the tiles on the board.
            times: Word premiums.
            cross: The most points of cross words.
            caps: The most points of tiles laid where few fit.
            free: `freely` of the other squares.
            there: The keys of the tiles on the board.
        """
        while True:
            while self.letters[cell]:
                points += self.points[cell]
                there += self.keys[self.letters[cell]]
                cell += 1
            if laid:
                high = points + caps + self.sums[free >> 24] + self.sums[free & 255]
                high += self.sums[free >> 8 & 255] + self.sums[free >> 16 & 255]
                high = high * times + cross
                self.extra = self.bonuses[laid]
                if (high + self.extra) * POINT + self.kept[laid] > self.best:
                    self.span = cell - self.begin
                    self._seek_parts(laid, points + caps, times, cross, free, there)
            if laid == self.left or self.caps[cell] < 0:
                return 0
            laid += 1
            cross += self.tops[cell]
            caps += self.caps[cell]
            times *= self.word_times[cell]
            free += self.freely[cell]
            cell += 1

    def _seek_parts(
        self, laid: int, points: int, times: int, cross: int, free: int, there: int
    ) -> int:
        """Look up the words that lay parts of `laid` tiles, where those may be the best play."""
        cross += self.extra
        self.wild = 0
        for place in range(self.first[laid], self.wilds[laid]):
            number = there + self.hidden_by_size[place]
            found = self.filters[number >> PLACE_SHIFT & WORD_PLACES - 1]  # as in `_is_word`
            if found >> (number & 63) & found >> (number >> 6 & 63) & 1 and self._is_better(
                self.by_size[place], points, times, cross, free
            ):
                self._look_up(number)
        for place in range(self.wilds[laid], self.first[laid + 1]):
            part = self.by_size[place]
            if self._is_better(part, points, times, cross, free):
                self.wild = part // self.strides[0]
                self._seek(there + self.hidden_by_size[place], self.wild, 1)
        return 0

    def _is_better(self, part: int, points: int, times: int, cross: int, free: int) -> int:
        """Whether laying a part may be the best play; its leave's value is noted."""
        row = part * WIDTH
        high = points + self.part_sums[row + (free >> 24)] + self.part_sums[row + (free & 255)]
        high += self.part_sums[row + (free >> 8 & 255)]
        high += self.part_sums[row + (free >> 16 & 255)]
        self.leave = 0 if self.worth is None else self.worth[self.parts - 1 - part]
        return 1 if (high * times + cross) * POINT + self.leave > self.best else 0
