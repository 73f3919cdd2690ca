"""Standard input, output and errors that hold whatever they are connected to.

What the encoding of an output lacks is shown as a question mark. Where output cannot be written
any more the program ends: quietly if its reader went away, with a message where the disk is full.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

READER_GONE = 141
"""The exit status where nobody reads any more: 128 and the number of SIGPIPE, as shells have it."""
ERRORS = "wwfsnap-shown"
"""Name of the way in which what cannot be encoded is shown."""


def prepare() -> None:
    """Make the standard streams of this process hold; streams put in their place are left alone."""
    codecs.register_error(ERRORS, _shown)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started the program
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    for name, kind in (("stdout", _Output), ("stderr", _Errors)):
        stream = getattr(sys, name)
        if stream is getattr(sys, f"__{name}__"):
            setattr(sys, name, _held(stream, kind))


class _Output(io.FileIO):
    """Standard output; ends the program where it cannot be written."""

    _lost = False

    def write(self, data: ReadableBuffer, /) -> int:
        """As any file; once a write failed the rest goes nowhere, so that it is told once."""
        if self._lost:
            return memoryview(data).nbytes
        try:
            return super().write(data)
        except BrokenPipeError:
            self._lost = True
            raise SystemExit(READER_GONE) from None
        except OSError as fault:
            self._lost = True
            raise _told(fault) from None


class _Errors(io.FileIO):
    """Standard error; where it cannot be written there is nobody to be told."""

    def write(self, data: ReadableBuffer, /) -> int:
        """As any file; a failure is passed over."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def _held(stream: TextIO, kind: type[io.FileIO]) -> TextIO:
    """The same stream on a file of another kind; a terminal as it is, but for what it can show."""
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
        io.BufferedWriter(kind(number, "wb", closefd=False)),
        encoding=stream.encoding,
        errors=ERRORS,
        line_buffering=stream.line_buffering,
    )


def _told(fault: OSError) -> SystemExit:
    """Tell that output is lost, and give what ends the program."""
    from wwfsnap.errors import OutputUnwritable
    from wwfsnap.exits import Failure
    from wwfsnap.reporting import tell

    failure = Failure.of(
        OutputUnwritable(
            f"standard output cannot be written ({fault.strerror})", "see that there is room for it"
        )
    )
    tell(failure)
    return SystemExit(failure.exit)


def _shown(error: UnicodeError) -> tuple[str | bytes, int]:
    """A question mark for a character; the byte itself where it stands for one of a file's name."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = ord(error.object[error.start])
    if 0xDC80 <= character <= 0xDCFF:
        return bytes([character - 0xDC00]), error.start + 1
    return "?", error.start + 1
