"""One picture among several: its answer or its failure, never an exception."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from solver.errors import SolverError
from vision.imaging import MOST_PIXELS, Screen, decode_screen, load_screen
from wwfsnap.drawing import Target, refuse_own
from wwfsnap.errors import Exit, Failure, WorkerLost
from wwfsnap.limits import limited_decoding, limited_memory
from wwfsnap.pipeline import (
    AnyReading,
    AnySolution,
    Settings,
    draw_solution,
    read_screen,
    solve_reading,
)
from wwfsnap.words import words_for

Job = tuple[str, Target]
"""A picture's path, and where the drawn picture goes."""


class Outcome(NamedTuple):
    """The outcome of one picture.

    Attributes:
        image: The picture as the user named it.
        reading: None where it could not be read.
        solution: None where it was not solved.
        drawn: The drawn picture's file; None where there is none.
        failure: What went wrong, if anything did.
    """

    image: str
    reading: AnyReading | None = None
    solution: AnySolution | None = None
    drawn: Path | None = None
    failure: Failure | None = None

    def status(self, *, strict: bool) -> Exit:
        """The exit status; doubts count only if ``strict``."""
        if self.failure is not None:
            return self.failure.exit
        doubts = strict and self.reading is not None and self.reading.doubts
        return Exit.DOUBTS if doubts else Exit.GOOD


def read_one(image: str, settings: Settings) -> Outcome:
    """Read one picture."""
    return _outcome(image, lambda: load_screen(Path(image)), settings)


def read_data(
    data: bytes, name: str, settings: Settings, *, most_pixels: int = MOST_PIXELS
) -> Outcome:
    """Read one picture held in memory."""
    return _outcome(name, lambda: decode_screen(data, name, most_pixels), settings)


def solve_one(image: str, settings: Settings, target: Target | None) -> Outcome:
    """Read, solve and draw (None: not draw) one picture; a failure keeps what was reached."""
    path = Path(image)

    def load() -> Screen:
        screen = load_screen(path)
        refuse_own(path)
        return screen

    def draw(screen: Screen, solution: AnySolution) -> Path | None:
        return None if target is None else draw_solution(screen, solution, path, target)

    return _outcome(image, load, settings, draw)


def solve_job(job: Job, settings: Settings) -> Outcome:
    """Solve one picture in a worker, whose items are single values."""
    image, target = job
    return solve_one(image, settings, target)


def warm_up(settings: Settings) -> None:
    """Load what every picture needs; anything missing is reported with the first picture."""
    with suppress(SolverError, OSError):
        words_for(settings.language or "en", settings.words)


def solve_data(
    data: bytes,
    name: str,
    settings: Settings,
    draw: Callable[[Screen, AnySolution], Path | None] = lambda _screen, _solution: None,
    *,
    most_pixels: int = MOST_PIXELS,
) -> Outcome:
    """Read and solve one picture held in memory; ``draw`` is called with the result."""

    def load() -> Screen:
        screen = decode_screen(data, name, most_pixels)
        refuse_own(BytesIO(data), name)
        return screen

    return _outcome(name, load, settings, draw)


def _outcome(
    image: str,
    load: Callable[[], Screen],
    settings: Settings,
    draw: Callable[[Screen, AnySolution], Path | None] | None = None,
) -> Outcome:
    """Read a picture; with ``draw`` also solve it, and draw."""
    reading, solution = None, None
    try:
        with limited_memory(image):
            with limited_decoding(image):
                screen = load()
            reading = read_screen(screen, settings)
            if draw is None:
                return Outcome(image, reading)
            solution = solve_reading(reading, settings)
            return Outcome(image, reading, solution, draw(screen, solution))
    except Exception as error:  # noqa: BLE001 - Failure.of separates ours from faults of the program
        return Outcome(image, reading, solution, failure=Failure.of(error))


def lost_one(image: str) -> Outcome:
    """The outcome for a picture whose process died, or was ended for taking too long."""
    fault = WorkerLost(f"{image}: reading it took too long, or its process crashed")
    return Outcome(image, failure=Failure.of(fault))
