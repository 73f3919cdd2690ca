"""`wwfsnap solve` and `wwfsnap read`: screenshots solved or read."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.commands.flags import ranking_options, settings_of
from wwfsnap.errors import Exit, UsageFault
from wwfsnap.opencv import require_opencv

if TYPE_CHECKING:
    from wwfsnap.outcome import Outcome

Images = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="IMAGE...", help="Screenshots; - for standard input.", show_default=False
    ),
]
Clipboard = Annotated[
    bool, typer.Option("--clipboard", help="Take the picture from the clipboard.")
]


def solve(
    images: Images = None,
    top: flags.Top = 10,
    by: flags.By = None,
    seconds: flags.Seconds = None,
    why: flags.Why = False,
    all_places: flags.AllPlaces = False,
    game: flags.Game = None,
    theme: flags.Theme = None,
    language: flags.Language = None,
    words: flags.Words = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="PATH",
            help="A .png, .jpg or .webp file, or a folder; IMAGE.solved.png if not given.",
        ),
    ] = None,
    clipboard: Clipboard = False,
    correct: flags.Correct = None,
    json: flags.Json = False,
    open_: Annotated[bool, typer.Option("--open", help="Open the drawn picture.")] = False,
) -> None:
    """Find the best move in screenshots and draw it onto them.

    In path games this is the best word.

    The result for a picture from the clipboard is saved in the current folder as
    clipboard.solved.png; for one from standard input, given as -, it is stdin.solved.png.

    \b
    Examples:
      wwfsnap solve shot.png
      wwfsnap solve shot.png --by win --seconds 20 --why
      wwfsnap solve - --out best.png
      wwfsnap solve --clipboard --open
      wwfsnap solve grid.png --game boggle --top 0
      wwfsnap solve shot.png --correct "H8=E, rack 3=?"
    """
    require_opencv()
    from wwfsnap.drawing import Target
    from wwfsnap.outcome import solve_one

    ranking = ranking_options(by, seconds, why=why, all_places=all_places)
    settings = settings_of(game, theme, language, words, top=top, ranking=ranking, correct=correct)
    names, data = _given(images, clipboard=clipboard, alone=correct is not None)
    target = Target.of(out, len(names))
    target.check()
    work = partial(solve_one, settings=settings, target=target)
    if data is not None:
        from wwfsnap.commands.clipboard import solve_in_memory

        work = partial(solve_in_memory, data, settings=settings, target=target)
    flags_given = (("--by", by), ("--why", why), ("--theme", theme), ("--all-places", all_places))
    asked = [flag for flag, on in flags_given if on]
    boards = partial(_note_boards, asked) if asked else None
    time_limit = settings.time_limit
    status = _work_through(names, work, time_limit, json=json, opened=open_, after=boards)
    raise typer.Exit(status)


def read(
    images: Images = None,
    game: flags.Game = None,
    theme: flags.Theme = None,
    language: flags.Language = None,
    words: flags.Words = None,
    clipboard: Clipboard = False,
    correct: flags.Correct = None,
    json: flags.Json = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with status 1 where there are doubts.")
    ] = False,
) -> None:
    """Read screenshots: board, rack, and what is in doubt.

    Grids of path games are read, too; nothing is solved.

    \b
    Examples:
      wwfsnap read --json shot1.png shot2.png
      wwfsnap read --clipboard
    """
    require_opencv()
    from wwfsnap.outcome import read_data, read_one

    settings = settings_of(game, theme, language, words, correct=correct)
    if words is not None and game is not None:
        from solver.paths import path_game_names

        if game in path_game_names():
            fault = f"--words only works with boards: tiles of {game} are read without a word list"
            raise UsageFault(fault)
    names, data = _given(images, clipboard=clipboard, alone=correct is not None)
    work = partial(read_one, settings=settings)
    if data is not None:
        work = partial(read_data, data, settings=settings)
    raise typer.Exit(_work_through(names, work, settings.time_limit, json=json, strict=strict))


def _given(
    images: list[str] | None, *, clipboard: bool, alone: bool
) -> tuple[list[str], bytes | None]:
    """The names of the pictures, and the picture itself if it is in no file.

    Raises:
        UsageFault: Nothing was given, or what does not go together; or several pictures where
            there may be only one (``alone``).
        FrontDoorError: The clipboard or standard input holds no picture, or there is none.
    """
    names, data = images or [], None
    if clipboard:
        if images:
            raise UsageFault(
                "--clipboard cannot be used with names of pictures", "leave out one of them"
            )
        from wwfsnap.commands.clipboard import NAME, read_clipboard

        held = read_clipboard()
        names, data = ([NAME], held) if isinstance(held, bytes) else (held, None)
    elif not images:
        raise UsageFault("no picture is given", "give the name of a screenshot, or use --clipboard")
    elif "-" in images:
        if len(images) > 1:
            raise UsageFault(
                "- (standard input) cannot be used with other pictures", "give only - or only files"
            )
        from wwfsnap.commands.clipboard import STDIN, read_stdin

        names, data = [STDIN], read_stdin()
    if alone and len(names) > 1:
        raise UsageFault("--correct works with one picture only", "give only that picture")
    return names, data


def _work_through(
    images: list[str],
    work: "Callable[[str], Outcome]",
    time_limit: float,
    *,
    json: bool,
    strict: bool = False,
    opened: bool = False,
    after: "Callable[[Outcome], None] | None" = None,
) -> Exit:
    """Print the outcome of each picture, in the order given, and return the worst status."""
    from wwfsnap import reporting, terminal  # whose names are loaded when they are first used
    from wwfsnap.many import in_order
    from wwfsnap.outcome import lost_one

    status = Exit.GOOD
    with closing(in_order(work, images, lost_one, time_limit=time_limit)) as outcomes:
        for outcome in outcomes:
            if json:
                terminal.print_json(reporting.outcome_record(outcome))
            else:
                heading = [terminal.visible(outcome.image)] if len(images) > 1 else []
                terminal.show(*heading, *reporting.outcome_parts(outcome))
            if outcome.failure is not None:
                terminal.show_failure(outcome.failure, about=outcome.image)
            if after is not None:
                after(outcome)
            if opened and outcome.drawn is not None:
                typer.launch(str(outcome.drawn))
            elif opened and outcome.failure is None:
                terminal.note(f"{outcome.image}: nothing was drawn, so there is nothing to open")
            status = max(status, outcome.status(strict=strict))
    return status


def _note_boards(asked: list[str], outcome: "Outcome") -> None:
    """Report which flags are ignored, as a picture shows a path game."""
    from vision.paths import GridReading
    from wwfsnap.terminal import note

    if isinstance(outcome.reading, GridReading):
        note(f"{outcome.image}: {', '.join(asked)}: ignored, because this is a path game")
