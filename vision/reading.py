"""The Reading as a value: all that was read from one picture, with the doubts about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from vision.doubts import Reason
from vision.imaging import Box, Grid, Pose

Source = Literal["template", "ocr", "proof", "player"]
Turn = Literal["own", "other"]


class TileReading(NamedTuple):
    """One tile as it was read.

    Attributes:
        tile: The letter (or digraph) in upper case; ``?`` for a blank that shows none.
        blank: Whether it is a blank (on the board: a letter that is worth nothing).
        confidence: 0 (a guess) to 1 (certain).
        runner_up: The second best letter, None where there was no other candidate.
        source: What decided: its own look, OCR, all tiles and words (``proof``), or the player.
        box: Where the tile lies, in pixels of the picture as it was read.
        value: The numeral in its corner; None where none is printed or legible.
        tentative: Whether it is laid on the board but not yet played.
    """

    tile: str
    blank: bool
    confidence: float
    runner_up: str | None
    source: Source
    box: Box
    value: int | None = None
    tentative: bool = False

    @property
    def text(self) -> str:
        """Board notation: lower case for a blank that shows a letter, ``?`` for a bare one."""
        return self.tile.lower() if self.blank and self.tile != "?" else self.tile


class Doubt(NamedTuple):
    """Something the reading is not sure of.

    Attributes:
        where: ``H8`` (a square), ``rack 3`` (counted from 1 on the left), ``rack`` or ``board``.
        read: What was read there, in board notation; ``.`` for an empty square.
        runner_up: The next best reading, None where there is none.
        why: What contradicts it.
    """

    where: str
    read: str
    runner_up: str | None
    why: Reason


@dataclass(frozen=True, slots=True)
class LastMove:
    """The banner line ``NAME played WORD for N points`` and the squares highlighted."""

    squares: tuple[tuple[int, int], ...] = ()
    word: str | None = None
    score: int | None = None
    player: str | None = None


class Reading(NamedTuple):
    """What one picture shows.

    Attributes:
        width, height: Size in pixels of the picture that all boxes are measured in.
        game: Name of the game's rules, as in ``solver/data``.
        layout: Name of the premium layout, ``random`` where the premiums were read one by one.
        language: Language code of the tiles.
        theme: Name of the look, ``generic`` where none matched.
        grid: The board's lattice.
        cells: Rows of squares; None for an empty square. Holds tentative tiles too.
        premiums: Rows of premium letters (``. d t D T *``), under tiles as the layout says.
        rack: Tiles still on the rack from left to right; None where no rack is visible, unless all
            of its tiles are laid on the board.
        rack_box: Around the rack's tiles, None where there is none.
        letters_left: The number shown as left in the bag, None where not shown or not read.
        scores: The players' scores where read: own, opponent's.
        last_move: What is known of the last move.
        turn: Whose turn the game says or shows it is, None where it does neither.
        confidence: 0 to 1, the least of the tiles' confidences.
        doubts: All that is not certain.
        unlisted: Words of sure tiles on the board that the word list lacks: the game accepted them.
        values: Points of each letter as printed, where no known tile set of the game has them; its
            bag is unknown then, and the language may be one it is not known to have.
        pose: How the picture that the boxes are measured in was straightened from the user's own;
            None where it is the same picture.
    """

    width: int
    height: int
    game: str
    layout: str
    language: str
    theme: str
    grid: Grid
    cells: tuple[tuple[TileReading | None, ...], ...]
    premiums: tuple[str, ...]
    rack: tuple[TileReading, ...] | None
    rack_box: Box | None
    letters_left: int | None = None
    scores: tuple[int, int] | None = None
    last_move: LastMove = LastMove()
    turn: Turn | None = None
    confidence: float = 1.0
    doubts: tuple[Doubt, ...] = ()
    unlisted: tuple[str, ...] = ()
    values: Mapping[str, int] | None = None
    pose: Pose | None = None

    @property
    def tentative(self) -> tuple[tuple[int, int], ...]:
        """Squares ``(row, column)`` of the tiles laid but not yet played, row by row."""
        return tuple(
            (row, column)
            for row, line in enumerate(self.cells)
            for column, tile in enumerate(line)
            if tile is not None and tile.tentative
        )

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The board's four corners in the user's picture, clockwise from the upper left."""
        box = self.grid.box
        straight = (box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)
        if self.pose is None:
            return straight
        return tuple(self.pose.point_back(x, y) for x, y in straight)

    def board_rows(self) -> tuple[tuple[str, ...], ...]:
        """Tiles that are played, square by square; the empty string where none is."""
        return tuple(
            tuple("" if tile is None or tile.tentative else tile.text for tile in line)
            for line in self.cells
        )

    def rack_tiles(self) -> tuple[str, ...]:
        """Rack and tentative tiles as the player holds them, ``?`` for a blank."""
        held = [tile for line in self.cells for tile in line if tile is not None and tile.tentative]
        return tuple("?" if tile.blank else tile.tile for tile in (*(self.rack or ()), *held))
