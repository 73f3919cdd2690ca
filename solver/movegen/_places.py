"""The board and the rack of the plain generator: facts about all squares at once, or about each.

The board is the same as that of `_board`, set up in a third of the time. Compiled code goes square
by square; plain Python is faster with what works on many squares at once: slices for the tiles of a
lane, a search for its runs, open nodes of the word graph for the letters that fit beside them. A
set of squares is one number with a bit for each cell of `_board`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from math import prod
from operator import itemgetter

from solver.movegen._board import BLANK_BIT, NO_WORD, Rows
from solver.movegen._graph import Ints, Rooted
from solver.movegen._kernel import Kernel
from solver.movegen._nodes import TWICE, Letters, Node, Nodes
from solver.movegen._rack import MOST_PARTS

Spot = tuple[int, Ints] | tuple[()]
LETTERS = Letters()
_RUN = re.compile(rb"[^\0]+")
_LETTER = bytes(code % BLANK_BIT for code in range(2 * BLANK_BIT)).ljust(256, b"\0")


def no_array(_kind: str, length: int) -> Ints:
    """A list of zeros, which plain Python reads faster than an array."""
    return [0] * length


class Places(Kernel):
    """A board that knows its runs, and a rack, prepared for a search.

    A tile is identified by its letter, plus `BLANK_BIT` for a blank; so are the bits of masks.

    Attributes:
        beside: Of each lane, rows first, the empty squares at its runs' ends, as cells across it.
        lines: Of each lane the first cell of each run, and the one behind it.
    """

    __slots__ = (
        "beside",
        "board_letters",
        "crossed",
        "dear",
        "fits",
        "flat",
        "helds",
        "lines",
        "long",
        "may_lie",
        "nodes_of",
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
        """An empty board without premiums.

        Args:
            nodes: The word graph, for racks without and with a blank.
            graph: As for `Kernel`.
            size: The same.
            values: The same.
            start: The same.
            bonuses: The same.
        """
        self.nodes_of = nodes
        self.lines: list[list[tuple[int, int]]] = [[] for _ in range(2 * size)]
        self.beside: list[list[int]] = [[] for _ in range(2 * size)]
        super().__init__(graph, size, values, no_array, start, bonuses)
        self.start_squares = 1 << self.starts[0] | 1 << self.starts[1]
        self.squares = 0
        for lane in range(size):
            every = (1 << size) - 1 << lane * self.lane + 1
            self.squares |= every | every << self.grid
        self.dear = max(values) > 255
        self.tile_values = bytes(256 if self.dear else [*self.values, *[0] * (256 - 2 * BLANK_BIT)])

    def set_board(self, rows: Rows, codes: dict[str, int]) -> None:
        """Set the tiles, see `LaneBoard`."""
        tiles = bytes(itemgetter(*chain.from_iterable(rows))(codes))
        size, letters, points, values = self.size, self.letters, self.points, self.values
        pure = tiles.translate(_LETTER)
        worth = [0 if code & BLANK_BIT else values[code] for code in tiles]
        self.tiles = size * size - tiles.count(0)
        here, there = 1, self.grid + 1
        for row in range(size):
            across, down = slice(row * size, row * size + size), slice(row, None, size)
            letters[here : here + size] = pure[across]
            letters[there : there + size] = pure[down]
            points[here : here + size] = worth[across]
            points[there : there + size] = worth[down]
            here += self.lane
            there += self.lane
        every = self.every
        self.hooks[:] = [NO_WORD] * self.cells
        self.masks = masks = [0 if letter else every for letter in letters]
        no_square = [0] * (size + 1)
        masks[: self.grid : self.lane] = masks[self.grid :: self.lane] = no_square
        for row in range(size):
            self._see_runs(0, row, pure[row * size : row * size + size])
            self._see_runs(1, row, pure[row::size])

    def refresh(self, down: int, row: int) -> None:
        """Compute anew what the runs of a lane allow beside them, for the lanes across it."""
        first = down * self.grid + row * self.lane + 1
        across = (1 - down) * self.grid + row + 1
        line = bytes(self.letters[first : first + self.size])
        every = slice(across, across + self.size * self.lane, self.lane)
        self.hooks[every] = [NO_WORD] * self.size
        self.masks[every] = [0 if letter else self.every for letter in line]
        self._see_runs(down, row, line)

    def _see_runs(self, down: int, row: int, line: bytes) -> None:
        """The same where the cells across it are unlimited so far; `line` are its letters."""
        size, step, masks, hooks = self.size, self.lane, self.masks, self.hooks
        first = down * self.grid + row * step + 1
        # A place of this lane times `step`, plus this, is the cell in the lane across.
        across = (1 - down) * self.grid + row + 1
        lines = self.lines[down * size + row] = []
        beside = self.beside[down * size + row] = []
        root, no_node = self.nodes_of[0][self.root], self.nodes_of[0][0]
        past, total = -1, 0
        for run in _RUN.finditer(line):
            start, end = run.span()
            node = root
            for letter in reversed(run[0]):
                node = node[letter] if node.goes >> letter & 1 else no_node
            before, total = total, sum(self.points[first + start : first + end])
            self.nodes[first + end - 1] = node.number
            self.totals[first + end - 1] = total
            cell = across + (start - 1) * step
            if start and start - 1 == past:
                masks[cell] = self._joining(node, first + past - 1)
                hooks[cell] = before + total
            elif start:
                masks[cell] = node.ends
                hooks[cell] = total
                beside.append(cell)
            if end < size:
                cell = across + end * step
                masks[cell] = node[0].ends if node.goes & 1 else 0
                hooks[cell] = total
                beside.append(cell)
            lines.append((first + start, first + end))
            past = end

    def _joining(self, node: Node, end: int) -> int:
        """The letters that join the run that led to a node with the one that ends at a cell."""
        mask, start, letters = 0, end, self.letters
        while letters[start - 1]:
            start -= 1
        for letter in LETTERS[node.goes & ~1]:
            onward, cell = node[letter], end
            while cell > start and onward.goes >> letters[cell] & 1:
                onward = onward[letters[cell]]
                cell -= 1
            if cell == start and onward.ends >> letters[start] & 1:
                mask |= 1 << letter
        return mask

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
