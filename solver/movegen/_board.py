"""The board of the kernel: two grids of guarded lanes, and which letters fit beside their runs.

This module, the others from `_graph` to `_kernel` and those of the endgame, up to `_endgame`,
are plain Python that is also compiled, as one module, `_kernel_c`. `_kernel.pxd` gives the types
for that; the modules use only what those types can express. They are used through
`solver.movegen.session`.

The first grid holds the rows, the second the columns. Square p of lane l is cell
`l * (size + 1) + 1 + p` of its grid; the cell before a lane, which is also the one behind the lane
before, is no square and takes no tile. Each cell holds its cross-check, the letters that may lie
there because of the tiles beside its lane, and the points of those tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver.movegen._graph import ACCEPT, CHILD, Ints, Rooted, WordGraph

Make = Callable[[str, int], Ints]
Rows = tuple[tuple[str, ...], ...]

BLANK_BIT = 64
NO_WORD = -1
SQUARE = 1 << 24


class LaneBoard(WordGraph):
    """A board that tiles are laid on and taken from."""

    __slots__ = (
        "bare_hooks",
        "bare_masks",
        "cells",
        "dears",
        "every",
        "grid",
        "hooks",
        "lane",
        "letter_times",
        "letters",
        "masks",
        "nodes",
        "points",
        "size",
        "tiles",
        "totals",
        "values",
        "word_times",
    )

    def __init__(
        self,
        graph: Rooted,
        size: int,
        values: Sequence[int],
        make: Make,
    ) -> None:
        """An empty board without premiums.

        Args:
            graph: The word graph, see `WordGraph`.
            size: Rows of the board, 2 to 26.
            values: Points of each letter by its number, 0 for number 0; 64 at the most. Blanks,
                numbers with `BLANK_BIT`, have none.
            make: Makes an array of zeros: type as in `array`, length.
        """
        self._set_graph(graph)
        lane = size + 1
        cells = 2 * (size * lane + 1)
        self.size = size
        self.lane = lane
        self.grid = size * lane + 1  # cells of a grid, the one behind the last lane included
        self.cells = cells
        self.tiles = 0
        self.letters = make("B", cells)
        self.points = make("i", cells)
        self.masks = make("Q", cells)  # cross-checks: the letters that may lie there, as bits
        self.hooks = make("i", cells)  # points of the tiles beside the lane, or NO_WORD
        self.nodes = make("i", cells)  # at the end of a run: the node it leads to backwards
        self.totals = make("i", cells)  # at the end of a run: its points
        self.letter_times = make("i", cells)
        self.word_times = make("i", cells)
        # Fields of 8 bits, lowest first: times at least 2, at least 3, at least 4; and a `SQUARE`.
        self.dears = make("i", cells)
        self.bare_masks = make("Q", cells)  # those of an empty board, 0 where there is no square
        self.bare_hooks = make("i", cells)
        self.values = make("i", 2 * BLANK_BIT)
        self.every = 0
        for code in range(len(values)):
            self.values[code] = values[code]
            if code:
                self.every |= 1 << code
        for cell in range(cells):
            self.letter_times[cell] = 1
            self.word_times[cell] = 1
            self.dears[cell] = SQUARE
            self.bare_hooks[cell] = NO_WORD
            self.bare_masks[cell] = self.every if cell % self.grid % lane else 0
        self.masks[:] = self.bare_masks
        self.hooks[:] = self.bare_hooks

    def set_premiums(self, letter_times: bytes, word_times: bytes) -> None:
        """Set the letter and word multipliers of the squares, row by row."""
        for square in range(self.size * self.size):
            row, column = square // self.size, square % self.size
            here = row * self.lane + column + 1
            there = self.grid + column * self.lane + row + 1
            self.letter_times[here] = letter_times[square]
            self.letter_times[there] = letter_times[square]
            self.word_times[here] = word_times[square]
            self.word_times[there] = word_times[square]
            times = letter_times[square]
            dear = (times > 1) + ((times > 2) << 8) + ((times > 3) << 16)
            self.dears[here] = dear | SQUARE
            self.dears[there] = self.dears[here]

    def set_board(self, rows: Rows, codes: dict[str, int]) -> None:
        """Set the tiles.

        Args:
            rows: The tile on each square, or "".
            codes: For each tile the number of its letter, with `BLANK_BIT` for a blank.
        """
        for row, line in enumerate(rows):
            for column, tile in enumerate(line):
                if tile or self.letters[row * self.lane + column + 1]:
                    self.put(0, row, column, codes[tile] if tile else 0)
        self.masks[:] = self.bare_masks
        self.hooks[:] = self.bare_hooks
        for lane in range(self.size):
            self._read_lane(0, lane)
            self._read_lane(1, lane)

    def lay(self, down: int, row: int, tiles: bytes, fill: int) -> None:
        """Lay the tiles of a play, or take them back.

        Args:
            down: 0 for a row, 1 for a column.
            row: Number of that row or column.
            tiles: A byte for each of its squares, 0 where nothing is laid.
            fill: 1 = lay them, 0 = take them back.
        """
        for column in range(self.size):
            code = tiles[column]
            if code:
                self.put(down, row, column, code if fill else 0)
                self.refresh(1 - down, column)
        self.refresh(down, row)

    def put(self, down: int, row: int, column: int, code: int) -> None:
        """Put a tile on a place of a row or a column, or take it off; 0 = none."""
        here = down * self.grid + row * self.lane + column + 1
        there = (1 - down) * self.grid + column * self.lane + row + 1
        if self.letters[here]:
            self.tiles -= 1
        if code:
            self.tiles += 1
        letter = code & (BLANK_BIT - 1)
        points = 0 if code & BLANK_BIT else self.values[letter]
        self.letters[here] = letter
        self.letters[there] = letter
        self.points[here] = points
        self.points[there] = points

    def refresh(self, down: int, row: int) -> None:
        """Compute anew what the runs of a lane allow beside them, for the lanes across it."""
        cell = (1 - down) * self.grid + row + 1
        for _ in range(self.size):
            self.masks[cell] = self.every
            self.hooks[cell] = NO_WORD
            cell += self.lane
        self._read_lane(down, row)

    def _read_lane(self, down: int, row: int) -> None:
        """The same where the cells of those lanes are unlimited so far."""
        size, step = self.size, self.lane
        first = down * self.grid + row * step + 1
        beside = (1 - down) * self.grid + row + 1
        place = 0
        while place < size:
            if not self.letters[first + place]:
                place += 1
                continue
            start = place
            while self.letters[first + place]:
                self.masks[beside + place * step] = 0
                place += 1
            self._note_run(first + start, first + place - 1)
            node = self.nodes[first + place - 1]
            total = self.totals[first + place - 1]
            if start > 0:
                cell = beside + (start - 1) * step
                if start > 1 and self.letters[first + start - 2]:
                    self.masks[cell] = self._between(node, first + start - 2)
                    self.hooks[cell] = total + self.totals[first + start - 2]
                else:
                    self.masks[cell] = self._ends(node)
                    self.hooks[cell] = total
            if place < size and not self.letters[first + place + 1]:
                node = self._arc(node, 0) & CHILD
                cell = beside + place * step
                self.masks[cell] = self._ends(node)
                self.hooks[cell] = total

    def _fitting(self, cell: int) -> int:
        """The letters that may lie on a square and lead on into a run right behind it."""
        mask = self.masks[cell]
        if self.letters[cell + 1]:
            cell += 1
            while self.letters[cell + 1]:
                cell += 1
            mask &= self._leads(self.nodes[cell])
        return mask

    def _note_run(self, start: int, end: int) -> None:
        """Note, at the last cell of a run, its points and the node it leads to backwards."""
        node, total = self.root, 0
        cell = end
        while cell >= start:
            node = self._arc(node, self.letters[cell]) & CHILD
            total += self.points[cell]
            cell -= 1
        self.nodes[end] = node
        self.totals[end] = total

    def _between(self, node: int, end: int) -> int:
        """The letters that join the run that led to a node with the one that ends at a cell."""
        letters, mask = self._leads(node), 0
        place = 2 * node + 2
        if letters & 1:  # the separator joins nothing
            letters ^= 1
            place += 1
        while letters:
            cell, onward = end, self.arcs[place]
            while onward and self.letters[cell]:
                onward = self._arc(onward & CHILD, self.letters[cell])
                cell -= 1
            if onward & ACCEPT:
                mask |= letters & -letters
            letters &= letters - 1
            place += 1
        return mask
