"""Advice as JSON objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.game import Gathered
from wwfsnap.ranking import turn_text
from wwfsnap.reporting.records import gathered_record
from wwfsnap.terminal import Record

if TYPE_CHECKING:
    from solver.strategy import Advice, RankedTurn


def ranked_records(advice: Advice) -> list[Record]:
    """The moves advised, each as any move with its figures added."""
    return [
        gathered_record(Gathered(ranked.move, ranked.others)) | _found(ranked)
        for ranked in advice.turns
        if ranked.move
    ]


def advice_record(advice: Advice, outlook: tuple[str, ...] = ()) -> Record:
    """The moves, how they were found, and swaps and passes with their rank from 1."""
    return {
        "moves": ranked_records(advice),
        "method": advice.method,
        "certain": advice.certain,
        "outlook": list(outlook),
        "others": [
            {"rank": rank, "turn": turn_text(ranked)} | _found(ranked)
            for rank, ranked in enumerate(advice.turns, start=1)
            if not ranked.move
        ],
    }


def _found(ranked: RankedTurn) -> Record:
    """The figures of a turn, rounded; those that were not computed are left out."""
    figures = {
        "equity": _rounded(ranked.equity, 2),
        "leave_value": _rounded(ranked.leave, 2),
        "win": _rounded(ranked.win, 4),
        "win_error": None if ranked.win is None else round(ranked.win_error, 4),
        "margin": _rounded(ranked.margin, 2),
        "why": ranked.why or None,
    }
    return {name: figure for name, figure in figures.items() if figure is not None}


def _rounded(figure: float | None, digits: int) -> float | None:
    return None if figure is None else round(figure, digits)
