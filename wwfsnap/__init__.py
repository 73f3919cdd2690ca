"""The front doors: everything that talks to a person, on top of the packages that read and solve.

As a library: ``load_screen``, ``read``, ``solve`` and ``draw``, loaded when they are first used.
"""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand
from wwfsnap.version import __version__

if TYPE_CHECKING:
    from vision.imaging import load_screen
    from wwfsnap.library import draw, read, solve

__all__ = ["__version__", "draw", "load_screen", "read", "solve"]

__getattr__ = on_demand(__name__, __file__)
