"""Alpha-beta over what both players can lay: the part of the endgame search that takes the time.

Part of the kernel: see `_lanes` for how it is compiled, and `solver.endgame_search` for the search
as a whole.

A value is the points the player on turn gains from here to the end less those of the other. Two
things spare most of the work. A turn that ends the game needs no search. And where the other can
end it with a reply of so many points, each play that does not touch that reply brings at the most
its own points less those: most need not even be laid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver._guessing import FAR, Guessing
from solver._kernel import Kernel
from solver._lanes import Make

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
TRIED = 1 << 21
"""So much further ahead a play is tried that was the best here before."""
STRONG = 1 << 20
"""The same for one that was too good elsewhere with these tiles."""
CLOCK_EVERY = 64


class Counting(Guessing):
    """One endgame.

    Attributes:
        complete: Whether nothing was left out since this was set.
        width: So many plays of a position are looked at.
        nodes: Positions visited.
        most: The most of them; -1 = no limit.
        until: When time is up; below 0 = never.
    """

    __slots__ = (
        "chosen",
        "clock",
        "complete",
        "most",
        "nodes",
        "path",
        "ply",
        "root_final",
        "root_logged",
        "root_points",
        "root_racks",
        "root_scoreless",
        "root_top",
        "shields",
        "strong",
        "until",
        "width",
    )

    def __init__(
        self,
        kernel: Kernel,
        racks: Sequence[bytes],
        values: Sequence[int],
        square_keys: Sequence[int],
        make: Make,
        rules: tuple[int, int, int],
        turns: tuple[int, int],
        clock: Callable[[], float],
    ) -> None:
        """An endgame, and nothing known of it.

        Args:
            kernel: As for `Offers`, and so on.
            racks: The same.
            values: The same.
            square_keys: The same, and three odd ones more.
            make: The same.
            rules: Turns without points that end the game, whether it ends when a player is out,
                and whether tiles left count.
            turns: Turns without points up to now; turns that are still played, -1 where the rules
                do not count them.
            clock: Tells the time in seconds.
        """
        Guessing.__init__(self, kernel, racks, values, square_keys, make)
        self._set_rules(rules, turns)
        self.clock = clock
        self.until = -1.0
        self.most = -1
        self.nodes = 0
        self.width = 0
        self.complete = 0
        self.chosen = 0
        self.strong = make("Q", 3 << 12)
        self.ply = 0
        plies = (2 * self.stride + 1) * (self.limit + 1)
        self.path = make("i", plies)
        self.shields = make("Q", plies * self.parts)
        self._renew(0)
        self._renew(1)
        self.root_logged = self.logged
        self.root_top = self.top
        self.root_scoreless = self.scoreless
        self.root_final = self.final
        self.root_racks = make("Q", 2)
        self.root_points = make("i", 2)
        for player in range(2):
            self.root_racks[player] = self.racks[player]
            self.root_points[player] = self.points[player]

    def plays(self) -> list[int]:
        """The plays at the start, the most promising first."""
        self.order_top = 0
        self._gather(0, 0, 1)
        return [self._next(0) for _ in range(self.order_top)]

    def told(self, play: int) -> tuple[int, bool, int, bytes]:
        """A play as `solver.play.Play` has it."""
        tiles, at = bytearray(self.size), play * self.stride
        while self.pairs[at]:
            tiles[self.pairs[at] >> 8] = self.pairs[at] & 255
            at += 1
        lane = self.ways[play]
        return self.scores[play], lane < self.size, lane % self.size, bytes(tiles)

    def known(self) -> int:
        """The best play as far as it is known for certain: -1 = to pass, -2 = it is not."""
        key = self._here()
        slot = self._slot(key)
        if self.table_keys[slot] != key or self.table_metas[slot] & 3 != EXACT:
            return -2
        wanted, me = self.table_bests[slot], self.turn
        if not wanted:
            return -1
        self._renew(me)
        for lane in range(me * self.lanes, (me + 1) * self.lanes):
            for play in range(self.starts[lane], self.starts[lane] + self.counts[lane]):
                if self.keys[play] == wanted and self._fits(play, me):
                    return play
        return -2

    def step(self, play: int) -> int:
        """Make a turn, -1 to pass; tells whether the game goes on."""
        if self._end(play) != FAR:
            return 0
        self._turn(play)
        return 1

    def restart(self) -> int:
        """Back to the start."""
        while self.ply:
            self.ply -= 1
            if self.path[self.ply] >= 0:
                self._put(self.path[self.ply], 0)
        self._forget(self.root_logged, self.root_top)
        self.order_top = 0
        self.turn = 0
        self.key = 0
        self.scoreless = self.root_scoreless
        self.final = self.root_final
        for player in range(2):
            self.racks[player] = self.root_racks[player]
            self.points[player] = self.root_points[player]
            self.stale[player] = 0
            self._hold(player)
        return 0

    def gain(self, play: int, depth: int, alpha: int, beta: int) -> int:
        """What a turn brings, -1 to pass: its points and all that follows.

        Raises:
            TimeoutError: The budget is used up; `restart` puts all in its place.
        """
        end = self._end(play)
        if end != FAR:
            return end
        me = self.turn
        key, rack, points = self.key, self.racks[me], self.points[me]
        mine, other = self.stale[0], self.stale[1]
        scoreless, final = self.scoreless, self.final
        score = self._turn(play)
        value = score - self._value(depth - 1, score - beta, score - alpha)
        self.ply -= 1
        self.turn = me
        self.scoreless = scoreless
        self.final = final
        if play >= 0:
            self._put(play, 0)
            self.key = key
            self.racks[me] = rack
            self.points[me] = points
            self.stale[0] = mine
            self.stale[1] = other
            self._hold(me)
        return value

    def _turn(self, play: int) -> int:
        """Make a turn that does not end the game; its points."""
        score = 0
        if play >= 0:
            score = self.scores[play]
            self._lay(play)
            self.scoreless = 0
        else:
            self.scoreless += 1
        if self.final > 0:
            self.final -= 1
        self.path[self.ply] = play
        self.ply += 1
        self.turn = 1 - self.turn
        return score

    def _value(self, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if self.most >= 0 and self.nodes > self.most:
            raise TimeoutError
        if self.until >= 0 and not self.nodes % CLOCK_EVERY and self.clock() > self.until:
            raise TimeoutError
        key = self._here()
        slot = self._slot(key)
        first = 0
        if self.table_keys[slot] == key:
            if self._settles(slot, depth, self.width, alpha, beta):
                self.complete &= self.table_metas[slot] >> 2 & 1
                return self.table_values[slot]
            first = self.table_bests[slot]
        if depth <= 0:
            self.complete = 0
            return self._guess()
        above = self.complete
        self.complete = 1
        logged, top, ordered = self.logged, self.top, self.order_top
        mine, other = self.stale[0], self.stale[1]
        best = self._best(depth, alpha, beta, first)
        self._forget(logged, top)
        self.order_top = ordered
        self.stale[0] = mine
        self.stale[1] = other
        kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        self._store(key, depth << 3 | self.complete << 2 | kind, self.width, best, self.chosen)
        self.complete &= above
        return best

    def _best(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """The value of the best turn, which is left in `chosen`, the one tried first given."""
        me, begin = self.turn, self.order_top
        self._renew(me)
        best = self._gather(me, first, 0)
        chosen = self.chosen
        floor = max(alpha, best)
        looked = 0
        if best < beta:
            self._renew(1 - me)
            reply = self._shield(1 - me)
            shield = self.ply * self.parts
            while best < beta and self.order_top > begin and looked < self.width:
                play = self._next(begin)
                looked += 1
                if reply >= 0:
                    value = self.scores[play] - self._answer(reply, self.sheds[play])
                    if value <= floor and not self._touches(play, shield):
                        best = max(best, value)
                        continue
                value = self._searched(play, depth, floor, beta, best > -FAR)
                if value > best:
                    best = value
                    chosen = self.keys[play]
                    floor = max(floor, best)
                    if best >= beta:
                        self._praise(me, chosen)
            if best < beta:
                if self.order_top > begin:
                    self.complete = 0
                value = self._passed(reply, depth, floor, beta, best > -FAR)
                if value > best:
                    best = value
                    chosen = 0
        self.chosen = chosen
        return best

    def _passed(self, reply: int, depth: int, floor: int, beta: int, seconds: int) -> int:
        """What passing brings, or the most it can where that is not enough."""
        if reply >= 0:
            most = -self._answer(reply, 0)
            if most <= floor:
                return most
        return self._searched(-1, depth, floor, beta, seconds)

    def _searched(self, play: int, depth: int, floor: int, beta: int, seconds: int) -> int:
        """What a turn brings; of those after the first it is asked first if they are better."""
        if seconds and beta > floor + 1:
            value = self.gain(play, depth, floor, floor + 1)
            if value <= floor or value >= beta:
                return value
        return self.gain(play, depth, floor, beta)

    def _shield(self, player: int) -> int:
        """The dearest play with which a player can end the game next turn; -1 = there is none.

        What would change it is noted for `_touches`.
        """
        best, highest = -1, -FAR
        rack, ends = self.racks[player], self.final == 2
        if not ends and not self.out_ends:
            return -1
        for lane in range(player * self.lanes, (player + 1) * self.lanes):
            for play in range(self.starts[lane], self.starts[lane] + self.counts[lane]):
                if self.used[play] == rack or (ends and self._fits(play, player)):
                    value = self.scores[play]
                    if ends and self.settles:
                        value += self.sheds[play]
                    if value > highest:
                        highest = value
                        best = play
        if best >= 0:
            self._surround(best, self.shields, self.ply * self.parts)
        return best

    def _answer(self, reply: int, shed: int) -> int:
        """What the other gains by that reply where tiles of so many points are laid before."""
        value = self.scores[reply]
        if self.settles:
            left = self.points[self.turn] - shed
            if self.final == 2:
                value += left - self.points[1 - self.turn] + self.sheds[reply]
            else:
                value += 2 * left
        return value

    def _touches(self, play: int, shield: int) -> int:
        """Whether a play lays a tile where it may change the reply."""
        for part in range(self.parts):
            if self.squares[play * self.parts + part] & self.shields[shield + part]:
                return 1
        return 0

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
        strong = self._strong_place(me)
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

    def _strong_place(self, me: int) -> int:
        """Where the plays stand that were too good with the tiles of a player."""
        mixed = (self.racks[me] * self.mixes[me]) & self.every
        return 3 * (mixed >> 52)

    def _praise(self, me: int, key: int) -> int:
        """A play too good to be allowed is likely to be so elsewhere, too."""
        place = self._strong_place(me)
        if self.strong[place] != key:
            if self.strong[place + 1] != key:
                self.strong[place + 2] = self.strong[place + 1]
            self.strong[place + 1] = self.strong[place]
            self.strong[place] = key
        return 0
