"""What the watcher tells on the terminal, and what its worker loads before the first picture."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from solver.errors import SolverError
from wwfsnap.carriers import headline
from wwfsnap.exits import Failure
from wwfsnap.pipeline import Settings
from wwfsnap.records import Record
from wwfsnap.terminal import note, put, show, tell
from wwfsnap.words import words_for


class Voice:
    """Tells on the terminal what the watcher does.

    Args:
        json: Whether solved pictures are told as JSON.
        verbose: Whether files left alone are told.
    """

    def __init__(self, *, json: bool, verbose: bool) -> None:
        self._json = json
        self._verbose = verbose

    def solved(self, record: Record) -> None:
        """A picture was solved."""
        if self._json:
            put(record)
            return
        drawn = f" ({record['drawn']})" if record["drawn"] else ""
        show(f"{Path(record['image']).name}: {headline(record)}{drawn}")

    def failed(self, failure: Failure, about: str) -> None:
        """Something went wrong that the user should know."""
        tell(failure, about=about)

    def left(self, path: Path, why: str) -> None:
        """A file was left alone."""
        if self._verbose:
            note(why if str(path) in why else f"{path}: {why}")


def warm_up(settings: Settings) -> None:
    """Load what every picture needs; what is missing is told with the first picture."""
    with suppress(SolverError, OSError):
        words_for(settings.language or "en", settings.words)
