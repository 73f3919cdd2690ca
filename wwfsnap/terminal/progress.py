"""The progress of a simulation, as a bar."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn


class _Bar:
    """A bar with a simulation's progress."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("thinking", total=1.0)

    def update(self, done: float, worlds: int, best: object) -> None:
        del best
        text = f"thinking, {worlds} games a move"
        self._bar.update(self._task, completed=done, description=text)


@contextmanager
def progress_bar(*, wanted: bool) -> Iterator[_Bar | None]:
    """A bar on standard error; none where that is not a terminal, or it is not wanted."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        yield _Bar(bar)
