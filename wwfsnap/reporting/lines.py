"""Lines for other programs, onto standard output: no library for terminals is loaded for them."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from wwfsnap.reporting.records import Record, line


def print_json(record: Record | list[Record]) -> None:
    """Print one line of JSON at once, so that a reading program need not wait."""
    text = line(record)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # what stands for it in JSON is no question mark
        text = line(record, ascii_only=True)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def show_lines(lines: Iterable[str]) -> None:
    """Print lines that are nothing but letters, however many."""
    sys.stdout.writelines(f"{each}\n" for each in lines)
