"""What plays from an anchor can bring at the most, so that the kernel need not look for them.

Part of the kernel: see `_lanes` for how it is compiled.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver._lanes import Ints, Lanes, Make

POINT = 256
WIDTH = 32
NONE = -(1 << 40)


class Bounds(Lanes):
    """A board and a rack, and what they can bring together. All bounds are in 1/`POINT` point."""

    __slots__ = (
        "bonus",
        "bounds",
        "counts",
        "full",
        "held",
        "kept",
        "left",
        "left_bounds",
        "make",
        "rough",
        "sizes",
        "strides",
        "sums",
        "tops",
        "worth",
    )

    def __init__(
        self,
        arcs: Sequence[int],
        root: int,
        size: int,
        values: Sequence[int],
        make: Make,
        full: int,
        bonus: int,
    ) -> None:
        """An empty board and no rack; see `Lanes` and `solver._kernel.Kernel`."""
        Lanes.__init__(self, arcs, root, size, values, make)
        self.make = make
        self.full = full
        self.bonus = bonus
        self.counts = make("i", 64)  # of each letter on the rack; number 0 = blanks
        self.held = 0  # the letters on the rack, a bit each
        self.left = 0  # tiles on the rack
        self.rough = 0
        self.worth: Ints | None = None
        self.strides = make("i", 64)  # a letter more moves a leave so far in its list
        self.sizes = make("B", 1 << 7)  # tiles of each leave
        self.kept = make("q", WIDTH)  # the best leave after laying so many tiles
        self.sums = make("i", WIDTH)  # points of the best so many tiles
        self.tops = make("i", self.cells)  # most points of a cross word; -1 where nothing fits
        self.bounds = make("q", WIDTH * WIDTH)
        self.left_bounds = make("q", WIDTH)

    def _take(self, rack: bytes) -> None:
        """Put a rack in place.

        Raises:
            ValueError: It has more than 30 tiles.
        """
        if len(rack) > WIDTH - 2:
            raise ValueError(f"a rack of {len(rack)} tiles; {WIDTH - 2} is the most")
        for code in range(64):
            self.counts[code] = 0
        for place in range(len(rack)):
            self.counts[rack[place]] += 1
        self.held = 0
        bit = 1
        for code in range(1, 64):
            if self.counts[code]:
                self.held |= bit << code
        self.left = len(rack)

    def _weigh(self, rack: bytes, worth: Ints | None) -> None:
        """What the tiles of the rack in place can bring at the most, and its leaves."""
        number = len(rack)
        self.sums[0] = 0
        for place in range(number):
            value = self.values[rack[place]]
            at = place
            while at and self.sums[at] < value:
                self.sums[at + 1] = self.sums[at]
                at -= 1
            self.sums[at + 1] = value
        for place in range(number):
            self.sums[place + 1] += self.sums[place]
        fitting = self.every if self.counts[0] else self.held
        for cell in range(self.cells):
            mask = self.masks[cell] & fitting
            self.tops[cell] = 0 if mask else -1
            if mask and self.hooks[cell] >= 0:
                top = 0
                for place in range(number):
                    if mask >> rack[place] & 1:
                        top = max(top, self.values[rack[place]])
                top = self.hooks[cell] + top * self.letter_times[cell]
                self.tops[cell] = top * self.word_times[cell]
        self.worth = worth
        for place in range(number + 1):
            self.kept[place] = 0 if worth is None else NONE
        if worth is not None:
            self._weigh_leaves(number, worth)

    def _weigh_leaves(self, number: int, worth: Ints) -> None:
        """Find the best leave of each size, and how the leaves stand in their list."""
        if len(worth) > len(self.sizes):
            self.sizes = self.make("B", len(worth))
        total = 1
        self.sizes[0] = 0
        for code in range(63, -1, -1):
            self.strides[code] = total
            step = total
            if step * (self.counts[code] + 1) > len(worth):
                raise ValueError(f"only {len(worth)} leaves are weighed")
            for count in range(1, self.counts[code] + 1):
                for leave in range(step):
                    self.sizes[total + leave] = self.sizes[leave] + count
                total += step
        if total != len(worth):
            raise ValueError(f"there are {total} leaves, {len(worth)} are weighed")
        for leave in range(total):
            laid = number - self.sizes[leave]
            self.kept[laid] = max(self.kept[laid], worth[leave])

    def _bound(self, anchor: int, limit: int) -> None:
        """What plays from an anchor can bring at the most.

        Each number of tiles is given the best tiles of the rack, on the letter premiums the
        dearest: a premium that multiplies by n counts a tile n times, so that sums of the best
        so many tiles suffice. Cross words get the best tile that fits.

        `bounds[WIDTH * n + m]` is for n tiles left of the anchor (or on it) and m or more in
        all, `left_bounds[n]` for n or more tiles there. Roughly, only `left_bounds` are found, and
        only where each tile more brings more: without the worth of leaves.
        """
        number = self.left
        cell, tiles, points, times, cross = anchor, 0, 0, 1, 0
        twos, threes, fours = 0, 0, 0
        if self.letters[anchor]:
            points = self.totals[anchor]
            while self.letters[cell]:
                cell -= 1
        for place in range(number + 2):
            self.left_bounds[place] = NONE
        while True:
            if tiles or self.letters[anchor]:
                self._bound_right(anchor + 1, tiles, points, times, cross, twos, threes, fours)
            if tiles == number or cell < limit or self.tops[cell] < 0:
                break
            tiles += 1
            cross += self.tops[cell]
            times *= self.word_times[cell]
            twos += self.letter_times[cell] > 1
            threes += self.letter_times[cell] > 2
            fours += self.letter_times[cell] > 3
            cell -= 1
        for place in range(tiles - 1, -1, -1):
            self.left_bounds[place] = max(self.left_bounds[place], self.left_bounds[place + 1])

    def _bound_right(
        self,
        cell: int,
        tiles: int,
        points: int,
        times: int,
        cross: int,
        twos: int,
        threes: int,
        fours: int,
    ) -> None:
        """The same for some number of tiles left of the anchor, from the cell behind it on."""
        row, laid, highest = tiles * WIDTH, tiles, NONE
        while True:
            while self.letters[cell]:
                points += self.points[cell]
                cell += 1
            more = laid < self.left and self.tops[cell] >= 0
            if laid and not (more and self.rough):
                highest = points + self.sums[laid] + self.sums[twos]
                highest = (highest + self.sums[threes] + self.sums[fours]) * times + cross
                if laid == self.full:
                    highest += self.bonus
                highest = highest * POINT + self.kept[laid]
            self.bounds[row + laid] = highest
            if not more:
                break
            laid += 1
            cross += self.tops[cell]
            times *= self.word_times[cell]
            twos += self.letter_times[cell] > 1
            threes += self.letter_times[cell] > 2
            fours += self.letter_times[cell] > 3
            cell += 1
        self.left_bounds[tiles] = highest
        if not self.rough:
            self.bounds[row + laid + 1] = NONE
            for place in range(row + laid - 1, row + tiles - 1, -1):
                self.bounds[place] = max(self.bounds[place], self.bounds[place + 1])
            self.left_bounds[tiles] = self.bounds[row + tiles]
