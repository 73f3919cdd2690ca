"""What a tile may be, what it is taken for, and what speaks most against that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.game import TileSet
from vision.imaging import Place
from vision.inference.measures import PicturePrint
from vision.reading import Reason, Source, Why, because
from vision.tiles import SAME_PRINT, Numeral

TWO_DIGITS = 10
"""Least value that is written with two digits."""

LESS = 0.1
"""How far below the usual likeness a letter may be that is merely unlike the bank's fonts."""


OF_BLANKS = frozenset(
    {Why.SMALL_NUMERALS, Why.HIDDEN_NUMERAL, Why.NO_NUMERAL}
    | {Why.UNREAD_NUMERAL, Why.ZERO_OR_TEN, Why.MAYBE_ZERO, Why.SMALL_FIGURE, Why.MANY_BLANKS}
    | {Why.FEW_NUMERALS, Why.FAINT_NUMERAL, Why.NOT_NUMERAL}
)
"""Doubts about whether a tile is a blank, not about its letter."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tile may be.

    Attributes:
        letter: Upper case.
        blank: Whether the tile is worth nothing.
    """

    letter: str
    blank: bool

    @property
    def text(self) -> str:
        """The letter, lower case for a blank."""
        return self.letter.lower() if self.blank else self.letter

    @property
    def in_bag(self) -> str:
        """Its name in the bag: its letter, ``?`` for a blank."""
        return "?" if self.blank else self.letter


@dataclass(frozen=True, slots=True)
class Choice(Answer):
    """What a tile is taken for.

    Attributes:
        confidence: The probability, 0 to 1, that letter and blank are right.
        runner_up: The next best letter, None where there is none.
        value: The numeral, None where none is legible.
        why: What speaks against it, None where it is sure enough.
        source: What decided.
    """

    confidence: float
    runner_up: str | None = None
    value: int | None = None
    why: Reason | None = None
    source: Source = "template"


Answers = Mapping[Place, Answer]
"""The tiles of a board, each at its place."""

Listed = Callable[[str], bool]
"""Whether a text is a word."""


def word_of(run: Iterable[Answer]) -> str:
    """The text of a run."""
    return "".join([answer.letter for answer in run])


class Tile(NamedTuple):
    """What is known of a tile in doubt.

    Attributes:
        best, glyph: Its likeliest answer, and the letter that its glyph is most like.
        other: The next best letter, None where there is none.
        numeral: What is printed in its corner.
        clearest: Its likeness to the letter that it is most like.
        fellows: How alike it is to the tile most like it among those of each sure letter.
        runs: The runs it stands in, with a blank space in its place.
        unlisted: Those of their words that are not listed.
    """

    best: Answer
    glyph: str
    other: str | None
    numeral: Numeral
    clearest: float
    fellows: Mapping[str, float]
    runs: Sequence[str]
    unlisted: Sequence[str]


class Print(NamedTuple):
    """What is known of a picture's print.

    Attributes:
        tiles: The language's tiles.
        zeros: Whether blanks show a 0.
        picture: What the sure letters tell about it.
        bare: Tiles without a numeral.
        told: The last move's word in the status text, None where there is none.
        listed: Whether a text is a word.
    """

    tiles: TileSet
    zeros: bool
    picture: PicturePrint
    bare: int
    told: str | None
    listed: Listed


def why_blank(tile: Tile, shown: Print) -> Reason:
    """Why a tile may be a blank, or none."""
    numeral, letter = tile.numeral, tile.best.letter
    worth = shown.tiles.values[letter]
    if not shown.picture.sighted:
        return because(Why.SMALL_NUMERALS)
    if numeral.hidden:
        return because(Why.HIDDEN_NUMERAL)
    if not shown.zeros:
        return _why_bare(numeral, shown)
    if numeral.value is None:
        return because(Why.NO_NUMERAL if numeral.missing else Why.UNREAD_NUMERAL)
    if numeral.value == 0 and worth >= TWO_DIGITS:
        return because(Why.ZERO_OR_TEN, other=letter)
    return because(Why.MAYBE_ZERO)


def _why_bare(numeral: Numeral, shown: Print) -> Reason:
    """Why a tile may be a blank, or none, where blanks show no numeral."""
    if numeral.value is not None:
        return because(Why.SMALL_FIGURE)
    if shown.bare > shown.tiles.counts.get("?", 0):
        return because(Why.MANY_BLANKS, n=shown.bare)
    if 2 * shown.picture.legible < 1:
        return because(Why.FEW_NUMERALS)
    return because(Why.FAINT_NUMERAL if numeral.missing else Why.NOT_NUMERAL)


def why_letter(tile: Tile, shown: Print) -> Reason:
    """Why a tile may show another letter."""
    letter, other, numeral = tile.best.letter, tile.other, tile.numeral
    if other is None:
        return because(Why.UNCLEAR)
    words = [run.replace(" ", letter) for run in tile.runs]
    if tile.glyph != letter and shown.told in words:
        return because(Why.TOLD_OTHER, letter=tile.glyph, word=shown.told or "")
    if tile.glyph != letter and words and not tile.unlisted:
        return because(Why.ONLY_WORD, letter=tile.glyph, other=letter)
    values = shown.tiles.values
    worth, value = values[letter], numeral.value
    if not tile.best.blank and value not in (None, worth):
        return because(Why.OTHER_VALUE, numeral=value or 0, letter=letter, value=worth)
    return _of_words(tile, words, shown) if tile.unlisted else _of_shape(tile, shown)


def _of_words(tile: Tile, words: Sequence[str], shown: Print) -> Reason:
    """Why a word that is not listed leaves a letter open."""
    other = tile.other or ""
    for run, word in zip(tile.runs, words, strict=True):
        if word in tile.unlisted and shown.listed(run.replace(" ", other)):
            return because(Why.NEAR_WORD, word=word, other=other)
    return because(Why.NO_WORD, word=tile.unlisted[0])


def _of_shape(tile: Tile, shown: Print) -> Reason:
    """Why the glyph and the numeral leave a letter open."""
    letter, other = tile.best.letter, tile.other or ""
    likest = max(tile.fellows, key=tile.fellows.__getitem__, default=letter)
    if likest != letter and tile.fellows[likest] >= SAME_PRINT:
        return because(Why.SAME_LOOK, letter=letter, other=likest)
    if 0.0 < tile.fellows.get(letter, 0.0) < SAME_PRINT:
        return because(Why.UNLIKE, letter=letter)
    if shown.picture.usual - tile.clearest > LESS:
        return because(Why.LESS_LIKE, letter=letter)
    return because(_of_numeral(tile, other, shown), letter=letter, other=other)


def _of_numeral(tile: Tile, other: str, shown: Print) -> Why:
    """How the numeral leaves two letters open that look alike."""
    numeral = tile.numeral
    own, theirs = (shown.tiles.values[each] for each in (tile.best.letter, other))
    if numeral.chance(theirs) > numeral.chance(own):
        return Why.ALIKE_WORTH
    return Why.ALIKE_UNTOLD if own == theirs == numeral.value else Why.ALIKE
