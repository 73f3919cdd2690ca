"""The same work for many pictures, on all cores, answered in the order given."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

from wwfsnap.limits import MEMORY, allow_memory

Item = TypeVar("Item")
Result = TypeVar("Result")

# Below this a pool costs more to start than it saves.
LEAST_ITEMS = 5


def in_order(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    lost: Callable[[Item], Result],
    processes: int | None = None,
) -> Generator[Result, None, None]:
    """``work(item)`` for each item, in order, on several processes where there are many items.

    Args:
        work: A function that can be pickled and raises nothing.
        items: What to work on.
        lost: The result for an item that killed its process.
        processes: How many; None for one a core.
    """
    count = min(len(items), processes or cores())
    if count < 2 or len(items) < LEAST_ITEMS:
        yield from map(work, items)
        return
    pool = _pool(count)
    with interrupts_held():
        futures = [pool.submit(work, item) for item in items]
    done = 0
    try:
        for future in futures:
            try:
                result = future.result()
            except BrokenExecutor:
                break
            yield result
            done += 1
    finally:
        # Not left to shutdown(), which forgets to once nobody holds the pool any more.
        for future in futures:
            future.cancel()
        pool.shutdown()
    yield from _one_by_one(work, items[done:], lost)


def _one_by_one(
    work: Callable[[Item], Result], items: Sequence[Item], lost: Callable[[Item], Result]
) -> Iterator[Result]:
    """One item at a time in another process, so that the one that kills it is known."""
    if not items:
        return
    pool = _pool(1)
    try:
        for item in items:
            try:
                with interrupts_held():
                    future = pool.submit(work, item)
                result = future.result()
            except BrokenExecutor:
                pool = _pool(1)
                result = lost(item)
            yield result
    finally:
        pool.shutdown()


def _pool(processes: int) -> ProcessPoolExecutor:
    # Spawned, not forked: OpenCV's threads do not survive a fork.
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=start_worker)


@contextmanager
def interrupts_held(also: Collection[signal.Signals] = ()) -> Iterator[None]:
    """Keep the interrupt key until later, and from processes started meanwhile for good.

    A process that is still loading would meet it with a traceback.

    Args:
        also: Signals kept in the same way.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *also})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_worker() -> None:
    """One thread a process, so much memory, and the interrupt key left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow_memory(MEMORY)
    single_threaded()


def single_threaded() -> None:
    """One thread for OpenCV: the processes share the cores."""
    import cv2

    cv2.setNumThreads(1)


def cores() -> int:
    """How many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(allowed(0)) if allowed else os.cpu_count() or 1
