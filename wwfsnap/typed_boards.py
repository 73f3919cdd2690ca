"""Typed text in, a `Position` or the grid of a path game out."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import BoardTextError, RackError
from solver.files import read_whole
from solver.game import USUAL_GAME, Game, Position, Rack, layouts, load_game, read_board
from solver.words import BLANK
from wwfsnap.errors import UnreadableText, UsageFault

if TYPE_CHECKING:
    from solver.paths import PathGrid

MOST_TEXT = 250_000
"""Bytes of a board or of a game: 2,500 turns of a hundred bytes."""
MOST_POSITIONS = 64_000_000
"""Bytes of a file of positions: some 250,000."""
SURE_NAME = re.compile(r"(~|\.\.?|[A-Za-z]:)?[/\\].+|.+\.(txt|board|grid)", re.IGNORECASE)
LIKELY_NAME = re.compile(r"(.*/)?[^/.()\s]+\.[^\W_]{1,9}")
"""Names of files; the second kind may be a grid with a hole, too."""
CGP = re.compile(r"\s*[^\s/]+(/[^\s/]+){8,}(\s|$)")


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules a typed board is played.

    Attributes:
        game: Name of the game.
        layout: Name of the board; None for the game's usual one of that size.
        language: Language code; None for the game's first.
    """

    game: str = USUAL_GAME
    layout: str | None = None
    language: str | None = None

    def for_size(self, size: int) -> Game:
        """The game on a board of ``size`` rows.

        Raises:
            UnknownGame: There is no such game, layout or language.
        """
        fitting = [each.name for each in layouts(self.game) if each.size == size]
        layout = self.layout or (fitting[0] if fitting else None)
        return load_game(self.game, language=self.language, layout=layout)


def board_text(argument: str) -> str:
    """What BOARD means: a file's text, standard input, or the text itself.

    Raises:
        UnreadableText: The file cannot be read, or nothing of the kind is there.
    """
    if argument == "-":
        return read_stdin_text()
    if "\n" in argument or CGP.match(argument):
        return argument
    try:
        if Path(argument).exists():
            return read_text(Path(argument))
    except OSError:  # too long for the name of a file: a board in one line
        return argument
    if not argument.strip(".").isalpha() and len(argument) < 100:
        raise UnreadableText(f"{argument}: no such file, and no board")
    return argument


def grid_of(argument: str) -> PathGrid:
    """What GRID means: a board file, standard input, or the tiles themselves.

    What is there as a file, or looks like the name of one, is never taken for tiles.

    Raises:
        UnreadableText: The file cannot be read, or is not there.
        BoardTextError: It is no grid.
    """
    from solver.paths import typed_grid, written_grid

    if argument == "-":
        return written_grid(read_stdin_text())
    path = Path(argument)
    try:
        there = bool(argument.strip()) and "\n" not in argument and path.exists()
    except (OSError, ValueError):  # too long for the name of a file, or with a character of none
        there = False
    if there:
        text = read_text(path)
        try:
            return written_grid(text)
        except BoardTextError as error:
            raise BoardTextError(f"{argument}: {error.message}", hint=error.hint) from None
    likely = LIKELY_NAME.fullmatch(argument)
    missing = "check its name; tiles are typed as in CATS/OVEN"
    if SURE_NAME.fullmatch(argument):
        raise UnreadableText(f"{argument}: no such file", missing)
    try:
        grid = typed_grid(argument)
    except BoardTextError as error:
        if likely:
            raise UnreadableText(f"{argument}: no such file, and no grid ({error})") from None
        raise
    if likely and len(grid.rows) == 1:  # no path leads over a hole: nobody would type that
        raise UnreadableText(f"{argument}: no such file", missing)
    return grid


def parse_position(
    text: str, rack: str | None, rules: Rules, premiums: Sequence[str] | None = None
) -> Position:
    """A typed board and rack as the solver takes them.

    Args:
        text: The board as ``read_board`` takes it: drawn, CGP or GCG.
        rack: The tiles; None where the text says them.
        rules: The game.
        premiums: Rows of premium squares where they are not those of a layout.

    Raises:
        UsageFault: No rack is given.
        SolverError: The board, the rack or the game's name is faulty.
    """
    board, held = read_board(text)
    if rack is not None:
        held = Rack.parse(rack)
    if held is None:
        raise UsageFault("no rack is given", "add your tiles with --rack, ? for a blank")
    game = rules.for_size(board.size)
    blanks, most = held.tiles.count(BLANK), game.tiles.counts.get(BLANK, 0)
    if blanks > most and len(held) <= game.rack_size:
        # Each of them may be any letter: with seven, nearly every word lies nearly everywhere.
        raise RackError(f"{blanks} blanks on the rack {held}; {game.title} has {most}")
    return Position(board, held, game if premiums is None else game.with_premiums(premiums))


def batch_lines(file: Path) -> Iterator[str]:
    """The positions of a batch file: the rows in one string, a space and the rack a line.

    Raises:
        UnreadableText: The file cannot be read.
    """
    most = MOST_POSITIONS
    text = read_stdin_text(most) if str(file) == "-" else read_text(file, most)
    return (line for line in text.splitlines() if line.strip())


def read_stdin_text(most: int = MOST_TEXT) -> str:
    """What standard input holds, to its end.

    Raises:
        UnreadableText: It is no text, or has more than ``most`` characters.
    """
    try:
        if isinstance(sys.stdin, io.TextIOWrapper):  # UTF-8, whatever the terminal's encoding is
            text: str = sys.stdin.buffer.read(most + 1).decode("utf-8-sig")
        else:
            text = sys.stdin.read(most + 1)
    except UnicodeDecodeError:
        raise UnreadableText("standard input: is no text", "give text in UTF-8") from None
    if len(text) > most:
        raise UnreadableText("standard input: is too long", f"{most} characters are the most")
    return text


def read_text(path: Path, most: int = MOST_TEXT) -> str:
    """What a text file of at most so many bytes holds.

    Raises:
        UnreadableText: It is not there, no text, or too long.
    """
    try:
        text = read_whole(path, most).decode("utf-8-sig")
        return io.StringIO(text, newline=None).read()
    except UnicodeDecodeError:
        raise UnreadableText(f"{path}: is no text", "give a text file in UTF-8") from None
    except OSError as fault:
        raise UnreadableText(f"{path}: cannot be read ({fault.strerror})") from None
