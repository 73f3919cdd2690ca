"""Flags that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from wwfsnap.ranking import By as ByWhat


def _board_games() -> list[str]:
    """What a shell offers after ``--game`` where a board is wanted."""
    from solver.game import game_names

    return list(game_names())


def _path_games() -> list[str]:
    """What a shell offers after ``--game`` where tiles without a board are wanted."""
    from solver.paths import path_game_names

    return list(path_game_names())


def _games() -> list[str]:
    """What a shell offers after ``--game`` where any will do."""
    return [*_board_games(), *_path_games()]


def _themes() -> list[str]:
    """What a shell offers after ``--theme``."""
    from vision.themes import all_themes

    return ["none", *(theme.name for theme in all_themes())]


Game = Annotated[
    str | None,
    Option(
        "--game",
        metavar="NAME",
        help="The game (`wwfsnap games`); told from the picture.",
        autocompletion=_games,
    ),
]
BoardGame = Annotated[
    str | None,
    Option(
        "--game", metavar="NAME", help="The game (`wwfsnap games`).", autocompletion=_board_games
    ),
]
PathGame = Annotated[
    str,
    Option(
        "--game",
        metavar="NAME",
        help="The path game: ruzzle, wordament, wordhunt, boggle (`wwfsnap games`).",
        autocompletion=_path_games,
    ),
]
Language = Annotated[
    str | None,
    Option("--language", metavar="CODE", help="Language of tiles and words, as in en or nl."),
]
Theme = Annotated[
    str | None,
    Option(
        "--theme",
        metavar="NAME",
        help="The look (`wwfsnap themes`); told from the picture.",
        autocompletion=_themes,
    ),
]
Words = Annotated[
    Path | None,
    Option("--words", metavar="FILE", help="A word list: text, .gz or .marisa."),
]
Top = Annotated[int, Option("--top", metavar="N", min=0, help="How many moves; 0 for all.")]
By = Annotated[
    ByWhat | None, Option("--by", help="What makes a move the best; score if not given.")
]
Seconds = Annotated[
    float | None,
    Option(
        "--seconds",
        metavar="N",
        min=0.1,
        help="Time for a position, with --by win; 10 if not given.",
    ),
]
Why = Annotated[bool, Option("--why", help="Give each move a reason, the best also an outlook.")]
Json = Annotated[bool, Option("--json", help="Print JSON, one object a line.")]
