"""Pools of processes that end when they must, and that the interrupt key does not reach."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loaded where a process is started: who holds signals needs none
    from concurrent.futures import ProcessPoolExecutor


def cores() -> int:
    """How many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@contextmanager
def pool_of(
    processes: int, start: Callable[..., None], arguments: tuple[object, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """A pool; left in the middle of something, its processes are ended with what they do.

    Work is to be handed to it with `interrupts_held`, for that starts its processes.

    Args:
        processes: How many, started as they are needed.
        start: Called in each of them, with the arguments.
        arguments: Values that can be pickled.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = set(active_children())
    # Spawned, not forked: threads, as OpenCV's, do not survive a fork.
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_begin, initargs=(start, arguments)
    )
    try:
        yield pool
    except BaseException:
        # Until 3.12 Python writes to a pipe at its end that this thread may just be closing.
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
    """In a process of a pool: end when its owner does, even where that is killed."""
    from threading import Thread

    # The processes of a pool hold its pipes open for each other, and would wait for ever.
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
    """Keep the interrupt key until later, and from processes started meanwhile for good.

    A process that is still loading would meet it with a traceback.

    Args:
        also: Signals kept in the same way.
    """
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        from multiprocessing import resource_tracker

        # Started with the first process, it would let the interrupt key through to that one.
        resource_tracker.ensure_running()
    with signals_held({signal.SIGINT, *also}):
        yield


@contextmanager
def signals_held(signals: Collection[signal.Signals]) -> Iterator[None]:
    """Keep signals until later, where the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
