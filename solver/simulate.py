"""Which turn wins most often: each is tried in many games that may be the one under way.

All turns are tried in the same worlds. A turn is given up once it is almost surely worse than the
leader; the search ends when the leader is sure enough, or the time is up. A world depends on the
seed and its number alone, so that the same number of worlds gives the same figures on any number
of processes.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from solver.equity import Option
from solver.lexicon import Lexicon
from solver.playout import Guess
from solver.trial import Outcome, Trial
from solver.view import View
from solver.workers import Effort, workers

__all__ = ["Effort", "Outcome", "Progress", "Simulation", "simulate"]

USUAL = Effort()
"""Ten seconds on all cores."""
BATCH = 48
"""Worlds between two looks at the figures, for each process."""


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
    """

    outcomes: tuple[Outcome, ...]
    confidence: float
    playouts: int
    seconds: float


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
    trial = Trial(options, effort.sure)
    with workers(view, lexicon, guess, effort.processes) as run:
        while True:
            live = trial.live
            first = trial.worlds
            count = BATCH * run.processes
            if effort.worlds is not None:
                count = min(count, effort.worlds - first)
            turns = [options[place] for place in live]
            trial.note(live, run.batch(turns, first, count, effort))
            spent = time.monotonic() - started
            done = max(
                spent / effort.seconds if effort.seconds else 0.0,
                trial.worlds / effort.worlds if effort.worlds else 0.0,
            )
            if progress:
                progress.update(min(1.0, done), trial.worlds, options[trial.leader])
            if done >= 1 or trial.decided:
                break
    return Simulation(
        trial.outcomes(), trial.confidence, trial.playouts, time.monotonic() - started
    )
