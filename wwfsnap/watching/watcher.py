"""Watches folders: each new screenshot is solved once it is complete.

The way of a file: a change is reported, or a listing shows it -> the tracker says that it has
settled -> its content is claimed in the ledger -> a worker solves it and writes the result by
renaming -> the ledger records the outcome, with the messages to send. After a kill at any point,
the next start goes on where this one was; a step done twice replaces its own work.
"""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from vision.errors import UnreadableImage
from wwfsnap.drawing import Target
from wwfsnap.errors import Exit, Failure, StateUnusable
from wwfsnap.outcome import Job, Outcome, lost_one
from wwfsnap.reporting import failure_record, outcome_record
from wwfsnap.terminal import line
from wwfsnap.watching.deliveries import Address
from wwfsnap.watching.events import Stop
from wwfsnap.watching.folder import Folder, digest_of, is_wanted
from wwfsnap.watching.ledger import Claim, Ledger, Picture
from wwfsnap.watching.notices import Notices, TerminalNotices
from wwfsnap.watching.stability import Tracker

RELIST = 2.0  # seconds between listings, which find what no event reported
# Failures of no interest to the player: there is no game in it, or it is a result itself.
LEFT_ALONE = frozenset({"no-board", "unreadable-file", "image-too-large", "own-picture"})


