"""The board of the plain kernel: the same as that of `_board`, set up in a third of the time.

Compiled code goes square by square; plain Python is faster with what works on many squares at once:
slices for the tiles of a lane, a search for its runs, open nodes of the word graph for the letters
that fit beside them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from operator import itemgetter

from solver.movegen._board import BLANK_BIT, NO_WORD, Rows
from solver.movegen._graph import Ints, Rooted
from solver.movegen._kernel import Kernel
from solver.movegen._nodes import Letters, Node, Nodes

LETTERS = Letters()
_RUN = re.compile(rb"[^\0]+")
_LETTER = bytes(code % BLANK_BIT for code in range(2 * BLANK_BIT)).ljust(256, b"\0")


def no_array(_kind: str, length: int) -> Ints:
    """A list of zeros, which plain Python reads faster than an array."""
    return [0] * length


class Runs(Kernel):
    """A board that knows its runs.

    Attributes:
        beside: Of each lane, rows first, the empty squares at its runs' ends, as cells across it.
        lines: Of each lane the first cell of each run, and the one behind it.
    """

    __slots__ = ("beside", "lines", "nodes_of")

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
