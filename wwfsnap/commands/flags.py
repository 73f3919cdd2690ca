"""Flags that several commands share, and the settings checked and made from them.

No flag is ignored: where flags do not go together, that is an error.
"""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from wwfsnap.errors import UsageFault
from wwfsnap.ranking import By as ByWhat
from wwfsnap.ranking import RankingOptions

if TYPE_CHECKING:
    from wwfsnap.pipeline import Settings


def _board_games() -> list[str]:
    """What a shell completes after ``--game`` where a board is wanted."""
    from solver.game import game_names

    return list(game_names())


def _path_games() -> list[str]:
    """What a shell completes after ``--game`` where a path game is wanted."""
    from solver.paths import path_game_names

    return list(path_game_names())


def _games() -> list[str]:
    """What a shell completes after ``--game`` where any game will do."""
    return [*_board_games(), *_path_games()]


def _themes() -> list[str]:
    """What a shell completes after ``--theme``."""
    from vision.themes import all_themes

    return ["none", *(theme.name for theme in all_themes())]


Game = Annotated[
    str | None,
    Option(
        "--game",
        metavar="NAME",
        help="The game (see `wwfsnap games`); recognised from the picture if not given.",
        autocompletion=_games,
    ),
]
BoardGame = Annotated[
    str | None,
    Option(
        "--game",
        metavar="NAME",
        help="The game (see `wwfsnap games`).",
        autocompletion=_board_games,
    ),
]
PathGame = Annotated[
    str,
    Option(
        "--game",
        metavar="NAME",
        help="The path game (see `wwfsnap games`).",
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
        help="The look (see `wwfsnap themes`); recognised from the picture if not given.",
        autocompletion=_themes,
    ),
]
Words = Annotated[
    Path | None,
    Option(
        "--words",
        metavar="FILE",
        readable=False,  # its faults are reported like those of any list
        help="A word list: text, .gz, JSON, Hunspell .dic or .marisa.",
    ),
]
Top = Annotated[int, Option("--top", metavar="N", min=0, help="How many moves to list; 0 for all.")]
By = Annotated[ByWhat | None, Option("--by", help="How moves are ranked; by score if not given.")]
Seconds = Annotated[
    float | None,
    Option(
        "--seconds",
        metavar="N",
        min=0.1,
        help="With --by win: seconds to think about each position; 10 if not given.",
    ),
]
Why = Annotated[
    bool, Option("--why", help="Explain each move, and add an outlook for the best one.")
]
Processes = Annotated[
    int | None,
    Option(
        "--processes", metavar="N", min=1, help="How many processes; one per core if not given."
    ),
]
AllPlaces = Annotated[bool, Option("--all-places", help="List each place of a word separately.")]
Correct = Annotated[
    str | None,
    Option(
        "--correct",
        metavar="PLACES",
        help="Correct misread tiles, as in 'H8=E,C4=.,rack 3=?'; for one picture only.",
    ),
]
Json = Annotated[bool, Option("--json", help="Print JSON, one object per line.")]


def ranking_options(
    by: ByWhat | None, seconds: float | None, *, why: bool, all_places: bool = False
) -> RankingOptions:
    """How moves are to be found; None for the usual.

    Raises:
        UsageFault: A time is given where nothing is simulated.
    """
    if seconds is not None and by is not ByWhat.WIN:
        raise UsageFault("--seconds only works with --by win", "add --by win, or leave it out")
    if seconds is not None and not math.isfinite(seconds):
        raise UsageFault("--seconds is not a valid time", "give a number, as in --seconds 20")
    usual = RankingOptions()
    thinking = usual.seconds if seconds is None else seconds
    return RankingOptions(by or usual.by, thinking, why, all_places)


def settings_of(
    game: str | None,
    theme: str | None,
    language: str | None,
    words: Path | None,
    *,
    top: int = 10,
    ranking: RankingOptions | None = None,
    correct: str | None = None,
) -> "Settings":
    """The settings for pictures.

    Raises:
        CorrectionUnusable: A correction cannot be understood.
        UsageFault: Flags do not go together.
        UnknownGame: There is no such game or language; the hint names those there are.
    """
    from wwfsnap.pipeline import Settings

    ranking = ranking or RankingOptions()
    if game is not None:
        from solver.paths import path_game_names

        if game in path_game_names():
            if ranking.needs_strategy:
                raise UsageFault(f"--by and --why do not work with path games such as {game}")
            if theme is not None:
                raise UsageFault(f"--theme does not work with path games such as {game}")
    check_game(game, paths=True)
    check_language(language, game, words)
    from vision.corrections import NOTHING_CORRECTED, Corrections

    corrected = NOTHING_CORRECTED if correct is None else Corrections.parse(correct)
    return Settings(game, theme, language, words, top, ranking, corrected)


def check_game(game: str | None, *, paths: bool) -> None:
    """Check that a game is known.

    Args:
        game: Its name; None for none.
        paths: Whether path games will do.

    Raises:
        UsageFault: It is a path game, where a board is wanted.
        UnknownGame: There is none of that name; the hint names those that will do.
    """
    if game is None:
        return
    from solver.errors import UnknownGame
    from solver.game import game_names
    from solver.paths import path_game_names

    boards, others = game_names(), path_game_names()
    known = (*boards, *others) if paths else boards
    if game in known:
        return
    hint = "known: " + ", ".join(known)
    if game in others:
        raise UsageFault(f"{game} is a path game, but this only works for games on a board", hint)
    raise UnknownGame(f"no game is called {game!r}", hint=hint)


def check_language(
    language: str | None, game: str | None = None, words: Path | None = None
) -> None:
    """Check that a language is known: to the game if one is named, else to any, or has a list.

    Args:
        language: Its code; None for none.
        game: Name of a known game; None for any.
        words: The user's word list, which is enough for a path game.

    Raises:
        UnknownGame: It is not; the hint names those there are.
    """
    if language is None:
        return
    from solver.errors import UnknownGame
    from solver.game import game_names, languages
    from solver.paths import load_path_game, path_game_names
    from solver.words import base_code, listed_languages

    boards, others = game_names(), path_game_names()
    if words is not None and game in others:
        return
    board = None if game in others else game
    known = {tiles.language for each in ([board] if board else boards) for tiles in languages(each)}
    if board is None:
        known |= {one.language for each in others for one in load_path_game(each).languages}
        known |= set(listed_languages())
    plain = {base_code(code) for code in known}
    wanted = language if board else base_code(language)
    if language not in known and wanted not in plain:
        raise UnknownGame(
            f"no language is called {language!r}", hint="known: " + ", ".join(sorted(known))
        )
