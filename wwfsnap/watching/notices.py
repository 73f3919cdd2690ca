"""Events of the watcher in, lines on the terminal out; a problem that lasts is told once."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from wwfsnap.errors import Exit, Failure
from wwfsnap.reporting import Record, note, put, show, tell, visible
from wwfsnap.watching.channels import headline


class Teller(Protocol):
    """Tells the user what happens."""

    def solved(self, record: Record) -> None:
        """A picture was solved."""

    def failed(self, failure: Failure, about: str) -> None:
        """Something went wrong that the user should know."""

    def left(self, path: Path, why: str) -> None:
        """A file was left alone."""


class Telling:
    """A teller that is not asked to say the same trouble over and over.

    Args:
        teller: Tells the user.

    Attributes:
        worst: The highest status of the pictures that failed, GOOD while none did.
    """

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._told: set[str] = set()
        self.worst = Exit.GOOD

    def solved(self, record: Record) -> None:
        """A picture was solved: troubles are over, and told again should they come back."""
        self._told.clear()
        self._teller.solved(record)

    def left(self, path: Path, why: str) -> None:
        """A file was left alone."""
        self._teller.left(path, why)

    def failed(self, failure: Failure, about: str) -> None:
        """A picture failed for good."""
        self.worst = max(self.worst, failure.exit)
        self._teller.failed(failure, about)

    def trouble(self, failure: Failure, about: str = "") -> None:
        """Something that may pass; the same message is told once until a picture is solved."""
        if failure.message not in self._told:
            self._told.add(failure.message)
            self._teller.failed(failure, about)

    def over(self, failure: Failure) -> None:
        """A trouble has passed, and is told again should it come back."""
        self._told.discard(failure.message)


def trouble(message: str) -> Failure:
    """A fault of the surroundings that may pass."""
    return Failure("not-now", "watch", message, "it is tried again by itself", Exit.UNREADABLE)


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
