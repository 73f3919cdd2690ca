"""Flags that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Option

from wwfsnap.thinking import By as ByWhat


def _games() -> list[str]:
    """What a shell offers after ``--game``."""
    from solver.path_game import path_game_names
    from solver.rules import game_names

    return [*game_names(), *path_game_names()]


def _themes() -> list[str]:
    """What a shell offers after ``--theme``."""
    from vision.theme_store import all_themes

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
By = Annotated[ByWhat, Option("--by", help="What makes a move the best.")]
Seconds = Annotated[
    float,
    Option("--seconds", metavar="N", min=0.1, help="Time for a position, with --by win."),
]
Why = Annotated[bool, Option("--why", help="Give each move a reason, the best also an outlook.")]
Json = Annotated[bool, Option("--json", help="Print JSON, one object a line.")]
