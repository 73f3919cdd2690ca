"""Sets of squares, and which tiles of the rack fit where: a bit a square, some lanes a number.

Part of the kernel: see `_board` for how it is compiled.

As many lanes as 64 bits hold are a group and make one number, so that a few numbers hold for all
squares of the board where a letter may be laid, where tiles touch others, and where words may
begin. Bit b of a group's number is cell `bases[group] + b`.
"""

from __future__ import annotations

from solver.movegen._graph import lowest
from solver.movegen._plays import Plays
from solver.movegen._rack import WIDTH


class Squares(Plays):
    """A board, a rack and plays, prepared for a search."""

    __slots__ = (
        "bases",
        "enough",
        "filled",
        "fitted",
        "free",
        "groups",
        "joined",
        "lanes_of",
        "most",
        "places",
        "start",
        "starts",
        "touched",
        "within",
    )

    def _init_squares(self, start: int) -> int:
        """No board surveyed yet; the first move must cover the square `start`."""
        size, make = self.size, self.make
        row, column = start // size, start % size
        self.start = start
        self.starts = make("i", 2)  # its cells
        self.starts[0] = row * self.lane + column + 1
        self.starts[1] = self.grid + column * self.lane + row + 1
        self.lanes_of = make("B", self.cells)  # the lane of each cell, 128 and more for columns
        for down in range(2):
            for row in range(size):
                for place in range(1, self.lane):
                    self.lanes_of[down * self.grid + row * self.lane + place] = down << 7 | row
        self.most = min(size, 64 // self.lane)  # lanes of a group
        groups = 2 * ((size + self.most - 1) // self.most)
        self.enough = groups  # groups for all lanes
        self.groups = 0  # groups in use
        self.bases = make("i", groups)
        self.filled = make("Q", groups)
        self.free = make("Q", groups)  # squares without a tile right behind them
        self.joined = make("Q", groups)  # empty ones beside a tile of another lane
        self.fitted = make("Q", 64 * groups)  # where each letter may be laid
        self.within = make("Q", WIDTH * groups)  # by number of tiles: from where they touch others
        self.places = make("Q", (WIDTH + 1) * groups)  # see `Sweep`
        self.touched = make("Q", (WIDTH + 1) * groups)
        return 0

    def _enter(self, cell: int) -> int:
        """Work on the lane of a cell."""
        return self._enter_lane(self.lanes_of[cell])

    def _enter_lane(self, lane: int) -> int:
        """Work on a lane by its number, 128 and more for columns."""
        self.down = lane >> 7
        self.base = self.down * self.grid + (lane & 127) * self.lane
        self.laid[0] = lane
        return 0

    def _survey(self, lanes: int) -> int:
        """Find where the tiles of the rack fit.

        Args:
            lanes: The lanes of interest, as bits, rows first.
        """
        mask = self.every if self.counts[0] else self.held
        while mask:
            letter = lowest(mask)
            mask &= mask - 1
            for group in range(self.enough):
                self.fitted[letter * self.enough + group] = 0
        self.groups = 0
        for down in range(2):
            first = 0
            while first < self.size:
                part = lanes >> down * self.size + first
                count = min(self.most, self.size - first)
                if part & (1 << count) - 1:
                    self._survey_lanes(down * self.grid + first * self.lane + 1, count, part)
                    if self.places[self.groups]:  # else the next group takes its place
                        self.groups += 1
                first += count
        return 0

    def _survey_lanes(self, base: int, count: int, lanes: int) -> int:
        """Do this for `count` lanes from a cell on, as far as they are of interest."""
        squares, filled, joined, before = 0, 0, 0, 0
        bit = 1
        for lane in range(count):
            if lanes >> lane & 1:
                first = lane * self.lane
                for place in range(first, first + self.size):
                    squares |= bit << place
                    if self.letters[base + place]:
                        filled |= bit << place
                    elif self.hooks[base + place] >= 0:
                        joined |= bit << place
                    elif self.letters[base + place + 1]:
                        before |= bit << place
        group = self.groups
        self.bases[group] = base
        self.filled[group] = filled
        self.free[group] = squares ^ squares & filled >> 1
        self.joined[group] = joined if self.tiles else squares & self._start_in(base, count)
        self._reach(squares, self._fit_tiles(squares ^ filled, joined | before))
        return 0

    def _start_in(self, base: int, count: int) -> int:
        """The square that the first move must cover, as a bit of `count` lanes from a cell on."""
        bit = 1
        for down in range(2):
            cell = self.starts[down] - base
            if 0 <= cell < count * self.lane:
                return bit << cell
        return 0

    def _reach(self, squares: int, some: int) -> int:
        """Note where in a group words may begin, and from where they come to touch others.

        Args:
            squares: Its squares.
            some: Those where some tile of the rack may be laid.
        """
        group = self.groups
        filled, joined = self.filled[group], self.joined[group]
        within = filled
        self.within[group] = within
        for number in range(1, self.left + 1):
            within = filled | some & (joined | within >> 1)
            self.within[number * self.enough + group] = within
        self.places[group] = within & (squares ^ squares & filled << 1)
        self.touched[group] = joined
        return 0

    def _fit_tiles(self, empty: int, limited: int) -> int:
        """Note where in a group each letter of the rack may be laid.

        Args:
            empty: Its empty squares.
            limited: Those where not every letter fits.

        Returns:
            Where any of them may.
        """
        group, fitting = self.groups, self.every if self.counts[0] else self.held
        some = empty ^ limited
        mask = fitting
        while mask:
            self.fitted[lowest(mask) * self.enough + group] = some
            mask &= mask - 1
        while limited:
            square = limited & -limited
            limited ^= square
            mask = self._fitting(self.bases[group] + lowest(square)) & fitting
            if mask:
                some |= square
            while mask:
                self.fitted[lowest(mask) * self.enough + group] |= square
                mask &= mask - 1
        return some
