"""Something that touches files in; it is killed at one of its steps."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from itertools import count

import pytest

KILLED = 9
TOUCHES = {"open", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir"}


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")


def killed_at(step: int, change: Callable[[], object]) -> bool:
    """Call it in a process that ends just before its ``step``-th touch of a file, from 0.

    Returns:
        Whether it came so far; False where it ended well before.
    """
    with warnings.catch_warnings():
        # Of other threads, whose locks the child could wait for: it asks for none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        steps = count()

        def die(event: str, _: object) -> None:
            if event in TOUCHES and next(steps) == step:
                os._exit(KILLED)

        sys.addaudithook(die)
        try:
            change()
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in {0, KILLED}, "it failed"
    return status == KILLED
