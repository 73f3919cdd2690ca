"""The rack of the kernel and its parts: what can be laid, and what the rest is worth as a leave.

Part of the kernel: see `_board` for how it is compiled.
"""

from __future__ import annotations

from solver.movegen._board import LaneBoard, Make
from solver.movegen._graph import Ints

WIDTH = 32
NONE = -(1 << 40)
MOST_PARTS = 1 << 12


class RackParts(LaneBoard):
    """A board and a rack.

    A part is any selection of the rack's tiles. Its number is a sum: each tile adds the stride of
    its letter. The empty part has number 0, the whole rack the last one; the leave of a part has
    the last number less that of the part.
    """

    __slots__ = (
        "bare_tops",
        "by_size",
        "caps",
        "counts",
        "first",
        "freely",
        "held",
        "hidden",
        "hidden_by_size",
        "kept",
        "keys",
        "left",
        "make",
        "part_sums",
        "parts",
        "room",
        "sizes",
        "strides",
        "sums",
        "tops",
        "wilds",
        "worth",
    )

    def _init_rack(self, make: Make) -> None:
        """No rack yet."""
        self.make = make
        self.counts = make("i", 64)  # of each letter on the rack; number 0 = blanks
        self.held = 0  # the letters on the rack, as bits
        self.left = 0  # tiles on the rack
        self.worth: Ints | None = None
        self.keys = make("q", 64)  # see `solver.movegen.anagrams`
        self.strides = make("i", 64)
        self.kept = make("q", WIDTH)  # the best leave by number of tiles laid
        self.sums = make("i", WIDTH)  # points of the best tiles, by their number
        self.tops = make("i", self.cells)  # most points of a cross word; -1 where nothing fits
        self.caps = make("i", self.cells)  # most points of a tile where few fit; -1 where none
        self.freely = make("i", self.cells)  # `dears` of the other squares
        self.bare_tops = make("i", self.cells)  # `tops` of an empty board
        for cell in range(self.cells):
            self.bare_tops[cell] = 0 if self.bare_masks[cell] else -1
        self.first = make("i", WIDTH + 1)  # by number of tiles: where parts begin in `by_size`
        self.wilds = make("i", WIDTH + 1)  # where those of them with blanks begin
        self.parts = 0
        self.room = 0
        self._make_room(1 << 7)

    def _make_room(self, number: int) -> None:
        if number > self.room:
            self.room = number
            self.sizes = self.make("B", number)  # tiles of each part
            self.hidden = self.make("q", number)  # the sum of their keys
            # Points of its best tiles, by their number, up to all of them; then a 0.
            self.part_sums = self.make("i", number * WIDTH)
            self.by_size = self.make("i", number)  # all parts, the smaller ones first
            self.hidden_by_size = self.make("q", number)  # their keys in that order

    def _take(self, rack: bytes) -> None:
        """Set the rack.

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
        """Compute what the tiles of the rack can bring, alone and together.

        Raises:
            ValueError: `worth` has not an entry for each leave, or the rack has too many parts.
        """
        number = len(rack)
        fitting = self.every if self.counts[0] else self.held
        self.tops[:] = self.bare_tops
        self.caps[:] = self.bare_tops
        self.freely[:] = self.dears
        for cell in range(1, self.cells - 1):
            if self.hooks[cell] >= 0 or (self.letters[cell + 1] and not self.letters[cell]):
                self._limit(cell, fitting, rack)
        self._find_parts(number)
        last = self.parts - 1
        for place in range(number + 1):
            self.sums[place] = self.part_sums[last * WIDTH + place]
            self.kept[place] = 0 if worth is None else NONE
        self.worth = worth
        if worth is not None:
            if self.parts != len(worth):
                raise ValueError(f"there are {self.parts} leaves, {len(worth)} are weighed")
            for part in range(self.parts):
                laid = self.sizes[part]
                self.kept[laid] = max(self.kept[laid], worth[last - part])

    def _limit(self, cell: int, fitting: int, rack: bytes) -> int:
        """Compute it for a square where only some letters fit."""
        mask = self.masks[cell] & fitting
        self.freely[cell] = 0
        self.caps[cell] = -1
        if not mask:
            self.tops[cell] = -1
            return 0
        if self.hooks[cell] >= 0:
            self.caps[cell] = self._cap(cell, mask, rack)
            self.tops[cell] = (self.hooks[cell] + self.caps[cell]) * self.word_times[cell]
        if self.letters[cell + 1]:
            mask = self._fitting(cell) & fitting
            self.caps[cell] = self._cap(cell, mask, rack) if mask else -1
        return 0

    def _cap(self, cell: int, mask: int, rack: bytes) -> int:
        """The most points that one of some letters can score as a tile on a square."""
        top = 0
        for place in range(len(rack)):
            top = max(top, (mask >> rack[place] & 1) * self.values[rack[place]])
        return top * self.letter_times[cell]

    def _find_parts(self, number: int) -> None:
        """Number the parts of the rack."""
        total = 1
        for code in range(63, -1, -1):
            self.strides[code] = total
            if total <= MOST_PARTS:
                total *= self.counts[code] + 1
        if total > MOST_PARTS:
            raise ValueError(f"a rack with more than {MOST_PARTS} parts")
        self.parts = total
        self._make_room(total)
        self.part_sums[0] = 0
        self.part_sums[1] = 0
        self.sizes[0] = 0
        self.hidden[0] = 0
        total = 1
        for code in range(63, -1, -1):
            value, step = self.values[code], total
            for _ in range(self.counts[code]):
                for part in range(total - step, total):
                    more, size = part + step, self.sizes[part]
                    self.sizes[more] = size + 1
                    self.hidden[more] = self.hidden[part] + self.keys[code]
                    old, new = part * WIDTH, more * WIDTH
                    self.part_sums[new] = 0
                    for place in range(size + 1):
                        least = self.part_sums[old + place] + value
                        best = self.part_sums[old + place + 1]
                        self.part_sums[new + place + 1] = max(best, least)
                    self.part_sums[new + size + 2] = 0
                total += step
        self._sort_parts(number)

    def _sort_parts(self, number: int) -> None:
        """Sort the parts by their number of tiles."""
        for place in range(number + 1):
            self.first[place] = 0
            self.wilds[place] = 0
        for part in range(self.parts):
            self.first[self.sizes[part]] += 1
            if part < self.strides[0]:
                self.wilds[self.sizes[part]] += 1
        for place in range(number):
            self.first[place + 1] += self.first[place]
        self.first[number + 1] = self.parts
        for part in range(self.parts - 1, -1, -1):
            size = self.sizes[part]
            self.first[size] -= 1
            place = self.first[size]
            self.by_size[place] = part
            self.hidden_by_size[place] = self.hidden[part]
        for place in range(number + 1):
            self.wilds[place] += self.first[place]
