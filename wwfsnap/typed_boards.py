"""Reads typed text as a `Position` or as the grid of a path game."""

from __future__ import annotations

import errno
import io
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import BoardTextError, RackError, UnknownGame
from solver.files import read_whole
from solver.game import (
    RANDOM_LAYOUT,
    USUAL_GAME,
    BoardText,
    Game,
    Position,
    Rack,
    is_record,
    layouts,
    load_game,
    read_board,
    read_layout,
    tile_text,
)
from solver.words import BLANK
from wwfsnap.errors import UnreadableText, UsageFault
from wwfsnap.ranking import LONGEST_RACK

if TYPE_CHECKING:
    from solver.paths import PathGrid

MOST_TEXT = 250_000
"""The most bytes of a board or a game: 2,500 turns of a hundred bytes."""
MOST_POSITIONS = 64_000_000
"""The most bytes of a file of positions: some 250,000 of them."""
SURE_NAME = re.compile(r"(~|\.\.?|[A-Za-z]:)?[/\\].+|.+\.(txt|board|grid)", re.IGNORECASE)
LIKELY_NAME = re.compile(r"(.*/)?[^/.()\s]+\.[^\W_]{1,9}")
"""Patterns of file names; the second also matches some grids with a hole."""
MOST_LAYOUT = 10_000
"""The most bytes of a layout: 26 rows of 26 squares and a few blanks."""
MOST_BLANKS = 4
"""The most blanks on a typed rack, if the game has fewer: each may be any letter, and with seven of
them nearly every word lies nearly everywhere."""
CGP = re.compile(r"\s*[^\s/]+(/[^\s/]+){8,}(\s|$)")
RECORDED = r"^#note wwfsnap play: game (\S+), layout (\S+), language ([^\s,]+)"
"""The beginning of the note in a record that names its game."""
_RECORDED = re.compile(RECORDED, re.MULTILINE)
_PREMIUMS = re.compile(r"^#note premiums (\S+)$", re.MULTILINE)
_VALUES = re.compile(r"^#note values((?: [^\s=]+=\d{1,2})+)$", re.MULTILINE)
_PRINTED = re.compile(r"^(\S+) \((\S+) board, language ([^\s)]+)\)", re.MULTILINE)
_ROW = re.compile(r"^[ \d]{2}\d (.+)$", re.MULTILINE)
_RACK = re.compile(r"^rack (?!empty)(\S+)", re.MULTILINE)
_SCORES = re.compile(r"^scores (-?\d{1,9}) to (-?\d{1,9})$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules for a typed board.

    Attributes:
        game: Name of the game; None for the usual one.
        layout: Name of the board; None for the game's usual one of that size.
        language: Language code; None for the game's first.
        premiums: Rows of premium squares where they are not those of a layout.
        values: Points of letters where they are not the game's own.
        longest: The most tiles on a rack, for study; 0 for as many as the game's.
    """

    game: str | None = None
    layout: str | None = None
    language: str | None = None
    premiums: tuple[str, ...] | None = None
    values: Mapping[str, int] | None = None
    longest: int = 0

    def load(self) -> Game:
        """The game.

        Raises:
            UnknownGame: There is no such game, layout or language.
        """
        game = load_game(
            self.game or USUAL_GAME, language=self.language, layout=self.layout, values=self.values
        )
        return game if self.premiums is None else game.with_premiums(self.premiums)

    def for_size(self, size: int) -> Game:
        """The game on a board of ``size`` rows; raises as ``load``."""
        size = size if self.premiums is None else len(self.premiums)
        fitting = (each.name for each in layouts(self.game or USUAL_GAME) if each.size == size)
        return replace(self, layout=self.layout or next(fitting, None)).load()

    def noted_in(self, text: str) -> Rules:
        """The rules completed by what a game record or a printed board says of its game.

        What the user chose takes precedence.
        """
        note = _RECORDED.search(text) or _PRINTED.search(text)
        if note is None or self.game not in {None, note[1]}:
            return self
        game, layout, language = note.groups()
        premiums, values = _PREMIUMS.search(text), _VALUES.search(text)
        noted = Rules(game, layout, self.language or language, None, self.values, self.longest)
        if premiums or layout == RANDOM_LAYOUT:
            # Of a printed board those under tiles are not known.
            printed = ("".join(kind for _, kind in row) for row in _printed_rows(text))
            rows = premiums[1].split("/") if premiums else printed
            noted = replace(noted, layout=None, premiums=tuple(rows))
        if self.layout or self.premiums:
            noted = replace(noted, layout=self.layout, premiums=self.premiums)
        if values and self.values is None:
            pairs = (each.split("=") for each in values[1].split())
            noted = replace(noted, values={letter: int(value) for letter, value in pairs})
        return noted


def layout_rows(layout: str | None, game: str | None) -> tuple[str, ...] | None:
    """The premium rows drawn in a file named by ``--layout``; None for the name of a layout.

    Raises:
        UnknownGame: It is neither the name of a layout of the game nor of a file.
        UnreadableText: The file cannot be read.
        BoardTextError: It draws no layout; the message says where.
    """
    rules = load_game(game or USUAL_GAME)
    known = [each.name for each in layouts(rules.name)]
    if layout is None or layout in known:
        return None
    if not Path(layout).exists():
        raise UnknownGame(
            f"no layout of {rules.title} is called {layout!r}, and there is no such file",
            hint=f"known: {', '.join(known)}; or draw one in a file, one line per row",
        )
    try:
        rows = read_layout(read_text(Path(layout), MOST_LAYOUT))
    except BoardTextError as fault:
        raise BoardTextError(f"{layout}: {fault}", hint=fault.hint) from None
    if "*" not in "".join(rows):
        from wwfsnap.terminal import note

        start = Rules(rules.name, premiums=rows).for_size(0).start
        note(f"{layout}: no start square is drawn, so {start} is used")
    return rows


def board_text(argument: str) -> str:
    """The text that a BOARD argument stands for: a file's, standard input, or the argument itself.

    Raises:
        UnreadableText: The file cannot be read, or the argument is neither a file nor a board.
    """
    if argument == "-":
        return read_stdin_text()
    try:
        if Path(argument).exists():
            return read_text(Path(argument))
    except OSError as fault:
        if fault.errno != errno.ENAMETOOLONG:  # then it is a board in one line
            raise
    written = "\n" in argument or CGP.match(argument) or argument.strip(".").isalpha()
    if not written and len(argument) < 100:
        raise UnreadableText(f"{argument}: no such file, and not a board")
    return argument


def grid_of(argument: str) -> PathGrid:
    """The grid that a GRID argument stands for: a board file, standard input, or tiles as text.

    An existing file, or what looks like the name of one, is never taken for tiles.

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
    except (OSError, ValueError):  # too long for a file name, or with an impossible character
        there = False
    if there:
        text = read_text(path)
        try:
            return written_grid(text)
        except BoardTextError as error:
            raise BoardTextError(f"{argument}: {error.message}", hint=error.hint) from None
    likely = LIKELY_NAME.fullmatch(argument)
    missing = "check the name of the file; to type tiles, write them as in CATS/OVEN"
    if SURE_NAME.fullmatch(argument):
        raise UnreadableText(f"{argument}: no such file", missing)
    try:
        grid = typed_grid(argument)
    except BoardTextError as error:
        if likely:
            raise UnreadableText(f"{argument}: no such file, and not a grid ({error})") from None
        raise
    if likely and len(grid.rows) == 1:  # no path crosses a hole: nobody would type such a grid
        raise UnreadableText(f"{argument}: no such file", missing)
    return grid


def read_typed(text: str, rules: Rules) -> tuple[BoardText, Game]:
    """What a text holds, and the game that it or the user names.

    Args:
        text: The board in a form that ``read_board`` takes: drawn, CGP or GCG; or as printed by
            ``wwfsnap read``.
        rules: What the user chose.

    Raises:
        SolverError: The board or the game's name is faulty.
    """
    rules = rules.noted_in(text)
    if _PRINTED.search(text):
        found = _printed(text)
    elif is_record(text):
        found = read_board(text, size=rules.load().size)
    else:
        found = read_board(text)
    return found, rules.for_size(found.board.size)


def _printed(text: str) -> BoardText:
    """Board, rack and points of a board printed by ``wwfsnap read``."""
    rows = [[tile for tile, _ in row] for row in _printed_rows(text)]
    board = read_board("\n".join("".join(tile_text(tile) or "." for tile in row) for row in rows))
    rack, scores = _RACK.search(text), _SCORES.search(text)
    return BoardText(
        board.board,
        Rack.parse(rack[1]) if rack else None,
        (int(scores[1]), int(scores[2])) if scores else None,
    )


def _printed_rows(text: str) -> list[list[tuple[str, str]]]:
    """The tile and the premium of each square of a printed board, without the move drawn on it."""
    from wwfsnap.terminal import PREMIUM_LABELS

    kinds = {label.strip(): kind for kind, label in PREMIUM_LABELS.items()}

    def square(cell: str) -> tuple[str, str]:
        return ("" if cell in kinds or cell.startswith("[") else cell), kinds.get(cell, ".")

    return [[square(cell) for cell in row.split()] for row in _ROW.findall(text)]


def parse_position(text: str, rack: str | None, rules: Rules) -> tuple[Position, int]:
    """A typed board and rack as a position, and the lead that the text gives.

    The lead is the player's points less those of the other, 0 where none are given.

    Args:
        text: The board as ``read_typed`` takes it.
        rack: The tiles; None for those in the text.
        rules: The game, as far as the user chose it.

    Raises:
        UsageFault: No rack is given.
        SolverError: The board, the rack or the game's name is faulty.
    """
    (board, held, scores), game = read_typed(text, rules)
    if rack is not None:
        held = Rack.parse(rack)
    if held is None:
        raise UsageFault("no rack is given", "add your tiles with --rack, ? for a blank")
    if len(held) > (most := max(game.rack_size, rules.longest)):
        flag = f"--rack-size {LONGEST_RACK}, rack_size in the API"
        hint = f"for study, up to {LONGEST_RACK} are possible with {flag}"
        raise RackError(f"{len(held)} tiles on the rack {held}; the maximum is {most}", hint=hint)
    blanks, most = held.tiles.count(BLANK), max(game.tiles.counts.get(BLANK, 0), MOST_BLANKS)
    if blanks > most:
        raise RackError(f"{blanks} blanks on the rack {held}; the maximum is {most}")
    lead = scores[0] - scores[1] if scores else 0
    return Position(board, held, game, rules.longest), lead


def batch_lines(file: Path) -> Iterator[str]:
    """The positions of a batch file, one a line: the rows in one string, a space and the rack.

    Raises:
        UnreadableText: The file cannot be read.
    """
    most = MOST_POSITIONS
    text = read_stdin_text(most) if str(file) == "-" else read_text(file, most)
    return (line for line in text.splitlines() if line.strip())


def read_stdin_text(most: int = MOST_TEXT) -> str:
    """All text on standard input.

    Raises:
        UnreadableText: It is no text, or has more than ``most`` characters.
    """
    try:
        if isinstance(sys.stdin, io.TextIOWrapper):  # UTF-8, whatever the terminal's encoding is
            text: str = sys.stdin.buffer.read(most + 1).decode("utf-8-sig")
        else:
            text = sys.stdin.read(most + 1)
    except UnicodeDecodeError:
        raise UnreadableText("standard input: is not text", "give text in UTF-8") from None
    if len(text) > most:
        raise UnreadableText("standard input: is too long", f"{most} characters are the most")
    return plain_lines(text)


def plain_lines(text: str) -> str:
    r"""A text with its line ends converted to ``\n``."""
    return io.StringIO(text, newline=None).read()


def read_text(path: Path, most: int = MOST_TEXT) -> str:
    """The text of a file of at most ``most`` bytes.

    Raises:
        UnreadableText: It is not there, no text, or too long.
    """
    try:
        return plain_lines(read_whole(path, most).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnreadableText(f"{path}: is not text", "give a text file in UTF-8") from None
    except OSError as fault:
        raise UnreadableText(f"{path}: cannot be read ({fault.strerror})") from None
