"""Alpha-beta over the plays of both players: the part of the endgame search that takes the time.

Part of the kernel: see `_board` for how it is compiled, and `solver.strategy.endgame` for
the search as a whole.

A value is the points the player on turn gains from here to the end less those of the other. Two
things spare most of the work. A turn that ends the game needs no search. And where the other can
end it with a reply, each play that does not touch that reply brings at the most its own points less
the reply's: most need not even be laid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver.movegen._board import Make
from solver.movegen._kernel import Kernel
from solver.movegen._offers import Offers
from solver.movegen._ordering import REPLIES
from solver.movegen._table import AT_LEAST, AT_MOST, EXACT, FAR
from solver.movegen._turns import Turns

FORESEEN = 1 << 19
"""Bonus in the order for a play whose value was guessed, see `_ordering`."""
LOOKED_INTO = 8
"""How many plays of a position are guessed."""
FORESIGHT = 4
"""Plays are guessed in positions less than so many turns ahead; later it does not pay."""
CLOCK_EVERY = 64


class EndgameSearch(Turns):
    """The search of one endgame.

    Attributes:
        complete: Whether nothing was left out since this was set.
        width: How many plays of a position are tried.
        nodes: Positions visited.
        most: The most of them; -1 = no limit.
        until: When time is up; below 0 = never.
    """

    __slots__ = (
        "clock",
        "complete",
        "most",
        "nodes",
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
        """An endgame that was not searched yet.

        Args:
            kernel: As for `Offers`.
            racks: The same.
            values: The same.
            square_keys: The same, followed by three odd ones.
            make: The same.
            rules: Turns without points that end the game, whether it ends when a player is out,
                and whether tiles left count.
            turns: Turns without points up to now; turns still to be played, -1 where the rules
                do not limit them.
            clock: Tells the time in seconds.
        """
        Offers.__init__(self, kernel, racks, values, square_keys, make)
        self._init_offers()
        self._set_rules(rules, turns)
        self.clock = clock
        self.until = -1.0
        self.most = -1
        self.nodes = 0
        self.width = 0
        self.complete = 0
        plies = (2 * self.stride + 1) * (self.limit + 1)
        self._init_ordering(plies)
        self._start(plies)

    def plays(self) -> list[int]:
        """The plays at the start, the most promising first."""
        self.order_top = 0
        self._gather(0, 0, 1)
        return [self._next(0) for _ in range(self.order_top)]

    def gain(self, play: int, depth: int, alpha: int, beta: int) -> int:
        """The value of a turn (-1 = a pass): its points and all that follows.

        Raises:
            TimeoutError: The budget is used up; `restart` puts the board back.
        """
        end = self._end(play)
        if end != FAR:
            return end
        me = self.turn
        key, rack, points = self.key, self.racks[me], self.points[me]
        scoreless, final = self.scoreless, self.final
        score = self._turn(play)
        value = score - self._value(play, depth - 1, score - beta, score - alpha)
        self._take_back(me, key, rack, points, scoreless, final)
        return value

    def _value(self, play: int, depth: int, alpha: int, beta: int) -> int:
        """The value of the position after a turn whose tiles are not on the board yet."""
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
            return self._guess(play)
        above = self.complete
        self.complete = 1
        logged, top, ordered = self.logged, self.top, self.order_top
        mine, other, mine_held, other_held = (
            self.stale[0],
            self.stale[1],
            self.held[0],
            self.held[1],
        )
        self._place(play)
        best = self._best(depth, alpha, beta, first)
        if play >= 0:
            self.laid -= 1
            self._lift(play)
        self._forget(logged, top)
        self.order_top = ordered
        self.stale[0] = mine
        self.stale[1] = other
        self.held[0] = mine_held
        self.held[1] = other_held
        kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        self._store(key, depth << 3 | self.complete << 2 | kind, self.width, best, self.chosen)
        self.complete &= above
        return best

    def _best(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """The value of the best turn, whose key is left in `chosen`; `first` is tried first."""
        me, begin = self.turn, self.order_top
        self._renew(me)
        best = self._gather(me, first, 0)
        chosen = self.chosen
        floor = max(alpha, best)
        looked = 0
        if best < beta:
            self._renew(1 - me)
            number = self._find_replies(1 - me)
            if not first and self.ply < FORESIGHT:
                self._foresee(begin)
            while best < beta and self.order_top > begin and looked < self.width:
                play = self._next(begin)
                looked += 1
                value = self._most(play, number, floor)
                if value <= floor:
                    best = max(best, value)
                    continue
                value = self._searched(play, depth, floor, beta, best > -FAR)
                if value > best:
                    best = value
                    chosen = self.keys[play]
                    floor = max(floor, best)
                    if best >= beta:
                        self._note_cutoff(me, chosen)
            if best < beta:
                if self.order_top > begin:
                    self.complete = 0
                value = self._passed(number, depth, floor, beta, best > -FAR)
                if value > best:
                    best = value
                    chosen = 0
        self.chosen = chosen
        return best

    def _foresee(self, begin: int) -> int:
        """Put the most promising plays in order of their guessed values."""
        me = self.turn
        key, rack, points = self.key, self.racks[me], self.points[me]
        scoreless, final = self.scoreless, self.final
        end = self.order_top
        least = max(begin, end - LOOKED_INTO)
        while self.order_top > least:
            play = self._next(begin)
            self.order[self.order_top] = play
        while self.order_top < end:
            play = self.order[self.order_top]
            top = self.order_top
            self.order_top = end
            score = self._turn(play)
            value = 2 * score - self._guess(play) + self.weight * self.sheds[play]
            self.order_top = top
            self._take_back(me, key, rack, points, scoreless, final)
            self._push(value + FORESEEN, play)
        self._heap(begin)
        return 0

    def _passed(self, number: int, depth: int, floor: int, beta: int, seconds: int) -> int:
        """The value of a pass, or a bound that is not above the floor."""
        if number and self._end(-1) == FAR:
            most = -self._answer(self.ply * REPLIES, 0)
            if most <= floor:
                return most
        return self._searched(-1, depth, floor, beta, seconds)

    def _searched(self, play: int, depth: int, floor: int, beta: int, seconds: int) -> int:
        """The value of a turn; where it is not the first, a null window is tried before."""
        if seconds and beta > floor + 1:
            value = self.gain(play, depth, floor, floor + 1)
            if value <= floor or value >= beta:
                return value
        return self.gain(play, depth, floor, beta)
