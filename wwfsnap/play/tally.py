"""Statistics of the scores of many games: wins, points, and how certain they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wwfsnap.terminal import Record

SURE = 1.96
"""How many standard errors on either side of a figure make its 95 % interval."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of games between two players.

    Attributes:
        names: The players.
        scores: Points of both in each game, in the order of the names.
    """

    names: tuple[str, str]
    scores: tuple[tuple[int, int], ...]

    @property
    def wins(self) -> tuple[int, int]:
        """How many games each won."""
        return (
            sum(one > two for one, two in self.scores),
            sum(one < two for one, two in self.scores),
        )

    @property
    def rate(self) -> tuple[float, float, float]:
        """The first player's share of wins, a draw half a win, and its interval (Wilson, 1927)."""
        count = len(self.scores)
        draws = count - sum(self.wins)
        part, bend = (self.wins[0] + draws / 2) / count, SURE * SURE / count
        middle = (part + bend / 2) / (1 + bend)
        reach = math.sqrt(bend * part * (1 - part) + bend * bend / 4) / (1 + bend)
        return part, middle - reach, middle + reach

    @property
    def margin(self) -> tuple[float, float]:
        """The first player's lead in points on average, and the half width of its 95 % interval."""
        return _mean([one - two for one, two in self.scores])

    @property
    def points(self) -> tuple[float, float]:
        """Points of each in a game, on average."""
        return _mean([one for one, _ in self.scores])[0], _mean([two for _, two in self.scores])[0]

    def lines(self) -> Sequence[str]:
        """The tally for people."""
        (one, two), (part, low, high), (margin, error) = self.wins, self.rate, self.margin
        draws = len(self.scores) - one - two
        first, second = self.names
        points = self.points
        return (
            f"{len(self.scores)} games: {first} won {one}, {second} won {two}, {draws} drawn",
            f"{first} wins {100 * part:.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})",
            f"margin {margin:+.1f} ± {error:.1f}; points a game {points[0]:.1f} to {points[1]:.1f}",
        )

    def record(self) -> Record:
        """The tally for programs."""
        (part, low, high), (margin, error) = self.rate, self.margin
        return {
            "kind": "tally",
            "games": len(self.scores),
            "players": list(self.names),
            "wins": list(self.wins),
            "draws": len(self.scores) - sum(self.wins),
            "rate": round(part, 4),
            "rate_interval": [round(low, 4), round(high, 4)],
            "margin": round(margin, 2),
            "margin_error": round(error, 2),
            "points": [round(each, 2) for each in self.points],
        }


def _mean(figures: Sequence[int]) -> tuple[float, float]:
    """Mean, and half the width of its 95 % interval."""
    count = len(figures)
    mean = sum(figures) / count
    spread = sum((figure - mean) ** 2 for figure in figures) / max(1, count - 1)
    return mean, SURE * math.sqrt(spread / count)