class Watcher:
    """Watches folders until it is told to stop.

    Args:
        folders: What to watch.
        changes: Gives the files that changed since the last call, waiting a moment for them.
        ledger: Remembers what was done.
        solve: Solves one picture; returns None where the process died of it.
        listener: Tells the user.
        messages: Channels and addresses of the messages about each solved picture.
        wake: Called when there are messages to send.
        tracker: Tells which files have settled.
        clock: Seconds, always growing.
    """

    def __init__(
        self,
        folders: Sequence[Folder],
        changes: Callable[[], set[Path]],
        ledger: Ledger,
        solve: Callable[[Job], Outcome | None],
        listener: TerminalNotices,
        *,
        messages: Iterable[Address] = (),
        wake: Callable[[], None] = lambda: None,
        tracker: Tracker | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folders = {folder.path: folder for folder in folders}
        self._changes = changes
        self._ledger = ledger
        self._solve = solve
        self._notices = Notices(listener)
        self._messages = tuple(messages)
        self._wake = wake
        self._tracker = tracker or Tracker()
        self._clock = clock
        self._line: deque[Path] = deque()
        self._retries = Retries()
        self._missing: set[Path] = set()
        self._next_listing = 0.0
        self._once = False
        self._stop = Stop()

    def run(
        self,
        stop: Stop,
        *,
        existing: bool = False,
        once: bool = False,
        ready: Callable[[], object] = lambda: None,
    ) -> Exit:
        """Watch until ``stop`` is set, or with ``once`` until everything there is done.

        Args:
            stop: Checked between pictures.
            existing: Whether to take the files that are there already; implied by ``once``.
            once: Whether to end when nothing is left to do.
            ready: Called as soon as no file that arrives can be missed.

        Returns:
            The worst status met, with ``once``; GOOD otherwise.
        """
        self._once = once
        self._stop = stop
        if not (existing or once):
            for folder in self._folders.values():
                for path in folder.pictures() or ():
                    self._tracker.rest(path)
        ready()
        self._resume()
        self._list()
        while not stop.is_set():
            self.turn(self._changes())
            while self._line and not stop.is_set():
                self._take(self._line.popleft())
            if once and not (self._tracker.moving or self._line or self._retries):
                break
        return self._notices.worst if once else Exit.GOOD

    def turn(self, changed: Iterable[Path]) -> None:
        """Process what changed, and queue what has settled."""
        now = self._clock()
        new = [path for path in changed if self._watched(path) and self._tracker.changed(path, now)]
        self._await(new)
        if now >= self._next_listing:
            self._list()
        self._line.extend(self._tracker.settled(now))
        self._line.extend(self._retries.due(now))

    def _resume(self) -> None:
        """Continue with what an earlier run saw and did not finish."""
        now = self._clock()
        for folder in self._folders.values():
            folder.sweep()
            for path in self._awaited(folder):
                if path.parent != folder.path:
                    continue
                self._tracker.forget(path)
                if not self._tracker.seen(path, now):
                    self._drop(path, folder)

    def _awaited(self, folder: Folder) -> list[Path]:
        try:
            return self._ledger.awaited(folder.results)
        except sqlite3.OperationalError as fault:
            self._notices.passing_problem(f"{self._ledger.file}: cannot be read ({fault})")
            return []

    def _list(self) -> None:
        """List the folders, because no system reports every change."""
        started = time.monotonic()
        now = self._clock()
        for folder in self._folders.values():
            present = folder.pictures()
            gone = f"{folder.path}: does not exist at the moment"
            if present is None:
                if folder.path not in self._missing:
                    self._missing.add(folder.path)
                    self._notices.passing_problem(gone)
                continue
            if folder.path in self._missing:
                self._missing.remove(folder.path)
                self._notices.over(gone)
            self._tracker.keep(folder.path, present)
            self._await([path for path in sorted(present) if self._tracker.seen(path, now)])
        self._next_listing = now + max(RELIST, 50 * (time.monotonic() - started))

    def _watched(self, path: Path) -> bool:
        return path.parent in self._folders and is_wanted(path)

    def _await(self, paths: Sequence[Path]) -> None:
        try:
            for folder in self._folders.values():
                mine = [path for path in paths if path.parent == folder.path]
                self._ledger.expect(mine, folder.results)
        except sqlite3.OperationalError as fault:  # a full disk: go on without this safety
            self._notices.passing_problem(self._unwritten(fault))

    def _take(self, path: Path) -> None:
        """Claim the picture and solve it, unless there is nothing to do."""
        folder = self._folders[path.parent]
        try:
            digest = digest_of(path)
        except FileNotFoundError:
            self._drop(path, folder)
            return
        except OSError as fault:  # locked by the program that writes it
            self._put_off(path, UnreadableImage(f"{path}: cannot be read ({fault.strerror})"))
            return
        picture = Picture(digest, path, folder.results)
        try:
            claim = self._ledger.claim(picture)
            if claim is Claim.MINE:
                self._work(picture)
            elif claim is Claim.BUSY:
                self._retries.soon(path, self._clock())
            else:
                self._retries.done(path)
                self._notices.left(path, "was seen before")
        except sqlite3.OperationalError as fault:
            self._put_off(path, StateUnusable(self._unwritten(fault)))

    def _work(self, picture: Picture) -> None:
        """Solve a claimed picture and record its outcome."""
        job = (str(picture.source), Target(picture.results, folder=True))
        # The process may have been killed because of others; a second time it is the picture.
        outcome = self._solve(job) or (None if self._stop.is_set() else self._solve(job))
        if outcome is None and self._stop.is_set():  # cut short: the next start takes it up
            self._ledger.release(picture)
            self._notices.left(
                picture.source, "was not finished in time; the next start continues with it"
            )
            return
        if outcome is None:
            outcome = lost_one(str(picture.source))
        failure = outcome.failure
        if failure is not None and failure.passing:
            self._ledger.release(picture)
            self._put_off(picture.source, failure)
        elif failure is not None and not picture.source.exists():
            self._ledger.release(picture)
            self._drop(picture.source, self._folders[picture.source.parent])
        else:
            self._finish(picture, outcome)

    def _finish(self, picture: Picture, outcome: Outcome) -> None:
        self._retries.done(picture.source)
        record = outcome_record(outcome) | {"sha256": picture.digest}
        failure = outcome.failure
        if failure is None:
            messages = [(*address, line(record)) for address in self._messages]
            solved = outcome.solution is not None and outcome.solution.found
            self._ledger.finish(picture, "solved" if solved else "no-move", outcome.drawn, messages)
            self._wake()
            self._notices.solved(record)
            return
        self._ledger.finish(picture, failure.kind, None)
        if failure.kind in LEFT_ALONE:
            self._notices.left(picture.source, failure.message)
        else:
            self._notices.failed(failure, record)

    def _put_off(self, path: Path, why: Failure | UnreadableImage | StateUnusable) -> None:
        """Try again later, with doubling pauses; with ``once`` report a failure instead."""
        if self._once:
            failure = why if isinstance(why, Failure) else Failure.of(why)
            self._notices.failed(failure, {"image": str(path)} | failure_record(failure))
            return
        self._retries.later(path, self._clock())
        self._notices.passing_problem(why if isinstance(why, Failure) else str(why), str(path))

    def _drop(self, path: Path, folder: Folder) -> None:
        """Forget a file that is gone."""
        self._tracker.forget(path)
        self._retries.done(path)
        try:
            self._ledger.unexpect(path, folder.results)
        except sqlite3.OperationalError as fault:  # the next start finds that it is gone
            self._notices.passing_problem(self._unwritten(fault))

    def _unwritten(self, fault: sqlite3.OperationalError) -> str:
        return f"{self._ledger.file}: cannot be written ({fault})"


BUSY_PAUSE = 0.5
"""Seconds until a picture that another watcher is working on is claimed again."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until a failed picture is tried again: the first pause, and the longest."""


class Retries:
    """Pictures that wait for another try; times are seconds of any clock that only grows."""

    def __init__(self) -> None:
        self._due: dict[Path, float] = {}
        self._pauses: dict[Path, float] = {}

    def __bool__(self) -> bool:
        """Whether anything waits."""
        return bool(self._due)

    def soon(self, path: Path, now: float) -> None:
        """Try again soon, as another watcher is working on it and will be done."""
        self._due[path] = now + BUSY_PAUSE

    def later(self, path: Path, now: float) -> None:
        """Try again later, as it failed: the pause doubles each time."""
        pause = self._pauses.get(path, FIRST_PAUSE)
        self._pauses[path] = min(2 * pause, LONGEST_PAUSE)
        self._due[path] = now + pause

    def due(self, now: float) -> list[Path]:
        """Those whose time has come; they are removed."""
        due = [path for path, moment in self._due.items() if moment <= now]
        for path in due:
            del self._due[path]
        return due

    def done(self, path: Path) -> None:
        """Reset the pause of one that succeeded or is gone."""
        self._pauses.pop(path, None)
