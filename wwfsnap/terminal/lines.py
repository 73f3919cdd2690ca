"""Lines for other programs on standard output, without loading a library for terminals."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from wwfsnap.terminal.safe_text import json_visible

Record = dict[str, Any]


def line(record: Record | list[Record], *, ascii_only: bool = False) -> str:
    """One line of JSON, even where a name holds line ends or bytes that are no UTF-8."""
    return json_visible(json.dumps(record, ensure_ascii=ascii_only, separators=(", ", ": ")))


def print_json(record: Record | list[Record]) -> None:
    """Print one line of JSON at once, so that a reading program need not wait."""
    text = line(record)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # else a question mark would replace it, not an escape of JSON
        text = line(record, ascii_only=True)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def show_lines(lines: Iterable[str]) -> None:
    """Print lines of plain letters, however many."""
    sys.stdout.writelines(f"{each}\n" for each in lines)
