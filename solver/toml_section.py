"""Checked values from a table of a TOML file; faults are collected, not raised."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

from solver.errors import GameFileError
from solver.files import read_whole

V = TypeVar("V", str, int, bool)
W = TypeVar("W", bound=str)

MOST_BYTES = 200_000
"""The largest file that is read: 19 times the largest that comes with the program."""
MOST_DOTS = 1000
"""The most dots in a line: `tomllib` takes 0.01 s for a key with so many, growing quadratically."""
MOST = 1_000_000
"""The highest number: nothing in a game comes near it."""


class Section:
    """A table of a file.

    Args:
        table: What the file has there.
        where: Its name in the file; empty for the whole file.
        faults: Faults are appended here.
    """

    def __init__(self, table: object, where: str, faults: list[str]) -> None:
        self._where = where
        self._faults = faults
        self._table = table if isinstance(table, dict) else {}
        self._unread = set(self._table)
        if not isinstance(table, dict):
            self.fault("a table is expected here")

    def fault(self, what: str) -> None:
        """Note what is wrong."""
        self._faults.append(f"[{self._where}] {what}" if self._where else what)

    def finish(self) -> None:
        """Note the keys that were never asked for: most are misspelled."""
        for key in sorted(self._unread):
            self.fault(f"{key} is not known here")

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._table

    def is_table(self, key: str) -> bool:
        """Whether a table is there."""
        return isinstance(self._table.get(key), dict)

    def value(self, key: str, default: V, *, needed: bool = True) -> V:
        """The value under a key, of the default's type."""
        self._unread.discard(key)
        found = self._table.get(key)
        if type(found) is type(default):  # not isinstance: True would be an int
            return found
        if needed or found is not None:
            self.fault(f"{key} must be a {_KINDS[type(default)]}")
        return default

    def number(self, key: str, least: int) -> int:
        """A whole number, not below `least`."""
        number = self.value(key, 0)
        if type(self._table.get(key)) is int and not least <= number <= MOST:
            low = number < least
            self.fault(
                f"{key} is {number}; the minimum is {least}" if low else f"{key} is over {MOST}"
            )
            return least
        return number

    def choice(self, key: str, choices: tuple[W, ...]) -> W:
        """One of the given words."""
        text = self.value(key, "")
        for choice in choices:
            if choice == text:
                return choice
        self.fault(f"{key} must be one of: {', '.join(choices)}")
        return choices[0]

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings that must not be empty."""
        self._unread.discard(key)
        found = self._table.get(key)
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            self.fault(f"{key} must be a list of strings")
            return ()
        if not found:
            self.fault(f"{key} is empty")
        return tuple(found)

    def section(self, key: str) -> Section:
        """A table within the table."""
        self._unread.discard(key)
        where = f"{self._where}.{key}" if self._where else key
        return Section(self._table.get(key), where, self._faults)

    def sections(self, key: str) -> Iterator[tuple[str, Section]]:
        """Each table within a table with its name; none at all is a fault."""
        outer = self.section(key)
        if not outer._table:  # noqa: SLF001 - its own kind
            outer.fault("at least one is needed")
        for name in outer._table:  # noqa: SLF001
            yield name, outer.section(name)

    def items(self) -> list[tuple[str, object]]:
        """All keys with their values, none of which then counts as unknown."""
        self._unread.clear()
        return list(self._table.items())

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def amount(self, key: str) -> float | None:
        """A number from 0, whole or not; None, with a fault noted, where there is none."""
        self._unread.discard(key)
        found = self._table.get(key)
        if _is_number(found):
            return found
        self.fault(f"{key} must be a number, 0 or more")
        return None

    def numbers(self, key: str) -> tuple[float, ...]:
        """A list of numbers from 0 that must not be empty."""
        self._unread.discard(key)
        found = self._table.get(key)
        if isinstance(found, list) and found and all(map(_is_number, found)):
            return tuple(found)
        self.fault(f"{key} must be a list of numbers, each 0 or more")
        return ()


_KINDS = {str: "string", int: "whole number", bool: "truth value (true or false)"}


def file_state(path: Path) -> tuple[int, int]:
    """The modification time and size of a game file: while they stay, it is not read again.

    Raises:
        GameFileError: It cannot be read.
    """
    try:
        state = path.stat()
    except OSError as error:
        raise GameFileError(path, [str(error)]) from error
    return state.st_mtime_ns, state.st_size


def read_table(path: Path) -> dict[str, object]:
    """The whole of a game file.

    Raises:
        GameFileError: It cannot be read or is no TOML.
    """
    try:
        return read_toml(path)
    except OSError as error:
        raise GameFileError(path, [error.strerror or str(error)]) from error
    except ValueError as error:
        raise GameFileError(path, [str(error)]) from error


def read_toml(path: Path) -> dict[str, Any]:
    """The whole of any TOML file.

    Raises:
        OSError: It cannot be read or is too large.
        ValueError: It is no TOML, or nested deeper than makes sense.
    """
    text = read_whole(path, MOST_BYTES).decode("utf-8-sig")
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise ValueError(f"a line with more than {MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _is_number(found: object) -> TypeGuard[float]:
    return (
        isinstance(found, int | float)
        and not isinstance(found, bool)
        and 0 <= found <= MOST  # false for infinity and NaN, too
    )
