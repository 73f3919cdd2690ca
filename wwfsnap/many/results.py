"""The file of answers of `wwfsnap batch`: locked by one run, continued by the next.

A line that was cut off by a kill is removed when the file is opened again; a file that contains
anything but answers is left as it is.

Spreadsheets can open the CSV file safely: a text that they would take for a formula gets an
apostrophe before it, which is removed when it is read back; numbers stay as they are.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from solver.files import lock_file
from wwfsnap.errors import OutputTaken, UsageFault, writing
from wwfsnap.reporting import ranked_answers
from wwfsnap.terminal import Record, line

OPEN = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
ANSWER = '{"image": '  # the beginning of each line of JSON
FIELDS = (
    "image", "ok", "game", "language", "rack", "move", "word", "score",
    "doubts", "confidence", "kind", "message", "drawn",
)  # fmt: skip
# What programs take for the beginning of a formula, or skip at its beginning.
RISKY = re.compile(r"'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
# Some programs also split at semicolons or tabs that are not quoted.
QUOTED = re.compile(r'[",;\t\r\n]')


class Results:
    """The file of answers, JSON lines or CSV by its name; open while in a ``with``.

    Args:
        path: The file; the answers in it stay.

    Raises:
        UsageFault: The name ends in neither ``.jsonl`` nor ``.csv``.
    """

    def __init__(self, path: Path) -> None:
        if path.suffix.lower() not in {".jsonl", ".csv"}:
            raise UsageFault(
                f"{path}: is not the name of a .jsonl or .csv file",
                "use a name that ends in .jsonl or .csv",
            )
        self._path = path
        self._csv = path.suffix.lower() == ".csv"

    def __enter__(self) -> Self:
        """Open the file, and remove a line that was cut off.

        Raises:
            OutputUnwritable: It cannot be written to.
            OutputTaken: Another run is writing to it.
            UsageFault: It exists and is no file of answers; it is left as it is.
        """
        with writing(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._path, OPEN, 0o666)
        self._file = os.fdopen(handle, "r+b", buffering=0)
        try:
            self._go_on()
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, record: Record) -> None:
        """Append an answer at once.

        Raises:
            OutputUnwritable: It cannot be written.
        """
        self._append(row_text(_flat(record)) if self._csv else line(record) + "\n")

    def _go_on(self) -> None:
        """Lock the file, read which pictures it answers, and remove a line that is cut off."""
        try:
            with writing(self._path):
                if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
                    raise UsageFault(
                        f"{self._path}: is not a file that can be written to", "choose another file"
                    )
                if not lock_file(self._file.fileno()):
                    raise OutputTaken(
                        f"{self._path}: another run is writing its answers there",
                        "wait until it has ended, or choose another file",
                    )
                names, whole, end = self._read()
                self.answered = frozenset(names)
                self._file.truncate(whole)
        except (ValueError, KeyError, TypeError, RecursionError, csv.Error):
            raise UsageFault(
                f"{self._path}: contains something other than answers", "choose another file"
            ) from None
        self._append(end)

    def _read(self) -> tuple[list[str], int, str]:
        """Read the file.

        Returns:
            The pictures answered in it, the length of what is to stay of it, and what must be
            written after that before any answer.

        Raises:
            ValueError, KeyError, TypeError, csv.Error: It contains something else than answers.
        """
        header = row_text(FIELDS)
        start = (header if self._csv else ANSWER).encode()
        written = self._file.read(len(start))
        if written != start:
            if start.startswith(written):  # nothing, or cut off there
                return [], 0, header if self._csv else ""
            raise ValueError(written)
        written += self._file.readall()
        if self._csv:
            whole = whole_rows(written)
            return _named_in_rows(written, whole), whole, ""
        *lines, last = _text(written).split("\n")
        names = [_named_in(json.loads(entry)) for entry in lines]
        with suppress(json.JSONDecodeError):  # cut off within the line
            return [*names, _named_in(json.loads(last))], len(written), "\n"
        if not (last.startswith(ANSWER) or ANSWER.startswith(last)):
            raise ValueError(last)
        return names, written.rfind(b"\n") + 1, ""

    def _append(self, text: str) -> None:
        """Write a text as a whole, or nothing of it."""
        data = text.encode("utf-8", "surrogateescape")
        before = os.fstat(self._file.fileno()).st_size
        written = 0
        with writing(self._path):
            try:
                while written < len(data):
                    written += self._file.write(data[written:])
            except BaseException:
                with suppress(OSError):
                    self._file.truncate(before)
                raise


def _flat(record: Record) -> tuple[object, ...]:
    """An answer as a row of the table."""
    row = record | next(iter(ranked_answers(record)), {}) | record.get("error", {})
    row["doubts"] = len(record.get("doubts", ()))
    return tuple(row.get(field) for field in FIELDS)


def _text(data: bytes) -> str:
    """Decoded text; bytes of file names that are not UTF-8 are kept."""
    return data.decode("utf-8", "surrogateescape")


def _named_in(record: object) -> str:
    """The picture that an answer of a file is about.

    Raises:
        KeyError, TypeError, ValueError: It is no answer.
    """
    if not isinstance(record, dict) or type(record["ok"]) is not bool:
        raise TypeError(record)
    if not isinstance(image := record["image"], str):
        raise TypeError(image)
    return image


def _named_in_rows(written: bytes, whole: int) -> list[str]:
    """The pictures that the rows of a table are about.

    Args:
        written: The table; its last row may be cut off.
        whole: The length of all rows before that one.

    Raises:
        ValueError, csv.Error: A row is no answer.
    """
    rows = rows_of(_text(written[:whole]))
    next(rows)
    names = []
    for image, good, *others in rows:
        if good not in {"True", "False"} or len(others) != len(FIELDS) - 2:
            raise ValueError(image)
        names.append(image)
    # A row that is cut off may lack anything, but what is there must fit an answer.
    cut = _text(written[whole:])
    cells = next(csv.reader([cut]), [])
    if len(cells) > len(FIELDS) or (len(cells) > 2 and cells[1] not in {"True", "False"}):
        raise ValueError(cut)
    return names


def row_text(values: Iterable[object]) -> str:
    """A row with its line end."""
    return ",".join(map(_cell, values)) + "\n"


def whole_rows(data: bytes) -> int:
    """The length in bytes of all complete rows: a line end within quotes ends no row."""
    end = data.rfind(b"\n") + 1
    quotes = data.count(b'"', 0, end)
    while quotes % 2:
        before = data.rfind(b"\n", 0, end - 1) + 1
        quotes -= data.count(b'"', before, end)
        end = before
    return end


def rows_of(text: str) -> Iterator[list[str]]:
    """The rows of a CSV text, with their original cells.

    Raises:
        csv.Error: It is no CSV.
    """
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        yield [_plain(cell) for cell in row]


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = str(value)
    if isinstance(value, str) and RISKY.match(text):
        text = "'" + text
    return '"' + text.replace('"', '""') + '"' if QUOTED.search(text) else text


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and RISKY.match(cell) else cell
