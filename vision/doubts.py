"""Names and values in; the reason of a doubt, as data and as a phrase for the player, out."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


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

    # A blank or not
    SMALL_NUMERALS = "the numerals are too small to show which tiles are blanks"
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
