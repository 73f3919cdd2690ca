"""Readings and solutions of path games as JSON objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from solver.paths import PathGrid, PathWord
from wwfsnap.reporting.records import doubt_records
from wwfsnap.terminal import Record

if TYPE_CHECKING:
    from vision.paths import GridReading
    from wwfsnap.path_solution import PathSolution


GENERIC = "generic"
"""The look of all path games: none of them is recognised by its colours."""


def grid_record(grid: PathGrid) -> Record:
    """The tiles, row by row: their texts, empty for a hole, their multipliers and numerals."""
    return {
        "grid": [[tile.text if tile else "" for tile in row] for row in grid.rows],
        "multipliers": [[tile.multiplier if tile else "." for tile in row] for row in grid.rows],
        "values": [[tile.value if tile else None for tile in row] for row in grid.rows],
    }


def words_record(words: Sequence[PathWord], top: int) -> Record:
    """The words to show, the number of all words, the sum of their points, and the longest.

    Args:
        words: All of them, in order.
        top: How many to show; 0 for all.
    """
    longest = longest_word(words)
    return {
        "words": [
            {
                "word": each.word,
                "points": each.points,
                "path": [square.name for square in each.path],
            }
            for each in words[: top or None]
        ],
        "count": len(words),
        "points": sum(each.points for each in words),
        "longest": longest and longest.word,
    }


def longest_word(words: Iterable[PathWord]) -> PathWord | None:
    """The word with most letters, of several that with most points; None if there are no words."""
    return min(words, key=lambda each: (-len(each.word), -each.points, each.word), default=None)


def grid_reading_record(reading: GridReading) -> Record:
    """A reading: the tiles, where they lie in the picture, and what is in doubt."""
    first, last = reading.tiles[0][0].box, reading.tiles[-1][-1].box
    rows, columns = len(reading.tiles), len(reading.tiles[0])
    if columns > 1:
        cell = (last.x - first.x) / (columns - 1)
    else:
        cell = (last.y - first.y) / (rows - 1) if rows > 1 else first.width
    return {
        "ok": True,
        "game": reading.game,
        "language": reading.language,
        "theme": GENERIC,
        "grid": [list(row) for row in reading.texts()],
        "multipliers": [list(row) for row in reading.multipliers()],
        "values": [[tile.value for tile in row] for row in reading.tiles],
        "geometry": {
            "x": round(first.x, 2),
            "y": round(first.y, 2),
            "cell": round(cell, 3),
            "rows": rows,
            "columns": columns,
        },
        "confidence": round(reading.confidence, 4),
        "doubts": doubt_records(reading.doubts),
    }


def path_solution_record(solution: PathSolution, drawn: Path | None) -> Record:
    """What solving adds to a reading: words, the drawn picture, and what doubts would change."""
    return words_record(solution.words, solution.top) | {
        "drawn": None if drawn is None else str(drawn),
        "otherwise": [
            {
                "where": case.where,
                "read": case.read,
                "other": case.other,
                "word": case.best.word if case.best else None,
                "points": case.best.points if case.best else None,
            }
            for case in solution.sensitivities
        ],
    }
