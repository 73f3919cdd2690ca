"""The interrupt key: any command ends within a second of it, and nothing of it stays behind.

What is under way is ended in good order first, as any exception ends it. What has not come to its
end by then, as a native library that is busy or a thread that waits for a network, is cut off.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

INTERRUPTED = 130
"""The exit status: 128 and the signal's number, as shells have it."""
GRACE = 0.4  # seconds for an end in good order; the rest of the second is for the system's part

_pressed = threading.Event()
_groups: set[int] = set()


def listen() -> None:
    """Have the interrupt key end this process; where it is nothing to it, it stays so."""
    if threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _hear)


def pressed() -> bool:
    """Whether the key was pressed."""
    return _pressed.is_set()


def end_soon() -> None:
    """Cut off what has not ended by itself in a moment; for whoever hears the key himself."""
    if not _pressed.is_set():
        _pressed.set()
        # What is torn out of destructors and threads from here on is no news to anybody.
        sys.unraisablehook = _keep_quiet
        threading.excepthook = _keep_quiet
        threading.Thread(target=_cut_off, name="cut-off", daemon=True).start()


@contextmanager
def cut_off_with(group: int) -> Iterator[None]:
    """Have a process group, of a program that was started, cut off with this process."""
    _groups.add(group)
    try:
        yield
    finally:
        _groups.discard(group)


def _hear(_number: int, _frame: FrameType | None) -> None:
    end_soon()
    raise KeyboardInterrupt


def _keep_quiet(_error: object) -> None:
    return


def _cut_off() -> None:
    time.sleep(GRACE)
    if "multiprocessing" in sys.modules:  # else there are no processes, and it takes long to load
        from multiprocessing import active_children

        for child in active_children():
            child.kill()
    for group in tuple(_groups) if hasattr(os, "killpg") else ():
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
    os._exit(INTERRUPTED)
