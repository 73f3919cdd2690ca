"""Advice as a table with reasons, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType

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
