"""The plays found, each packed into a few numbers, so that no object is made for one.

Part of the kernel: see `_board` for how it is compiled.
"""

from __future__ import annotations

from array import array

from solver.movegen._spans import Spans

HIGHEST = (1 << 31) - 1
TALLIED = 1024


class Plays(Spans):
    """A board, a rack and plays.

    Attributes:
        count: Plays found by `Kernel.find_all`.
        found: Of each play: score in the upper 32 bits, its number in the lower ones.
        pool: Of each play, by its number: `words` numbers of 64 bits; their bytes are the number
            of the lane (128 and more for columns), then the tile laid on each of its squares.
        words: How many 64-bit numbers a play takes.
        wanted: How many of the best plays are kept, with ties of the last; 0 = all.
        floor: Plays of fewer points are not kept.
    """

    __slots__ = (
        "count",
        "done",
        "floor",
        "found",
        "key_view",
        "plays_room",
        "pool",
        "pool_bytes",
        "pool_view",
        "wanted",
    )

    def _init_plays(self) -> None:
        """No plays yet."""
        self.done = 0  # tiles laid
        self.count = 0
        self.wanted = 0
        self.floor = 0
        self.plays_room = 1024
        self.found = array("Q", bytes(8 * self.plays_room))
        self.pool = array("Q", bytes(8 * self.plays_room * self.words))
        self.key_view = self.found
        self.pool_view = self.pool
        self.pool_bytes = memoryview(self.pool).cast("B")

    def _note(self, points: int, times: int, cross: int) -> int:
        """Note the tiles laid as a play.

        Args:
            points: Points of the main word.
            times: Its word premiums.
            cross: Points of the cross words.

        Raises:
            OverflowError: More points than fit.
        """
        score = points * times + cross + self.bonuses[self.done]
        if self.down and self.done == 1 and self._in_a_row():
            return 0
        if score > HIGHEST:
            raise OverflowError(f"a play of {score} points")
        if score < self.floor:
            return 0
        if self.count == self.plays_room:
            self._prune()
            if self.count > self.plays_room // 2:
                self._grow()
        number = self.count
        high = score
        self.key_view[number] = high << 32 | number
        at = number * self.words
        for word in range(self.words):
            self.pool_view[at + word] = self.laid_words[word]
        self.count = number + 1
        return 0

    def _prune(self) -> int:
        """Drop the plays that are not among the best `wanted`, if there is such a limit."""
        if not self.wanted or self.count <= self.wanted:
            return 0
        tally, top = self.make("i", TALLIED), TALLIED - 1
        for number in range(self.count):
            tally[min(self.key_view[number] >> 32, top)] += 1
        found, floor, kept = tally[top], top, 0
        while found < self.wanted:
            floor -= 1
            found += tally[floor]
        for number in range(self.count):
            score = self.key_view[number] >> 32
            if score >= floor:
                self.key_view[kept] = score << 32 | kept
                for word in range(self.words):
                    self.pool_view[kept * self.words + word] = self.pool_view[
                        number * self.words + word
                    ]
                kept += 1
        self.count = kept
        self.floor = floor
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
