"""Finds changed files that are complete, because they have not changed for a while.

A sync product writes a file in pieces, and no system reports the last one. A file counts as settled
once nothing was reported of it for a while, its size and modification time are still those at the
beginning of that while, and it is still there. Nothing here waits or watches: the caller supplies
the paths and the time.

Most pictures have an end mark in their last bytes, and most programs write those last: a file that
has them counts as settled sooner.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

QUIET = 0.4  # seconds; after a stalled sync a file changes again, and so is just solved again
QUIET_WHOLE = 0.15  # the same for a file with the end mark of a picture
ENDS = (b"\0\0\0\0IEND\xaeB`\x82", b"\xff\xd9")  # of PNG and of JPEG


State = tuple[int, int, int]
"""What distinguishes two contents of a file without reading it: size, time (ns) and inode."""


def state_of(path: Path) -> State | None:
    """The present state of a file; None where it is missing, or no regular file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def ends_whole(path: Path) -> bool:
    """Whether the last bytes of the file are the end mark of a picture."""
    try:
        with path.open("rb") as file:
            file.seek(-max(map(len, ENDS)), os.SEEK_END)
            return file.read().endswith(ENDS)
    except (OSError, ValueError):
        return False


class Tracker:
    """Files that are still changing, and those that have settled.

    Args:
        quiet: Seconds without a change after which a file is settled.
        quiet_whole: The same for a file with an end mark.
        probe: Gives the present state of a file; None if it is gone.
        whole: Tells whether it has an end mark.
    """

    def __init__(
        self,
        quiet: float = QUIET,
        quiet_whole: float = QUIET_WHOLE,
        probe: Callable[[Path], State | None] = state_of,
        whole: Callable[[Path], bool] = ends_whole,
    ) -> None:
        self._quiet = quiet
        self._quiet_whole = quiet_whole
        self._probe = probe
        self._whole = whole
        self._moving: dict[Path, tuple[float, State]] = {}
        self._resting: dict[Path, State] = {}

    @property
    def moving(self) -> frozenset[Path]:
        """The files not settled yet."""
        return frozenset(self._moving)

    def changed(self, path: Path, now: float) -> bool:
        """Something happened to ``path``: its quiet time starts again.

        Returns:
            Whether it is a file that was not known in this state.
        """
        return self._meet(path, now, again=True)

    def seen(self, path: Path, now: float) -> bool:
        """``path`` was found in a listing: its quiet time begins if it is new or has changed.

        Returns:
            Whether it is a file that was not known in this state.
        """
        return self._meet(path, now, again=False)

    def rest(self, path: Path) -> None:
        """Take ``path`` as settled already, like files that were there before."""
        state = self._probe(path)
        if state is not None:
            self._resting[path] = state

    def forget(self, path: Path) -> None:
        """Take ``path`` as never seen; if it is found again, it settles again."""
        self._moving.pop(path, None)
        self._resting.pop(path, None)

    def keep(self, folder: Path, present: frozenset[Path]) -> None:
        """Forget the settled files of ``folder`` that are not among those present."""
        for path in self._resting.keys() - present:
            if path.parent == folder:
                del self._resting[path]

    def settled(self, now: float) -> list[Path]:
        """The files that settled since the last call, those longest quiet first."""
        found = []
        for path, (since, state) in sorted(self._moving.items(), key=lambda item: item[1][0]):
            quiet = now - since
            if quiet < self._quiet and not (quiet >= self._quiet_whole and self._whole(path)):
                continue
            current = self._probe(path)
            if current is None:
                self.forget(path)
            elif current != state:
                self._moving[path] = (now, current)
            else:
                del self._moving[path]
                self._resting[path] = state
                found.append(path)
        return found

    def _meet(self, path: Path, now: float, *, again: bool) -> bool:
        state = self._probe(path)
        if state is None:
            self.forget(path)
            return False
        if self._resting.get(path) == state:
            return False
        known = self._moving.get(path)
        if known is None or known[1] != state or again:
            self._moving[path] = (now, state)
        self._resting.pop(path, None)
        return known is None or known[1] != state
