"""Which watchers are running: each holds a lock that the system releases when it dies.

The lock is SQLite's own on an empty database, so that it works on every system, and ends with the
process however that ends.
"""

from __future__ import annotations

import os
import re
import secrets
import sqlite3
import time
from contextlib import closing
from pathlib import Path

STALE = 3600.0  # seconds after which a lock file that nobody holds is removed
NAME = re.compile(r"[0-9]+-[0-9a-f]{12}")


class WatcherLock:
    """The lock of this process among those that share a state folder.

    Args:
        folder: Where the lock files are; it exists.

    Raises:
        sqlite3.Error: The folder cannot be written to.
        OSError: The same.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sweep()
        self.name = f"{os.getpid()}-{secrets.token_hex(6)}"
        self._lock = sqlite3.connect(
            self._file(self.name), isolation_level=None, check_same_thread=False
        )
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:  # a full disk
            self.close()
            raise

    def alive(self, name: object) -> bool:
        """Whether the watcher of that name is still running; False for what is no such name."""
        if name == self.name:
            return True
        return isinstance(name, str) and bool(NAME.fullmatch(name)) and _held(self._file(name))

    def close(self) -> None:
        """Release the lock and remove its file."""
        self._lock.close()
        self._file(self.name).unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.lock"

    def _sweep(self) -> None:
        for file in self._folder.glob("*.lock"):
            if not NAME.fullmatch(file.stem):
                continue
            try:
                old = time.time() - file.stat().st_mtime > STALE
                if old and not _held(file):
                    file.unlink(missing_ok=True)
            except OSError:  # swept by another
                continue


def _held(file: Path) -> bool:
    """Whether a running process holds the lock."""
    if not file.exists():
        return False
    where = f"{file.absolute().as_uri()}?mode=rw"
    try:
        with closing(sqlite3.connect(where, uri=True, timeout=0.0)) as probe:
            probe.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as fault:  # else it was just removed, or is no lock
        return "locked" in str(fault)
    return False
