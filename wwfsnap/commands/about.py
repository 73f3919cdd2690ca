"""`wwfsnap --version`, `games` and `doctor`, and the group that holds all commands."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from wwfsnap.commands import flags
from wwfsnap.terminal import visible
from wwfsnap.version import __version__


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"wwfsnap {__version__}")
        raise typer.Exit


def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Reads a screenshot of a word game, solves it and draws the best move onto it."""
    del version


def games(json: flags.Json = False) -> None:
    """List the games with their boards and languages.

    \b
    Example:
      wwfsnap games --json
    """
    from rich.table import Table

    from wwfsnap.reporting import game_records
    from wwfsnap.terminal import print_json, show

    records = game_records()
    if json:
        print_json(records)
        return
    table = Table("Game", "Title", "Boards", "Languages", box=None, pad_edge=False)
    for each in records:
        shapes = ", ".join(f"{board} {size}" for board, size in each["layouts"].items())
        codes = ", ".join(each["languages"])
        table.add_row(each["game"], each["title"], shapes or "words on paths", codes or "any")
    show(table)


def doctor(json: flags.Json = False) -> None:
    """Show which parts are installed, and check that they work together.

    \b
    Example:
      wwfsnap doctor
    """
    from wwfsnap.doctor import examine
    from wwfsnap.terminal import print_json, show

    findings = examine()
    if json:
        print_json([finding.record() for finding in findings])
    else:
        show(*(finding.text() for finding in findings))
    raise typer.Exit(max(finding.exit for finding in findings))


class Commands(TyperGroup):
    """The commands; errors about a call are printed without control characters."""

    # Typer's own types of these are not public.
    def make_context(self, *words: Any, **extra: Any) -> Any:  # noqa: ANN401
        """Parse the words before the command."""
        with _quoting():
            return super().make_context(*words, **extra)

    def invoke(self, *words: Any, **extra: Any) -> Any:  # noqa: ANN401
        """Run the command with the words after it."""
        with _quoting():
            return super().invoke(*words, **extra)


@contextmanager
def _quoting() -> Iterator[None]:
    """Make the user's words safe to print where an error message quotes them."""
    try:
        yield
    except Exception as error:
        quotes = type(error).__name__ != "NoArgsIsHelpError"  # the help, which has many lines
        if quotes and hasattr(error, "format_message") and hasattr(error, "message"):
            error.message = visible(error.message)
        raise
