"""The tiles highlighted as laid last and the status text in; the last move out.

The word and the points in the text are compared with the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board import runs_of
from vision.imaging import Floats, Place, colour_distances
from vision.inference.choice import Answer, word_of
from vision.reading import LastMove
from vision.status import StatusText
from vision.tiles import TileObservations

OTHER_INK = 100.0
"""Distance of colours (0 to 441) from which letters have another ink: white instead of brown."""

OTHER_GROUND = 45.0
"""The same for the ground of a tile: yellow instead of white."""

NEAR_TOLD = 2
"""Tiles in which a run may differ from the status text's word and be meant by it."""

MOST = 8
"""Tiles one move can lay; more in another colour are another player's."""


def as_on_board(
    last: LastMove, tiles: Mapping[Place, Answer], listed: Callable[[str], bool]
) -> LastMove:
    """The last move with the word of the board that is meant where the status text is misread.

    A text that is neither on the board nor listed means the run that is most like it, if just one
    is, and is listed, and differs in few letters, half of them at most.
    """
    word = last.word
    if word is None or listed(word):
        return last
    runs = [word_of(tiles[place] for place in run) for run in runs_of(tiles)]
    apart = {
        run: sum(one != other for one, other in zip(run, word, strict=True))
        for run in runs
        if len(run) == len(word) and (run == word or listed(run))
    }
    least = min(apart.values(), default=len(word))
    nearest = [run for run, letters in apart.items() if letters == least]
    if least > min(NEAR_TOLD, len(word) // 2) or len(nearest) > 1:
        return last
    return replace(last, word=nearest[0])


def last_by_colour(places: NDArray[np.int64], board: TileObservations) -> tuple[Place, ...]:
    """Squares of the tiles that were laid last, as far as their colours show it.

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
    """Which colours are far from the most common one."""
    if len(colours) == 0:
        return np.zeros(0, bool)
    distance = colour_distances(colours, colours)
    usual = int((distance < apart / 2).sum(axis=1).argmax())
    return np.asarray(distance[usual] > apart)


def describe_last_move(
    status: StatusText, squares: tuple[Place, ...], badges: Mapping[Place, int]
) -> LastMove:
    """The last move from the status text, the highlighted squares, and a badge on one of them."""
    line = status.last_move
    on_it = {badges[place] for place in squares if place in badges}
    score = on_it.pop() if len(on_it) == 1 else None
    if line is None:
        return LastMove(squares, None, score)
    named = line.player is not None and all(c.isalnum() or c in " ._-'" for c in line.player)
    points = score if line.points is None else line.points
    return LastMove(squares, line.word, points, line.player if named else None)


def own_first(status: StatusText) -> tuple[int, int] | None:
    """The players' scores, the user's own first where the look shows it, else as they stand."""
    if status.scores is None:
        return None
    first, second = status.scores.values
    return (second, first) if status.scores.own == 1 else (first, second)
