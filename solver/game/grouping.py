"""Groups plays or moves of the same word: a word once, with all its places.

The plays come best first. Of those that differ only in which of equal letters is the blank (JeEZ,
JEeZ) the first is kept. Plays of the same word, points and tiles in several places are one group.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from operator import or_
from typing import NamedTuple, TypeVar

from solver.game.move import BLANK_BIT, Move, Play
from solver.game.position import Position, Turn
from solver.game.score import score_move

T = TypeVar("T")

_LETTERS = bytes(code % BLANK_BIT for code in range(256))


class Gathered(NamedTuple):
    """A move, and those of the same word, points and tiles in other places."""

    move: Move
    others: tuple[Move, ...] = ()


class Spelled(NamedTuple):
    """The word of a play: its place, letters, points and tiles.

    Attributes:
        row: Row of the first square of the main word.
        column: Column of that square.
        down: Whether the word runs down.
        letters: The word, with letters of blanks as any other.
        score: Points in all.
        used: The tiles it takes from the rack, or those that stay there.
    """

    row: int
    column: int
    down: bool
    letters: Hashable
    score: int
    used: Hashable

    @classmethod
    def of(cls, move: Move) -> Spelled:
        """The word of a move."""
        letters = move.cells or tuple(move.word)
        word = tuple(letter.upper() for letter in letters)
        return cls(move.row, move.column, not move.across, word, move.score, move.leave)


class Speller:
    """Finds the words of plays in one position, without making moves of them."""

    def __init__(self, position: Position) -> None:
        self._position = position
        codes = position.game.alphabet.codes
        boards = position.board, position.board.transposed()
        self._lines = [
            [bytes(codes.get(tile.upper(), 0) for tile in line) for line in board.rows]
            for board in boards
        ]

    def __call__(self, play: Play) -> Spelled:
        """The word of a play."""
        used = bytes(sorted(play.used))
        if len(used) == 1:  # its main word depends on the points of both
            tiles = Turn.lay(play, self._position.game).tiles
            return Spelled.of(score_move(self._position, tiles))
        down = not play.across
        word = bytes(map(or_, self._lines[down][play.row], play.tiles.translate(_LETTERS)))
        first = len(play.tiles) - len(play.tiles.lstrip(b"\0"))
        begin = word.rfind(0, 0, first) + 1
        letters = word[begin:].partition(b"\0")[0]
        row, column = (begin, play.row) if down else (play.row, begin)
        return Spelled(row, column, down, letters, play.score, used)


def gather(
    found: Iterable[T],
    spell: Callable[[T], Spelled | None],
    value: Callable[[T], Hashable],
    *,
    apart: bool = False,
) -> list[list[T]]:
    """Group what has the same word, points and tiles.

    Args:
        found: Plays or moves, the best first; of equal blanks the first is kept.
        spell: Gives the word; None for what stays by itself, such as a swap.
        value: What must be equal besides word, points and tiles.
        apart: Whether each place is a group of its own.

    Returns:
        Groups in the order of their first members.
    """
    groups: dict[Hashable, list[T]] = {}
    places = set()
    for each in found:
        spelled = spell(each)
        if spelled is None:
            groups[len(groups)] = [each]
            continue
        place = spelled[:5]
        if place in places:
            continue
        places.add(place)
        key = place if apart else (spelled[3:], value(each))
        groups.setdefault(key, []).append(each)
    return list(groups.values())
