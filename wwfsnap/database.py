"""Database: SQLite files that several processes write to."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 30.0  # seconds to wait for another watcher's transaction


def open_base(file: Path) -> sqlite3.Connection:
    """A database file, with transactions begun by hand.

    Raises:
        sqlite3.Error: It cannot be opened or is no database.
    """
    base = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    try:
        _use_journal(base)
        base.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error:
        base.close()
        raise
    return base


def _use_journal(base: sqlite3.Connection) -> None:
    """Set the write-ahead journal; SQLite does not wait for another that sets it just now."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            base.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as fault:
            if "locked" not in str(fault) or time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


@contextmanager
def writing(base: sqlite3.Connection) -> Iterator[None]:
    """A transaction that no other writer enters; rolled back on any error."""
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        base.rollback()
        raise
    base.commit()
