"""Runs the commands that are typed during a game."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table
from rich.text import Text

from solver.errors import PlacementError, SolverError
from solver.game import (
    Move,
    Square,
    View,
    from_held,
    is_bare_word,
    is_fribble,
    parse_typed,
    points_text,
    word_places,
)
from solver.words import BLANK, Lexicon
from vision.errors import VisionError
from wwfsnap.errors import Failure, FrontDoorError, UsageFault
from wwfsnap.reporting import column_table
from wwfsnap.terminal import show, show_failure

MOST_PLACES = 12
"""How many places of a word are shown where it fits in several; the rest score less."""


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command that can be typed.

    Attributes:
        verb: Its first word; '' where it has none, as a move.
        takes: What follows, for the help.
        help: What it does.
        run: Does it; it is given the text after the verb.
    """

    verb: str
    takes: str
    help: str
    run: Callable[[str], None]


class Stopped(Exception):
    """The user wants to stop."""


def command_loop(commands: Sequence[TypedCommand], over: Callable[[], bool]) -> None:
    """Run what is typed until the game is over, the user stops or the input ends.

    A command that fails is reported and changes nothing.

    Args:
        commands: What there is besides `help` and `quit`.
        over: Whether the game is over.
    """
    while not over():
        line = asked("> ")
        if line is None:
            return
        try:
            _run(line, commands)
        except Stopped:
            return
        except (SolverError, VisionError, FrontDoorError, OSError) as error:
            show_failure(Failure.of(error))


def asked(question: str) -> str | None:
    """A line typed by the user, after a question that only a terminal shows; None at the end."""
    seen = sys.stdin.isatty()
    if seen:
        with contextlib.suppress(ImportError):  # not on Windows, which has no line history
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
    """All commands with what they do."""
    table = column_table()
    for command in commands:
        table.add_row(f"{command.verb} {command.takes}".strip(), command.help)
    table.add_row("help", "this list")
    table.add_row("quit", "stop here; the game is saved")
    return table


def entered_tiles(
    text: str, view: View, lexicon: Lexicon, *, theirs: bool = False, unlisted: bool = False
) -> list[tuple[Square, str]]:
    """The tiles that a typed move lays; `solver.game.typed_move` has the forms.

    A move all in lower case is read as upper case if it is in Fribble's notation, or has more
    tiles than there are blanks; letters that the player lacks are then blanks.

    Args:
        text: The move.
        view: The game before it.
        lexicon: The words.
        theirs: Whether it is a move of a player whose rack is not known, such as the other's.
        unlisted: Whether a bare word may be missing from the list.

    Raises:
        NotationError: It is no move, or does not agree with the board.
        PlacementError: It is a bare word that fits in no place, or in several; these are shown.
    """
    board, game = view.board, view.game
    held = tuple(view.unseen.elements()) if theirs else view.rack
    if is_bare_word(text):
        moves = word_places(board, game, text, held, lexicon, unlisted=unlisted)
        return _only_place(text.upper(), moves)
    tiles = parse_typed(text, board)
    blanks = held.count(BLANK)
    if theirs:  # two blanks are hardly ever laid alone
        blanks = min(1, blanks)
    if all(tile.islower() for _, tile in tiles) and (is_fribble(text) or len(tiles) > blanks):
        return from_held(board, game, tiles, held)
    return tiles


def _only_place(word: str, moves: Sequence[Move]) -> list[tuple[Square, str]]:
    """The tiles of the only move.

    Raises:
        PlacementError: There are several; these are shown.
    """
    if len(moves) == 1:
        return list(moves[0].tiles)
    table = column_table()
    for move in moves[:MOST_PLACES]:
        table.add_row(Text(move.notation), points_text(move.score))
    show(table)
    hint = f"type the place too, as in {moves[0].notation}"
    raise PlacementError(f"{word} fits in {len(moves)} places", hint=hint)


def entered_number(text: str, usual: int) -> int:
    """How many moves are wanted.

    Raises:
        UsageFault: It is no number.
    """
    if text and not re.fullmatch(r"\d{1,9}", text):
        raise UsageFault(f"{text!r} is not a number of moves", "type hint, or hint 5")
    return int(text) if text else usual


def entered_file(text: str, example: str) -> Path:
    """The file that the user names.

    Raises:
        UsageFault: There is no name, or one that no file can have.
    """
    if not text:
        raise UsageFault("no file is given", f"type {example}")
    if "\0" in text:
        raise UsageFault(f"{text!r} is not the name of a file")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise UsageFault(f"{text}: there is no such home folder") from None


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
        if not command.verb and _is_move(line):
            command.run(line.strip())
            return
    raise UsageFault(f"{line.strip()!r} is not understood", "type help for a list of commands")


def _is_move(line: str) -> bool:
    """Whether a line without a command's name looks like a move."""
    first = line.split(maxsplit=1)[0]
    begun = first[0].isalnum() and any(map(str.isdigit, first))
    return begun or is_fribble(line) or is_bare_word(line)
