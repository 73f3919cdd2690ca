"""The figures of turns tried in the same worlds: which leads, how surely, which are given up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.strategy.equity import Option
from solver.strategy.playout import WON_BY, Result
from solver.strategy.winning import normal

LEAST = 96
"""So many worlds are tried before any turn is given up."""
PRIOR = 40
"""Equity weighs as much as so many worlds: it errs by some 4 points, a single world by some 25."""
HOPELESS = 5e-3
"""A turn is given up when the chance that it is the better one is below this."""
ALIKE = 480
"""After so many worlds without any difference to the leader a turn counts as just as good."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a turn.

    Attributes:
        option: The turn.
        win: How often it wins, 0 to 1; draws count half. What was thought beforehand is weighed
            in, and the luck of the worlds it was not tried in taken out, as for the order.
        win_error: Standard error of that; 0 where every world was tried.
        margin: Points ahead at the end, on average.
        margin_error: Standard error of that.
        worlds: How often it was tried.
    """

    option: Option
    win: float
    win_error: float
    margin: float
    margin_error: float
    worlds: int


class Trial:
    """The figures so far.

    Args:
        options: The turns.
        sure: Chance that the leader is the best; enough to stop.
        prior: What each turn is thought to give beforehand, in the unit of wins and with any
            constant in common with the figures; empty = nothing is thought.
    """

    def __init__(self, options: Sequence[Option], sure: float, prior: Sequence[float] = ()) -> None:
        self._options = options
        self._prior = prior
        self._sure = sure
        self._wins: list[list[float]] = [[] for _ in options]
        self._margins: list[list[float]] = [[] for _ in options]
        self.live = list(range(len(options)))
        self.leader = 0
        self.confidence = 1.0 if len(options) == 1 else 0.0
        self.worlds = 0

    @property
    def playouts(self) -> int:
        return sum(map(len, self._wins))

    @property
    def decided(self) -> bool:
        return len(self.live) == 1 or (self.worlds >= LEAST and self.confidence >= self._sure)

    def note(self, live: Sequence[int], results: Sequence[Sequence[Result]]) -> None:
        """Add a batch: for each live turn its results in the new worlds."""
        for place, found in zip(live, results, strict=True):
            self._wins[place] += [result.win for result in found]
            self._margins[place] += [result.margin for result in found]
        self.worlds = len(self._wins[live[0]])
        self.leader = max(live, key=lambda place: (self._value(place), -place))
        doubts = {
            place: self._doubt(place) for place in range(len(self._options)) if place != self.leader
        }
        self.confidence = max(0.0, 1.0 - sum(doubts.values()))
        if self.worlds >= LEAST:
            self.live = [
                place for place in live if place == self.leader or doubts[place] > HOPELESS
            ]

    def outcomes(self, *, complete: bool = False) -> tuple[Outcome, ...]:
        """All turns, the leader first, the others by how far they are behind him.

        Args:
            complete: Whether there are no more worlds than were tried.
        """
        order = sorted(range(len(self._options)), key=self._behind)
        order.sort(key=lambda place: place != self.leader)
        return tuple(self._outcome(place, complete=complete) for place in order)

    def _use(self, place: int) -> Floats:
        """What a turn gave in each world: the win, and a little for the margin."""
        return np.array(self._wins[place]) + WON_BY * np.array(self._margins[place])

    def _value(self, place: int) -> float:
        """What a turn gives on average, its prior weighed in."""
        use = self._use(place)
        return self._blend(float(use.mean()), len(use), self._prior[place] if self._prior else 0)

    def _blend(self, mean: float, worlds: int, prior: float) -> float:
        if not self._prior:
            return mean
        return (mean * worlds + prior * PRIOR) / (worlds + PRIOR)

    def _doubt(self, place: int) -> float:
        """The chance that a turn is better than the leader."""
        lead = self._lead(place)
        mean, error = self._behind(place), standard_error(lead)
        if self._prior:
            error = self._blend(error, len(lead), 0.0)
        if error == 0.0:
            alike = len(lead) >= ALIKE or mean > 0
            return 0.0 if alike else 0.5
        return normal(-mean / error)

    def _lead(self, place: int) -> Floats:
        """By how much the leader gave more, in each world that both were tried in."""
        mine = self._use(place)
        return self._use(self.leader)[: len(mine)] - mine

    def _behind(self, place: int) -> float:
        """How far a turn is behind the leader on average, its prior weighed in."""
        lead = self._lead(place)
        ahead = self._prior[self.leader] - self._prior[place] if self._prior else 0.0
        return self._blend(float(lead.mean()), len(lead), ahead)

    def _outcome(self, place: int, *, complete: bool) -> Outcome:
        wins, margins = np.array(self._wins[place]), np.array(self._margins[place])
        first = np.array(self._margins[self.leader])
        margin = float(first.mean() - (first[: len(margins)] - margins).mean())
        win = self._value(self.leader) - self._behind(place) - WON_BY * margin
        error = standard_error(wins)
        # In a sample a turn that always won may lose yet: half a game more of either kind (the
        # interval of Jeffreys) keeps what was not seen from being told as impossible.
        weight = len(wins) + (PRIOR if self._prior else 0)
        least = 0.0 if complete else 0.5 / (weight + 1)
        win = min(max(win, least), 1.0 - least)
        if complete:
            win, error = float(wins.mean()), 0.0
        return Outcome(
            self._options[place],
            win,
            error if complete else max(error, (least * (1 - least) / weight) ** 0.5),
            margin,
            standard_error(margins),
            len(wins),
        )


def standard_error(figures: Floats) -> float:
    """Standard error of the mean; 0 for a single figure."""
    count = len(figures)
    return float(figures.std(ddof=1)) / count**0.5 if count > 1 else 0.0
