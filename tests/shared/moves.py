"""Moves as tests write them."""

from __future__ import annotations

from solver.game import Move, Position, parse_placements, score_move


def parse_move(text: str, position: Position) -> Move:
    """Read a move such as `8G WORD` and score it.

    Whether the words are in a lexicon and the tiles touch others is not checked.

    Raises:
        NotationError: Not a move, or one that does not agree with the board.
        PlacementError: The tiles are not on the rack, or make no word.
    """
    return score_move(position, parse_placements(text, position.board))
