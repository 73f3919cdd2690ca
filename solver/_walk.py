"""The walk over the word graph from an anchor: all plays that are found from there.

Part of the kernel: see `_lanes` for how it is compiled.

The walk goes left by the beginnings that are spelled backwards (see `solver.graph_build`). Where a
beginning is complete it takes the separator and goes on to the right of the anchor. The score is
carried along in three parts: points of the main word, its word premiums, points of the cross words.
"""

from __future__ import annotations

from solver._lanes import ACCEPT, BLANK_BIT, CHILD, LAST, LETTER_SHIFT
from solver._plays import Plays


class Walk(Plays):
    """A board, a rack and the plays found from some anchors."""

    __slots__ = ("limit", "turn")

    def _enter(self, anchor: int) -> None:
        """The lane of an anchor is the one that is worked on."""
        self.down = 1 if anchor > self.grid else 0
        row = (anchor - 1 - self.down * self.grid) // self.lane
        self.base = self.down * self.grid + row * self.lane
        self.laid[0] = self.down << 7 | row

    def _from_anchor(self, anchor: int, limit: int) -> int:
        """Find the plays that touch this anchor and reach no further left than the limit."""
        self._enter(anchor)
        self.turn = anchor + 1
        self.limit = limit
        if not self.letters[anchor]:
            self._lay(self.root, anchor, self.held, 0, 1, 0)
            return 0
        node, points = self.nodes[anchor], self.totals[anchor]
        if not node:
            return 0
        cell = anchor
        while self.letters[cell]:
            cell -= 1
        if not self.arcs[node] >> LETTER_SHIFT:  # the separator stands first
            self._over(self.arcs[node], anchor + 1, self.held, points, 1, 0)
            node = 0 if self.arcs[node] & LAST else node + 1
        if node and cell >= limit:
            self._lay(node, cell, self.held, points, 1, 0)
        return 0

    def _lay(  # noqa: C901, PLR0912, PLR0915 - calls cost more than branches here
        self, node: int, cell: int, held: int, points: int, times: int, cross: int
    ) -> int:
        """Lay each tile that fits on an empty square, and go on from it.

        Args:
            node: Where the letters spelled so far lead; not 0.
            cell: The square. Up to the anchor the walk goes left, behind it to the right.
            held: The letters left on the rack, a bit each.
            points: Points of the main word so far.
            times: Its word premiums so far.
            cross: Points of the cross words so far.
        """
        leftward = cell < self.turn
        blanks = self.counts[0]
        fitting = self.masks[cell]
        if not blanks:
            fitting &= held
        if not fitting:
            return 0
        letter_times, word_times = self.letter_times[cell], self.word_times[cell]
        beside, place = self.hooks[cell], cell - self.base
        bit = 1
        self.done += 1
        self.left -= 1
        while True:
            arc = self.arcs[node]
            letter = arc >> LETTER_SHIFT
            these = fitting >> letter
            if these & 1:
                tile = letter if self.counts[letter] else 0
                while True:
                    self.counts[tile] -= 1
                    self.laid[place] = letter if tile else letter | BLANK_BIT
                    rest = held
                    if tile and not self.counts[tile]:
                        rest ^= bit << letter
                    worth = self.values[tile] * letter_times
                    main, factor, side = points + worth, times * word_times, cross
                    if beside >= 0:
                        side += (beside + worth) * word_times
                    if not leftward:
                        if self.letters[cell + 1]:
                            self._over(arc, cell + 1, rest, main, factor, side)
                        else:
                            if arc & ACCEPT:
                                self._note(main, factor, side)
                            if self.left and arc & CHILD:
                                self._lay(arc & CHILD, cell + 1, rest, main, factor, side)
                    else:
                        if arc & ACCEPT and not self.letters[self.turn]:
                            self._note(main, factor, side)
                        child = arc & CHILD
                        if child:
                            onward = self.arcs[child]
                            if not onward >> LETTER_SHIFT:  # the separator stands first
                                self._over(onward, self.turn, rest, main, factor, side)
                                child = 0 if onward & LAST else child + 1
                            if child and self.left and cell > self.limit:
                                self._lay(child, cell - 1, rest, main, factor, side)
                    self.counts[tile] += 1
                    if not tile or not blanks:
                        break
                    tile = 0
            if these < 2 or arc & LAST:  # no later letter fits, or there is none
                break
            node += 1
        self.laid[place] = 0
        self.done -= 1
        self.left += 1
        return 0

    def _over(self, arc: int, cell: int, held: int, points: int, times: int, cross: int) -> int:
        """Go right from an arc, over the tiles that may lie there."""
        while self.letters[cell]:
            arc = self._arc(arc & CHILD, self.letters[cell])
            if not arc:
                return 0
            points += self.points[cell]
            cell += 1
        if arc & ACCEPT:
            self._note(points, times, cross)
        if arc & CHILD and self.left:
            self._lay(arc & CHILD, cell, held, points, times, cross)
        return 0
