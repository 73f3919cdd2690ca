"""Messages about solved pictures: sent in a thread of their own, and tried until they arrive.

They wait in the ledger, where they are put when a picture is finished, so that a kill loses none. A
message is removed once it is delivered; after a kill in between it is sent a second time, which its
``sha256`` shows. Whatever goes wrong with one message, the others go on.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wwfsnap.errors import StateUnusable
from wwfsnap.terminal import Record
from wwfsnap.watching.database import Base, open_base, reading, restored, stored, writing
from wwfsnap.watching.events import Stop
from wwfsnap.watching.locks import WatcherLock

Address = tuple[str, str]  # the channel, and where to
Channel = Callable[[Record], None]

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0  # seconds; each pause is twice the one before
MOST_TRIES = 15
LOOK_AROUND = 5.0  # seconds between checks for messages that a killed watcher left
LET_GO = 2.0  # seconds that a channel has to stop
LOOK = 0.1  # seconds between checks whether it is time to end


class Undelivered(Exception):
    """A message did not arrive.

    Attributes:
        again: Whether another try may succeed.
    """

    def __init__(self, message: str, *, again: bool) -> None:
        super().__init__(message)
        self.again = again


class Halted(Exception):
    """A message was cut off because the program ends; it waits for the next start."""


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """A message waiting in the ledger.

    Attributes:
        number: Its row in the ledger.
        address: Where it is to go.
        text: The record, as JSON.
        tries: How often it was tried.
        due: When it is to be tried, in seconds since 1970.
    """

    number: int
    address: Address
    text: str
    tries: int
    due: float

    @classmethod
    def of(cls, row: tuple[object, ...]) -> QueuedMessage:
        """The message in a row of the ledger; one with damaged numbers is due at once."""
        number, channel, address, text, tries, due = row
        return cls(
            number if isinstance(number, int) else 0,
            (restored(channel), restored(address)),
            restored(text),
            tries if isinstance(tries, int) else 0,
            due if isinstance(due, float) else 0.0,
        )

    def record(self) -> Record:
        """What is to be sent.

        Raises:
            Undelivered: It is damaged.
        """
        try:
            record = json.loads(self.text)
            if isinstance(record["image"], str):
                found: Record = record
                return found
        except (ValueError, TypeError, KeyError, RecursionError):
            pass
        raise Undelivered("a message in the ledger is damaged", again=False)


class MessageSender:
    """A thread that delivers the messages waiting in the ledger.

    Args:
        file: The ledger.
        lock: The lock of the watcher whose messages are delivered.
        channels: What sends for each channel and address; other messages are left alone.
        say: Receives, in words, what did not arrive.
        pause: Seconds before the second try.
        stop: When to end; set by the thread itself where the ledger turns out to be damaged.
        halt: Set when channels are to abandon the message they are sending.

    Attributes:
        lost: How many messages were given up.
        waiting: How many wait for the next start, once it is closed.
    """

    def __init__(
        self,
        file: Path,
        lock: WatcherLock,
        channels: Mapping[Address, Channel],
        say: Callable[[str], None],
        pause: float = FIRST_PAUSE,
        *,
        stop: Stop | None = None,
        halt: threading.Event | None = None,
    ) -> None:
        self._file = file
        self._watcher_lock = lock
        self._channels = channels
        self._say = say
        self._pause = pause
        self._stop = stop or Stop()
        self._halt = halt or threading.Event()
        self._wake = threading.Event()
        self._tries: int | None = None  # once set: stop when every message was tried so often
        self._fault: StateUnusable | None = None
        self.lost = self.waiting = 0
        self._thread = threading.Thread(target=self._run, name="courier", daemon=True)
        if channels:
            self._thread.start()

    def wake(self) -> None:
        """Look for new messages at once."""
        self._wake.set()

    def close(self, tries: int = 1) -> None:
        """Try each message ``tries`` times in all, then end; the rest waits for the next start.

        Once ``stop`` is over, channels that have not finished are not waited for.

        Raises:
            StateUnusable: The ledger is damaged.
        """
        self._tries = tries
        self._wake.set()
        try:
            while self._thread.is_alive() and not self._stop.is_over():
                self._thread.join(LOOK)
        finally:  # also after a second Ctrl-C
            self._halt.set()
            self._wake.set()
            if self._channels:
                self._thread.join(LET_GO)
        if self._thread.is_alive():
            self._report("a message is still being sent; it is kept for the next start")
        if self._fault is not None:
            raise self._fault

    def _run(self) -> None:
        try:
            base = open_base(self._file)
            try:
                self._deliver_all(base)
            finally:
                base.close()
        except StateUnusable as fault:
            self._fault = fault
            self._stop.set()

    def _deliver_all(self, base: Base) -> None:
        while not self._halt.is_set():
            try:
                pause = self._deliver(base)
            except sqlite3.OperationalError as fault:  # a full disk
                self._report(f"messages cannot be sent for now: {fault}")
                self.waiting = max(self.waiting, 1)
                pause = None if self._tries is not None else LOOK_AROUND
            except Halted:
                pause = None
            if pause is None:
                return
            self._wake.wait(pause)
            self._wake.clear()

    def _deliver(self, base: Base) -> float | None:
        """Send what is due; returns the seconds until the next is, None when it is time to end."""
        self._adopt(base)
        with reading(base):
            rows = base.execute(
                "SELECT id, channel, address, record, tries, due FROM letters WHERE owner = ?"
                " ORDER BY id",
                (self._watcher_lock.name,),
            ).fetchall()
        pause = LOOK_AROUND
        open_ = False
        self.waiting = 0
        for queued in map(QueuedMessage.of, rows):
            send = self._channels.get(queued.address)
            if send is None:
                continue
            self.waiting += 1
            if self._tries is not None and queued.tries >= self._tries:
                continue
            if queued.due > time.time():
                pause, open_ = min(pause, queued.due - time.time()), True
                continue
            later = self._send_one(base, send, queued)
            if later is None:
                self.waiting -= 1
            else:
                pause = min(pause, later)
                open_ = open_ or self._tries is None or queued.tries + 1 < self._tries
        return None if self._tries is not None and not open_ else pause

    def _send_one(self, base: Base, send: Channel, queued: QueuedMessage) -> float | None:
        """Send one message; returns the seconds until the next try, None if there is to be none.

        Raises:
            Halted: It was not sent, because the program ends.
        """
        if self._halt.is_set():
            raise Halted
        try:
            _hand_over(send, queued.record())
        except Undelivered as fault:
            if fault.again and queued.tries + 1 < MOST_TRIES:
                pause: float = min(self._pause * 2**queued.tries, LONGEST_PAUSE)
                if queued.tries == 0:
                    self._report(f"{fault}; it will be tried again")
                with writing(base):
                    base.execute(
                        "UPDATE letters SET tries = ?, due = ? WHERE id = ?",
                        (queued.tries + 1, time.time() + pause, queued.number),
                    )
                return pause
            self.lost += 1
            self._report(f"{fault}; the message is dropped")
        except Halted as fault:
            self._report(f"{fault}; the message is kept for the next start")
            raise
        with writing(base):
            base.execute("DELETE FROM letters WHERE id = ?", (queued.number,))
        return None

    def _report(self, message: str) -> None:
        """Say what happened, if there is still somebody to hear it."""
        with suppress(OSError, SystemExit):  # the terminal is gone
            self._say(message)

    def _adopt(self, base: Base) -> None:
        """Take over messages to our addresses from watchers that are gone."""
        with reading(base):
            owners = base.execute("SELECT DISTINCT owner FROM letters").fetchall()
        gone = [owner for (owner,) in owners if not self._watcher_lock.alive(owner)]
        for owner in gone:
            with writing(base):
                base.executemany(
                    "UPDATE letters SET owner = ?, tries = 0, due = 0"
                    " WHERE owner = ? AND channel = ? AND address = ?",
                    [
                        (self._watcher_lock.name, owner, channel, stored(address))
                        for channel, address in self._channels
                    ],
                )


def _hand_over(send: Channel, record: Record) -> None:
    """Send a message through a channel.

    Raises:
        Undelivered: It did not arrive, for whatever reason.
        Halted: It was cut off.
    """
    try:
        send(record)
    except (Undelivered, Halted):
        raise
    except Exception as fault:  # noqa: BLE001 - one message must not stop the others
        raise Undelivered(
            f"the message about {Path(record['image']).name} cannot be sent"
            f" ({type(fault).__name__}: {fault})",
            again=False,
        ) from None
