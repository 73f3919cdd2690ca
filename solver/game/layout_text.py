"""A typed layout of premium squares in, its rows out; in digits or in the letters of game files."""

from __future__ import annotations

from collections.abc import Iterator

from solver.errors import BoardTextError
from solver.game.parts import PLAIN, PREMIUMS, START

OF_DIGIT = {"1": START, "2": "d", "3": "t", "4": "D", "5": "T"}
"""What the digits stand for: the start square, then letters and words twice and three times."""
_HINT = "draw . for none, and 1 start, 2 DL, 3 TL, 4 DW, 5 TW; or * start, d DL, t TL, D DW, T TW"


def read_layout(text: str) -> tuple[str, ...]:
    """The rows of premium squares, as in `Layout`, of a text that draws them a line a row.

    Blank lines and spaces are ignored.

    Raises:
        BoardTextError: It is no square layout; the message says in which line and column.
    """
    _check_signs(text)
    drawn = ("".join(line.split()) for line in text.splitlines())
    rows = {number: row for number, row in enumerate(drawn, start=1) if row}
    size = len(rows)
    if not 2 <= size <= 26:
        raise BoardTextError(f"a layout of {size} rows; 2 to 26 are possible", hint=_HINT)
    for number, row in rows.items():
        if len(row) != size:
            raise BoardTextError(
                f"line {number}, column {min(len(row), size) + 1}: the row has {len(row)} squares,"
                f" but there are {size} rows",
                hint="draw as many squares in each row as there are rows",
            )
    return tuple("".join(OF_DIGIT.get(sign, sign) for sign in row) for row in rows.values())


def _check_signs(text: str) -> None:
    """See that all signs are known, of one kind, and that no two of them are the start."""
    first, start = "", ""
    for place, sign in _signs(text):
        if sign not in OF_DIGIT and sign not in PREMIUMS:
            raise BoardTextError(f"{place}: {sign!r} is no premium square", hint=_HINT)
        first = first or sign
        if (sign in OF_DIGIT) != (first in OF_DIGIT):
            fault = f"{place}: {sign!r} beside {first!r}: draw in digits or in letters, not in both"
            raise BoardTextError(fault, hint=_HINT)
        if OF_DIGIT.get(sign, sign) == START:
            if start:
                raise BoardTextError(f"{place}: a second start square, after {start}", hint=_HINT)
            start = place


def _signs(text: str) -> Iterator[tuple[str, str]]:
    """The squares that are not plain, each with its place."""
    for number, line in enumerate(text.splitlines(), start=1):
        for column, sign in enumerate(line, start=1):
            if not sign.isspace() and sign != PLAIN:
                yield f"line {number}, column {column}", sign
