"""SQLite files that several processes write to, and the errors of damaged ones."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from wwfsnap.errors import StateUnusable

PATIENCE = 5.0  # seconds to wait for another watcher's transaction; a signal waits as long
PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
"""SQLite's codes of faults that may pass; all others mean that the file is damaged."""
LEAST_BYTES = 512  # of a database that is not empty: the smallest page size
PRIMARY = 0xFF  # the bits of an extended code that give the primary one


class Base(sqlite3.Connection):
    """An open database that knows its file."""

    file: Path


def open_base(file: Path) -> Base:
    """Open a database file; transactions are begun explicitly.

    Raises:
        StateUnusable: It cannot be opened, is damaged, or is no database.
    """
    _refuse_short(file)
    try:
        with ExitStack() as opened:
            base = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, factory=Base)
            opened.callback(base.close)
            base.file = file
            base.text_factory = lambda data: data.decode("utf-8", "replace")  # it may be damaged
            _use_journal(base)
            base.execute("PRAGMA synchronous = NORMAL")
            ((state,),) = base.execute("PRAGMA quick_check(1)")
            if state != "ok":
                raise StateUnusable(f"{file}: is damaged ({' '.join(state.split())})")
            opened.pop_all()
            return base
    except sqlite3.Error as fault:
        raise StateUnusable(f"{file}: cannot be used ({fault})") from None


def _refuse_short(file: Path) -> None:
    """Refuse a file too short for a database, which SQLite would take for a new one and overwrite.

    Raises:
        StateUnusable: It is one, or it cannot be examined.
    """
    try:
        size = file.stat().st_size
    except FileNotFoundError:
        return
    except OSError as fault:
        raise StateUnusable(f"{file}: cannot be used ({fault.strerror})") from None
    if 0 < size < LEAST_BYTES:
        raise StateUnusable(f"{file}: is damaged or not a database ({size} bytes)")


def _use_journal(base: sqlite3.Connection) -> None:
    """Set the write-ahead journal; SQLite does not wait where another process is setting it."""
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
def reading(base: Base) -> Iterator[None]:
    """A context for queries to a database.

    Raises:
        StateUnusable: It is damaged.
        sqlite3.OperationalError: It cannot be read just now.
    """
    try:
        yield
    except sqlite3.Error as fault:
        code = getattr(fault, "sqlite_errorcode", None)
        if code is None or code & PRIMARY in PASSING:
            raise
        raise StateUnusable(f"{base.file}: is damaged ({fault})") from None


@contextmanager
def writing(base: Base) -> Iterator[None]:
    """A transaction that excludes other writers; rolled back on any error.

    Raises:
        StateUnusable: The database is damaged.
        sqlite3.OperationalError: It cannot be written just now.
    """
    with reading(base):
        base.execute("BEGIN IMMEDIATE")
        try:
            yield
            base.commit()
        except BaseException:
            base.rollback()
            raise


def stored(text: str) -> str | bytes:
    """A file name, or a text that contains one, in the form the database takes.

    Names whose bytes are no UTF-8 become bytes; ``restored`` gives back the original.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return os.fsencode(text)
    return text


def restored(value: object) -> str:
    """The original of what ``stored`` made; empty for anything else, as in a damaged database."""
    return os.fsdecode(value) if isinstance(value, str | bytes) else ""
