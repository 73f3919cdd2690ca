"""Games in the terminal: against the program, of the program alone, and help with one elsewhere."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.play.against import ME, PROGRAM, AgainstProgram, HintOptions
    from wwfsnap.play.assistant import Assistant
    from wwfsnap.play.files import GameFiles
    from wwfsnap.play.levels import Level, player_of
    from wwfsnap.play.rules import GameChoice, new_seed, resume_game
    from wwfsnap.play.self_play import SelfPlay, SelfPlayOutput, names_of
    from wwfsnap.play.start import start_game

__all__ = [
    "ME",
    "PROGRAM",
    "AgainstProgram",
    "Assistant",
    "GameChoice",
    "GameFiles",
    "HintOptions",
    "Level",
    "SelfPlay",
    "SelfPlayOutput",
    "names_of",
    "new_seed",
    "player_of",
    "resume_game",
    "start_game",
]

__getattr__ = on_demand(__name__, __file__)
