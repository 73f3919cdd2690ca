"""Pools of processes that can be ended at once and ignore the interrupt key."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loaded only where a pool is started
    from concurrent.futures import ProcessPoolExecutor


def cores() -> int:
    """How many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@contextmanager
def pool_of(
    processes: int, start: Callable[..., None], arguments: tuple[object, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """A process pool; where the ``with`` block raises, its processes are terminated in mid-work.

    Submit work inside `interrupts_held`, since the first submissions start the processes.

    Args:
        processes: How many, started as they are needed.
        start: Called in each of them, with the arguments.
        arguments: Values that can be pickled.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = set(active_children())
    # Spawned, not forked: threads such as OpenCV's do not survive a fork.
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_begin, initargs=(start, arguments)
    )
    try:
        yield pool
    except BaseException:
        # Until 3.12, Python at exit writes to a pipe that this thread may be closing.
        manager = getattr(pool, "_executor_manager_thread", None)
        # In this order: a process that dies while futures are cancelled would break the pool.
        pool.shutdown(wait=False, cancel_futures=True)
        ours = set(active_children()) - others
        for child in ours:
            child.terminate()
        for child in ours:
            child.join()
        if manager:
            manager.join()
        raise
    pool.shutdown()


def _begin(start: Callable[..., None], arguments: tuple[object, ...]) -> None:
    """Prepare a process of a pool: it is to end when its owner does, even if that is killed."""
    from threading import Thread

    # They keep each other's pipes open, so a pool without its owner would wait for ever.
    Thread(target=_end_with_owner, daemon=True).start()
    start(*arguments)


def _end_with_owner() -> None:
    from multiprocessing import parent_process

    owner = parent_process()
    if owner is not None:
        owner.join()
        os._exit(1)


@contextmanager
def interrupts_held(also: Collection[signal.Signals] = ()) -> Iterator[None]:
    """Block the interrupt key in the ``with`` block, and for good in processes started there.

    A process that is interrupted while it still loads would print a traceback.

    Args:
        also: Further signals to block in the same way.
    """
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        from multiprocessing import resource_tracker

        # If the first process started it, that process would get the interrupt key unblocked.
        resource_tracker.ensure_running()
    with signals_held({signal.SIGINT, *also}):
        yield


@contextmanager
def signals_held(signals: Collection[signal.Signals]) -> Iterator[None]:
    """Block signals in the ``with`` block and deliver them after it, if the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
