"""Postponed: files that could not be dealt with now, and when each is tried again."""

from __future__ import annotations

from pathlib import Path

BUSY_PAUSE = 0.5
"""Seconds until a picture that another watcher has in hand is asked for again."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until what could not be written is tried again, the first time and at most."""


class Postponed:
    """What waits for another try; moments are seconds of any clock that only grows."""

    def __init__(self) -> None:
        self._due: dict[Path, float] = {}
        self._pauses: dict[Path, float] = {}

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._due)

    def soon(self, path: Path, now: float) -> None:
        """Somebody else has it in hand and will be done soon."""
        self._due[path] = now + BUSY_PAUSE

    def later(self, path: Path, now: float) -> None:
        """It failed: each time it waits twice as long."""
        pause = self._pauses.get(path, FIRST_PAUSE)
        self._pauses[path] = min(2 * pause, LONGEST_PAUSE)
        self._due[path] = now + pause

    def due(self, now: float) -> list[Path]:
        """Those whose time has come; they wait no longer."""
        due = [path for path, moment in self._due.items() if moment <= now]
        for path in due:
            del self._due[path]
        return due

    def done(self, path: Path) -> None:
        """It went well, or is gone: it did not fail any more."""
        self._pauses.pop(path, None)
