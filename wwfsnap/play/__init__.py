"""Games played in the terminal: against you, by the program alone, and with you elsewhere."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.play.against import ME, PROGRAM, Against, Help
    from wwfsnap.play.alone import Alone, Telling, names_of
    from wwfsnap.play.beginnings import begun
    from wwfsnap.play.beside import Beside
    from wwfsnap.play.files import Files
    from wwfsnap.play.levels import Level, player_of
    from wwfsnap.play.rules import Choice, new_seed, resumed

__all__ = [
    "ME",
    "PROGRAM",
    "Against",
    "Alone",
    "Beside",
    "Choice",
    "Files",
    "Help",
    "Level",
    "Telling",
    "begun",
    "names_of",
    "new_seed",
    "player_of",
    "resumed",
]

__getattr__ = on_demand(__name__, __file__)
