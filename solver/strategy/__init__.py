"""Strategy: what a move is worth beyond its points; leaves, simulation, endgame, players."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from solver.strategy.advice import Advice, RankedTurn, advise, outlook
    from solver.strategy.endgame import Budget
    from solver.strategy.equity import KINDS, Option, opened
    from solver.strategy.leaves import Leaves, formula, from_record, load_leaves
    from solver.strategy.players import (
        SHORT,
        EasyPlayer,
        EquityPlayer,
        PointsPlayer,
        Style,
        WinPlayer,
    )
    from solver.strategy.simulate import Progress
    from solver.strategy.trained import table_path
    from solver.strategy.winning import Chances, final, load_chances, percent
    from solver.strategy.workers import Effort

__all__ = [
    "KINDS",
    "SHORT",
    "Advice",
    "Budget",
    "Chances",
    "EasyPlayer",
    "Effort",
    "EquityPlayer",
    "Leaves",
    "Option",
    "PointsPlayer",
    "Progress",
    "RankedTurn",
    "Style",
    "WinPlayer",
    "advise",
    "final",
    "formula",
    "from_record",
    "load_chances",
    "load_leaves",
    "opened",
    "outlook",
    "percent",
    "table_path",
]

__getattr__ = on_demand(__name__, __file__)
