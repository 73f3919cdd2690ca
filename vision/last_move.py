"""Last move: the tiles that a look sets off as laid last, and what the banner says of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.board import Board, Square
from solver.errors import PlacementError
from solver.rules import Game
from solver.score import score_tiles
from vision.banner import Banner
from vision.classify import Faces
from vision.colours import colour_distances
from vision.reading import Doubt, LastMove

Floats = NDArray[np.float32]
Place = tuple[int, int]

OTHER_INK = 100.0
"""Distance of colours (0 to 441) from which letters are of another ink: white instead of brown."""

OTHER_GROUND = 45.0
"""The same for the ground of a tile: yellow instead of white."""

MOST = 8
"""Tiles one move can lay; more of another colour are another player's."""


def set_off(places: NDArray[np.int64], board: Faces) -> tuple[Place, ...]:
    """Squares of the tiles that were laid last, as far as their colours tell.

    They differ from most tiles in ink or ground, are few and lie in one row or column.

    Args:
        places: ``(K, 2)`` row and column of each cell of ``board``.
        board: What the board's printed squares show.
    """
    tiles = np.flatnonzero(board.is_tile)
    for colours, apart in ((board.ink[tiles], OTHER_INK), (board.ground[tiles], OTHER_GROUND)):
        odd = _odd_ones(colours, apart)
        squares = sorted((int(row), int(column)) for row, column in places[tiles[odd]])
        rows, columns = {row for row, _ in squares}, {column for _, column in squares}
        if 1 <= len(squares) <= MOST and min(len(rows), len(columns)) == 1:
            return tuple(squares)
    return ()


def _odd_ones(colours: Floats, apart: float) -> NDArray[np.bool_]:
    """Which colours are far from the one that most are near to."""
    if len(colours) == 0:
        return np.zeros(0, bool)
    distance = colour_distances(colours, colours)
    usual = int((distance < apart / 2).sum(axis=1).argmax())
    return np.asarray(distance[usual] > apart)


def tell_last_move(banner: Banner, squares: tuple[Place, ...]) -> LastMove:
    """The last move from the banner's line and the squares set off."""
    line = banner.last_move
    if line is None:
        return LastMove(squares)
    named = line.player is not None and all(c.isalnum() or c in " ._-'" for c in line.player)
    return LastMove(squares, line.word, line.points, line.player if named else None)


def prove_points(last: LastMove, rows: Sequence[Sequence[str]], game: Game) -> Iterator[Doubt]:
    """A doubt about each tile of the last move if its word does not count what the banner tells.

    Args:
        last: The last move.
        rows: The played tiles, square by square, as text; the empty string where none is.
        game: Values and premiums.
    """
    if not last.squares or last.word is None or last.score is None:
        return
    laid = {Square(row, column): rows[row][column] for row, column in last.squares}
    before = [list(line) for line in rows]
    for row, column in last.squares:
        before[row][column] = ""
    try:
        words, bonus = score_tiles(Board(tuple(map(tuple, before))), game, laid.items())
    except PlacementError:
        return
    points = sum(word.points for word in words) + bonus
    if points == last.score or last.word not in {word.text.upper() for word in words}:
        return
    why = f"{last.word} is told to count {last.score}, with these tiles it counts {points}"
    for square, tile in laid.items():
        yield Doubt(square.name, tile, None, why)


def own_first(banner: Banner) -> tuple[int, int] | None:
    """The players' scores, the own one first where the look tells, else as they stand."""
    if banner.scores is None:
        return None
    first, second = banner.scores.values
    return (second, first) if banner.scores.own == 1 else (first, second)
