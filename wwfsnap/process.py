"""This process: the interrupt key ends it within a second, and its standard streams always work.

The interrupt key: work is first ended in good order, as by any exception. What has not ended by
then, such as a busy native library or a thread that waits for a network, is cut off.

Programs that it runs end with it, or when their time is up.

Streams: characters that the encoding of an output lacks are shown as question marks. Where output
can no longer be written, the program ends: quietly if its reader went away, with a message if the
disk is full.
"""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import IO, TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    import subprocess  # loaded only where a program is run
    from pathlib import Path

    from _typeshed import ReadableBuffer


INTERRUPTED = 130
"""The exit status: 128 plus the signal's number, as shells use it."""
GRACE = 0.4  # seconds for an end in good order; the rest of the second is the system's

_interrupted = threading.Event()
_groups: set[int] = set()


def listen_for_interrupts() -> None:
    """Let the interrupt key end this process; where it is ignored, it stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _on_interrupt)


def interrupted() -> bool:
    """Whether the key was pressed."""
    return _interrupted.is_set()


def end_soon() -> None:
    """Cut off, after `GRACE`, what has not ended; for callers that handle the key themselves."""
    if not _interrupted.is_set():
        _interrupted.set()
        # From here on errors of destructors and threads are of no interest.
        sys.unraisablehook = _keep_quiet
        threading.excepthook = _keep_quiet
        threading.Thread(target=_cut_off, name="cut-off", daemon=True).start()


LOOK = 0.1
"""Seconds between two checks whether a program is to be ended."""


def run_program(
    words: Sequence[str],
    patience: float,
    ended: threading.Event,
    *,
    given: IO[bytes] | int,
    told: IO[bytes] | int,
    errors: IO[bytes] | int | None = None,
    folder: Path | None = None,
    farewell: float = 0.0,
) -> int | None:
    """Run a program; returns its status, or None where it was ended with all that it started.

    Args:
        words: The program and its arguments.
        patience: Seconds after which it is ended.
        ended: An event: once set, the program is ended.
        given: Its standard input, as for ``subprocess.Popen``.
        told: Its standard output.
        errors: Its standard error; None = ours.
        folder: Its working folder; None = the current one.
        farewell: Seconds between asking it to end and killing it.

    Raises:
        OSError: It does not run.
    """
    import subprocess

    process = subprocess.Popen(  # noqa: S603 - words that callers answer for
        words,
        stdin=given,
        stdout=told,
        stderr=errors,
        cwd=folder,
        start_new_session=True,  # Ctrl-C comes to us, and we end it with all that it started
    )
    until = time.monotonic() + patience
    _groups.add(process.pid)  # to be cut off with this process
    try:
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(LOOK)
            if ended.is_set() or time.monotonic() > until:
                _end_program(process, farewell)
                return None
    finally:
        _groups.discard(process.pid)


def _end_program(process: subprocess.Popen[bytes], farewell: float) -> None:
    """End a program and what it started."""
    import subprocess

    if os.name == "nt":
        process.kill()
    else:
        if farewell:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(farewell)
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _on_interrupt(_number: int, _frame: FrameType | None) -> None:
    end_soon()
    raise KeyboardInterrupt


def _keep_quiet(_error: object) -> None:
    return


def _cut_off() -> None:
    time.sleep(GRACE)
    if "multiprocessing" in sys.modules:  # else there are no children, and it loads slowly
        from multiprocessing import active_children

        children = active_children()
        for child in children:
            child.terminate()  # held back while the child writes a file
        until = time.monotonic() + GRACE
        for child in children:
            child.join(max(0.0, until - time.monotonic()))
            child.kill()
    for group in tuple(_groups) if hasattr(os, "killpg") else ():
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
    os._exit(INTERRUPTED)


READER_GONE = 141
"""The exit status where nobody reads the output any more: 128 plus SIGPIPE, as shells use it."""
ERRORS = "wwfsnap-shown"
"""Name of the error handler for characters that cannot be encoded."""


def prepare_streams(lost: Callable[[OSError], int]) -> None:
    """Make the standard streams of this process robust; replaced streams stay as they are.

    Args:
        lost: Reports that standard output cannot be written, and returns the exit status.
    """
    codecs.register_error(ERRORS, _replacement)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started the program
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    for name, file in (("stdout", partial(_Output, lost)), ("stderr", _Errors)):
        stream = getattr(sys, name)
        if stream is getattr(sys, f"__{name}__"):
            setattr(sys, name, _sturdy(stream, file))


class _Output(io.FileIO):
    """Standard output; ends the program where it cannot be written."""

    def __init__(self, lost: Callable[[OSError], int], number: int) -> None:
        super().__init__(number, "wb", closefd=False)
        self._tell_lost, self._lost = lost, False

    def write(self, data: ReadableBuffer, /) -> int:
        """As for any file; after a failed write the rest is dropped, so that one is reported."""
        if self._lost:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except BrokenPipeError:
            self._lost = True
            raise SystemExit(READER_GONE) from None
        except OSError as fault:
            self._lost = True
            raise SystemExit(self._tell_lost(fault)) from None


class _Errors(io.FileIO):
    """Standard error; where it cannot be written, that cannot be reported either."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "wb", closefd=False)

    def write(self, data: ReadableBuffer, /) -> int:
        """As for any file; a failure is ignored."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def _sturdy(stream: TextIO, file: Callable[[int], io.FileIO]) -> TextIO:
    """The stream on one of our files; on a terminal only its error handler is replaced."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    try:
        terminal, number = stream.isatty(), stream.fileno()
    except (OSError, ValueError):
        return stream
    if terminal:
        stream.reconfigure(errors=ERRORS)
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(file(number)),
        encoding=stream.encoding,
        errors=ERRORS,
        line_buffering=stream.line_buffering,
    )


def _replacement(error: UnicodeError) -> tuple[str | bytes, int]:
    """A question mark for a character, or the original byte of a file name that is not UTF-8."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = ord(error.object[error.start])
    if 0xDC80 <= character <= 0xDCFF:
        return bytes([character - 0xDC00]), error.start + 1
    return "?", error.start + 1
