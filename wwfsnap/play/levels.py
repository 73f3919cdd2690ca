"""The levels of the program, and a player of each."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from wwfsnap.ranking import among_others

if TYPE_CHECKING:
    from solver.game import Game, Player
    from solver.words import Lexicon


class Level(StrEnum):
    """Strengths, from beginner to best."""

    EASY = "easy"
    POINTS = "points"
    EQUITY = "equity"
    WIN = "win"


class Challenge(StrEnum):
    """What happens to words that are not in the list, and to a challenge of words that are."""

    VOID = "void"
    """They cannot be laid: words are checked beforehand."""
    SINGLE = "single"
    """They are taken back if somebody challenges them; a failed challenge costs nothing."""
    DOUBLE = "double"
    """A failed challenge costs the turn."""
    FIVE = "5"
    """A failed challenge gives the other player five points."""
    TEN = "10"
    """A failed challenge gives the other player ten points."""

    @property
    def points(self) -> int:
        """What a failed challenge gives to the other player."""
        return int(self.value) if self.value.isdigit() else 0


def player_of(level: Level, game: Game, lexicon: Lexicon, seconds: float | None = None) -> Player:
    """A player of that strength.

    Args:
        level: The strength.
        game: The rules.
        lexicon: The words.
        seconds: Time for a turn of the best; None = as much as it takes to try a fixed number of
            games, so that the same view always gets the same turn.
    """
    from solver.strategy import (
        SHORT,
        Budget,
        EasyPlayer,
        Effort,
        EquityPlayer,
        PointsPlayer,
        Style,
        WinPlayer,
    )

    match level:
        case Level.EASY:
            return EasyPlayer(game, lexicon)
        case Level.POINTS:
            return PointsPlayer(game, lexicon)
        case Level.EQUITY:
            return EquityPlayer(game, lexicon, ends=SHORT)
        case Level.WIN if seconds is None:
            return WinPlayer(game, lexicon)
        case Level.WIN:
            processes = 1 if among_others() else None
            style = Style(
                effort=Effort(seconds=seconds, processes=processes), ends=Budget(seconds=seconds)
            )
            return WinPlayer(game, lexicon, style)
