"""The parts of a game: premium layout, a language's tiles, when it ends, when tiles are swapped.

A layout can also be typed by the user, in digits or in the letters of game files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from solver.errors import BoardTextError
from solver.game.board import Square
from solver.words import BLANK, Alphabet

LETTER_TIMES = {"d": 2, "t": 3, "q": 4}
"""Premium character to what it multiplies the letter by."""
WORD_TIMES = {"D": 2, "T": 3, "Q": 4}
"""Premium character to what it multiplies the word by."""
PLAIN, START = ".", "*"
"""A square without a premium; the same, marked as the start square."""
Leftover = Literal["moved", "ignored"]
Counting = Literal["passes", "passes and swaps"]
LEFTOVER: tuple[Leftover, ...] = get_args(Leftover)
COUNTING: tuple[Counting, ...] = get_args(Counting)
PREMIUMS = frozenset((PLAIN, START, *LETTER_TIMES, *WORD_TIMES))
OF_DIGIT = {"1": START, "2": "d", "3": "t", "4": "D", "5": "T"}
"""What the digits of a typed layout stand for: start square, DL, TL, DW and TW."""
_HINT = "draw . for none, and 1 start, 2 DL, 3 TL, 4 DW, 5 TW; or * start, d DL, t TL, D DW, T TW"


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile in a bag.

    Attributes:
        letter: The face, upper case; `?` is the blank.
        value: Points of the tile, 0 for the blank.
        count: How many there are in a full bag; 0 is a letter only a blank can stand for.
    """

    letter: str
    value: int
    count: int


@dataclass(frozen=True)
class TileSet:
    """The tiles of a language.

    Attributes:
        language: Its code in the game, such as `en` or `en-US`.
        title: Its name in English.
        tiles: An entry for each letter and one for the blank, in the order of the file.
        sources: Where the figures come from.
        certain: False where the game that is played may have other values and counts.
    """

    language: str
    title: str
    tiles: tuple[Tile, ...]
    sources: tuple[str, ...] = ()
    certain: bool = True

    @classmethod
    def of_values(cls, language: str, values: Mapping[str, int]) -> TileSet:
        """One tile of each letter, for games without a bag.

        Args:
            language: The language's code.
            values: Points of each letter.
        """
        return cls(language, language, tuple(Tile(*each, 1) for each in values.items()))

    def with_values(self, values: Mapping[str, int]) -> TileSet:
        """The tiles with other points for some letters; their counts are then no longer certain."""
        tiles = (replace(each, value=values.get(each.letter, each.value)) for each in self.tiles)
        return replace(self, tiles=tuple(tiles), certain=False)

    @cached_property
    def values(self) -> dict[str, int]:
        """Points of each letter and of the blank."""
        return {tile.letter: tile.value for tile in self.tiles}

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many of each letter and of the blank a full bag holds."""
        return {tile.letter: tile.count for tile in self.tiles}

    @property
    def limits(self) -> dict[str, int]:
        """How many of each letter and blank a game can have; any number where not certain."""
        if self.certain:
            return self.counts
        return dict.fromkeys(self.letters, self.total) | {BLANK: self.counts.get(BLANK, 0)}

    @cached_property
    def alphabet(self) -> Alphabet:
        """The letters as numbers, in the order of the tiles."""
        return Alphabet(tuple(t.letter for t in self.tiles if t.letter != BLANK))

    @cached_property
    def points_by_code(self) -> tuple[int, ...]:
        """Points of each letter by its number in the alphabet; first 0, for the blank."""
        return 0, *(self.values[letter] for letter in self.letters)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters without the blank."""
        return self.alphabet.letters

    @property
    def total(self) -> int:
        """Number of tiles in a full bag."""
        return sum(self.counts.values())

    def points(self, tile: str) -> int:
        """Points of a tile on the board or the rack; 0 for a blank, `?` or lower case."""
        return self.values[tile] if tile.isupper() else 0


class Layout(NamedTuple):
    """A board's premium squares.

    Attributes:
        name: Its name within the game, `standard` for the usual one.
        title: Its name for people.
        premiums: The rows from the top, a character a square: `.` plain, `d` and `t` double and
            triple letter, `D` and `T` double and triple word, `q` and `Q` quadruple, `*` the
            start square without a premium.
        start: The square the first move must cover.
        bag_certain: False where this layout may be played with another bag than the usual one.
        sources: Where it comes from.
        random: How many premiums of each kind the game's random boards of this size have, most
            first; empty where it has none.
    """

    name: str
    title: str
    premiums: tuple[str, ...]
    start: Square
    bag_certain: bool = True
    sources: tuple[str, ...] = ()
    random: tuple[tuple[str, int], ...] = ()

    @property
    def size(self) -> int:
        """Number of rows, and of columns."""
        return len(self.premiums)


