"""The order of moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from solver.move import Move


class _Scored(Protocol):
    @property
    def score(self) -> int: ...


S = TypeVar("S", bound=_Scored)


def leading(plays: Iterable[S], top: int) -> list[S]:
    """The plays with the most points.

    Args:
        plays: Anything with a score.
        top: How many are wanted; 0 = all. Plays that tie with the last of them are kept too.

    Returns:
        The plays by falling score, those with the same score in the order they came in.
    """
    ordered = sorted(plays, key=lambda play: -play.score)
    if not 0 < top < len(ordered):
        return ordered
    least = ordered[top - 1].score
    return [play for play in ordered if play.score >= least]


def by_score(moves: Iterable[Move]) -> list[Move]:
    """Moves by falling score; ties from the top row down, from left to right, then by word."""
    return sorted(
        moves,
        key=lambda move: (-move.score, move.row, move.column, not move.across, move.word),
    )
