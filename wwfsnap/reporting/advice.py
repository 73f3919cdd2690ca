"""Advice in, its table and reasons for the terminal out; and the progress bar of a simulation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn

from solver.game import tile_text
from solver.strategy import percent
from wwfsnap.ranking import turn_text
from wwfsnap.reporting.text import STAYS, MovesTable, places_text

if TYPE_CHECKING:
    from solver.strategy import Advice, RankedTurn


def advice_parts(advice: Advice) -> Iterator[RenderableType]:
    """The turns advised, their reasons, and how they were found."""
    yield advice_table(advice)
    for ranked in advice.turns:
        if ranked.why:
            yield f"{turn_text(ranked)}: {ranked.why}"
    yield advice.method


def advice_table(advice: Advice) -> MovesTable:
    """The turns advised: points, equity, how often they win, what stays on the rack."""
    tried = any(ranked.win is not None for ranked in advice.turns)
    valued = any(ranked.equity is not None for ranked in advice.turns)
    places = any(ranked.others for ranked in advice.turns)
    titles = ["", "Move", "Points", *["Places"] * places]
    titles += ["Equity"] * valued + ["Wins", "Margin"] * tried + [STAYS]
    rows = []
    for rank, ranked in enumerate(advice.turns, start=1):
        row = [str(rank), turn_text(ranked), str(ranked.turn.score)]
        row += [places_text(ranked.others)] * places
        if valued:
            row.append("" if ranked.equity is None else f"{ranked.equity:.1f}")
        if tried:
            row += [_wins(ranked), "" if ranked.margin is None else f"{ranked.margin:+.1f}"]
        rest = "".join(map(tile_text, ranked.move.leave)) if ranked.move else ""
        row.append(rest or ("nothing" if ranked.move else ""))
        rows.append(row)
    return MovesTable(titles, rows)


def _wins(ranked: RankedTurn) -> str:
    if ranked.win is None:
        return ""
    error = f" ±{100 * ranked.win_error:.1f}" if ranked.win_error else ""
    return f"{percent(ranked.win, 1)}{error}"


class _Bar:
    """A simulation's progress on a bar."""

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
