"""The reading of a path game such as Ruzzle as a value: a grid of tiles, with its doubts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vision.imaging import Box
from vision.reading import Doubt

Multiplier = Literal[".", "DL", "TL", "DW", "TW"]


@dataclass(frozen=True, slots=True)
class GridTile:
    """One tile as it was read.

    Attributes:
        text: What is printed on it in upper case: a letter, several (``QU``), letters that only
            begin (``UN-``) or end (``-ING``) a word, or two of which either counts (``D/U``).
            Empty for a hole in the grid.
        confidence: 0 (a guess) to 1 (certain).
        runner_up: The second best text, None where there was no other candidate.
        box: Where the tile lies, in pixels of the picture.
        value: The numeral in its corner; None where none is printed or legible.
        multiplier: What its badge says, ``.`` where it has none.
    """

    text: str
    confidence: float
    runner_up: str | None
    box: Box
    value: int | None = None
    multiplier: Multiplier = "."


@dataclass(frozen=True, slots=True)
class GridReading:
    """What one picture of a path game shows.

    Attributes:
        width, height: Size in pixels of the picture.
        game: Name of the game's rules.
        language: Language code of the words.
        tiles: Rows of tiles from the top, each from left to right; all rows are of one length.
        doubts: All that is not certain, at ``A1`` (column letter, row from the top) or ``board``,
            or about the ``game``.
    """

    width: int
    height: int
    game: str
    language: str
    tiles: tuple[tuple[GridTile, ...], ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def confidence(self) -> float:
        """0 to 1, the least of the tiles' confidences."""
        return min(tile.confidence for row in self.tiles for tile in row)

    @property
    def box(self) -> Box:
        """Around all tiles."""
        return Box.around([self.tiles[0][0].box, self.tiles[-1][-1].box])

    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The tiles' texts, row by row."""
        return tuple(tuple(tile.text for tile in row) for row in self.tiles)

    def multipliers(self) -> tuple[tuple[Multiplier, ...], ...]:
        """The tiles' multipliers, row by row."""
        return tuple(tuple(tile.multiplier for tile in row) for row in self.tiles)
