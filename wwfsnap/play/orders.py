"""What may be typed while a game is on: orders, and how they are read and obeyed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.table import Table

from solver.errors import SolverError
from solver.game import Board, Square, parse_placements
from wwfsnap.errors import Failure, FrontDoorError, UsageFault
from wwfsnap.reporting import show, tell


@dataclass(frozen=True, slots=True)
class Order:
    """Something that can be typed.

    Attributes:
        verb: Its first word; '' where it has none, as a move.
        takes: What follows, for the help.
        help: What it does.
        obey: Does it, given what follows.
    """

    verb: str
    takes: str
    help: str
    obey: Callable[[str], None]


class Stopped(Exception):
    """The user wants no more."""


def converse(orders: Sequence[Order], over: Callable[[], bool]) -> None:
    """Obey what is typed until the game is over, the user stops or nothing more comes.

    What cannot be done is told and changes nothing.

    Args:
        orders: What there is beside `help` and `quit`.
        over: Whether the game is.
    """
    while not over():
        line = asked("> ")
        if line is None:
            return
        try:
            _obey(line, orders)
        except Stopped:
            return
        except (SolverError, FrontDoorError) as error:
            tell(Failure.of(error))


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


def help_table(orders: Sequence[Order]) -> Table:
    """All orders with what they do."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for order in orders:
        table.add_row(f"{order.verb} {order.takes}".strip(), order.help)
    table.add_row("help", "this list")
    table.add_row("quit", "stop here; the game is kept")
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


def _obey(line: str, orders: Sequence[Order]) -> None:
    verb, _, rest = line.strip().partition(" ")
    verb = verb.lower()
    if not verb:
        return
    if verb in {"quit", "exit"}:
        raise Stopped
    if verb in {"help", "?"}:
        show(help_table(orders))
        return
    for order in orders:
        if order.verb == verb:
            order.obey(rest.strip())
            return
    for order in orders:
        if not order.verb and verb[0].isalnum() and any(map(str.isdigit, verb)):
            order.obey(line.strip())
            return
    raise UsageFault(f"{line.strip()!r} is not understood", "help lists what can be typed")
