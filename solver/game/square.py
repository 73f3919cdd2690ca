"""A square of the board, and its name in notations."""

from __future__ import annotations

import re
from typing import NamedTuple

from solver.errors import NotationError

_SQUARE = re.compile(r"([A-Z])([1-9]\d?)")


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

    def __str__(self) -> str:
        return self.name
