"""Values: the tiles, squares and lengths of some screens, each with its known meaning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.truth import Truth, truth_of
from solver.game import TileSet
from vision.imaging import Floats, Screen
from vision.reading import Reading
from vision.tiles import Line, Numeral

Place = Literal["board", "rack", "laid"]
Progress = Callable[[float], None]
"""Called with the share done, 0 to 1; an exception from it ends the work."""


def ignore_progress(_part: float) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A screen, its reading, its truth, and the bytes of its file."""

    screen: Screen
    reading: Reading
    truth: Truth
    data: bytes

    @property
    def truth_differs(self) -> bool:
        """Whether truth and reading disagree on where tiles lie for most squares with any."""
        said, seen = set(self.truth.tiles), set(truth_of(self.reading).tiles)
        return 2 * len(said & seen) < len(said | seen)


@dataclass(frozen=True, slots=True, eq=False)
class TileSample:
    """One tile.

    Attributes:
        shot: Number of the screen, from 0.
        where: ``H8`` or ``rack 3``.
        place: On the board, on the rack, or laid on the board but not played.
        letter: What it is, upper case; ``?`` for a bare blank.
        blank: Whether it is a blank.
        read: What the reader took it for, in board notation; ``.`` for nothing.
        confidence: The reader's, 0 to 1.
        last_move: Whether it was laid in the last move.
        pixels: ``(CELL, CELL, 3)`` uint8, the tile.
        ground, ink: ``(3,)`` float32 colours, blue green red.
        glyph: ``(h, w)`` float32 ink of the letter in its box, None where it is not seen clearly.
        top: How far the glyph's top is below the usual one, as a share of a letter's height.
        height: Height of the glyph divided by the usual one.
        numeral: The value in its corner.
    """

    shot: int
    where: str
    place: Place
    letter: str
    blank: bool
    read: str
    confidence: float
    last_move: bool
    pixels: NDArray[np.uint8]
    ground: Floats
    ink: Floats
    glyph: Floats | None
    top: float
    height: float
    numeral: Numeral

    @property
    def text(self) -> str:
        """The tile in board notation."""
        return self.letter.lower() if self.blank and self.letter != "?" else self.letter


@dataclass(frozen=True, slots=True, eq=False)
class SquareSample:
    """One square without a tile.

    Attributes:
        shot: Number of the screen, from 0.
        kind: ``plain`` or a premium character.
        colour: Of its ground.
        printed: Whether it has a label.
    """

    shot: int
    kind: str
    colour: Floats
    printed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Lengths:
    """Lengths of one screen; None where there is nothing to measure.

    Attributes:
        line: Where the board's letters stand, in cell pixels.
        rack_side, rack_step, rack_gap: Side of a rack tile, distance between two, distance of the
            rack from the board, in board squares.
    """

    line: Line | None
    rack_side: float | None
    rack_step: float | None
    rack_gap: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """All that some screens of one look show.

    Attributes:
        game: The game they are of.
        tiles: Its tiles in the language of the first screen.
        names: The screens' names.
        tile_samples: Their tiles.
        squares: Their bare squares.
        lengths: Of each screen.
    """

    game: str
    tiles: TileSet
    names: tuple[str, ...]
    tile_samples: tuple[TileSample, ...]
    squares: tuple[SquareSample, ...]
    lengths: tuple[Lengths, ...]
