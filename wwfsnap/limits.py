"""Limits on the time and memory that one picture may take, enforced by the system if it can."""

from __future__ import annotations

import mmap
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from wwfsnap.errors import TooCostly

DECODING = 6.0
"""Seconds of processor time for decoding: the largest picture accepted needs some three."""

MEMORY = 2_000_000_000
"""Bytes that reading a picture may take: the largest one needs half of it."""

WORK = 60.0
"""Seconds for all that is done with a picture in a process of its own: many times what the slowest
takes, as other processes may occupy the cores."""

STEP = 0.5
"""Seconds between two checks of the time used."""


class _TimeUp(BaseException):
    """Raised in the middle of decoding; a BaseException, so that no decoder catches it."""


@contextmanager
def limited_decoding(name: str, seconds: float = DECODING) -> Iterator[None]:
    """Give up on a picture whose decoding takes too much processor time.

    Only the main thread can be interrupted; a worker relies on the limit of its whole process.

    Args:
        name: The picture's name in the message.
        seconds: The limit, in processor time of this thread.

    Raises:
        TooCostly: It takes more.
    """
    if not _in_main_thread() or _timed():
        yield
        return
    end = time.thread_time() + seconds

    def look(_number: int, _frame: FrameType | None) -> None:
        if time.thread_time() > end:
            raise _TimeUp

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, STEP, STEP)
    try:
        yield
    except _TimeUp:
        raise TooCostly(f"{name}: decoding it takes more than {seconds:g} s") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def limited_memory(name: str) -> Iterator[None]:
    """Give up on a picture that needs more memory than ``MEMORY``, where the system counts it.

    The limit holds for the whole process, so only the main thread sets it.

    Args:
        name: The picture's name in the message.

    Raises:
        TooCostly: It needs more.
    """
    before = allow_memory(_held() + MEMORY) if _in_main_thread() else None
    try:
        yield
    except Exception as fault:
        if not _is_full(fault):
            raise
        raise TooCostly(
            f"{name}: reading it needs more than {MEMORY / 1e9:g} GB of memory"
        ) from None
    finally:
        allow_memory(before)


def allow_memory(most: int | None) -> int | None:
    """Limit this process to ``most`` bytes; returns the earlier limit, None if nothing is limited.

    Only Linux counts them. Code that asks for more meets a ``MemoryError``.
    """
    if most is None or sys.platform != "linux":
        return None
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    return before


def _held() -> int:
    """Bytes of data that this process holds already, 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * mmap.PAGESIZE


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _timed() -> bool:
    """Whether a timer is running already, or the system has none."""
    return not hasattr(signal, "setitimer") or signal.getitimer(signal.ITIMER_REAL)[0] > 0.0


def _is_full(fault: Exception) -> bool:
    """Whether memory was refused: Python's own error, or OpenCV's with that code."""
    import cv2

    return isinstance(fault, MemoryError) or (
        isinstance(fault, cv2.error) and fault.code == cv2.Error.StsNoMem
    )


@contextmanager
def killed_after(seconds: float) -> Iterator[None]:
    """Have the system end this process if it is not done in time, whatever it is doing."""
    timed = hasattr(signal, "setitimer")
    if timed:
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
