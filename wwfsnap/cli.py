"""The command line: which commands there are, and how each ends."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from wwfsnap import __version__
from wwfsnap.commands import (
    about,
    batch,
    boards,
    calibrate,
    pictures,
    serve,
    themes,
    watch,
    words,
)
from wwfsnap.exits import Failure

app = typer.Typer(
    name="wwfsnap",
    help="Reads a screenshot of a word game, solves it and draws the best move onto it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
app.command()(pictures.solve)
app.command()(pictures.read)
app.command()(boards.moves)
app.command()(watch.watch)
app.command()(batch.batch)
app.command()(serve.serve)
app.command()(calibrate.calibrate)
app.add_typer(words.app)
app.command()(about.games)
app.add_typer(themes.app)
app.command()(about.doctor)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"wwfsnap {__version__}")
        raise typer.Exit


@app.callback()
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
    try:
        app()
    except Exception as error:  # noqa: BLE001 - Failure.of tells ours from faults of the program
        from wwfsnap.terminal import tell

        failure = Failure.of(error)
        tell(failure)
        raise SystemExit(failure.exit) from None
