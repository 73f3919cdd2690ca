"""How often each of some turns wins: every turn is tried in many games.

All turns are tried in the same worlds. A turn is given up once it is almost certainly worse than
the leader; the search ends when the leader is certain enough, or the time is up. A world depends
on the seed and its number alone, so the same number of worlds gives the same figures on any number
of processes. With few tiles in the bag, every world is tried (`solve_preendgame`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from solver.game import View
from solver.movegen import COMPILED
from solver.strategy.equity import Option
from solver.strategy.hidden_tiles import MOST_IN_BAG, Guess
from solver.strategy.playout import WON_BY, Result
from solver.strategy.winning import load_chances, normal
from solver.strategy.workers import Effort, workers
from solver.words import Lexicon

LEAST = 96
"""This many worlds are tried before any turn is given up."""
PRIOR = 40
"""Equity weighs as much as so many worlds: it errs by some 4 points, a single world by some 25."""
HOPELESS = 5e-3
"""A turn is given up when the chance that it is the better one is below this."""
ALIKE = 480
"""After this many worlds without any difference to the leader a turn counts as just as good."""
BATCH = 48
"""Worlds between two checks of the results, for each process; the most where time is limited."""
FIRST = 2
"""Worlds before the first check where time is limited."""
PACE = 0.3
"""Seconds between two checks where time is limited."""
TO_THE_END = 1_000
"""More turns than any game has."""
SHARED_NODES = 48_000
"""Positions that solving the endgame may visit for each turn, over all worlds."""
SLOWER = 60
"""The plain kernel is allowed this many times fewer positions."""
LEAST_NODES = 40
"""With fewer positions for a world, solving is not better than playing on."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of a turn.

    Attributes:
        option: The turn.
        win: How often it wins, 0 to 1; draws count half. As for the order, the prior is weighed
            in, and the luck of the worlds it was not tried in is taken out.
        win_error: Standard error of that; 0 where it was tried in every world.
        margin: Points ahead at the end, on average.
        worlds: How often it was tried.
    """

    option: Option
    win: float
    win_error: float
    margin: float
    worlds: int


class TurnStatistics:
    """The results so far.

    Args:
        options: The turns.
        sure: Chance that the leader is the best; enough to stop.
        prior: The result expected of each turn beforehand, margins up to a common constant;
            empty = none.
    """

    def __init__(
        self, options: Sequence[Option], sure: float, prior: Sequence[Result] = ()
    ) -> None:
        self._options = options
        expected = prior or [Result(0.0, 0.0)] * len(options)
        self._prior = [result.win + WON_BY * result.margin for result in expected]
        self._win_prior = [result.win for result in expected]
        self._weight = PRIOR if prior else 0  # of the prior, in worlds
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

    def outcomes(self, every: int | None = None) -> tuple[Outcome, ...]:
        """All turns, the leader first, the others by how far they are behind him.

        Args:
            every: How many worlds there are; None = without end.
        """
        order = sorted(range(len(self._options)), key=self._behind)
        order.sort(key=lambda place: place != self.leader)
        return tuple(self._outcome(place, every) for place in order)

    def _use(self, place: int) -> Floats:
        """The result of a turn in each world: the win, and a little for the margin."""
        return np.array(self._wins[place]) + WON_BY * np.array(self._margins[place])

    def _value(self, place: int) -> float:
        """The average result of a turn, its prior weighed in."""
        use = self._use(place)
        return self._blend(float(use.mean()), len(use), self._prior[place])

    def _blend(self, mean: float, worlds: int, prior: float) -> float:
        if not self._weight:
            return mean
        return (mean * worlds + prior * self._weight) / (worlds + self._weight)

    def _doubt(self, place: int) -> float:
        """The chance that a turn is better than the leader."""
        lead = self._lead(place)
        mean, error = self._behind(place), self._blend(standard_error(lead), len(lead), 0.0)
        if error == 0.0:
            alike = len(lead) >= ALIKE or mean > 0
            return 0.0 if alike else 0.5
        return normal(-mean / error)

    def _lead(self, place: int) -> Floats:
        """How much better the leader's result was, in each world that both were tried in."""
        mine = self._use(place)
        return self._use(self.leader)[: len(mine)] - mine

    def _behind(self, place: int) -> float:
        """How far a turn is behind the leader on average, its prior weighed in."""
        lead = self._lead(place)
        ahead = self._prior[self.leader] - self._prior[place]
        return self._blend(float(lead.mean()), len(lead), ahead)

    def _outcome(self, place: int, every: int | None) -> Outcome:
        wins, margins = np.array(self._wins[place]), np.array(self._margins[place])
        first = np.array(self._margins[self.leader])
        margin = float(first.mean() - (first[: len(margins)] - margins).mean())
        win, error = float(wins.mean()), 0.0
        if len(wins) != every:
            # A turn that won every sampled game may still lose: half a game more of either kind (as
            # in the Jeffreys interval) keeps what was not seen from being shown as impossible.
            weight = len(wins) + self._weight
            least = 0.5 / (weight + 1)
            win = min(max(self._win(place), least), 1.0 - least)
            error = max(standard_error(wins), (least * (1 - least) / weight) ** 0.5)
        return Outcome(self._options[place], win, error, margin, len(wins))

    def _win(self, place: int) -> float:
        """How often a turn wins: the leader's share, less the difference where both were tried.

        The prior is weighed in.
        """
        mine, first = np.array(self._wins[place]), np.array(self._wins[self.leader])
        thought, own = self._win_prior[self.leader], self._win_prior[place]
        behind = float((first[: len(mine)] - mine).mean())
        best = self._blend(float(first.mean()), len(first), thought)
        return best - self._blend(behind, len(mine), thought - own)


