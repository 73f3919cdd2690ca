"""Verdict on a path game: a reading against what its tiles say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.game import Square
from vision.paths import GridReading
from wwfsnap.pipeline import AnyReading


@dataclass(frozen=True)
class Grid:
    """What a perfect reader reads; multipliers and game are None where they are not scored."""

    texts: tuple[tuple[str, ...], ...]
    multipliers: tuple[tuple[str, ...], ...] | None
    game: str | None = None

    @classmethod
    def of(
        cls, texts: Sequence[Sequence[str]], multipliers: Sequence[Sequence[str]] | None
    ) -> Grid:
        badges = None if multipliers is None else tuple(map(tuple, multipliers))
        return cls(tuple(map(tuple, texts)), badges)


def judge_grid(reading: AnyReading, grid: Grid) -> tuple[str, str]:
    """How a grid was read, and the tiles that were not: ``!`` where no doubt was stated.

    One that is wrong without a doubt of its own makes it silent.
    """
    if not isinstance(reading, GridReading):
        return "SILENT", "a board"
    texts = reading.texts()
    if [len(row) for row in texts] != [len(row) for row in grid.texts]:
        return "SILENT", f"{len(texts)} rows"
    doubted = {doubt.where for doubt in reading.doubts}
    badges = reading.multipliers()
    wrong = []
    for row, line in enumerate(grid.texts):
        for column, text in enumerate(line):
            true, seen = text, texts[row][column]
            if grid.multipliers is not None:
                true += grid.multipliers[row][column].strip(".")
                seen += badges[row][column].strip(".")
            name = Square(row, column).name
            if true != seen:
                wrong.append(f"{name}:{true}>{seen}{'' if name in doubted else '!'}")
    if grid.game not in (None, reading.game):
        wrong.append(f"game:{grid.game}>{reading.game}{'' if 'game' in doubted else '!'}")
    if not wrong:
        return "exact", ""
    silent = any(each.endswith("!") for each in wrong)
    return "SILENT" if silent else "doubted", " ".join(wrong)
