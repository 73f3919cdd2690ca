"""The racks of both players in an endgame, and their possible plays as plays are laid and lifted.

Part of the kernel: see `_board` for how it is compiled.

A rack is one number with a field for each of its letters: its count, and above it a guard bit,
which a subtraction clears only if it takes tiles that are not there.

A play changes few lanes: those it lays tiles in, and those where other letters now fit beside it.
Only these are searched anew, and only when their plays are needed; a lane is stale until then.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.movegen._board import BLANK_BIT, Make
from solver.movegen._graph import Ints
from solver.movegen._kernel import Kernel

FIELDS = 64


class Offers:
    """A board, two racks, which never hold more tiles than at the start, and the plays of each."""

    __slots__ = (
        "codes",
        "counts",
        "fulls",
        "guards",
        "held",
        "kernel",
        "key",
        "keys",
        "kinds",
        "lanes",
        "logged",
        "make",
        "old_counts",
        "old_places",
        "old_starts",
        "pairs",
        "parts",
        "points",
        "racks",
        "room",
        "scores",
        "sheds",
        "shifts",
        "size",
        "square_keys",
        "squares",
        "stale",
        "starts",
        "stride",
        "top",
        "turn",
        "used",
        "ways",
        "worth",
    )

    def __init__(
        self,
        kernel: Kernel,
        racks: Sequence[bytes],
        values: Sequence[int],
        square_keys: Sequence[int],
        make: Make,
    ) -> None:
        """Two racks and a board.

        Args:
            kernel: Holds the board.
            racks: Of the player on turn and of the other, numbers of the tiles.
            values: Points of each letter by its number, 0 for number 0.
            square_keys: A random number of 64 bits for each square and each of 128 tiles.
            make: Makes an array of zeros: type, length.
        """
        self.kernel = kernel
        self.make = make
        self.size = self.kernel.size
        self.lanes = 2 * self.size  # rows first
        self.parts = (self.size * self.size + 63) // 64  # 64-bit numbers for a bit a square
        self.stride = 1 + max(len(racks[0]), len(racks[1]))
        self.square_keys = square_keys
        self.turn = 0  # 0 is the player who was on turn at the start
        self.key = 0  # the hash key of the tiles laid
        # The racks.
        self.codes = make("i", 2 * FIELDS)  # their distinct letters
        self.kinds = make("i", 2)  # how many letters
        self.shifts = make("i", 2 * FIELDS)  # where the field of a letter begins
        self.fulls = make("i", 2 * FIELDS)  # the mask of its field, shifted down
        self.guards = make("Q", 2)
        self.racks = make("Q", 2)
        self.held = make("Q", 2)  # the letters that can be laid, as bits
        self.points = make("i", 2)  # what the tiles left are worth
        self.worth = make("i", FIELDS)
        for code in range(len(values)):
            self.worth[code] = values[code]
        self._deal(0, racks[0])
        self._deal(1, racks[1])

    def _deal(self, player: int, rack: bytes) -> int:
        """Give a player his tiles."""
        shift = 0
        bit = 1
        for code in sorted(set(rack)):
            place, count = player * FIELDS + code, rack.count(code)
            width = count.bit_length()
            self.codes[player * FIELDS + self.kinds[player]] = code
            self.kinds[player] += 1
            self.shifts[place] = shift
            self.fulls[place] = (1 << width) - 1
            number = count
            self.racks[player] |= number * (bit << shift)
            self.guards[player] |= bit << (shift + width)
            self.points[player] += count * self.worth[code]
            shift += width + 1
        self._hold(player)
        return 0

    def _hold(self, player: int) -> int:
        """Compute which letters a player can lay."""
        first = player * FIELDS
        held = 0
        bit = 1
        for kind in range(self.kinds[player]):
            code = self.codes[first + kind]
            if self.racks[player] >> self.shifts[first + code] & self.fulls[first + code]:
                held |= bit << code if code else self.kernel.every
        self.held[player] = held
        return 0

    def _longer(self, old: Ints, kind: str, number: int) -> Ints:
        """The same array with more room."""
        new = self.make(kind, number)
        for place in range(len(old)):
            new[place] = old[place]
        return new

    def _init_offers(self) -> None:
        """No plays yet, every lane is stale."""
        make = self.make
        self.top = 0
        self.room = 0
        self.scores: Ints = make("i", 0)
        self.sheds: Ints = make("i", 0)  # points of the tiles laid
        self.ways: Ints = make("i", 0)  # the lane
        self.pairs: Ints = make("i", 0)  # `stride` a play: 256 times place plus tile; then 0
        self.used: Ints = make("Q", 0)  # the tiles laid, as in `racks`
        self.keys: Ints = make("Q", 0)  # a hash of the tiles and their squares
        self.squares: Ints = make("Q", 0)  # the squares as bits, `parts` numbers a play
        self._widen(512)
        # Where the plays of each player and lane are; earlier values of that, to be restored.
        self.starts = make("i", 2 * self.lanes)
        self.counts = make("i", 2 * self.lanes)
        self.stale = make("Q", 2)
        self.logged = 0
        self.old_places = make("i", 0)
        self.old_starts = make("i", 0)
        self.old_counts = make("i", 0)
        bit = 1
        for lane in range(self.lanes):
            self.stale[0] |= bit << lane
            self.stale[1] |= bit << lane

    def _widen(self, room: int) -> int:
        """Make room for `room` plays."""
        self.scores = self._longer(self.scores, "i", room)
        self.sheds = self._longer(self.sheds, "i", room)
        self.ways = self._longer(self.ways, "i", room)
        self.pairs = self._longer(self.pairs, "i", room * self.stride)
        self.used = self._longer(self.used, "Q", room)
        self.keys = self._longer(self.keys, "Q", room)
        self.squares = self._longer(self.squares, "Q", room * self.parts)
        self.room = room
        return 0

    def _fits(self, play: int, player: int) -> int:
        """Whether a player still has the tiles for a play."""
        guards = self.guards[player]
        return 1 if ((self.racks[player] | guards) - self.used[play]) & guards == guards else 0

    def _renew(self, player: int) -> int:
        """Find the plays of a player anew in his stale lanes."""
        stale, kernel, first = self.stale[player], self.kernel, player * self.lanes
        if not stale:
            return 0
        self._give(player)
        kernel.sweep(stale)
        for lane in range(self.lanes):
            if stale >> lane & 1:
                self._log(first + lane)
                self.counts[first + lane] = 0
        for number in range(kernel.count):
            self.counts[first + self._lane(number)] += 1
        for lane in range(self.lanes):
            if stale >> lane & 1:
                self.starts[first + lane] = self.top
                self.top += self.counts[first + lane]
                self.counts[first + lane] = 0
        while self.top > self.room:
            self._widen(2 * self.room)
        for number in range(kernel.count):
            place = first + self._lane(number)
            self._keep(player, number, self.starts[place] + self.counts[place])
            self.counts[place] += 1
        self.stale[player] = 0
        return 0

    def _give(self, player: int) -> int:
        """Give the kernel the rack of a player."""
        kernel, first = self.kernel, player * FIELDS
        for code in range(FIELDS):
            kernel.counts[code] = 0
        kernel.held = 0
        kernel.left = 0
        bit = 1
        for kind in range(self.kinds[player]):
            code = self.codes[first + kind]
            count = self.racks[player] >> self.shifts[first + code] & self.fulls[first + code]
            kernel.counts[code] = count
            kernel.left += count
            if code and count:
                kernel.held |= bit << code
        return 0

    def _lane(self, number: int) -> int:
        """The lane of a play that the kernel found."""
        lane = self.kernel.pool_bytes[number * 8 * self.kernel.words]
        return (lane & 127) + self.size if lane > 127 else lane

    def _log(self, place: int) -> int:
        """Save where the plays of a player and lane are."""
        if self.logged == len(self.old_places):
            room = 2 * self.logged + 256
            self.old_places = self._longer(self.old_places, "i", room)
            self.old_starts = self._longer(self.old_starts, "i", room)
            self.old_counts = self._longer(self.old_counts, "i", room)
        self.old_places[self.logged] = place
        self.old_starts[self.logged] = self.starts[place]
        self.old_counts[self.logged] = self.counts[place]
        self.logged += 1
        return 0

    def _forget(self, logged: int, top: int) -> int:
        """Restore what was saved since, and forget the plays found since."""
        while self.logged > logged:
            self.logged -= 1
            place = self.old_places[self.logged]
            self.starts[place] = self.old_starts[self.logged]
            self.counts[place] = self.old_counts[self.logged]
        self.top = top
        return 0

    def _keep(self, player: int, number: int, play: int) -> int:
        """Store a play that the kernel found."""
        kernel, first, lane = self.kernel, player * FIELDS, self._lane(number)
        down = 1 if lane >= self.size else 0
        row = lane - down * self.size
        at, byte = play * self.stride, number * 8 * kernel.words + 1
        used, key, shed = 0, 0, 0
        bit = 1
        for part in range(self.parts):
            self.squares[play * self.parts + part] = 0
        for place in range(self.size):
            code = kernel.pool_bytes[byte + place]
            if code:
                self.pairs[at] = place << 8 | code
                at += 1
                square = place * self.size + row if down else row * self.size + place
                self.squares[play * self.parts + (square >> 6)] |= bit << (square & 63)
                key ^= self.square_keys[square << 7 | code]
                tile = 0 if code & BLANK_BIT else code
                used += bit << self.shifts[first + tile]
                shed += self.worth[tile]
        self.pairs[at] = 0
        self.scores[play] = kernel.key_view[number] >> 32
        self.sheds[play] = shed
        self.ways[play] = lane
        self.used[play] = used
        self.keys[play] = key
        return 0

    def _surround(self, play: int, into: Ints, first: int) -> int:
        """The squares where a tile would change a play, as bits into an array from `first` on.

        They are those it covers, and the first empty ones at both ends of each of its words.
        """
        at = play * self.stride
        down = 1 if self.ways[play] >= self.size else 0
        row = self.ways[play] - down * self.size
        for part in range(self.parts):
            into[first + part] = self.squares[play * self.parts + part]
        start, place = self.pairs[at] >> 8, 0
        while self.pairs[at]:
            place = self.pairs[at] >> 8
            self._ends(1 - down, place, row, row, into, first)
            at += 1
        self._ends(down, row, start, place, into, first)
        return 0

    def _ends(self, down: int, row: int, start: int, end: int, into: Ints, first: int) -> int:
        """Add the empty squares at both ends of a word that covers some places of a lane."""
        kernel, size = self.kernel, self.size
        base = down * kernel.grid + row * kernel.lane + 1
        bit = 1
        start -= 1
        while start >= 0 and kernel.letters[base + start]:
            start -= 1
        end += 1
        while end < size and kernel.letters[base + end]:
            end += 1
        if start >= 0:
            square = start * size + row if down else row * size + start
            into[first + (square >> 6)] |= bit << (square & 63)
        if end < size:
            square = end * size + row if down else row * size + end
            into[first + (square >> 6)] |= bit << (square & 63)
        return 0
