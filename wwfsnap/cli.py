"""The command line: which commands there are, and how each ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from wwfsnap import __version__
from wwfsnap.exits import Failure
from wwfsnap.visible import visible

COMMANDS = {
    "solve": "pictures",
    "read": "pictures",
    "moves": "boards",
    "ruzzle": "paths",
    "watch": "watch",
    "batch": "batch",
    "serve": "serve",
    "calibrate": "calibrate",
    "play": "play",
    "words": "words",
    "games": "about",
    "themes": "themes",
    "doctor": "about",
}
"""The module of each command, which has a function of its name or, for several, an `app`."""


class Commands(TyperGroup):
    """The commands; what is wrong with a call is told without what a terminal acts on."""

    # Typer's own types of these are not public.
    def make_context(self, *words: Any, **extra: Any) -> Any:  # noqa: ANN401
        """What the words before the command mean."""
        with _quoting():
            return super().make_context(*words, **extra)

    def invoke(self, *words: Any, **extra: Any) -> Any:  # noqa: ANN401
        """What the command does with the words behind it."""
        with _quoting():
            return super().invoke(*words, **extra)


@contextmanager
def _quoting() -> Iterator[None]:
    """Make visible what a fault of the call quotes of the user's words."""
    try:
        yield
    except Exception as error:
        if hasattr(error, "format_message") and hasattr(error, "message"):
            error.message = visible(error.message)
        raise


def program(only: str | None = None) -> typer.Typer:
    """All commands, or the one that is asked for: to make them all takes longer than most take."""
    app = typer.Typer(
        name="wwfsnap",
        cls=Commands,
        help="Reads a screenshot of a word game, solves it and draws the best move onto it.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
    )
    app.callback()(start)
    for name, module in COMMANDS.items():
        if only in {None, name}:
            found = import_module(f"wwfsnap.commands.{module}")
            if hasattr(found, "app"):
                app.add_typer(found.app)
            else:
                app.command()(getattr(found, name))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"wwfsnap {__version__}")
        raise typer.Exit


def start(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Reads a screenshot of a word game, solves it and draws the best move onto it."""
    del version


def main() -> None:
    """Run the command line; every error ends in a message, a hint and an exit status."""
    # Our matrices are small: OpenBLAS's threads would wait for each other, in every process.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    try:
        program(first if first in COMMANDS else None)()
    except Exception as error:  # noqa: BLE001 - Failure.of tells ours from faults of the program
        from wwfsnap.terminal import tell

        failure = Failure.of(error)
        tell(failure)
        raise SystemExit(failure.exit) from None
