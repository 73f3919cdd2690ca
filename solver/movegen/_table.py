"""What is known of an endgame without a search: its rules, and positions searched before.

Part of the kernel: see `_board` for how it is compiled.
"""

from __future__ import annotations

from solver.movegen._offers import Offers

FAR = 1 << 20
"""More points than any game can bring."""
EXACT = 0
AT_LEAST = 1
AT_MOST = 2
LEAST_TABLE = 1 << 8
MOST_TABLE = 1 << 21
PROBES = 8


class Table(Offers):
    """A board, two racks, the rules of the end, and the transposition table.

    An entry has the depth of the search times 8, plus 4 where nothing was left out, plus the kind
    of its value; the width; the value; the key of the best play.
    """

    __slots__ = (
        "every",
        "final",
        "limit",
        "mixes",
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
        """Set the rules, with an empty table."""
        self.limit, self.out_ends, self.settles = rules
        self.scoreless, self.final = turns
        self.weight = 2 if self.settles else 0
        self.every = (1 << 64) - 1
        self.mixes = self.make("Q", 3)
        for place in range(3):
            self.mixes[place] = self.square_keys[len(self.square_keys) - 3 + place]
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
        """The hash key of the position; not 0."""
        number = 1 + self.turn + 2 * (self.final + 1) + (self.scoreless << 16)
        mixed = (self.racks[0] * self.mixes[0]) & self.every
        mixed ^= (self.racks[1] * self.mixes[1]) & self.every
        mixed ^= (number * self.mixes[2]) & self.every
        mixed ^= self.key
        return mixed or 1

    def _slot(self, key: int) -> int:
        """The slot of a position, or the one it would take: then that does not have its key."""
        size = self.table_size
        first = key >> 20
        for probe in range(PROBES):
            slot = (first + probe) & (size - 1)
            if not self.table_keys[slot] or self.table_keys[slot] == key:
                return slot
        return first & (size - 1)

    def _settles(self, slot: int, depth: int, width: int, alpha: int, beta: int) -> int:
        """Whether a table entry answers a search with these limits."""
        meta, value = self.table_metas[slot], self.table_values[slot]
        if not meta & 4 and (meta >> 3 < depth or self.table_widths[slot] < width):
            return 0
        kind = meta & 3
        if kind == AT_LEAST:
            return 1 if value >= beta else 0
        if kind == AT_MOST:
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
        """Make the table four times as large."""
        keys, bests, size = self.table_keys, self.table_bests, self.table_size
        metas, widths, values = self.table_metas, self.table_widths, self.table_values
        self._new_table(4 * size)
        for slot in range(size):
            if keys[slot]:
                self._store(keys[slot], metas[slot], widths[slot], values[slot], bests[slot])
        return 0

    def _end(self, play: int) -> int:
        """The value of a turn (-1 = a pass) that ends the game; `FAR` for any other."""
        me = self.turn
        left = self.points[1 - me] - self.points[me] if self.settles else 0
        if play < 0:
            return left if self.final == 1 or self.scoreless + 1 >= self.limit else FAR
        if self.out_ends and self.used[play] == self.racks[me]:
            return self.scores[play] + self.weight * self.points[1 - me]
        if self.final == 1:
            return self.scores[play] + left + (self.sheds[play] if self.settles else 0)
        return FAR
