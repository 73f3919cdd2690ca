"""What is known of an endgame without a search: its rules, positions seen before, and guesses.

Part of the kernel: see `_lanes` for how it is compiled.
"""

from __future__ import annotations

from solver._lanes import Ints
from solver._layers import Layers

FAR = 1 << 20
"""More points than any game can bring."""
LEAST_TABLE = 1 << 8
MOST_TABLE = 1 << 21
PROBES = 8


class Guessing(Layers):
    """A board, two racks, the rules of the end, and the table of positions.

    Of a position the table knows the depth it was searched to times 8, with 4 added where nothing
    was left out, and the kind of its value; the width; the value; the key of the best play.
    """

    __slots__ = (
        "every",
        "final",
        "guess_points",
        "guess_racks",
        "limit",
        "mixes",
        "near",
        "order",
        "order_top",
        "out_ends",
        "scoreless",
        "settles",
        "table_bests",
        "table_count",
        "table_keys",
        "table_metas",
        "table_size",
        "table_values",
        "table_widths",
        "weight",
    )

    def _set_rules(self, rules: tuple[int, int, int], turns: tuple[int, int]) -> None:
        """The rules, and nothing seen yet."""
        self.limit, self.out_ends, self.settles = rules
        self.scoreless, self.final = turns
        self.weight = 2 if self.settles else 0
        self.every = (1 << 64) - 1
        self.mixes = self.make("Q", 3)
        for place in range(3):
            self.mixes[place] = self.square_keys[len(self.square_keys) - 3 + place]
        self.order: Ints = self.make("Q", 0)
        self.order_top = 0
        self.near = self.make("Q", self.parts)
        self.guess_racks = self.make("Q", 2)
        self.guess_points = self.make("i", 2)
        self._new_table(LEAST_TABLE)

    def _new_table(self, size: int) -> int:
        self.table_size = size
        self.table_count = 0
        self.table_keys = self.make("Q", size)
        self.table_bests = self.make("Q", size)
        self.table_metas = self.make("i", size)
        self.table_widths = self.make("i", size)
        self.table_values = self.make("i", size)
        return 0

    def _here(self) -> int:
        """The key of the position; not 0."""
        number = 1 + self.turn + 2 * (self.final + 1) + (self.scoreless << 16)
        mixed = (self.racks[0] * self.mixes[0]) & self.every
        mixed ^= (self.racks[1] * self.mixes[1]) & self.every
        mixed ^= (number * self.mixes[2]) & self.every
        mixed ^= self.key
        return mixed or 1

    def _slot(self, key: int) -> int:
        """Where a position stands in the table, or where it would: then its key is not there."""
        size = self.table_size
        first = key >> 20
        for probe in range(PROBES):
            slot = (first + probe) & (size - 1)
            if not self.table_keys[slot] or self.table_keys[slot] == key:
                return slot
        return first & (size - 1)

    def _settles(self, slot: int, depth: int, width: int, alpha: int, beta: int) -> int:
        """Whether what the table says is all that is asked for."""
        meta, value = self.table_metas[slot], self.table_values[slot]
        if not meta & 4 and (meta >> 3 < depth or self.table_widths[slot] < width):
            return 0
        kind = meta & 3
        if kind == 1:
            return 1 if value >= beta else 0
        if kind == 2:
            return 1 if value <= alpha else 0
        return 1

    def _store(self, key: int, meta: int, width: int, value: int, best: int) -> int:
        if 2 * self.table_count >= self.table_size and self.table_size < MOST_TABLE:
            self._enlarge()
        slot = self._slot(key)
        if not self.table_keys[slot]:
            self.table_count += 1
        self.table_keys[slot] = key
        self.table_metas[slot] = meta
        self.table_widths[slot] = width
        self.table_values[slot] = value
        self.table_bests[slot] = best
        return 0

    def _enlarge(self) -> int:
        """Four times the room for positions."""
        keys, bests, size = self.table_keys, self.table_bests, self.table_size
        metas, widths, values = self.table_metas, self.table_widths, self.table_values
        self._new_table(4 * size)
        for slot in range(size):
            if keys[slot]:
                self._store(keys[slot], metas[slot], widths[slot], values[slot], bests[slot])
        return 0

    def _end(self, play: int) -> int:
        """What a turn brings where it ends the game, -1 to pass; `FAR` where it does not."""
        me = self.turn
        left = self.points[1 - me] - self.points[me] if self.settles else 0
        if play < 0:
            return left if self.final == 1 or self.scoreless + 1 >= self.limit else FAR
        if self.out_ends and self.used[play] == self.racks[me]:
            return self.scores[play] + self.weight * self.points[1 - me]
        if self.final == 1:
            return self.scores[play] + left + (self.sheds[play] if self.settles else 0)
        return FAR

    def _guess(self, laid: int) -> int:
        """The value where both take the most points of what is known, as far as it goes together.

        Tiles got rid of count twice. Plays that the plays before touch are left out, and what these
        open is not looked for. The last play is not on the board yet; -1 = it was a pass.
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
        """Note the plays of a player from `at` on; how many they are."""
        first = at
        for lane in range(player * self.lanes, (player + 1) * self.lanes):
            if not self.stale[player] >> (lane - player * self.lanes) & 1:
                for play in range(self.starts[lane], self.starts[lane] + self.counts[lane]):
                    if self._fits(play, player):
                        self.order[at] = play
                        at += 1
        return at - first

    def _dearest(self, me: int, begin: int, end: int) -> int:
        """The best play among those noted that can still be laid; -1 where there is none."""
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
        """Nothing can be laid any more where a play lies, or beside it."""
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
        """Add a play to those in order; `_heap` makes the order."""
        high = value + 4 * FAR
        self.order[self.order_top] = high << 32 | play
        self.order_top += 1
        return 0

    def _heap(self, begin: int) -> int:
        """Bring what stands from `begin` on into the order of a heap."""
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
        """Take the most promising play out of the heap that begins there."""
        packed = self.order[begin]
        self.order_top -= 1
        if self.order_top > begin:
            self.order[begin] = self.order[self.order_top]
            self._sift(begin, 0)
        return packed & 0xFFFFFFFF
