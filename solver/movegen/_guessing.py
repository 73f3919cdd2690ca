"""Guesses of how an endgame goes on, and a heap of plays, the most promising first.

Part of the kernel: see `_lanes` for how it is compiled.
"""

from __future__ import annotations

from solver.movegen._branches import Ints
from solver.movegen._table import FAR, Table


class Guessing(Table):
    """A position of an endgame, and plays in order."""

    __slots__ = ("guess_points", "guess_racks", "near", "order", "order_top")

    def _init_guessing(self) -> None:
        """No plays in order yet."""
        self.order: Ints = self.make("Q", 0)
        self.order_top = 0
        self.near = self.make("Q", self.parts)
        self.guess_racks = self.make("Q", 2)
        self.guess_points = self.make("i", 2)

    def _guess(self, laid: int) -> int:
        """The value where both take the most points among the known plays that go together.

        Points of tiles laid count twice. Plays that touch earlier ones are left out, and plays that
        these open are not sought. The play `laid` is not on the board yet; -1 = it was a pass.
        """
        begin = self.order_top
        self._order_room(begin + 2 * self.top)
        middle = begin + self._fitting(0, begin)
        end = middle + self._fitting(1, middle)
        for player in range(2):
            self.guess_racks[player] = self.racks[player]
            self.guess_points[player] = self.points[player]
        for part in range(self.parts):
            self.near[part] = 0
        if laid >= 0:
            self._block(laid)
        me, scoreless, final = self.turn, self.scoreless, self.final
        total, sign = 0, 1
        while True:
            play = self._dearest(me, middle if me else begin, end if me else middle)
            if play >= 0:
                scoreless = 0
                total += sign * self.scores[play]
                self.guess_racks[me] -= self.used[play]
                self.guess_points[me] -= self.sheds[play]
                self._block(play)
            else:
                scoreless += 1
            if not self.guess_racks[me] and self.out_ends:
                return total + sign * self.weight * self.guess_points[1 - me]
            if final == 1 or scoreless >= self.limit:
                if self.settles:
                    total += sign * (self.guess_points[1 - me] - self.guess_points[me])
                return total
            if final > 0:
                final -= 1
            me = 1 - me
            sign = -sign

    def _fitting(self, player: int, at: int) -> int:
        """Note, from `at` on, the known plays a player has the tiles for; returns how many."""
        first = at
        for lane in range(player * self.lanes, (player + 1) * self.lanes):
            if not self.stale[player] >> (lane - player * self.lanes) & 1:
                for play in range(self.starts[lane], self.starts[lane] + self.counts[lane]):
                    if self._fits(play, player):
                        self.order[at] = play
                        at += 1
        return at - first

    def _dearest(self, me: int, begin: int, end: int) -> int:
        """The best noted play that can still be laid; -1 where there is none."""
        best, highest = -1, -FAR
        rack, guards = self.guess_racks[me], self.guards[me]
        for at in range(begin, end):
            play = self.order[at]
            if ((rack | guards) - self.used[play]) & guards == guards:
                value = self.scores[play] + self.weight * self.sheds[play]
                if self.out_ends and self.used[play] == rack:
                    value += self.weight * self.guess_points[1 - me]
                if value > highest and not self._blocked(play):
                    highest = value
                    best = play
        return best

    def _blocked(self, play: int) -> int:
        for part in range(self.parts):
            if self.squares[play * self.parts + part] & self.near[part]:
                return 1
        return 0

    def _block(self, play: int) -> int:
        """Block the squares of a play and those beside them."""
        at, size = play * self.stride, self.size
        down = 1 if self.ways[play] >= size else 0
        row = self.ways[play] - down * size
        bit = 1
        while self.pairs[at]:
            place = self.pairs[at] >> 8
            square = place * size + row if down else row * size + place
            self.near[square >> 6] |= bit << (square & 63)
            if square >= size:
                self.near[(square - size) >> 6] |= bit << ((square - size) & 63)
            if square + size < size * size:
                self.near[(square + size) >> 6] |= bit << ((square + size) & 63)
            if square % size:
                self.near[(square - 1) >> 6] |= bit << ((square - 1) & 63)
            if (square + 1) % size:
                self.near[(square + 1) >> 6] |= bit << ((square + 1) & 63)
            at += 1
        return 0

    def _order_room(self, number: int) -> int:
        if number > len(self.order):
            self.order = self._longer(self.order, "Q", 2 * number)
        return 0

    def _push(self, value: int, play: int) -> int:
        """Append a play to the order; `_heap` then makes a heap of it."""
        high = value + 4 * FAR
        self.order[self.order_top] = high << 32 | play
        self.order_top += 1
        return 0

    def _heap(self, begin: int) -> int:
        """Make a heap of the plays from `begin` on."""
        for place in range((self.order_top - begin) // 2 - 1, -1, -1):
            self._sift(begin, place)
        return 0

    def _sift(self, begin: int, place: int) -> int:
        """Let an entry of the heap sink to its place."""
        number = self.order_top - begin
        packed = self.order[begin + place]
        child = 2 * place + 1
        while child < number:
            if child + 1 < number and self.order[begin + child + 1] > self.order[begin + child]:
                child += 1
            if self.order[begin + child] <= packed:
                break
            self.order[begin + place] = self.order[begin + child]
            place = child
            child = 2 * place + 1
        self.order[begin + place] = packed
        return 0

    def _next(self, begin: int) -> int:
        """Take the most promising play out of the heap that begins at `begin`."""
        packed = self.order[begin]
        self.order_top -= 1
        if self.order_top > begin:
            self.order[begin] = self.order[self.order_top]
            self._sift(begin, 0)
        return packed & 0xFFFFFFFF
