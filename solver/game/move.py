"""A play as plain numbers, as the generator finds it, and a move with its words and notation."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from solver.game.board import Square, tile_text

BLANK_BIT = 64
"""Set in the number of a tile that is a blank; the bits below are the number of its letter."""

_RACK_TILES = bytes(range(BLANK_BIT)).ljust(256, b"\0")


class Play(NamedTuple):
    """Tiles laid in a row or a column, as plain numbers, before words and texts are needed.

    Attributes:
        score: Points of all words and the bonus.
        across: True where the tiles lie in a row, False where in a column.
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
        """The new tiles in order: column (row where `across` is False), letter, blank or not."""
        return tuple(
            (column, code & ~BLANK_BIT, code >= BLANK_BIT)
            for column, code in enumerate(self.tiles)
            if code
        )

    @property
    def used(self) -> bytes:
        """The tiles it takes from the rack, in the order they are laid; 0 for a blank."""
        return self.tiles.replace(b"\0", b"").translate(_RACK_TILES)

    def leave(self, rack: bytes) -> bytes:
        """The leave of a play.

        Args:
            rack: Numbers of its tiles in any order, 0 for a blank.

        Returns:
            The tiles left, sorted, so that blanks come first.

        Raises:
            ValueError: A tile of the play is not on the rack.
        """
        left = bytearray(sorted(rack))
        for code in self.used:
            left.remove(code)
        return bytes(left)


def points_text(points: int) -> str:
    """`1 point`, `7 points`."""
    return f"{points} point{'' if points == 1 else 's'}"


class Move(NamedTuple):
    """Tiles laid in one turn, with their score.

    Attributes:
        row: Row of the first square of the main word, from 0.
        column: Column of that square, from 0.
        across: Whether the main word runs across. A single tile that makes words both ways is
            one move; its main word is the longer one, then the one that scores more, then the one
            across.
        word: The main word whole, letters of blanks in lower case.
        tiles: The new tiles alone, in the order of the word; lower case = a blank as that letter.
        score: Points of all words and the bonus, if there is one.
        words: Every word formed with its points, the main word first, without the bonus.
        leave: The tiles left on the rack, in the order of the alphabet, blanks last.
        cells: The main word tile by tile; empty where each tile is one letter.
    """

    row: int
    column: int
    across: bool
    word: str
    tiles: tuple[tuple[Square, str], ...]
    score: int
    words: tuple[tuple[str, int], ...]
    leave: tuple[str, ...]
    cells: tuple[str, ...] = ()

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares of the new tiles, in the order of the word."""
        return tuple(square for square, _ in self.tiles)

    @property
    def start(self) -> str:
        """Where the main word starts, in GCG notation: `8G` across, `G8` down."""
        return Square(self.row, self.column).start(across=self.across)

    @property
    def notation(self) -> str:
        """Start and word, with tiles already on the board in parentheses: `8G CO(O)KIE`."""
        new = {square.column if self.across else square.row for square in self.squares}
        first = self.column if self.across else self.row
        text = ""
        for place, tile in enumerate(self.cells or self.word, start=first):
            text += tile_text(tile) if place in new else f"({tile_text(tile)})"
        return f"{self.start} {text.replace(')(', '')}"

    def __str__(self) -> str:
        return f"{self.notation} {self.score}"


class MoveRecord(TypedDict):
    """A move in JSON output."""

    move: str
    word: str
    row: int
    column: int
    across: bool
    tiles: list[list[str]]
    score: int
    leave: str
    words: list[tuple[str, int]]


def move_record(move: Move) -> MoveRecord:
    """A move as plain values, ready for JSON."""
    return {
        "move": move.notation,
        "word": move.word,
        "row": move.row,
        "column": move.column,
        "across": move.across,
        "tiles": [[square.name, tile] for square, tile in move.tiles],
        "score": move.score,
        "leave": "".join(map(tile_text, move.leave)),
        "words": list(move.words),
    }
