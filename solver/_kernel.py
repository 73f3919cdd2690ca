"""The generator itself, plain Python and compiled alike: see `_lanes` for how.

All plays are found by a walk over the word graph, the best one by looking words up (`_words`)
wherever bounds leave it open (`_bounds`).

From an anchor the walk goes left by the beginnings that are spelled backwards (see
`solver.graph_build`). Where a beginning is complete it takes the separator and goes on to the
right of the anchor. The score is carried along in three parts: points of the main word, its word
premiums, points of the cross words.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from solver._bounds import Bounds
from solver._lanes import ACCEPT, BLANK_BIT, CHILD, LAST, LETTER_SHIFT, Ints, Lanes, Make
from solver._parts import NONE

HIGHEST = (1 << 31) - 1
BIAS = 1 << 30


class Kernel(Bounds):
    """A board, a rack and the plays found last.

    Attributes:
        count: Plays found by `find_all`.
        found: Of each play: score in the upper 32 bits, its number in the lower ones.
        pool: Of each play, by its number: `words` numbers of 64 bits; their bytes are the number
            of the lane (128 and more for columns), then the tile laid on each of its squares.
        words: So many numbers of 64 bits a play takes.
        best: Score and leave of the best play in units of 1/`POINT` point.
        best_score: Its points alone.
        best_laid: Its bytes as in `pool`.
    """

    __slots__ = (
        "count",
        "done",
        "found",
        "key_view",
        "limit",
        "only_best",
        "order",
        "plays_room",
        "pool",
        "pool_bytes",
        "pool_view",
        "start",
        "turn",
    )

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
        self.done = 0  # tiles laid
        self.turn = 0  # the cell behind the anchor
        self.limit = 0  # the leftmost cell the walk may take
        # The plays found.
        self.count = 0
        self.plays_room = 1024
        self.found = array("Q", bytes(8 * self.plays_room))
        self.pool = array("Q", bytes(8 * self.plays_room * self.words))
        self.key_view = self.found
        self.pool_view = self.pool
        self.pool_bytes = memoryview(self.pool).cast("B")
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

    def _note(self, points: int, times: int, cross: int) -> int:
        score = points * times + cross
        if self.done == self.full:
            score += self.bonus
        if self.down and self.done == 1 and self._in_a_row():
            return 0
        if score > HIGHEST:
            raise OverflowError(f"a play of {score} points")
        number = self.count
        if number == self.plays_room:
            self._grow()
        high = score
        self.key_view[number] = high << 32 | number
        at = number * self.words
        for word in range(self.words):
            self.pool_view[at + word] = self.laid_words[word]
        self.count = number + 1
        return 0

    def _in_a_row(self) -> int:
        """Whether the single tile laid in a column makes a word in its row too."""
        for place in range(1, self.size + 1):
            if self.laid[place]:
                return 1 if self.hooks[self.base + place] >= 0 else 0
        return 0

    def _grow(self) -> None:
        keys = array("Q", bytes(32 * self.plays_room))
        pool = array("Q", bytes(32 * self.plays_room * self.words))
        memoryview(keys)[: self.plays_room] = memoryview(self.found)
        memoryview(pool)[: self.plays_room * self.words] = memoryview(self.pool)
        self.found = keys
        self.pool = pool
        self.key_view = keys
        self.pool_view = pool
        self.pool_bytes = memoryview(pool).cast("B")
        self.plays_room = 4 * self.plays_room
