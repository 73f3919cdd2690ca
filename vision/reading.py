"""Readings as values: all that was read from a picture of either kind, with the doubts about it.

Each kind of doubt is a `Why`, whichever room has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from vision.imaging import Box, Grid, Pose

Source = Literal["template", "ocr", "proof", "player"]
Turn = Literal["own", "other"]
Multiplier = Literal[".", "DL", "TL", "DW", "TW"]


class Why(Enum):
    """All that may contradict a reading, with its English phrase.

    Braces hold names of a `Reason`'s values. `NAME_ONE` is the phrase of `NAME` for one thing.
    """

    # The letter
    UNCLEAR = "hard to read"
    ALIKE = "could be {letter} or {other}"
    ALIKE_UNTOLD = "could be {letter} or {other}, and the numeral does not decide which"
    ALIKE_WORTH = "could be {letter} or {other}, and the numeral may be that of {other}"
    FOREIGN = "may be a letter of another language"
    LESS_LIKE = "does not look much like {letter}"
    UNLIKE = "does not look like the other {letter} tiles"
    SAME_LOOK = "read as {letter}, but looks the same as a tile read as {other}"
    OTHER_VALUE = "the numeral reads {numeral}, but {letter} is worth {value}"
    ONLY_WORD = "looks like {letter}, but only {other} forms a word"
    NO_WORD = "{word} is not in the word list"
    NEAR_WORD = "{word} is not in the word list, but with {other} it would be"
    OVER_BAG = "{n} tiles {letter} are visible, but the game has only {bag}"
    OVER_BLANKS = "{n} blanks are visible, but the game has only {bag}"

    CUT_LETTER = "the edge of the picture cuts this letter off"

    # A blank or not
    SMALL_NUMERALS = "no tile shows a legible numeral: this may be a blank"
    FEW_NUMERALS = "few numerals can be read: this may not be a blank"
    MANY_BLANKS = (
        "one of {n} tiles without a numeral, but the game has fewer blanks: this may be a blank"
    )
    NO_NUMERAL = "no numeral is visible here"
    UNREAD_NUMERAL = "the numeral cannot be read: this may be a blank"
    FAINT_NUMERAL = "the numeral is faint or missing: this may be a blank"
    SMALL_FIGURE = "the numeral is very small or missing: this may be a blank"
    NOT_NUMERAL = "what is in the corner is not a numeral: this may be a blank"
    HIDDEN_NUMERAL = "something covers the numeral: this may be a blank"
    MAYBE_ZERO = "the numeral may be a 0: this may be a blank"
    ZERO_OR_TEN = "the numeral reads 0, but {other} is worth 10: this may be a blank"

    # The last move according to the picture
    TOLD_OTHER = "looks like {letter}, but the game says that the last move was {word}"

    # The tiles of a path game
    BADGE = "something in its corner cannot be read: it may be a multiplier"
    OTHERS_VALUE = "the numeral reads {numeral}, but other tiles {letter} show {value}"
    TRACED = "something covers the letter: it may be {other}"

    # The name of a path game
    OTHER_SIZE = "{game} has no grids of {n} by {n} tiles: this may be another game"
    NO_NUMERALS = "{game} has numerals on its tiles, but none can be read: this may be another game"
    OTHER_NUMERALS = "the numerals are not those of {game}: this may be another game"
    SAME_NUMERALS = "the numerals also fit {game}: this may be that game"
    SAME_LETTERS = "the letters also fit {languages}: the words may be in that language"
    OTHER_BADGES = "the badges look like those of {game}: this may be that game"
    OTHER_TILES = (
        "the tiles have no numerals and do not look like those of {game}: this may be another game"
    )

    # Squares, and the board and the rack as a whole
    COVERED = "something covers this square"
    CUT_OFF = "the picture shows less than half of this square"
    PREMIUM = "the premium of this square cannot be read"
    START = "the first move must have covered this square"
    APART = "this tile touches no other word"
    MISSED = "a tile may have been missed here, between words that do not touch"
    LAID = "seems laid but not played: it is missing from the rack"
    MAYBE_LAID = "looks like the tiles on the rack: it may be laid but not played"
    COUNTS_LAID = "includes tiles that may be laid on the board but not played"
    NO_RACK = "no rack is visible"
    SHORT_RACK = "only {n} tiles, but a full rack has {full}"
    SHORT_RACK_ONE = "only one tile, but a full rack has {full}"
    DRAGGED = "one of its tiles may have been dragged away"
    UNREAD = "{n} more tiles could not be read"
    UNREAD_ONE = "one more tile could not be read"
    TOO_MANY = "{n} tiles too many are visible if {left} letters are left in the bag"
    TOO_MANY_ONE = "one tile too many is visible if {left} letters are left in the bag"
    TOO_FEW = "{n} tiles too few are visible if {left} letters are left in the bag"
    TOO_FEW_ONE = "one tile too few is visible if {left} letters are left in the bag"
    NO_LAYOUT = "no known premium layout"
    OTHER_LAYOUTS = "other premium layouts fit as well"
    OTHER_TILE_SET = (
        "no known tile set of {game} has these values: the printed ones are used, in language "
        "{language}"
    )


class Reason(NamedTuple):
    """Why something is in doubt.

    Attributes:
        why: The kind of contradiction.
        told: The names and values that its phrase mentions.
    """

    why: Why
    told: tuple[tuple[str, str | int], ...] = ()

    @property
    def kind(self) -> str:
        """A name that stays the same in every version, as ``near-word``."""
        return self.why.name.lower().replace("_", "-")

    def __str__(self) -> str:
        """The English phrase, without a full stop."""
        told = dict(self.told)
        one = Why.__members__.get(f"{self.why.name}_ONE") if told.get("n") == 1 else None
        return (one or self.why).value.format(**told)


def because(why: Why, **told: str | int) -> Reason:
    """The reason that mentions these names and values."""
    return Reason(why, tuple(told.items()))


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
    """What one picture of a path game such as Ruzzle shows: a grid of tiles.

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
