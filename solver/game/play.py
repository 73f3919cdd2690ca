"""A play as the generator finds it: a move before its words and its notation are needed."""

from __future__ import annotations

from typing import NamedTuple

BLANK_BIT = 64
"""Set in the number of a tile that is a blank; the bits below are the number of its letter."""

_RACK_TILES = bytes(range(BLANK_BIT)).ljust(256, b"\0")


class Play(NamedTuple):
    """Tiles laid in a row or a column, as plain numbers; it stays valid by itself.

    Attributes:
        score: Points of all words and the bonus.
        across: Whether the tiles lie in a row or in a column.
        row: Number of that row or column, from 0.
        tiles: A byte for each square of the row or column: 0 where no new tile lies, else the
            number of the letter, with `BLANK_BIT` for a blank.
    """

    score: int
    across: bool
    row: int
    tiles: bytes

    @property
    def laid(self) -> tuple[tuple[int, int, bool], ...]:
        """The new tiles in order: column (row, where `across` is false), letter, blank or not."""
        return tuple(
            (column, code & ~BLANK_BIT, code >= BLANK_BIT)
            for column, code in enumerate(self.tiles)
            if code
        )

    @property
    def used(self) -> bytes:
        """The tiles it takes from the rack, in the order they lie; 0 for a blank."""
        return self.tiles.replace(b"\0", b"").translate(_RACK_TILES)

    def leave(self, rack: bytes) -> bytes:
        """What stays of a rack.

        Args:
            rack: Numbers of its tiles in any order, 0 for a blank.

        Returns:
            The tiles left, sorted, so that blanks stand first.

        Raises:
            ValueError: A tile of the play is not on the rack.
        """
        left = bytearray(sorted(rack))
        for code in self.used:
            left.remove(code)
        return bytes(left)
