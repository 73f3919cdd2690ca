"""A board with an empty bag: plays are laid and taken back, positions told apart, ends settled."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import NamedTuple

from solver.kernel import POINT, Session
from solver.leaves import leaves_of
from solver.play import Play
from solver.view import Turn, scoreless_limit

EVERY = 1 << 20
"""A width that leaves out no play."""


@dataclass(frozen=True, slots=True)
class Line:
    """A turn and what comes of it.

    Attributes:
        turn: The turn.
        value: Points gained from here to the end less those of the other player.
        exact: True where all was counted out; False where a guess stands at the end of the line.
        replies: The turns that follow, as far as they are remembered; each player plays his best.
    """

    turn: Turn
    value: int
    exact: bool
    replies: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Endgame:
    """What came of the search.

    Attributes:
        lines: The best turns, best first.
        exact: True where the value of each line is certain.
        depth: Turns looked ahead; the rest was played out by taking the most points each time.
        nodes: Positions visited.
    """

    lines: tuple[Line, ...]
    exact: bool
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be spent; what is used up first ends the search.

    Attributes:
        seconds: Wall-clock time; None = as long as it takes.
        nodes: Positions; None = as many as it takes.
    """

    seconds: float | None = None
    nodes: int | None = None


ENDLESS = Budget()
"""As much as it takes."""


class Hands(NamedTuple):
    """All of a position but the board.

    Attributes:
        mine: Tiles of the player on turn as numbers, sorted.
        other: Those of the other.
        scoreless: Turns without points up to now.
        final: Turns that are still played, by rules that count them.
    """

    mine: bytes
    other: bytes
    scoreless: int
    final: int | None

    def after(self, play: Play | None) -> Hands:
        """The hands as the other player sees them after a turn; None is a pass."""
        left = play.leave(self.mine) if play else self.mine
        final = None if self.final is None else self.final - 1
        return Hands(self.other, left, 0 if play else self.scoreless + 1, final)


class Ending:
    """The board.

    Attributes:
        key: A number that is the same whenever the same tiles were laid, in whatever order.
        laid: How many plays can be taken back.
    """

    def __init__(self, session: Session) -> None:
        game = session.game
        self.session = session
        self.key, self.laid = 0, 0
        self._keys: list[int] = []
        self._limit = scoreless_limit(game)
        self._out_ends = not game.end.final_turns
        self._settles = game.end.leftover == "moved"
        values = [0, *(game.tiles.values[letter] for letter in game.alphabet.letters)]
        self._points = bytes(values).ljust(256, b"\0")  # codes with BLANK_BIT: none
        self._plays: dict[tuple[int, bytes], tuple[int, list[Play]]] = {}
        self._hurry: dict[bytes, array[int]] = {}

    def lay(self, play: Play) -> None:
        """Lay a play's tiles."""
        self._keys.append(self.key)
        for column, code in enumerate(play.tiles):
            if code:
                place = (play.row, column) if play.across else (column, play.row)
                self.key ^= hash((*place, code))
        self.laid += 1
        self.session.lay(play)

    def undo(self) -> None:
        """Take the play laid last back."""
        self.key = self._keys.pop()
        self.laid -= 1
        self.session.undo()

    def gain(self, hands: Hands, play: Play | None) -> int | None:
        """What a turn brings where it ends the game, leftovers included; None where it does not."""
        left = play.leave(hands.mine) if play else hands.mine
        other, final = hands.other, hands.final
        scoreless = 0 if play else hands.scoreless + 1
        score = play.score if play else 0
        if not left and self._out_ends:
            return score + (2 * self.worth(other) if self._settles else 0)
        if final == 1 or scoreless >= self._limit:
            return score + (self.worth(other) - self.worth(left) if self._settles else 0)
        return None

    def plays(self, rack: bytes, width: int = EVERY) -> list[Play]:
        """The most promising plays, the best first: points, and twice the points got rid of."""
        key = (self.key, rack)
        known, found = self._plays.get(key, (0, []))
        if known < width:
            found = self.session.all_plays(rack, 0 if width == EVERY else 3 * width)
            if self._settles:
                points = self._points
                found.sort(key=lambda play: -play.score - 2 * sum(play.tiles.translate(points)))
            del found[width:]
            self._plays[key] = width, found
        return found if known <= width else found[:width]

    def greedy(self, hands: Hands) -> Play | None:
        """The play with the most points, tiles got rid of counted twice."""
        rack = hands.mine
        worth = self._hurry.get(rack)
        if worth is None:
            weight = 2 * POINT if self._settles else 0
            worth = array("i", (-weight * self.worth(leave) for leave in leaves_of(rack)))
            self._hurry[rack] = worth
        if self._settles:
            worth[0] = 2 * POINT * self.worth(hands.other)
        return self.session.best_play(rack, worth)

    def worth(self, rack: bytes) -> int:
        """Points of the tiles of a rack."""
        return sum(rack.translate(self._points))