class EndRule(NamedTuple):
    """How a game ends.

    Attributes:
        final_turns: Turns each player still has once the bag is empty; 0 = until one is out.
        leftover: What becomes of the tiles still held at the end: `moved` = their holder loses
            their points and the player who went out gains them, `ignored` = nothing.
        scoreless: How many turns in a row without points end the game; None = not known.
        scoreless_counts: Which turns count for that: passes only, or swaps as well.
        scoreless_at_zero: Whether they end it also while nobody has made a point yet.
        note: Anything else worth knowing, in a sentence.
    """

    final_turns: int
    leftover: Leftover
    scoreless: int | None
    scoreless_counts: Counting
    scoreless_at_zero: bool = True
    note: str = ""

    @property
    def swaps_count(self) -> bool:
        """Whether swaps count as turns without points, too."""
        return self.scoreless_counts == "passes and swaps"


class SwapRule(NamedTuple):
    """When tiles may be exchanged; it always costs the turn.

    Attributes:
        minimum_bag: Tiles that must be in the bag; None = not known.
        note: Anything else worth knowing, in a sentence.
    """

    minimum_bag: int | None
    note: str = ""


def drawn_start(premiums: Sequence[str]) -> Square | None:
    """The square marked `*` in a layout; None where there is none."""
    marked = (Square(r, row.index(START)) for r, row in enumerate(premiums) if START in row)
    return next(marked, None)


def premium_faults(premiums: Sequence[str]) -> list[str]:
    """What is wrong with a drawn layout, one sentence each."""
    size = len(premiums)
    faults = [
        f"row {number} of the layout has {len(row)} squares for {size} rows"
        for number, row in enumerate(premiums, start=1)
        if len(row) != size
    ]
    strange = sorted(set("".join(premiums)) - PREMIUMS)
    if strange:
        faults.append(
            f"the layout contains {' '.join(strange)!r}; allowed are {' '.join(sorted(PREMIUMS))}"
        )
    starts = "".join(premiums).count(START)
    if starts > 1:
        faults.append(f"the layout has {starts} start squares")
    return [*faults, *_faults_of_size(size)]


def _faults_of_size(size: int) -> list[str]:
    """What is wrong with a number of rows: columns are named by the letters A to Z."""
    if 2 <= size <= 26:
        return []
    return [f"a layout must have 2 to 26 rows; this one has {size}"]


def read_layout(text: str) -> tuple[str, ...]:
    """The premium rows, as in `Layout`, of a text that draws one row of squares per line.

    Blank lines and spaces are ignored.

    Raises:
        BoardTextError: It is no square layout; the message says in which line and column.
    """
    _check_signs(text)
    drawn = ("".join(line.split()) for line in text.splitlines())
    rows = {number: row for number, row in enumerate(drawn, start=1) if row}
    size = len(rows)
    for fault in _faults_of_size(size):
        raise BoardTextError(fault, hint=_HINT)
    for number, row in rows.items():
        if len(row) != size:
            raise BoardTextError(
                f"line {number}, column {min(len(row), size) + 1}: the row has {len(row)} squares,"
                f" but there are {size} rows",
                hint="each row must have as many squares as there are rows",
            )
    return tuple("".join(OF_DIGIT.get(sign, sign) for sign in row) for row in rows.values())


def _check_signs(text: str) -> None:
    """Check that signs are known, all digits or all letters, and that only one is the start."""
    first, start = "", ""
    for place, sign in _signs(text):
        if sign not in OF_DIGIT and sign not in PREMIUMS:
            raise BoardTextError(f"{place}: {sign!r} is not a premium square", hint=_HINT)
        first = first or sign
        if (sign in OF_DIGIT) != (first in OF_DIGIT):
            fault = f"{place}: {sign!r} after {first!r}: use digits or letters, not both"
            raise BoardTextError(fault, hint=_HINT)
        if OF_DIGIT.get(sign, sign) == START:
            if start:
                raise BoardTextError(
                    f"{place}: a second start square; the first is at {start}", hint=_HINT
                )
            start = place


def _signs(text: str) -> Iterator[tuple[str, str]]:
    """The signs of squares that are not plain, each after its place in words."""
    for number, line in enumerate(text.splitlines(), start=1):
        for column, sign in enumerate(line, start=1):
            if not sign.isspace() and sign != PLAIN:
                yield f"line {number}, column {column}", sign
