"""Squares, boards and racks as values, read from text and written to it.

Text board: a row a line, `.` an empty square, an upper-case letter a tile, a lower-case letter a
blank tile as that letter, a tile of several letters in brackets: `[CH]`, `[ch]`. A rack is
written without spaces, `?` for a blank.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.errors import BoardTextError, NotationError, RackError

_SQUARE = re.compile(r"([A-Z])([1-9]\d?)")
_TOKEN = re.compile(r"\[([^\]\[]+)\]|(.)", re.DOTALL)


class Square(NamedTuple):
    """A square: row and column counted from 0, from the top left."""

    row: int
    column: int

    @property
    def name(self) -> str:
        """Column letter and row number from 1: `H8` is the centre of 15x15."""
        return f"{chr(ord('A') + self.column)}{self.row + 1}"

    @classmethod
    def parse(cls, name: str) -> Square:
        """Read `H8`, in either case.

        Raises:
            NotationError: Not a letter and a number from 1 to 99.
        """
        found = _SQUARE.fullmatch(name.strip().upper())
        if not found:
            raise NotationError(
                f"{name!r} is not a square",
                hint="write a column letter and a row number, such as H8",
            )
        return cls(int(found[2]) - 1, ord(found[1]) - ord("A"))

    @classmethod
    def in_line(cls, line: int, place: int, *, across: bool) -> Square:
        """The square at a place of a row, or of a column where `across` is False."""
        return cls(line, place) if across else cls(place, line)

    def start(self, *, across: bool) -> str:
        """How GCG writes where a word begins: `8G` across, `G8` down."""
        return f"{self.row + 1}{self.name[0]}" if across else self.name

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Board:
    """A square board.

    Attributes:
        rows: From the top, each cell '' (empty), a tile in upper case ('A', 'CH') or a blank as
            that letter in lower case ('a', 'ch').

    Raises:
        BoardTextError: No rows, or not as many columns as rows, or a cell that is no tile.
    """

    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        _check_square([len(row) for row in self.rows])
        for square, tile in self.tiles():
            if not tile.isalpha() or not (tile.isupper() or tile.islower()):
                raise BoardTextError(
                    f"{tile!r} on {square} is not a tile",
                    hint=(
                        "write upper case for a tile, lower case for a blank, . for an empty square"
                    ),
                )

    @classmethod
    def empty(cls, size: int) -> Board:
        """A board of `size` x `size` empty squares."""
        return cls((("",) * size,) * size)

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Board:
        """Read a text board.

        Args:
            text: The rows as lines, as a list, or one after the other in a single line. Blank
                lines and spaces are ignored.

        Raises:
            BoardTextError: The rows do not make a square board, or hold something else.
        """
        lines = text.splitlines() if isinstance(text, str) else text
        rows = [
            tuple(several or ("" if one == "." else one) for several, one in split_tiles(line))
            for line in filter(str.strip, lines)
        ]
        if len(rows) == 1 and len(rows[0]) > 1:
            size = round(len(rows[0]) ** 0.5)
            if size * size != len(rows[0]):
                raise BoardTextError(
                    f"{len(rows[0])} squares in one line cannot form a square board",
                    hint="15x15 has 225 squares, 11x11 has 121",
                )
            rows = [rows[0][start : start + size] for start in range(0, size * size, size)]
        return cls(tuple(rows))

    @property
    def size(self) -> int:
        """Number of rows, and of columns."""
        return len(self.rows)

    def __getitem__(self, square: Square) -> str:
        return self.rows[square.row][square.column]

    def tiles(self) -> Iterator[tuple[Square, str]]:
        """Each tile with its square, row by row."""
        for r, row in enumerate(self.rows):
            for c, tile in enumerate(row):
                if tile:
                    yield Square(r, c), tile

    def runs(self) -> Iterator[tuple[Square, bool, tuple[str, ...]]]:
        """Each run of two or more tiles, which the rules want to be a word.

        Yields:
            First square, whether it runs across, the tiles; all runs across come first.
        """
        for across, rows in ((True, self.rows), (False, self.transposed().rows)):
            for r, row in enumerate(rows):
                start = 0
                while start < len(row):
                    end = start
                    while end < len(row) and row[end]:
                        end += 1
                    if end - start > 1:
                        first = Square.in_line(r, start, across=across)
                        yield first, across, row[start:end]
                    start = end + 1

    def with_tiles(self, placements: Iterable[tuple[Square, str]]) -> Board:
        """The board after some tiles were laid.

        Raises:
            BoardTextError: A square is taken or lies outside the board.
        """
        rows = [list(row) for row in self.rows]
        for square, tile in placements:
            if not (0 <= square.row < self.size and 0 <= square.column < self.size):
                raise BoardTextError(f"{square} lies outside the {self.size}x{self.size} board")
            if rows[square.row][square.column]:
                raise BoardTextError(f"{square} is already taken by {self[square]}")
            rows[square.row][square.column] = tile
        return Board(tuple(map(tuple, rows)))

    def put(self, placements: Iterable[tuple[Square, str]]) -> Board:
        """The board with some squares overwritten; '' empties a square."""
        rows = [list(row) for row in self.rows]
        for square, tile in placements:
            rows[square.row][square.column] = tile
        return Board(tuple(map(tuple, rows)))

    def transposed(self) -> Board:
        """The board with rows and columns exchanged."""
        return Board(tuple(zip(*self.rows, strict=True)))

    def lines(self) -> list[str]:
        """The rows as text; `parse` reads them back."""
        return ["".join(map(tile_text, row)) for row in self.rows]

    def __str__(self) -> str:
        return "\n".join(self.lines())


@dataclass(frozen=True, slots=True)
class Rack:
    """The tiles a player holds, `?` for a blank, in upper case, in any order."""

    tiles: tuple[str, ...]

    def __post_init__(self) -> None:
        for tile in self.tiles:
            if tile != "?" and not (tile.isalpha() and tile.isupper()):
                raise RackError(f"{tile!r} is not a tile", hint="write letters, and ? for a blank")

    @classmethod
    def parse(cls, text: str) -> Rack:
        """Read a rack such as `AB?[CH]`, in either case; `_` and `*` are blanks too.

        Raises:
            RackError: Something in it is no tile.
        """
        tiles = (several or ("?" if one in "?_*" else one) for several, one in split_tiles(text))
        return cls(tuple(tile.upper() for tile in tiles))

    def __len__(self) -> int:
        return len(self.tiles)

    def __str__(self) -> str:
        return "".join(map(tile_text, self.tiles))


def tile_text(tile: str) -> str:
    """A cell or rack tile as it stands in a text: `.` for '', brackets round several letters."""
    return tile if len(tile) == 1 else f"[{tile}]" if tile else "."


def split_tiles(text: str) -> list[tuple[str, str]]:
    """Split a text, spaces ignored, into pairs: letters in brackets or '', else one character."""
    # Composed (NFC), so that an A with a ring is one letter however it was typed.
    return _TOKEN.findall("".join(unicodedata.normalize("NFC", text).split()))


def _check_square(widths: Sequence[int]) -> None:
    if not widths:
        raise BoardTextError(
            "the board has no rows", hint="write one line per row, with . for an empty square"
        )
    for number, width in enumerate(widths, start=1):
        if width != len(widths):
            raise BoardTextError(
                f"row {number} has {width} squares, but there are {len(widths)} rows",
                hint="write every square of each row, with . for an empty one",
            )
