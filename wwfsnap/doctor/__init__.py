"""The checks of `wwfsnap doctor`: a finding for each part; and a screen with a known reading."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.doctor.checks import Finding, examine
    from wwfsnap.doctor.specimen import PAPER, paint_board, paint_tile

__all__ = ["PAPER", "Finding", "examine", "paint_board", "paint_tile"]

__getattr__ = on_demand(__name__, __file__)