def standard_error(figures: Floats) -> float:
    """Standard error of the mean; 0 for a single figure."""
    count = len(figures)
    return float(figures.std(ddof=1)) / count**0.5 if count > 1 else 0.0


class Progress(Protocol):
    """Receives the progress of a simulation."""

    def update(self, done: float, worlds: int, best: Option) -> None:
        """Called after each batch.

        Args:
            done: Share of the time or of the worlds that is used up, 0 to 1.
            worlds: Worlds tried.
            best: The leader.
        """


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of a simulation.

    Attributes:
        outcomes: Of all turns, the best first.
        confidence: Chance, 0 to 1, that the first is the best of them.
        playouts: How many games were tried in all.
        complete: Whether each turn was tried in every way the hidden tiles can lie.
    """

    outcomes: tuple[Outcome, ...]
    confidence: float
    playouts: int
    complete: bool = False


def simulate(
    view: View,
    options: Sequence[Option],
    lexicon: Lexicon,
    effort: Effort,
    *,
    guess: Guess | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Try turns until one is almost certainly the best, or the time is up.

    Args:
        view: What the player on turn sees.
        options: The turns, at least one; see `equity.options`.
        lexicon: The words.
        effort: How much is tried.
        guess: What the other player may hold; None = any of the unseen tiles.
        progress: Receives the progress.
    """
    started = time.monotonic()
    each = BATCH if effort.seconds is None else FIRST
    with workers(view, lexicon, guess, effort) as run:
        prior = () if run.worlds is not None else _prior(view, options)
        statistics = TurnStatistics(options, effort.sure, prior)
        most = min((n for n in (effort.worlds, run.worlds) if n is not None), default=None)
        while True:
            live, first = statistics.live, statistics.worlds
            last = first + each * run.processes
            numbers = range(first, last if most is None else min(last, most))
            before = time.monotonic()
            statistics.note(live, run.batch([options[place] for place in live], numbers))
            now = time.monotonic()
            if effort.seconds is not None:
                each = _next_batch(each, now - before)
            spent = (now - started) / effort.seconds if effort.seconds is not None else 0.0
            done = max(spent, statistics.worlds / most if most else 0.0)
            if progress:
                progress.update(min(1.0, done), statistics.worlds, options[statistics.leader])
            if done >= 1 or statistics.decided:
                break
    outcomes = statistics.outcomes(run.worlds)
    complete = all(outcome.worlds == run.worlds for outcome in outcomes)
    return Simulation(
        outcomes, 1.0 if complete else statistics.confidence, statistics.playouts, complete
    )


def is_preendgame(view: View) -> bool:
    """Whether so few tiles are in the bag that all ways the hidden tiles can lie are tried."""
    return 1 <= view.bag <= MOST_IN_BAG


def solve_preendgame(
    view: View,
    options: Sequence[Option],
    lexicon: Lexicon,
    effort: Effort,
    *,
    progress: Progress | None = None,
) -> Simulation:
    """Try turns in every way the hidden tiles can lie, or as many as the effort allows.

    Each is played to the end. Where there are few ways, the endgame is solved once the bag is
    empty, as far as a share of the effort goes; else both players take the most points and leave.

    Args:
        view: What the player on turn sees, with 1 to 6 tiles in the bag.
        options: The turns, at least one.
        lexicon: The words.
        effort: How much is tried; its plies are ignored, for all is played to the end.
        progress: Receives the progress.

    Returns:
        Its `complete` says whether all ways were tried.
    """
    ways = math.perm(view.bag + view.opponent, view.bag)  # the order of the bag included
    nodes = SHARED_NODES // ways // (1 if COMPILED else SLOWER)
    ends = nodes if nodes >= LEAST_NODES else None
    thorough = replace(effort, plies=TO_THE_END, ends=ends)
    return simulate(view, options, lexicon, thorough, progress=progress)


def by_figures(tried: Simulation) -> Simulation:
    """The simulation ordered by its figures as they are shown, to a tenth of a percent.

    A simulating player uses the finer figures, in which points count a little besides wins.
    """
    order = sorted(tried.outcomes, key=lambda outcome: (-round(outcome.win, 3), -outcome.margin))
    return replace(tried, outcomes=tuple(order))


def _prior(view: View, options: Sequence[Option]) -> list[Result]:
    """The result that equity suggests for each turn: a point of it counts like one of the lead."""
    chances = load_chances(view.game)
    slope = (chances.win(view.lead + 1, view.bag) - chances.win(view.lead - 1, view.bag)) / 2
    win = chances.win(view.lead, view.bag)
    best = max(option.equity for option in options)
    apart = [option.equity - best for option in options]
    return [Result(win + slope * each, each) for each in apart]


def _next_batch(each: int, seconds: float) -> int:
    """How many worlds the next batch takes, to last about `PACE`."""
    return max(2, min(4 * each, BATCH, round(each * PACE / max(seconds, 1e-3))))
