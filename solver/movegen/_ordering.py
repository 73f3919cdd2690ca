"""The order in which plays of an endgame are tried: guesses, and replies that make trials needless.

Part of the kernel: see `_board` for how it is compiled.
"""

from __future__ import annotations

from solver.movegen._graph import Ints
from solver.movegen._table import FAR, Table

TRIED = 1 << 21
"""Bonus in the order for the play that was the best in this position before."""
STRONG = 1 << 20
"""Bonus for a play that caused a cutoff elsewhere with these tiles."""
REPLIES = 4
"""How many replies that end the game are compared with each play."""


class Ordering(Table):
    """A position of an endgame, its plays in a heap, and how the other player can end the game."""

    __slots__ = (
        "chosen",
        "guess_points",
        "guess_racks",
        "near",
        "order",
        "order_top",
        "ply",
        "replies",
        "reply_values",
        "shields",
        "strong",
    )

    def _init_ordering(self, plies: int) -> None:
        """No plays in order and no replies yet; there are at most `plies` turns."""
        self.order: Ints = self.make("Q", 0)
        self.order_top = 0
        self.near = self.make("Q", self.parts)
        self.guess_racks = self.make("Q", 2)
        self.guess_points = self.make("i", 2)
        self.ply = 0
        self.chosen = 0
        self.strong = self.make("Q", 3 << 12)
        self.replies = self.make("i", plies * REPLIES)
        self.reply_values = self.make("i", plies * REPLIES)
        self.shields = self.make("Q", plies * REPLIES * self.parts)

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

    def _find_replies(self, player: int) -> int:
        """Find the dearest plays with which a player can end the game next turn; returns how many.

        The squares where a tile would change them are noted, too.
        """
        first, number = self.ply * REPLIES, 0
        rack, ends = self.racks[player], self.final == 2
        if not ends and not self.out_ends:
            return 0
        for lane in range(player * self.lanes, (player + 1) * self.lanes):
            for play in range(self.starts[lane], self.starts[lane] + self.counts[lane]):
                if self.used[play] == rack or (ends and self._fits(play, player)):
                    value = self.scores[play]
                    if ends and self.settles:
                        value += self.sheds[play]
                    if number == REPLIES:
                        if value <= self.reply_values[first + number - 1]:
                            continue
                        number -= 1
                    at = first + number
                    while at > first and self.reply_values[at - 1] < value:
                        self.reply_values[at] = self.reply_values[at - 1]
                        self.replies[at] = self.replies[at - 1]
                        at -= 1
                    self.reply_values[at] = value
                    self.replies[at] = play
                    number += 1
        for at in range(first, first + number):
            self._surround(self.replies[at], self.shields, at * self.parts)
        return number

    def _answer(self, at: int, shed: int) -> int:
        """What the other gains by a reply after a play laid tiles of `shed` points."""
        value = self.reply_values[at]
        if self.settles:
            left = self.points[self.turn] - shed
            value += left - self.points[1 - self.turn] if self.final == 2 else 2 * left
        return value

    def _most(self, play: int, number: int, floor: int) -> int:
        """The most a play can bring, given a reply that it does not touch; `FAR` if there is none.

        Args:
            play: The play.
            number: How many replies are known.
            floor: What it must bring more than; only replies that prevent that are checked.
        """
        for at in range(self.ply * REPLIES, self.ply * REPLIES + number):
            most = self.scores[play] - self._answer(at, self.sheds[play])
            if most > floor:
                return FAR
            clear = 1
            for part in range(self.parts):
                if self.squares[play * self.parts + part] & self.shields[at * self.parts + part]:
                    clear = 0
            if clear:
                return most
        return FAR

    def _gather(self, me: int, first: int, ends: int) -> int:
        """Put the plays in order, the most promising first.

        Args:
            me: The player on turn.
            first: The key of one that was good before; 0 = none.
            ends: Whether those that end the game are put in order, too; else the best of them is
                left in `chosen`, and its value returned.
        """
        self._order_room(self.order_top + self.top)
        begin, best = self.order_top, -FAR
        self.chosen = 0
        strong = self._killer_slot(me)
        for lane in range(me * self.lanes, (me + 1) * self.lanes):
            for play in range(self.starts[lane], self.starts[lane] + self.counts[lane]):
                if not self._fits(play, me):
                    continue
                value = FAR if ends else self._end(play)
                key = self.keys[play]
                if value == FAR:
                    value = self.scores[play] + self.weight * self.sheds[play]
                    if key == first:
                        value += TRIED
                    elif (
                        key == self.strong[strong]
                        or key == self.strong[strong + 1]
                        or key == self.strong[strong + 2]
                    ):
                        value += STRONG
                    self._push(value, play)
                elif value > best:
                    best = value
                    self.chosen = key
        self._heap(begin)
        return best

    def _killer_slot(self, me: int) -> int:
        """The index of the plays that caused cutoffs with the tiles of a player."""
        mixed = (self.racks[me] * self.mixes[me]) & self.every
        return 3 * (mixed >> 52)

    def _note_cutoff(self, me: int, key: int) -> int:
        """Remember a play that caused a cutoff: it is likely to do so elsewhere, too."""
        place = self._killer_slot(me)
        if self.strong[place] != key:
            if self.strong[place + 1] != key:
                self.strong[place + 2] = self.strong[place + 1]
            self.strong[place + 1] = self.strong[place]
            self.strong[place] = key
        return 0
