"""The doubts of a reading that would change the best move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from solver.errors import SolverError
from solver.game import Move, Position, Rack, Square
from solver.words import Lexicon
from wwfsnap.ranking import best_moves

if TYPE_CHECKING:
    from vision.reading import Doubt, Reading

MOST = 8
"""How many doubts are examined; a reading with more needs another picture, not more moves."""


Best = TypeVar("Best")


class Sensitivity(NamedTuple, Generic[Best]):
    """A doubt that the best move, or word of a path game, depends on.

    Attributes:
        where: The tile in doubt, as in the reading.
        read: What was read there.
        other: What it may be instead.
        best: The best one in that case; None where there is none.
    """

    where: str
    read: str
    other: str
    best: Best | None


def find_sensitivities(
    reading: Reading, position: Position, lexicon: Lexicon, best: Move | None
) -> tuple[Sensitivity[Move], ...]:
    """The doubts that would change the best move by points, with the move they would make best.

    Args:
        reading: What was read.
        position: The same in the form for the solver.
        lexicon: The words.
        best: The best move of the reading as it is.
    """
    found = []
    for doubt, other in _alternatives(reading, position):
        try:
            best_there = best_moves(other, lexicon, top=1)
        except SolverError:  # an impossible board: it is not that letter
            continue
        first = best_there[0].move if best_there else None
        if (first and first.tiles) != (best and best.tiles) and doubt.runner_up:
            found.append(Sensitivity(doubt.where, doubt.read, doubt.runner_up, first))
    return tuple(found)


def _alternatives(reading: Reading, position: Position) -> Iterator[tuple[Doubt, Position]]:
    """Each doubt about a letter, with the position that has the other letter there."""
    doubts = [doubt for doubt in reading.doubts if doubt.runner_up and doubt.read.isalpha()]
    for doubt in doubts[:MOST]:
        letter = doubt.runner_up or ""
        kind, _, number = doubt.where.partition(" ")
        if kind == "rack" and number.isdigit():
            tiles = list(position.rack.tiles)
            tiles[int(number) - 1] = letter
            yield doubt, replace(position, rack=Rack(tuple(tiles)))
        elif kind not in {"rack", "board"}:
            square = Square.parse(doubt.where)
            if position.board[square]:
                text = letter.lower() if doubt.read.islower() else letter
                yield doubt, replace(position, board=position.board.put([(square, text)]))
