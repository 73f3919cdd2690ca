"""Names and values in; the reason of a doubt, as data and as a phrase for the player, out."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Why(Enum):
    """All that may contradict a reading, with its English phrase.

    Braces hold names of a `Reason`'s values. `NAME_ONE` is the phrase of `NAME` for one thing.
    """

    # The letter
    UNCLEAR = "hard to make out"
    ALIKE = "looks like {letter} and {other}"
    ALIKE_UNTOLD = "looks like {letter} and {other}, and the numeral does not decide which"
    ALIKE_WORTH = "looks like {letter} and {other}, and the numeral may be that of {other}"
    FOREIGN = "may be a letter of another language"
    LESS_LIKE = "looks less like {letter} than the other letters look like themselves"
    UNLIKE = "looks unlike the other tiles {letter}"
    SAME_LOOK = "read as {letter}, but looks the same as a tile read as {other}"
    OTHER_VALUE = "the numeral reads {numeral}, {letter} is worth {value}"
    ONLY_WORD = "looks like {letter}, but only {other} makes words"
    NO_WORD = "{word} is not in the word list"
    NEAR_WORD = "{word} is not in the word list, with {other} it would be"
    OVER_BAG = "{n} tiles {letter} are visible, the bag holds {bag}"
    OVER_BLANKS = "{n} blanks are visible, the bag holds {bag}"

    # A blank or not
    SMALL_NUMERALS = "the numerals are too small to show which tiles are blanks"
    FEW_NUMERALS = "few numerals can be read: this may be no blank"
    MANY_BLANKS = (
        "one of {n} tiles without a numeral, more than the bag has blanks: this may be a blank"
    )
    NO_NUMERAL = "no numeral is visible here"
    UNREAD_NUMERAL = "the numeral cannot be read: this may be a blank"
    FAINT_NUMERAL = "a faint numeral, or none: this may be a blank"
    SMALL_FIGURE = "a small figure, or none: this may be a blank"
    NOT_NUMERAL = "what stands in the corner is no numeral: this may be a blank"
    HIDDEN_NUMERAL = "something hides the numeral: this may be a blank"
    MAYBE_ZERO = "the numeral may be a 0: this may be a blank"
    ZERO_OR_TEN = "the numeral reads 0, but {other} is worth 10: this may be a blank"

    # The last move according to the picture
    TOLD_OTHER = "looks like {letter}, but the game says that the last move was {word}"

    # The tiles of a path game
    BADGE = "something in its corner cannot be read: it may multiply"
    OTHERS_VALUE = "the numeral reads {numeral}, other tiles {letter} show {value}"
    TRACED = "something lies on the letter: it may be {other}"

    # The name of a path game
    OTHER_SIZE = "{game} has no grids of {n} by {n} tiles: it may be another game"
    NO_NUMERALS = "{game} has numerals on its tiles, and none can be read: it may be another game"
    OTHER_NUMERALS = "the numerals are not those of {game}: it may be another game"
    SAME_NUMERALS = "the numerals are also those of {game}: it may be that game"
    SAME_LETTERS = "the letters are also those of {languages}: the words may be of that language"
    OTHER_BADGES = "the badges are written as those of {game}: it may be that game"
    OTHER_TILES = (
        "the tiles bear no numerals and do not look like those of {game}: it may be another game"
    )

    # Squares, and the board and the rack as a whole
    COVERED = "something lies on this square"
    CUT_OFF = "the picture shows less than half of this square"
    PREMIUM = "the premium of this square cannot be read"
    START = "the first move must have covered this square"
    APART = "this tile touches no other word"
    MISSED = "a tile may have been missed here, between words that do not touch"
    LAID = "seems laid but not played, as the rack lacks it"
    MAYBE_LAID = "looks like the tiles on the rack: it may be laid but not played"
    COUNTS_LAID = "counts tiles laid on the board that are not certain"
    NO_RACK = "no rack is visible"
    SHORT_RACK = "{n} tiles where a rack holds {full} of them"
    SHORT_RACK_ONE = "one tile where a rack holds {full} of them"
    DRAGGED = "one of its tiles may have been dragged away"
    UNREAD = "{n} more tiles could not be read"
    UNREAD_ONE = "one more tile could not be read"
    TOO_MANY = "{n} tiles too many are visible for {left} letters left"
    TOO_MANY_ONE = "one tile too many is visible for {left} letters left"
    TOO_FEW = "{n} tiles too few are visible for {left} letters left"
    TOO_FEW_ONE = "one tile too few is visible for {left} letters left"
    NO_LAYOUT = "no known premium layout"
    OTHER_LAYOUTS = "other premium layouts fit as well"
    OTHER_TILE_SET = (
        "no known tiles of {game} have these values: taken as printed, in language {language}"
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
