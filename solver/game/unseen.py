"""The tiles a player cannot see: in the bag or on the other rack."""

from __future__ import annotations

from collections import Counter

from solver.game.board import Position
from solver.words import BLANK


def unseen(position: Position) -> Counter[str]:
    """How many of each tile are neither on the board nor on the player's rack.

    Args:
        position: Its game gives the full bag; `Game.bag_certain` tells whether that is sure.

    Returns:
        Tile to number, `?` for blanks; only tiles of which there are any.
    """
    return _bag(position) - _seen(position)


def excess(position: Position) -> Counter[str]:
    """How many more of a tile lie on board and rack than the bag ever held.

    Returns:
        Tile to number, `?` for blanks; empty for a position that can be.
    """
    return _seen(position) - _bag(position)


def _bag(position: Position) -> Counter[str]:
    return Counter(position.game.tiles.counts)


def _seen(position: Position) -> Counter[str]:
    laid = (tile if tile.isupper() else BLANK for _, tile in position.board.tiles())
    return Counter(laid) + Counter(position.rack.tiles)
