"""Which turn wins most often: each is tried in many games that may be the one under way.

All turns are tried in the same worlds. A turn is given up once it is almost surely worse than the
leader; the search ends when the leader is sure enough, or the time is up. A world depends on the
seed and its number alone, so that the same number of worlds gives the same figures on any number
of processes.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from solver.game import View
from solver.strategy.equity import Option
from solver.strategy.playout import WON_BY
from solver.strategy.trial import Outcome, Trial
from solver.strategy.winning import load_chances
from solver.strategy.workers import Effort, workers
from solver.strategy.worlds import Guess
from solver.words import Lexicon

__all__ = ["Effort", "Outcome", "Progress", "Simulation", "simulate"]

USUAL = Effort()
"""Ten seconds on all cores."""
BATCH = 48
"""Worlds between two looks at the figures, for each process; the most where time is short."""
FIRST = 2
"""Worlds before the first look where time is short."""
PACE = 0.3
"""Seconds between two looks where time is short."""


class Progress(Protocol):
    """Whoever wants to know how far a simulation is."""

    def update(self, done: float, worlds: int, best: Option) -> None:
        """Called after each batch.

        Args:
            done: Part of the time or of the worlds that is used up, 0 to 1.
            worlds: Worlds tried.
            best: The leader.
        """


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of a simulation.

    Attributes:
        outcomes: Of all turns, the best first.
        confidence: Chance, 0 to 1, that the first is the best of them.
        playouts: How many games were tried in all.
        seconds: Wall-clock time.
        complete: Whether every way the hidden tiles can lie was gone through.
    """

    outcomes: tuple[Outcome, ...]
    confidence: float
    playouts: int
    seconds: float
    complete: bool = False


def simulate(
    view: View,
    options: Sequence[Option],
    lexicon: Lexicon,
    effort: Effort = USUAL,
    *,
    guess: Guess | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Try turns until one is the best for sure, or the time is up.

    Args:
        view: What the player on turn sees.
        options: The turns, at least one; see `equity.options`.
        lexicon: The words.
        effort: How much is tried.
        guess: What the other player may hold; None = any of the unseen tiles.
        progress: Is told how far it is.
    """
    started = time.monotonic()
    each = BATCH if effort.seconds is None else FIRST
    with workers(view, lexicon, guess, effort) as run:
        prior = () if run.count is not None else _prior(view, options)
        trial = Trial(options, effort.sure, prior)
        most = min((n for n in (effort.worlds, run.count) if n is not None), default=None)
        while True:
            live, first = trial.live, trial.worlds
            count = each * run.processes
            count = count if most is None else min(count, most - first)
            before = time.monotonic()
            trial.note(live, run.batch([options[place] for place in live], first, count))
            now = time.monotonic()
            if effort.seconds is not None:
                each = _next_batch(each, now - before)
            spent = (now - started) / effort.seconds if effort.seconds is not None else 0.0
            done = max(spent, trial.worlds / most if most else 0.0)
            if progress:
                progress.update(min(1.0, done), trial.worlds, options[trial.leader])
            if done >= 1 or trial.decided:
                break
    complete = trial.worlds == run.count
    return Simulation(
        trial.outcomes(complete=complete),
        1.0 if complete else trial.confidence,
        trial.playouts,
        time.monotonic() - started,
        complete,
    )


def by_figures(tried: Simulation) -> Simulation:
    """The same in the order of the figures as they are told, to a tenth of a percent.

    A simulating player goes by the finer figures, in which points count a little beside wins.
    """
    order = sorted(tried.outcomes, key=lambda outcome: (-round(outcome.win, 3), -outcome.margin))
    return replace(tried, outcomes=tuple(order))


def _prior(view: View, options: Sequence[Option]) -> list[float]:
    """What equity says of each turn, as a part of a win: a point counts as it does to a lead."""
    chances = load_chances(view.game)
    slope = (chances.win(view.lead + 1, view.bag) - chances.win(view.lead - 1, view.bag)) / 2
    win = chances.win(view.lead, view.bag)
    best = max(option.equity for option in options)
    return [win + (slope + WON_BY) * (option.equity - best) for option in options]


def _next_batch(each: int, seconds: float) -> int:
    """So many worlds that the next batch takes about `PACE`."""
    return max(2, min(4 * each, BATCH, round(each * PACE / max(seconds, 1e-3))))
