"""The commands, a module for each group; slow imports wait until a command is called.

Annotations are no strings here: Typer would evaluate each of them three times.
"""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.commands.about import Commands, start

__all__ = ["Commands", "start"]

__getattr__ = on_demand(__name__, __file__)
