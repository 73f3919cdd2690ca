"""Telling: what the user hears of the watcher; a trouble that lasts is told once."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from wwfsnap.exits import Exit, Failure
from wwfsnap.reporting import Record


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
