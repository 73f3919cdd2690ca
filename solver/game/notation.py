"""Boards and moves as text: what kind of text it is, and where each kind is read and written.

A drawn board is `Board.parse` and `Board.lines`, CGP is `Cgp.parse` and `str`, a move is
`parse_move` and `Move.notation`; `read_board` takes any of them.
"""

from __future__ import annotations

from typing import NamedTuple

from solver.game.board import Board, Rack
from solver.game.cgp import Cgp
from solver.game.gcg import Gcg, parse_move, parse_placements

__all__ = ["BoardText", "Cgp", "Gcg", "parse_move", "parse_placements", "read_board"]


class BoardText(NamedTuple):
    """What a text tells.

    Attributes:
        board: The board.
        rack: The rack of the player on turn; None where the text does not tell it.
    """

    board: Board
    rack: Rack | None


def read_board(text: str, *, size: int = 15) -> BoardText:
    """Read a board in whatever form it is written.

    Args:
        text: A drawn board, a row a line; the same rows in a single line, with the rack behind a
            space if there is one; CGP; or a GCG game, which is played through.
        size: Rows of the board of a GCG game, which does not tell.

    Raises:
        BoardTextError: The text looks like a drawn board or CGP but its rows make no board.
        NotationError: The text looks like CGP or GCG but is not.
        RackError: The rack in it is none.
    """
    text = text.strip()
    if text.startswith((">", "#")):
        game = Gcg.parse(text, size=size)
        return BoardText(game.board, game.rack)
    fields = text.split()
    if fields and "/" in fields[0]:
        cgp = Cgp.parse(text)
        return BoardText(cgp.board, cgp.racks[0] if cgp.racks[0].tiles else None)
    if len(fields) == 2 and "\n" not in text:
        return BoardText(Board.parse(fields[0]), Rack.parse(fields[1]))
    return BoardText(Board.parse(text), None)
