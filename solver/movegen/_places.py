"""Facts about the squares and the rack for the plain generator: for all squares at once, or each.

A set of squares is one number with a bit for each cell of `_board`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from solver.movegen._board import BLANK_BIT
from solver.movegen._graph import Ints, Rooted
from solver.movegen._nodes import TWICE, Nodes
from solver.movegen._rack import MOST_PARTS
from solver.movegen._runs import LETTERS, Runs

Spot = tuple[int, Ints] | tuple[()]


class Places(Runs):
    """A board and a rack, prepared for a search.

    A tile is identified by its letter, plus `BLANK_BIT` for a blank; so are the bits of masks.
    """

    __slots__ = (
        "board_letters",
        "crossed",
        "dear",
        "fits",
        "flat",
        "helds",
        "long",
        "may_lie",
        "plain",
        "reach",
        "run_starts",
        "sides",
        "spots",
        "squares",
        "start_squares",
        "steps",
        "taken",
        "tile_values",
        "times",
        "touching",
        "whole",
    )

    def __init__(
        self,
        nodes: tuple[Nodes, Nodes],
        graph: Rooted,
        size: int,
        values: Sequence[int],
        start: int,
        bonuses: Sequence[int],
    ) -> None:
        """An empty board without premiums; see `Runs`."""
        super().__init__(nodes, graph, size, values, start, bonuses)
        row, column = divmod(start, size)
        self.start_squares = 1 << row * self.lane + column + 1
        self.start_squares |= 1 << self.grid + column * self.lane + row + 1
        self.squares = 0
        for lane in range(size):
            every = (1 << size) - 1 << lane * self.lane + 1
            self.squares |= every | every << self.grid
        self.dear = max(values) > 255
        self.tile_values = bytes(256 if self.dear else [*self.values, *[0] * (256 - 2 * BLANK_BIT)])

    def _look(self) -> None:
        """Find where the tiles of the rack fit."""
        special = [*self._look_at_runs(), *self._look_beside()]
        fitting = self.helds[self.whole]
        self.fits = dict.fromkeys(LETTERS[fitting], 0)
        some, limited = 0, self.taken
        alike: dict[int, int] = {}  # by the tiles that fit: the squares
        for cell in special:
            mask = self.may_lie[cell] & fitting
            alike[mask] = alike.get(mask, 0) | 1 << cell
        for mask, places in alike.items():
            limited |= places
            if mask:
                some |= places
                for tile in LETTERS[mask]:
                    self.fits[tile] |= places
        free = self.squares & ~limited
        for tile, places in self.fits.items():
            self.fits[tile] = (places | free) << 1
        # By number of tiles: from where so many, laid to the right, come to touch others.
        some |= free
        self.reach = [self.taken]
        for _ in range(self.left):
            self.reach.append(self.taken | some & (self.touching | self.reach[-1] >> 1))
        self.spots: dict[int, Spot] = {}

    def _deal(self) -> bool:
        """Number the parts of the rack as `RackParts` does, and note which tiles each holds.

        Returns:
            Whether there are few enough of them.
        """
        self.helds = [0]
        self.steps = [0] * 2 * BLANK_BIT  # by how much each tile lowers a part's number
        for code in range(BLANK_BIT - 1, -1, -1):
            if count := self.counts[code]:
                total = len(self.helds)
                if total * (count + 1) > MOST_PARTS:
                    return False
                if code:
                    self.steps[code] = total
                else:
                    self.steps[BLANK_BIT:] = [total] * BLANK_BIT
                bit = 1 << code if code else self.every << BLANK_BIT
                self.helds += [held | bit for held in self.helds] * count
        self.whole = len(self.helds) - 1
        return True

    def _look_at_runs(self) -> list[int]:
        """Prepare the tiles on the board.

        Returns:
            The cells before runs. A tile there must lead on into the run, so that fewer fit.
        """
        letters, nodes, ends = self.letters, self.nodes_of[0], self.nodes
        self.may_lie = may_lie = self.masks[:]
        if self.counts[0]:
            may_lie[:] = [mask * TWICE for mask in may_lie]
        self.plain = plain = self.letter_times[:]
        self.flat = flat = self.letter_times[:]
        self.times = times = self.word_times[:]
        starts: dict[int, int] = {}  # of runs by their first letter
        taken = long = board_letters = 0
        before = []
        for line in self.lines:
            for start, end in line:
                bit, letter, length = 1 << start, letters[start], end - start
                taken |= (bit << length) - bit
                if length > 1:
                    long |= bit
                board_letters |= 1 << letter
                starts[letter] = starts.get(letter, 0) | bit
                plain[start:end] = flat[start:end] = bytes(length)
                times[start:end] = [1] * length
                mask = nodes[ends[end - 1]].letters
                may_lie[start - 1] &= mask * TWICE if self.counts[0] else mask
                before.append(start - 1)
        self.taken, self.long = taken, long
        self.run_starts, self.board_letters = starts, board_letters
        return before

    def _look_beside(self) -> list[int]:
        """Prepare the squares beside runs of the lanes across, where tiles form cross words.

        Returns:
            Their cells.
        """
        self.crossed = [0] * self.cells
        self.sides = [0] * self.cells
        cells = [cell for line in self.beside for cell in line]
        touching = 0
        for cell in cells:
            touching |= 1 << cell
            times = self.word_times[cell]
            self.sides[cell] = self.hooks[cell] * times
            self.crossed[cell] = crossed = self.letter_times[cell] * times
            self.flat[cell] += crossed
        self.touching = touching if self.tiles else self.start_squares
        return cells

    def _spot(self, start: int, end: int) -> Spot:
        """How to score plays whose main word goes from `start` to before `end`.

        Returns:
            Their points without the tiles laid, and how often each tile counts; nothing for a
            single tile in a column that makes a word in its row: that is a play of the row.
        """
        spot: Spot = ()
        number = self.letters[start:end].count(0)
        if number != 1 or start < self.grid or not any(self.crossed[start:end]):
            times = prod(self.times[start:end])
            points = sum(self.points[start:end]) * times + sum(self.sides[start:end])
            points += self.bonuses[number]
            weights = self.flat[start:end]
            if times > 1:
                plain, crossed = self.plain[start:end], self.crossed[start:end]
                weights = [a * times + b for a, b in zip(plain, crossed, strict=True)]
            spot = points, weights
        self.spots[start << 5 | end - start] = spot
        return spot
