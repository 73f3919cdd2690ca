"""Runs: the words that tiles on the board make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from solver.board import Board, Square
from vision.decide import Choice

Place = tuple[int, int]


def runs_of(tiles: Mapping[Place, Choice], size: int) -> list[list[Place]]:
    """The squares of every run of two or more tiles."""
    board = Board.empty(size).with_tiles(
        (Square(*place), choice_text(choice)) for place, choice in tiles.items()
    )
    return [
        [
            (start.row, start.column + k) if across else (start.row + k, start.column)
            for k in range(len(cells))
        ]
        for start, across, cells in board.runs()
    ]


def choice_text(choice: Choice) -> str:
    """The letter, lower case for a blank."""
    return choice.letter.lower() if choice.blank else choice.letter


def word_of(tiles: Mapping[Place, Choice], run: Iterable[Place]) -> str:
    """What a run reads."""
    return "".join(tiles[place].letter for place in run)
