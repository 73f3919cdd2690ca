"""The command line: runs a command and returns an exit status."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from wwfsnap.process import INTERRUPTED, interrupted, listen_for_interrupts, prepare_streams

if TYPE_CHECKING:  # loading it takes a while, and the interrupt key should work before that
    import typer

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
"""The module of each command; it has a function of that name or, for subcommands, an `app`."""


def program(only: str | None = None) -> typer.Typer:
    """All commands, or only the one asked for, as making all takes longer than most need to run."""
    import typer

    from wwfsnap.commands import Commands, start

    app = typer.Typer(
        name="wwfsnap",
        cls=Commands,
        help="Reads a screenshot of a word game, solves it and draws the best move onto it.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
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


def main() -> None:
    """Run the command line; every error ends in a message, a hint and an exit status."""
    try:
        listen_for_interrupts()
        prepare_streams(_tell_lost)
        try:
            _run()
        finally:
            # The system frees all memory: a last garbage collection takes a tenth of `solve`.
            gc.freeze()
            sys.stdout.flush()  # meet a full disk here, not while the interpreter exits
    except (KeyboardInterrupt, SystemExit) as ended:
        if isinstance(ended, SystemExit) and not interrupted():
            raise
        raise SystemExit(INTERRUPTED) from None


def _tell_lost(fault: OSError) -> int:
    """Report that standard output cannot be written, and return the exit status."""
    from wwfsnap.errors import OutputUnwritable

    what = f"standard output cannot be written ({fault.strerror})"
    return _told(OutputUnwritable(what, "check that there is enough disk space"))


def _run() -> None:
    # Our matrices are small: OpenBLAS's threads would only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Loaded modules are no garbage: collecting among them takes a twentieth of a command's time.
    gc.set_threshold(100_000)
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    try:
        program(first if first in COMMANDS else None)()
    except Exception as error:  # noqa: BLE001 - Failure.of separates ours from faults of the program
        if interrupted():  # the error comes from the interrupt
            raise KeyboardInterrupt from None
        raise SystemExit(_told(error)) from None


def _told(error: Exception) -> int:
    """Report an error, and return the exit status."""
    from wwfsnap.errors import Failure, OutputUnwritable
    from wwfsnap.terminal import show_failure

    failure = Failure.of(error)
    show_failure(failure)
    if "--json" in sys.argv and not isinstance(error, OutputUnwritable):
        from wwfsnap.reporting import failure_record
        from wwfsnap.terminal import print_json

        print_json(failure_record(failure))
    return failure.exit
