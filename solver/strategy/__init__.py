"""Strategy: what a move is worth beside its points: leaves, simulation, the end of the game."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from solver.strategy.advice import Advice, Counsel, advise, outlook
    from solver.strategy.endgame import Budget
    from solver.strategy.equity import Option
    from solver.strategy.leaves import Leaves, formula, from_record
    from solver.strategy.openings import KINDS, opened
    from solver.strategy.players import (
        SHORT,
        EasyPlayer,
        EquityPlayer,
        PointsPlayer,
        Style,
        WinPlayer,
    )
    from solver.strategy.simulate import Effort, Progress
    from solver.strategy.trained import table_path
    from solver.strategy.winning import percent

__all__ = [
    "KINDS",
    "SHORT",
    "Advice",
    "Budget",
    "Counsel",
    "EasyPlayer",
    "Effort",
    "EquityPlayer",
    "Leaves",
    "Option",
    "PointsPlayer",
    "Progress",
    "Style",
    "WinPlayer",
    "advise",
    "formula",
    "from_record",
    "opened",
    "outlook",
    "percent",
    "table_path",
]

__getattr__ = on_demand(__name__, __file__)
