"""Changed files in some folders, as the system reports them; folders may come and go."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from pathlib import Path

from watchfiles import Change, watch

TICK = 0.1  # seconds a call waits at most
GRACE = 6.0  # seconds: most pictures and messages are done by then; service managers kill later
LOOK = 1.0  # seconds between checks whether the folders are still the same ones


class Stop:
    """Says that it is time to end; unlike an Event, it may be set in a signal handler.

    Args:
        grace: Seconds that work in progress may take from then on.
    """

    def __init__(self, grace: float = GRACE) -> None:
        self._grace = grace
        self._until: float | None = None

    def set(self) -> None:
        """Say that it is time to end."""
        if self._until is None:
            self._until = time.monotonic() + self._grace

    def is_set(self) -> bool:
        """Whether it is time to end."""
        return self._until is not None

    def is_over(self) -> bool:
        """Whether it is, and the grace period has passed."""
        return self._until is not None and time.monotonic() > self._until


class FolderChanges:
    """Changes directly in some folders, not in those below them.

    A folder that is removed and made again is another one to the system: it is watched anew. Where
    the system cannot watch, nothing is reported; nor are names that are no UTF-8, which watchfiles
    does not take. The watcher's listings find such files a little later.

    Args:
        folders: Absolute, without symbolic links.
        stop: Ends the waiting.
    """

    def __init__(self, folders: Sequence[Path], stop: Stop) -> None:
        self._folders = [folder for folder in folders if _is_utf_8(folder)]
        self._stop = stop
        self._events: Generator[set[tuple[Change, str]], None, None] | None = None
        self._watched: dict[Path, tuple[int, int]] = {}
        self._next_look = 0.0

    def wait(self) -> set[Path]:
        """The files that changed since the last call; waits a moment where there are none."""
        if time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + LOOK
            self._look()
        if self._events is None:
            time.sleep(TICK)
            return set()
        try:
            return {Path(path) for _, path in next(self._events, set())}
        except (OSError, RuntimeError):  # a folder has gone; too many watches; an odd name
            self.close()
            return set()

    def close(self) -> None:
        """Stop reporting."""
        if self._events is not None:
            self._events.close()
        self._events, self._watched = None, {}

    def _look(self) -> None:
        found = {folder: key for folder in self._folders if (key := _identity(folder))}
        if found == self._watched and self._events is not None:
            return
        self.close()
        self._watched = found
        if found:
            self._events = watch(
                *found,
                watch_filter=None,
                debounce=200,
                step=25,
                stop_event=self._stop,
                rust_timeout=round(TICK * 1000),
                yield_on_timeout=True,
                raise_interrupt=False,
                recursive=False,
            )


def _is_utf_8(folder: Path) -> bool:
    try:
        str(folder).encode()
    except UnicodeEncodeError:
        return False
    return True


def _identity(folder: Path) -> tuple[int, int] | None:
    """What distinguishes this folder from a later one of its name; None where there is none."""
    try:
        state = folder.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino
