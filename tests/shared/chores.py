"""Work for processes of a pool, which can only be handed what has a name in a module."""

from __future__ import annotations

import os
import signal
import time


def square(number: int) -> int:
    """The number times itself."""
    return number * number


def die_on_three(number: int) -> int:
    """The number; at three the process ends as if it had been killed."""
    if number == 3:
        os._exit(9)
    return number


def nap(seconds: float) -> float:
    """The seconds slept."""
    time.sleep(seconds)
    return seconds


def nothing() -> None:
    """Nothing to load."""


def sleepy(number: int) -> int:
    """0; for 1 it takes a minute, in which nothing of Python's own is heard."""
    if number:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        time.sleep(60)
    return 0


def hog(number: int) -> int:
    """0; for 1 it asks for 5 GB, and answers -1 where these are refused."""
    if number:
        try:
            return int(bytearray(5_000_000_000)[-1]) + 1
        except MemoryError:
            return -1
    return 0
