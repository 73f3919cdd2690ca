"""What was done with which picture, in SQLite: safe against kills and with two watchers.

A picture is identified by its content and by the folder its result goes to. It is claimed in one
transaction and finished in another; a claim whose watcher died is free again. When a picture is
finished, the messages about it are queued in the same transaction (``deliveries`` sends them). What
was seen but not finished is remembered, so that the next start continues with it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from wwfsnap.errors import StateUnusable
from wwfsnap.version import __version__
from wwfsnap.watching.database import open_base, reading, restored, stored, writing
from wwfsnap.watching.locks import WatcherLock

# Paths and addresses are in the form that `wwfsnap.watching.database.stored` gives them.
SCHEMA = {
    "pictures": """CREATE TABLE IF NOT EXISTS pictures (
        hash TEXT NOT NULL, results TEXT NOT NULL, source TEXT NOT NULL,
        owner TEXT, outcome TEXT, drawn TEXT, finished TEXT, version TEXT,
        PRIMARY KEY (hash, results)
    ) WITHOUT ROWID""",
    "awaited": """CREATE TABLE IF NOT EXISTS awaited (
        source TEXT NOT NULL, results TEXT NOT NULL, PRIMARY KEY (source, results)
    ) WITHOUT ROWID""",
    "letters": """CREATE TABLE IF NOT EXISTS letters (
        id INTEGER PRIMARY KEY, channel TEXT NOT NULL, address TEXT NOT NULL, record TEXT NOT NULL,
        owner TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, due REAL NOT NULL DEFAULT 0
    )""",
}
VERSION = 1  # of the schema; ledgers from before versions were recorded have 0 and the same schema


Message = tuple[str, str, str]
"""A message about a finished picture: through which channel it goes, where to, and the record."""


class Claim(Enum):
    """The answer to a claim of a picture."""

    MINE = "mine"
    BUSY = "another watcher is working on it"
    DONE = "it was finished before"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to solve.

    Attributes:
        digest: Hash of its content.
        source: Its path.
        results: The folder its result goes to.
    """

    digest: str
    source: Path
    results: Path


class Ledger:
    """The record of all watchers of this user.

    Args:
        folder: The user's state folder; made where it is missing.

    Raises:
        StateUnusable: It cannot be written to, is damaged, is no ledger, or was written by a
            later version.

    All methods raise ``StateUnusable`` where the file turns out to be damaged, and
    ``sqlite3.OperationalError`` where it cannot be read or written just now.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / "watch.sqlite"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                self.lock = opened.enter_context(closing(WatcherLock(folder)))
                self.base = opened.enter_context(closing(open_base(self.file)))
                self._prepare()
                opened.pop_all()
        except (OSError, sqlite3.Error) as fault:
            raise StateUnusable(f"{self.file}: cannot be used ({fault})") from None

    def _prepare(self) -> None:
        """Make missing tables, and check that all have the columns they should."""
        with writing(self.base):
            ((version,),) = self.base.execute("PRAGMA user_version")
            if version > VERSION:
                raise StateUnusable(
                    f"{self.file}: was written by a later version of wwfsnap",
                    "update wwfsnap, or set XDG_STATE_HOME to another folder",
                )
            for statement in SCHEMA.values():
                self.base.execute(statement)
            for table, columns in _expected_columns().items():
                if _columns(self.base, table) != columns:
                    raise StateUnusable(
                        f"{self.file}: is not a ledger of wwfsnap (its table {table} differs)"
                    )
            if version < VERSION:
                self.base.execute(f"PRAGMA user_version = {VERSION}")

    def claim(self, picture: Picture) -> Claim:
        """Claim a picture; MINE means that no other watcher gets it until this one is gone."""
        with writing(self.base):
            row = self.base.execute(
                "SELECT owner, outcome FROM pictures WHERE hash = ? AND results = ?",
                (picture.digest, _name(picture.results)),
            ).fetchone()
            if row is not None and row[1] is not None:
                self._unawait(picture.source, picture.results)
                return Claim.DONE
            if row is not None and row[0] != self.lock.name and self.lock.alive(row[0]):
                return Claim.BUSY
            names = _name(picture.results), _name(picture.source), self.lock.name
            self.base.execute(
                "INSERT OR REPLACE INTO pictures (hash, results, source, owner)"
                " VALUES (?, ?, ?, ?)",
                (picture.digest, *names),
            )
        return Claim.MINE

    def release(self, picture: Picture) -> None:
        """Give a claimed picture back unfinished; it stays awaited."""
        with writing(self.base):
            self.base.execute(
                "DELETE FROM pictures WHERE hash = ? AND results = ? AND owner = ?",
                (picture.digest, _name(picture.results), self.lock.name),
            )

    def finish(
        self, picture: Picture, outcome: str, drawn: Path | None, messages: Iterable[Message] = ()
    ) -> None:
        """Record the outcome of a claimed picture, and queue the messages about it.

        Earlier content of the file is forgotten: its result is replaced, and if the file returns to
        that content it is solved again.
        """
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        with writing(self.base):
            self.base.execute(
                "UPDATE pictures SET outcome = ?, drawn = ?, finished = ?, version = ?"
                " WHERE hash = ? AND results = ?",
                (
                    outcome,
                    drawn and _name(drawn),
                    now,
                    __version__,
                    picture.digest,
                    _name(picture.results),
                ),
            )
            self.base.execute(
                "DELETE FROM pictures WHERE source = ? AND results = ? AND hash <> ?"
                " AND outcome IS NOT NULL",
                (_name(picture.source), _name(picture.results), picture.digest),
            )
            self._unawait(picture.source, picture.results)
            self.base.executemany(
                "INSERT INTO letters (channel, address, record, owner) VALUES (?, ?, ?, ?)",
                [(by, stored(to), record, self.lock.name) for by, to, record in messages],
            )

    def expect(self, sources: Iterable[Path], results: Path) -> None:
        """Remember files that were seen and are to be solved, in case this process is killed."""
        rows = [(_name(source), _name(results)) for source in sources]
        if rows:
            with writing(self.base):
                self.base.executemany("INSERT OR IGNORE INTO awaited VALUES (?, ?)", rows)

    def unexpect(self, source: Path, results: Path) -> None:
        """Forget a file that was seen and is gone."""
        with writing(self.base):
            self._unawait(source, results)

    def awaited(self, results: Path) -> list[Path]:
        """The files that were seen and not finished."""
        question = "SELECT source FROM awaited WHERE results = ?"
        with reading(self.base):
            rows = self.base.execute(question, (_name(results),)).fetchall()
        return [Path(restored(source)) for (source,) in rows]

    def close(self) -> None:
        """Close the file, which frees all claims."""
        self.base.close()
        self.lock.close()

    def _unawait(self, source: Path, results: Path) -> None:
        self.base.execute(
            "DELETE FROM awaited WHERE source = ? AND results = ?", (_name(source), _name(results))
        )


def _name(path: Path) -> str | bytes:
    """A path in the form stored in the file."""
    return stored(str(path))


def _expected_columns() -> dict[str, list[tuple[object, ...]]]:
    """The columns that each table should have, as SQLite reports them."""
    with closing(sqlite3.connect(":memory:")) as base:
        for statement in SCHEMA.values():
            base.execute(statement)
        return {table: _columns(base, table) for table in SCHEMA}


def _columns(base: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    """Name, type, whether it must not be null, and rank in the key of each column."""
    question = 'SELECT name, type, "notnull", pk FROM pragma_table_info(?)'
    return base.execute(question, (table,)).fetchall()
