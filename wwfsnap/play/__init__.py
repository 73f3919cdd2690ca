"""Games in the terminal and on the page: against the program, by it, or elsewhere with advice."""

from typing import TYPE_CHECKING

from solver.on_demand import on_demand

if TYPE_CHECKING:
    from wwfsnap.play.against import AgainstProgram, HintOptions
    from wwfsnap.play.assistant import Assistant, start_game
    from wwfsnap.play.files import GameFiles, games_folder
    from wwfsnap.play.following import AnotherGame, follow, lines_since
    from wwfsnap.play.kept import KeptGame, kept_file, kept_games
    from wwfsnap.play.levels import Challenge, Level, player_of
    from wwfsnap.play.rules import GameChoice, notes_of, resume_text
    from wwfsnap.play.self_play import SelfPlay, SelfPlayOutput, names_of
    from wwfsnap.play.session import (
        ME,
        PROGRAM,
        GameSession,
        new_session,
        resumed_session,
        session_at,
    )

__all__ = [
    "ME",
    "PROGRAM",
    "AgainstProgram",
    "AnotherGame",
    "Assistant",
    "Challenge",
    "GameChoice",
    "GameFiles",
    "GameSession",
    "HintOptions",
    "KeptGame",
    "Level",
    "SelfPlay",
    "SelfPlayOutput",
    "follow",
    "games_folder",
    "kept_file",
    "kept_games",
    "lines_since",
    "names_of",
    "new_session",
    "notes_of",
    "player_of",
    "resume_text",
    "resumed_session",
    "session_at",
    "start_game",
]

__getattr__ = on_demand(__name__, __file__)
