"""Messages about solved pictures, delivered beside the solving and tried until they arrive.

They wait in the ledger, where the end of a picture put them, so that a kill loses none. A message
is removed once it is delivered; killed in between, it is sent a second time, which its ``sha256``
gives away.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from wwfsnap.database import open_base, writing
from wwfsnap.presence import Presence
from wwfsnap.records import Record

Address = tuple[str, str]  # the channel, and where to
Carrier = Callable[[Record], None]

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0  # seconds; each pause is twice the one before
MOST_TRIES = 15
LOOK_AROUND = 5.0  # seconds between looks for what a killed watcher left


class Undelivered(Exception):
    """A message did not arrive.

    Attributes:
        again: Whether it may arrive later.
    """

    def __init__(self, message: str, *, again: bool) -> None:
        super().__init__(message)
        self.again = again


class Courier:
    """A thread that delivers what waits in the ledger.

    Args:
        file: The ledger.
        presence: Under whose name messages are delivered.
        carriers: How each channel and address is served; other messages are left alone.
        say: Told in words what did not arrive.
        pause: Seconds before the second try.
    """

    def __init__(
        self,
        file: Path,
        presence: Presence,
        carriers: Mapping[Address, Carrier],
        say: Callable[[str], None],
        pause: float = FIRST_PAUSE,
    ) -> None:
        self._file = file
        self._presence = presence
        self._carriers = carriers
        self._say = say
        self._pause = pause
        self._wake = threading.Event()
        self._tries: int | None = None  # once set: stop when every message had so many
        self._thread = threading.Thread(target=self._run, name="courier", daemon=True)
        if carriers:
            self._thread.start()

    def wake(self) -> None:
        """There may be something new."""
        self._wake.set()

    def close(self, tries: int = 1) -> None:
        """Try each message so many times in all, then end; the rest waits for the next start."""
        self._tries = tries
        self._wake.set()
        if self._carriers:
            self._thread.join()

    def _run(self) -> None:
        base = open_base(self._file)
        try:
            while True:
                try:
                    pause = self._deliver(base)
                except sqlite3.OperationalError as fault:  # a full disk
                    self._say(f"messages wait: {fault}")
                    pause = None if self._tries is not None else LOOK_AROUND
                if pause is None:
                    return
                self._wake.wait(pause)
                self._wake.clear()
        finally:
            base.close()

    def _deliver(self, base: sqlite3.Connection) -> float | None:
        """Send what is due; the seconds until the next is, None when it is time to end."""
        self._adopt(base)
        rows = base.execute(
            "SELECT id, channel, address, record, tries, due FROM letters WHERE owner = ?"
            " ORDER BY id",
            (self._presence.name,),
        ).fetchall()
        pause = LOOK_AROUND
        open_ = False
        for number, channel, address, record, tries, due in rows:
            carrier = self._carriers.get((channel, address))
            if carrier is None or (self._tries is not None and tries >= self._tries):
                continue
            if due > time.time():
                pause, open_ = min(pause, due - time.time()), True
                continue
            later = self._carry(base, carrier, number, json.loads(record), tries)
            if later is not None:
                pause = min(pause, later)
                open_ = open_ or self._tries is None or tries + 1 < self._tries
        return None if self._tries is not None and not open_ else pause

    def _carry(
        self, base: sqlite3.Connection, carrier: Carrier, number: int, record: Record, tries: int
    ) -> float | None:
        """Send one message; the seconds until the next try, None if there is to be none."""
        try:
            carrier(record)
        except Undelivered as fault:
            if fault.again and tries + 1 < MOST_TRIES:
                pause: float = min(self._pause * 2**tries, LONGEST_PAUSE)
                if tries == 0:
                    self._say(f"{fault}; it is tried again")
                with writing(base):
                    base.execute(
                        "UPDATE letters SET tries = tries + 1, due = ? WHERE id = ?",
                        (time.time() + pause, number),
                    )
                return pause
            self._say(f"{fault}; it is given up")
        with writing(base):
            base.execute("DELETE FROM letters WHERE id = ?", (number,))
        return None

    def _adopt(self, base: sqlite3.Connection) -> None:
        """Take over what watchers that are gone left to the addresses this one serves."""
        owners = base.execute("SELECT DISTINCT owner FROM letters").fetchall()
        gone = [owner for (owner,) in owners if not self._presence.alive(owner)]
        for owner in gone:
            with writing(base):
                base.executemany(
                    "UPDATE letters SET owner = ?, tries = 0, due = 0"
                    " WHERE owner = ? AND channel = ? AND address = ?",
                    [(self._presence.name, owner, *address) for address in self._carriers],
                )
