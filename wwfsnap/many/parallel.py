"""Maps a function over items on all cores, results in order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TypeVar

from solver.processes import cores, interrupts_held, pool_of
from wwfsnap.limits import MEMORY, WORK, allow_memory, killed_after

Item = TypeVar("Item")
Result = TypeVar("Result")

# With fewer items a pool costs more to start than it saves.
LEAST_ITEMS = 5


def in_order(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    lost: Callable[[Item], Result],
    processes: int | None = None,
    time_limit: float = WORK,
) -> Generator[Result, None, None]:
    """``work(item)`` for each item, in order, on several processes where there are many items.

    Args:
        work: A function that can be pickled and raises nothing.
        items: What to work on.
        lost: The result for an item that killed its process, or took too long.
        processes: How many; None for one a core.
        time_limit: Seconds for an item; then the system ends the process.
    """
    count = min(len(items), processes or cores())
    if count < 2 or len(items) < LEAST_ITEMS:
        yield from map(work, items)
        return
    from concurrent.futures import BrokenExecutor

    timed = partial(_timed, work, time_limit)
    found: dict[int, Result] = {}
    done = 0
    while done < len(items):
        left = [number for number in range(done, len(items)) if number not in found]
        with pool_of(count, start_worker) as pool:
            with interrupts_held():
                futures = {number: pool.submit(timed, items[number]) for number in left}
            try:
                for number in range(done, len(items)):
                    yield found[number] if number in found else futures[number].result()
                    done = number + 1
            except BrokenExecutor:
                ended = {number: each for number, each in futures.items() if each.done()}
                found |= {n: each.result() for n, each in ended.items() if not each.exception()}
        # The items in work when it broke, one a process and one queued, are tried one by one.
        in_hand = [number for number in left if number >= done and number not in found]
        for number in in_hand[: count + 1]:
            found[number] = _alone(timed, items[number], lost)


def _alone(work: Callable[[Item], Result], item: Item, lost: Callable[[Item], Result]) -> Result:
    """The result for one item, in a process of its own, which the item may kill."""
    from concurrent.futures import BrokenExecutor

    with pool_of(1, start_worker) as pool:
        with interrupts_held():
            future = pool.submit(work, item)
        try:
            return future.result()
        except BrokenExecutor:
            return lost(item)


def _timed(work: Callable[[Item], Result], time_limit: float, item: Item) -> Result:
    with killed_after(time_limit):
        return work(item)


def start_worker() -> None:
    """Set up a process of a pool: one thread, limited memory, the interrupt key ignored."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow_memory(MEMORY)
    single_threaded()


def single_threaded() -> None:
    """Let OpenCV use one thread, as the processes share the cores."""
    import cv2

    cv2.setNumThreads(1)
