"""A board and the racks of both players in an endgame, when the bag is empty.

Part of the kernel: see `_lanes` for how it is compiled.

A rack is one number with a field for each of its letters: its count, and above it a guard bit,
which a subtraction clears only if it takes tiles that are not there.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.movegen._branches import Ints
from solver.movegen._kernel import Kernel
from solver.movegen._lanes import Make

FIELDS = 64


class Hands:
    """A board and two racks, which never hold more tiles than at the start."""

    __slots__ = (
        "codes",
        "fulls",
        "guards",
        "held",
        "kernel",
        "key",
        "kinds",
        "lanes",
        "make",
        "parts",
        "points",
        "racks",
        "shifts",
        "size",
        "square_keys",
        "stride",
        "turn",
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
