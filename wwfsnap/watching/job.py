"""The work of the watcher's process: solving one picture, and what it loads beforehand."""

from __future__ import annotations

from contextlib import suppress

from solver.errors import SolverError
from wwfsnap.drawing import Target
from wwfsnap.outcome import Outcome, solve_one
from wwfsnap.pipeline import Settings
from wwfsnap.words import words_for

Job = tuple[str, Target]
"""A picture's path, and where the result goes."""


def solve_job(job: Job, settings: Settings) -> Outcome:
    """Solve one picture in a worker."""
    image, target = job
    return solve_one(image, settings, target)


def warm_up(settings: Settings) -> None:
    """Load what every picture needs; anything missing is reported with the first picture."""
    with suppress(SolverError, OSError):
        words_for(settings.language or "en", settings.words)
