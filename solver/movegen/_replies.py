"""The order in which plays of an endgame are tried, and replies that make trying them needless.

Part of the kernel: see `_lanes` for how it is compiled.
"""

from __future__ import annotations

from solver.movegen._guessing import Guessing
from solver.movegen._table import FAR

TRIED = 1 << 21
"""Bonus in the order for the play that was the best in this position before."""
STRONG = 1 << 20
"""Bonus for a play that caused a cutoff elsewhere with these tiles."""
REPLIES = 4
"""How many replies that end the game are compared with each play."""


class Replies(Guessing):
    """A position, its depth, and how the other player can end the game."""

    __slots__ = ("chosen", "ply", "replies", "reply_values", "shields", "strong")

    def _init_replies(self, plies: int) -> None:
        """No replies yet; there are at most `plies` turns."""
        self.ply = 0
        self.chosen = 0
        self.strong = self.make("Q", 3 << 12)
        self.replies = self.make("i", plies * REPLIES)
        self.reply_values = self.make("i", plies * REPLIES)
        self.shields = self.make("Q", plies * REPLIES * self.parts)

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
