"""What a player sees of advice in the terminal: a table, reasons, how far a simulation is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from solver.game import tile_text
from solver.strategy import percent
from wwfsnap.ranking import turn_text

if TYPE_CHECKING:
    from solver.strategy import Advice, Counsel, Option


def counsel_parts(counsel: Counsel) -> Iterator[RenderableType]:
    """The turns advised, their reasons, and how they were found."""
    yield advice_table(counsel)
    for advice in counsel.advice:
        if advice.why:
            yield f"{turn_text(advice)}: {advice.why}"
    yield counsel.method


def advice_table(counsel: Counsel) -> Table:
    """The turns advised: points, equity, how often they win, what stays on the rack."""
    tried = any(advice.win is not None for advice in counsel.advice)
    valued = any(advice.equity is not None for advice in counsel.advice)
    titles = ["", "Move", "Points"]
    titles += ["Equity"] * valued + ["Wins", "Margin"] * tried + ["Stays on the rack"]
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for title in titles:
        left = title in {"Move", "Stays on the rack"}
        table.add_column(title, justify="left" if left else "right", no_wrap=True)
    for rank, advice in enumerate(counsel.advice, start=1):
        row = [str(rank), turn_text(advice), str(advice.turn.score)]
        if valued:
            row.append("" if advice.equity is None else f"{advice.equity:.1f}")
        if tried:
            row += [_wins(advice), "" if advice.margin is None else f"{advice.margin:+.1f}"]
        rest = "".join(map(tile_text, advice.move.leave)) if advice.move else ""
        row.append(rest or ("nothing" if advice.move else ""))
        table.add_row(*map(Text, row), style="bold" if rank == 1 else "")
    return table


def _wins(advice: Advice) -> str:
    if advice.win is None:
        return ""
    error = f" ±{100 * advice.win_error:.1f}" if advice.win_error else ""
    return f"{percent(advice.win, 1)}{error}"


class _Bar:
    """A simulation's progress on a bar."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("thinking", total=1.0)

    def update(self, done: float, worlds: int, best: Option) -> None:
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
