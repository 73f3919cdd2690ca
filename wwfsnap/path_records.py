"""What other programs get of a path game: tiles, words, totals."""

from __future__ import annotations

from collections.abc import Sequence

from solver.path_grid import PathGrid
from solver.paths import PathWord
from wwfsnap.records import Record


def grid_record(grid: PathGrid) -> Record:
    """The tiles, row by row: their texts, empty for a hole, their multipliers and numerals."""
    return {
        "grid": [[tile.text if tile else "" for tile in row] for row in grid.rows],
        "multipliers": [[tile.multiplier if tile else "." for tile in row] for row in grid.rows],
        "values": [[tile.value if tile else None for tile in row] for row in grid.rows],
    }


def words_record(words: Sequence[PathWord], top: int) -> Record:
    """The best words, how many there are in all, and what they count together.

    Args:
        words: All of them, in order.
        top: How many to tell; 0 for all.
    """
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
    }
