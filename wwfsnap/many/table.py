"""Rows of a CSV file that spreadsheets can open safely, written and read back.

A text that a spreadsheet would take for a formula gets an apostrophe before it, which is removed
when it is read back; numbers stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

# What programs take for the beginning of a formula, or skip at its beginning.
RISKY = re.compile(r"'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
# Some programs also split at semicolons or tabs that are not quoted.
QUOTED = re.compile(r'[",;\t\r\n]')


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
