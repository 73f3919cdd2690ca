"""Words that touch tiles: each has one place, and is continued there, tile by tile.

Part of the kernel: see `_lanes` for how it is compiled, and `_sweep` for the search up to there.

The score is carried along in three parts: points of the main word, its word premiums, points of the
cross words.
"""

from __future__ import annotations

from solver.movegen._branches import ACCEPT, CHILD, LETTER_SHIFT, bits
from solver.movegen._lanes import BLANK_BIT
from solver.movegen._squares import Squares


class Single(Squares):
    """A board, a rack and a word."""

    __slots__ = ("cross", "factor", "main", "word")

    def _init_word(self) -> int:
        """No tiles laid yet."""
        self.word = self.make("B", self.lane)  # the tiles laid, from its first cell on
        self.main = 0  # the three parts of their score
        self.factor = 1
        self.cross = 0
        return 0

    def _lay_word(self, start: int, end: int) -> int:
        """Lay the tiles of the word from `start` to before `end`, and count their points."""
        main, factor, cross = 0, 1, 0
        self._enter(start)
        self.done = end - start
        place = start - self.base
        for cell in range(start, end):
            tile = self.word[cell - start]
            worth = self.values[tile] * self.letter_times[cell]
            beside, times = self.hooks[cell], self.word_times[cell]
            main += worth
            factor *= times
            cross += (beside >= 0) * (beside + worth) * times  # a branch would cost more
            self.laid[place] = tile
            place += 1
        self.main = main
        self.factor = factor
        self.cross = cross
        return 0

    def _lift_word(self) -> int:
        """Take the tiles back."""
        for word in range(self.words):
            self.laid_words[word] = 0
        return 0

    def _alone(self, arc: int, start: int, cell: int, points: int, held: int) -> int:
        """Go on with a word in one place.

        Args:
            arc: The last one followed.
            start: The first cell of the word.
            cell: The next cell. The tiles of the word lie before it, or before the cell before it
                if that is the first of a run.
            points: Those of that run's first tile.
            held: The letters left on the rack, as bits.
        """
        end = cell - 1 if self.letters[cell - 1] else cell
        while self.letters[cell]:
            arc = self._arc(arc & CHILD, self.letters[cell])
            if not arc:
                return 0
            points += self.points[cell]
            cell += 1
        fitting = self._next(arc, cell, held)
        noted = arc & ACCEPT and start < end < cell
        if fitting or noted:
            self._lay_word(start, end)
            points += self.main
            if noted:
                self._note(points, self.factor, self.cross)
            if fitting:
                self._extend(arc & CHILD, cell, fitting, held, points, self.factor, self.cross)
            self._lift_word()
        return 0

    def _next(self, arc: int, cell: int, held: int) -> int:
        """The letters of the rack that go on from an arc on an empty square."""
        fitting = self.masks[cell]
        if not self.counts[0]:
            fitting &= held
        if not fitting or not self.left:
            return 0
        return fitting & self._leads(arc & CHILD)

    def _extend(
        self, node: int, cell: int, fitting: int, held: int, points: int, times: int, cross: int
    ) -> int:
        """Lay the next tile.

        Args:
            node: The node the word has reached.
            cell: An empty square.
            fitting: The letters that may be laid there, as bits; not 0.
            held: Those left on the rack.
            points: Points of the main word so far.
            times: Its word premiums so far.
            cross: Points of the cross words so far.
        """
        letters, place = self._leads(node), cell - self.base
        letter_times, cross_times = self.letter_times[cell], 0
        if self.hooks[cell] >= 0:
            cross_times = self.word_times[cell]
            cross += self.hooks[cell] * cross_times
        times *= self.word_times[cell]
        self.done += 1
        self.left -= 1
        cell += 1
        run, onward = self.letters[cell], self.masks[cell] if self.left else 0
        some = self.every if self.counts[0] else held
        bit = 1
        while fitting:
            arc = self.arcs[2 * node + 2 + bits(letters & (fitting & -fitting) - 1)]
            fitting &= fitting - 1
            goes = onward & self._leads(arc & CHILD)
            if not (arc & ACCEPT or goes & some or run):
                continue
            letter = arc >> LETTER_SHIFT
            tile = letter if self.counts[letter] else 0
            while True:
                self.counts[tile] -= 1
                self.laid[place] = letter if tile else letter | BLANK_BIT
                rest = held
                if tile and not self.counts[tile]:
                    rest ^= bit << letter
                worth = self.values[tile] * letter_times
                total, side = points + worth, cross + worth * cross_times
                if run:
                    self._over(arc, cell, rest, total, times, side)
                else:
                    if arc & ACCEPT:
                        self._note(total, times, side)
                    these = goes & (self.every if self.counts[0] else rest)
                    if these:
                        self._extend(arc & CHILD, cell, these, rest, total, times, side)
                self.counts[tile] += 1
                if not tile or not self.counts[0]:
                    break
                tile = 0
        self.laid[place] = 0
        self.done -= 1
        self.left += 1
        return 0

    def _over(self, arc: int, cell: int, held: int, points: int, times: int, cross: int) -> int:
        """Continue from an arc, over a run on the board."""
        while self.letters[cell]:
            arc = self._arc(arc & CHILD, self.letters[cell])
            if not arc:
                return 0
            points += self.points[cell]
            cell += 1
        if arc & ACCEPT:
            self._note(points, times, cross)
        fitting = self._next(arc, cell, held)
        if fitting:
            self._extend(arc & CHILD, cell, fitting, held, points, times, cross)
        return 0
