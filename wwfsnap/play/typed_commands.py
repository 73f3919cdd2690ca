"""What is typed during a game in, the command for it run."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.table import Table

from solver.errors import SolverError
from solver.game import Board, Square, parse_placements
from wwfsnap.errors import Failure, FrontDoorError, UsageFault
from wwfsnap.reporting import show, show_failure


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """Something that can be typed.

    Attributes:
        verb: Its first word; '' where it has none, as a move.
        takes: What follows, for the help.
        help: What it does.
        run: Does it, given what follows.
    """

    verb: str
    takes: str
    help: str
    run: Callable[[str], None]


class Stopped(Exception):
    """The user wants no more."""


def command_loop(commands: Sequence[TypedCommand], over: Callable[[], bool]) -> None:
    """Obey what is typed until the game is over, the user stops or nothing more comes.

    What cannot be done is reported and changes nothing.

    Args:
        commands: What there is beside `help` and `quit`.
        over: Whether the game is.
    """
    while not over():
        line = asked("> ")
        if line is None:
            return
        try:
            _run(line, commands)
        except Stopped:
            return
        except (SolverError, FrontDoorError) as error:
            show_failure(Failure.of(error))


def asked(question: str) -> str | None:
    """A line that the user types, who sees the question on a terminal; None for the end."""
    seen = sys.stdin.isatty()
    if seen:
        with contextlib.suppress(ImportError):  # not on Windows: no history of lines there
            import readline  # noqa: F401 - input() makes use of it
    try:
        return input(question if seen else "")
    except (EOFError, KeyboardInterrupt) as ended:
        if seen:
            show("")  # what follows begins on a line of its own
        if isinstance(ended, EOFError):
            return None
        raise


def help_table(commands: Sequence[TypedCommand]) -> Table:
    """All orders with what they do."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for command in commands:
        table.add_row(f"{command.verb} {command.takes}".strip(), command.help)
    table.add_row("help", "this list")
    table.add_row("quit", "stop here; the game is saved")
    return table


def entered_tiles(text: str, board: Board, blanks: int) -> list[tuple[Square, str]]:
    """The tiles that a typed move lays.

    A word all in lower case is taken for one in upper case where there are not as many blanks.

    Args:
        text: The move.
        board: The board before it.
        blanks: How many blanks there may be among them.

    Raises:
        NotationError: It is no move, or does not agree with the board.
    """
    tiles = parse_placements(text, board)
    if all(tile.islower() for _, tile in tiles) and len(tiles) > blanks:
        return [(square, tile.upper()) for square, tile in tiles]
    return tiles


def entered_number(text: str, usual: int) -> int:
    """How many moves are wanted.

    Raises:
        UsageFault: It is no number.
    """
    if text and not text.isdecimal():
        raise UsageFault(f"{text!r} is no number of moves", "write hint, or hint 5")
    return int(text) if text else usual


def _run(line: str, commands: Sequence[TypedCommand]) -> None:
    verb, _, rest = line.strip().partition(" ")
    verb = verb.lower()
    if not verb:
        return
    if verb in {"quit", "exit"}:
        raise Stopped
    if verb in {"help", "?"}:
        show(help_table(commands))
        return
    for command in commands:
        if command.verb == verb:
            command.run(rest.strip())
            return
    for command in commands:
        if not command.verb and verb[0].isalnum() and any(map(str.isdigit, verb)):
            command.run(line.strip())
            return
    raise UsageFault(f"{line.strip()!r} is not understood", "help lists what can be typed")
