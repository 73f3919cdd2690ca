"""Voice: what the watcher tells on the terminal."""

from __future__ import annotations

from pathlib import Path

from wwfsnap.exits import Failure
from wwfsnap.reporting import Record, note, put, show, tell, visible
from wwfsnap.watching.channels import headline


def say_line(message: str) -> None:
    """Say something of the watcher itself, on standard error."""
    note(visible(message))


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
        show(visible(f"{Path(record['image']).name}: {headline(record)}{drawn}"))

    def failed(self, failure: Failure, about: str) -> None:
        """Something went wrong that the user should know."""
        tell(failure, about=about)

    def left(self, path: Path, why: str) -> None:
        """A file was left alone."""
        if self._verbose:
            say_line(why if str(path) in why else f"{path}: {why}")
