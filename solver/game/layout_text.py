"""A typed layout of premium squares in, its rows out; in digits or in the signs of the games' files."""

from __future__ import annotations

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
    first, start, rows = "", "", []
    for number, line in enumerate(text.splitlines(), start=1):
        row = ""
        for column, sign in enumerate(line, start=1):
            place = f"line {number}, column {column}"
            if sign.isspace():
                continue
            if sign not in OF_DIGIT and sign not in PREMIUMS:
                raise BoardTextError(f"{place}: {sign!r} is no premium square", hint=_HINT)
            if sign != PLAIN:
                first = first or sign
                if (sign in OF_DIGIT) != (first in OF_DIGIT):
                    raise BoardTextError(
                        f"{place}: {sign!r} beside {first!r}: a layout is drawn in digits or in"
                        " letters, not in both",
                        hint=_HINT,
                    )
            premium = OF_DIGIT.get(sign, sign)
            if premium == START:
                if start:
                    raise BoardTextError(f"{place}: a second start square, after {start}")
                start = place
            row += premium
        if row:
            rows.append((number, row))
    size = len(rows)
    if not 2 <= size <= 26:
        raise BoardTextError(f"a layout of {size} rows; 2 to 26 are possible", hint=_HINT)
    for number, row in rows:
        if len(row) != size:
            end = f"column {min(len(row), size) + 1}"
            raise BoardTextError(
                f"line {number}, {end}: the row has {len(row)} squares, but there are {size} rows",
                hint="draw as many squares in each row as there are rows",
            )
    return tuple(row for _, row in rows)
