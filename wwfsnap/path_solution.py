"""Finds the words of a grid that was read, and the doubts that would change the best one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from solver.errors import BoardTextError, SolverError
from solver.game import Square
from solver.paths import PathGame, PathGrid, PathWord, find_words, load_path_game
from solver.words import Lexicon
from vision.paths import GridReading
from vision.reading import Doubt
from wwfsnap.sensitivity import MOST, Sensitivity
from wwfsnap.words import words_for


@dataclass(frozen=True, slots=True)
class PathSolution:
    """What was read of a picture, and the words.

    Attributes:
        reading: The picture as it was read.
        grid: Its tiles as the solver takes them.
        words: All of them, best first.
        top: How many of them to show; 0 for all.
        sensitivities: The doubts that would make another word the best.
    """

    reading: GridReading
    grid: PathGrid
    words: tuple[PathWord, ...]
    top: int
    sensitivities: tuple[Sensitivity[PathWord], ...] = ()

    @property
    def shown(self) -> tuple[PathWord, ...]:
        """The words to show, best first."""
        return self.words[: self.top or None]

    @property
    def found(self) -> bool:
        """Whether any word was found."""
        return bool(self.words)


def solve_path(
    reading: GridReading, *, language: str | None, words: Path | None, top: int
) -> PathSolution:
    """All words of a grid that was read.

    Args:
        reading: The tiles.
        language: Of the words; None for what was read.
        words: A user's word list; None for the language's own.
        top: How many words to show; 0 for all.

    Raises:
        SolverError: The game or the words are not there, or the value of a letter is not known.
    """
    game, code = load_path_game(reading.game), language or reading.language
    lexicon, grid = words_for(code, words), grid_of(reading)
    found = find_words(grid, game, lexicon, code)
    sensitivities = tuple(_sensitivities(reading, grid, found[:1], (game, lexicon, code)))
    return PathSolution(reading, grid, tuple(found), top, sensitivities)


def grid_of(reading: GridReading) -> PathGrid:
    """The tiles as the solver takes them.

    Raises:
        BoardTextError: What was read is no grid of tiles.
    """
    values = [[tile.value for tile in row] for row in reading.tiles]
    return PathGrid.of(reading.texts(), reading.multipliers(), values)


def _sensitivities(
    reading: GridReading, grid: PathGrid, best: list[PathWord], rules: tuple[PathGame, Lexicon, str]
) -> Iterator[Sensitivity[PathWord]]:
    """The doubts about a tile that would change the best word."""
    for doubt, other in _alternatives(reading, grid):
        try:
            first = find_words(other, *rules)[:1]
        except SolverError:  # a letter whose value is not known
            continue
        if [each.word for each in first] != [each.word for each in best] and doubt.runner_up:
            yield Sensitivity(doubt.where, doubt.read, doubt.runner_up, first[0] if first else None)


def _alternatives(reading: GridReading, grid: PathGrid) -> Iterator[tuple[Doubt, PathGrid]]:
    """Each doubt about a tile's letters, with the grid that has the other letters there."""
    squares = {
        (Square(row, column).name, tile.text): (row, column)
        for row, line in enumerate(grid.rows)
        for column, tile in enumerate(line)
        if tile is not None
    }
    on_tiles = [doubt for doubt in reading.doubts if (doubt.where, doubt.read) in squares]
    for doubt in [doubt for doubt in on_tiles if doubt.runner_up][:MOST]:
        row, column = squares[doubt.where, doubt.read]
        texts = [[tile.text if tile else "" for tile in line] for line in grid.rows]
        texts[row][column] = doubt.runner_up or ""
        values = [[tile.value if tile else None for tile in line] for line in grid.rows]
        values[row][column] = None
        try:
            yield doubt, PathGrid.of(texts, reading.multipliers(), values)
        except BoardTextError:  # the other letters are no tile
            continue
