"""Work for processes of a pool, which can only be handed what has a name in a module."""

from __future__ import annotations

import os
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
