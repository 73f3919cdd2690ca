"""How near a play brings premium squares to the next player.

The reach of an empty square is 1 beside a tile and falls by 1/7 with each step between them. It is
that of the nearest tile along the four directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver.game import Board, Square

KINDS = "TDtd"
"""The kinds of premium that count, in the order of the results; a quadruple counts as the triple of
its kind."""
FARTHEST = 7
_SAME = {"Q": "T", "q": "t"}
_STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))
Rows = Sequence[Sequence[str]]


def opened(
    board: Board, premiums: Sequence[str], placements: Iterable[tuple[Square, str]]
) -> tuple[float, ...]:
    """How much reach to premium squares some new tiles add, less what they take away.

    Args:
        board: The board before.
        premiums: The premium rows.
        placements: The new tiles.

    Returns:
        For each of `KINDS` the sum over its squares of reach after less reach before; a square
        that is covered has none.
    """
    new = list(placements)
    before = board.rows
    after = [list(row) for row in before]
    for square, tile in new:
        after[square.row][square.column] = tile
    change = dict.fromkeys(KINDS, 0.0)
    for row, column in _near(premiums, {(s.row, s.column) for s, _ in new}):
        if not before[row][column]:
            kind = premiums[row][column]
            change[_SAME.get(kind, kind)] += reach(after, row, column) - reach(before, row, column)
    return tuple(change.values())


def reach(rows: Rows, row: int, column: int) -> float:
    """The reach of a square, 0 to 1; 0 where it is taken, or no tile is within 7 steps."""
    if rows[row][column]:
        return 0.0
    nearest = FARTHEST + 1
    for down, right in _STEPS:
        r, c = row, column
        for distance in range(1, nearest):
            r, c = r + down, c + right
            if not (0 <= r < len(rows) and 0 <= c < len(rows)):
                break
            if rows[r][c]:
                nearest = distance
                break
    return (FARTHEST + 1 - nearest) / FARTHEST


def _near(premiums: Sequence[str], new: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The premium squares in the rows and columns of the new tiles."""
    rows, columns = {row for row, _ in new}, {column for _, column in new}
    return [
        (r, c)
        for r, line in enumerate(premiums)
        for c, kind in enumerate(line)
        if _SAME.get(kind, kind) in KINDS and (r in rows or c in columns)
    ]
