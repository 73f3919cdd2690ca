"""A process that solves pictures; it is started again when it dies or hangs.

Its owner talks to it through a pipe. When the owner itself is killed the pipe ends, and with it
the worker: no process is left behind.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Generic, NamedTuple, TypeVar

from solver.processes import interrupts_held
from wwfsnap.limits import WORK, killed_after
from wwfsnap.many.parallel import start_worker

Item = TypeVar("Item")
Result = TypeVar("Result")

OWNER: list[Connection] = []
"""In a worker's process: the pipe to its owner."""
GRACE = 1.0  # seconds for the system to end an overdue process, before its owner does
LOOK = 0.2  # seconds between checks whether the answer is still wanted


class Report(NamedTuple):
    """A report from a worker while it is at work."""

    what: object


def report(what: object) -> None:
    """Report progress to the owner of this process; does nothing where it is no worker's."""
    with suppress(OSError):  # the owner is gone
        for pipe in OWNER:
            pipe.send(Report(what))


class Worker(Generic[Item, Result]):
    """A process that works on one item at a time.

    Args:
        work: A function that can be pickled and raises nothing.
        warm: Called in the process as soon as it runs, so that the first item need not wait.
        time_limit: Seconds for an item; then the system ends the process.
        tidying: Seconds that the process has to end in good order, as by an exception, before it
            is killed; it has none where the system has no signals.
    """

    def __init__(
        self,
        work: Callable[[Item], Result],
        warm: Callable[[], None],
        time_limit: float = WORK,
        tidying: float = 0.0,
    ) -> None:
        self._work = work
        self._warm = warm
        self._time_limit = time_limit
        self._tidying = tidying
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    def start(self) -> Connection:
        """Start the process if none is running, and return the pipe to it."""
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self.stop()
        context = get_context("spawn")  # OpenCV's threads do not survive a fork
        ours, theirs = context.Pipe()
        job = (theirs, self._work, self._warm, self._time_limit, self._tidying > 0.0)
        self._process = context.Process(target=_serve, args=job, daemon=True)
        # A service manager signals every process, but the current picture is to be finished.
        with interrupts_held(also=[signal.SIGTERM]):
            self._process.start()
        theirs.close()
        self._pipe = ours
        return ours

    def __call__(
        self,
        item: Item,
        heard: Callable[[object], None] = lambda _what: None,
        given_up: Callable[[], bool] = lambda: False,
    ) -> Result | None:
        """The result for the item; None where the process died, did not answer or was given up.

        Args:
            item: What is worked on.
            heard: Receives the reports of the process.
            given_up: Called repeatedly: whether this answer is no longer wanted.
        """
        pipe = self.start()
        try:
            pipe.send(item)
            until = time.monotonic() + self._time_limit + GRACE
            while not given_up() and (left := until - time.monotonic()) > 0.0:
                if pipe.poll(min(left, LOOK)):
                    result: Result | Report = pipe.recv()
                    if not isinstance(result, Report):
                        return result
                    heard(result.what)
        except (EOFError, OSError):
            pass
        self.stop()
        return None

    def kill(self) -> None:
        """End the process while another thread waits for its answer, which is then None."""
        process = self._process
        if process is not None:
            with suppress(ValueError):  # ended meanwhile
                process.kill()

    def stop(self) -> None:
        """End the process."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            if self._tidying:
                self._process.terminate()
                self._process.join(self._tidying)
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._pipe = None


def _serve(
    pipe: Connection,
    work: Callable[[Item], Result],
    warm: Callable[[], None],
    time_limit: float,
    tidies: bool,  # noqa: FBT001 - one of a process's arguments, which have no names
) -> None:
    """Answer each item until the pipe ends."""
    start_worker()
    OWNER[:] = [pipe]
    if tidies:
        _end_in_good_order()
    else:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    warm()
    while True:
        try:
            item = pipe.recv()
        except (EOFError, OSError):
            return
        with killed_after(time_limit):
            result = work(item)
        try:
            pipe.send(result)
        except BrokenPipeError:
            return


def _end_in_good_order() -> None:
    """Let signals end this process like an exception, so that its temporary folders are removed."""
    signals = {signal.SIGINT, signal.SIGTERM}

    def end(_number: int, _frame: FrameType | None) -> None:
        for each in signals:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit

    for each in signals:
        signal.signal(each, end)
    if hasattr(signal, "pthread_sigmask"):  # they were blocked when it was started
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
