"""Answers in, rows of a CSV file out that spreadsheets can open safely, and back.

A text that a spreadsheet would take for a formula gets an apostrophe before it, and loses it when
it is read back; numbers stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

# What programs take for the beginning of a formula, or skip before one.
RISKY = re.compile(r"'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
# Some split at semicolons or tabs too, where they do not stand in quotes.
QUOTED = re.compile(r'[",;\t\r\n]')


def row_text(values: Iterable[object]) -> str:
    """A row with its line end."""
    return ",".join(map(_cell, values)) + "\n"


def whole_rows(data: bytes) -> int:
    """How many bytes the rows have that are not cut off: a line end within quotes ends none."""
    end = data.rfind(b"\n") + 1
    quotes = data.count(b'"', 0, end)
    while quotes % 2:
        before = data.rfind(b"\n", 0, end - 1) + 1
        quotes -= data.count(b'"', before, end)
        end = before
    return end


def rows_of(text: str) -> Iterator[list[str]]:
    """The rows of a text, as they were before they were written.

    Raises:
        csv.Error: It is none of rows.
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
