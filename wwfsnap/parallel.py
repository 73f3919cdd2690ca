"""The same work for many pictures, on all cores, answered in the order given."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from typing import TypeVar

from solver.processes import interrupts_held, pool_of

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
    done = 0
    with pool_of(count, start_worker) as pool:
        with interrupts_held():
            futures = [pool.submit(work, item) for item in items]
        for future in futures:
            try:
                result = future.result()
            except BrokenExecutor:
                break
            yield result
            done += 1
    yield from _one_by_one(work, items[done:], lost)


def _one_by_one(
    work: Callable[[Item], Result], items: Sequence[Item], lost: Callable[[Item], Result]
) -> Iterator[Result]:
    """One item at a time in another process, so that the one that kills it is known."""
    rest = deque(items)
    while rest:
        with pool_of(1, start_worker) as pool:
            while rest:
                item = rest.popleft()
                try:
                    with interrupts_held():
                        future = pool.submit(work, item)
                    result = future.result()
                except BrokenExecutor:
                    yield lost(item)
                    break
                yield result


def start_worker() -> None:
    """One thread a process, and the interrupt key left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    single_threaded()


def single_threaded() -> None:
    """One thread for OpenCV: the processes share the cores."""
    import cv2

    cv2.setNumThreads(1)


def cores() -> int:
    """How many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(allowed(0)) if allowed else os.cpu_count() or 1
