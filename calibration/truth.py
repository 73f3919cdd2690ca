"""The truth of a picture, what it really shows: as text that a person can write, and as a `Truth`.

The form is that of the sample screens: `key: value` lines, an empty line, the board's rows and, for
a random board, an empty line, `premiums:` and its rows. The board's rows alone are enough; lines
that begin with `#` are remarks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from calibration.errors import TruthUnreadable
from solver.errors import NotationError
from solver.game import Square
from vision.board import RANDOM
from vision.reading import Reading

KEYS = (
    *("game", "language", "layout", "look", "rack", "tentative", "letters_left", "scores"),
    *("last_move", "grid", "rack_box"),
)
"""Keys of a truth; calibration does not need all of them."""

PREMIUMS = "premiums:"


@dataclass(frozen=True, slots=True)
class Truth:
    """What a picture shows; None where it is not said.

    Attributes:
        board: Rows: upper case a tile, lower case a blank as that letter, ``.`` empty.
        rack: The tiles held, ``?`` a blank, pending ones last; None where no rack is visible.
        tentative: Squares and letters of pending tiles, lower case for a blank; they are not on
            the board. Empty where there are none.
        last_move: Squares of the tiles laid last.
        game, language, layout: As the rules name them.
        premiums: Rows of premium characters, for random boards.
    """

    board: tuple[str, ...]
    rack: str | None = None
    tentative: tuple[tuple[str, str], ...] | None = None
    last_move: tuple[str, ...] = ()
    game: str | None = None
    language: str | None = None
    layout: str | None = None
    premiums: tuple[str, ...] | None = None

    @property
    def laid(self) -> tuple[tuple[str, str], ...]:
        """The pending tiles, as far as they are given."""
        return self.tentative or ()

    @property
    def tiles(self) -> dict[str, str]:
        """Letters on the board by square, with those of pending tiles."""
        played = {
            Square(row, column).name: letter
            for row, line in enumerate(self.board)
            for column, letter in enumerate(line)
            if letter != "."
        }
        return played | dict(self.laid)

    @property
    def held(self) -> str | None:
        """The rack without the pending tiles; None where no rack is visible."""
        if self.rack is None:
            return None
        rest = list(self.rack)
        for _, letter in reversed(self.laid):
            tile = "?" if letter.islower() else letter
            if tile in rest:
                del rest[len(rest) - 1 - rest[::-1].index(tile)]
        return "".join(rest)


def tiles_of(tentative: Iterable[tuple[str, str]]) -> str:
    """Pending tiles as they are on the rack."""
    return "".join("?" if tile.islower() else tile for _, tile in tentative)


def truth_fault(
    board: Sequence[str], rack: str | None, tentative: Sequence[tuple[str, str]]
) -> tuple[str, str] | None:
    """What is wrong with pending tiles, and what to try; None where nothing is."""
    for name, _ in tentative:
        square = Square.parse(name)
        if board[square.row : square.row + 1] and board[square.row][square.column] != ".":
            hint = "leave a dot on the board where a tile is laid but not played"
            return f"{name} has both a played tile and a tile that is laid but not played", hint
    if rack is not None and (lacking := Counter(tiles_of(tentative)) - Counter(rack)):
        hint = "include tiles that are laid but not played in `rack`"
        names = ", ".join(lacking)
        return f"the rack {rack!r} does not include the tiles laid but not played: {names}", hint
    return None


def truth_of(reading: Reading) -> Truth:
    """The truth according to a reading."""
    laid = [(Square(*place).name, place) for place in reading.tentative]
    pairs = []
    for name, (row, column) in laid:
        tile = reading.cells[row][column]
        pairs.append((name, tile.text if tile is not None else "."))
    return Truth(
        tuple("".join(tile or "." for tile in row) for row in reading.board_rows()),
        None if reading.rack is None and not laid else "".join(reading.rack_tiles()),
        tuple(pairs),
        tuple(Square(*place).name for place in reading.last_move.squares),
        reading.game,
        reading.language,
        reading.layout,
        reading.premiums if reading.layout == RANDOM else None,
    )


def read_truth(text: str, name: str = "truth") -> Truth:
    """Read a truth, or a board alone.

    Args:
        text: The text.
        name: Where it comes from, for messages.

    Raises:
        TruthUnreadable: It is no such text; the message says what is wrong.
    """
    values: dict[str, str] = {}
    rows: list[str] = []
    premiums: list[str] = []
    block = rows
    for line in (raw.strip() for raw in text.splitlines()):
        key, colon, value = line.partition(":")
        if not line or line.startswith("#"):
            continue
        if line == PREMIUMS:
            block = premiums
        elif colon and not rows:
            if key not in KEYS:
                raise TruthUnreadable(f"{name}: unknown key {key!r}")
            values[key] = value.strip()
        else:
            block.append(line)
    _check_board(rows, name)
    if premiums and [len(row) for row in premiums] != [len(row) for row in rows]:
        raise TruthUnreadable(f"{name}: the rows of `premiums` do not match those of the board")
    laid = tuple(_pair(pair, len(rows), name) for pair in values.get("tentative", "").split())
    last = tuple(_place(each, len(rows), name) for each in values.get("last_move", "").split()[2:])
    rack = values.get("rack")
    if rack is not None and not all(tile == "?" or tile.isupper() for tile in rack):
        raise TruthUnreadable(f"{name}: the rack {rack!r} is not made of letters and ?")
    return Truth(
        tuple(rows),
        rack,
        laid if "tentative" in values else None,
        last,
        values.get("game"),
        values.get("language"),
        values.get("layout"),
        tuple(premiums) or None,
    )


def write_truth(truth: Truth) -> str:
    """The text of a truth; the inverse of ``read_truth``."""
    last = " ".join(("?", "0", *truth.last_move)) if truth.last_move else None
    lines = {
        "game": truth.game,
        "language": truth.language,
        "layout": truth.layout,
        "rack": truth.rack,
        "tentative": None
        if truth.tentative is None
        else " ".join(f"{square}={tile}" for square, tile in truth.tentative),
        "last_move": last,
    }
    blocks = [
        "\n".join(f"{key}: {value}".rstrip() for key, value in lines.items() if value is not None)
    ]
    blocks.append("\n".join(truth.board))
    if truth.premiums is not None:
        blocks.append("\n".join((PREMIUMS, *truth.premiums)))
    return "\n\n".join(block for block in blocks if block) + "\n"


def differences(truth: Truth, read: Truth) -> tuple[str, ...]:
    """Where a reading differs from the truth, as ``H8 R>K``; the rack's order does not matter."""
    size = len(truth.board)
    if len(read.board) != size:
        return (f"board {size}x{size}>{len(read.board)}x{len(read.board)}",)
    faults = [
        f"{Square(row, column).name} {wanted}>{seen}"
        for row in range(size)
        for column, (wanted, seen) in enumerate(zip(truth.board[row], read.board[row], strict=True))
        if wanted != seen
    ]
    if truth.rack is not None and sorted(truth.rack) != sorted(read.rack or ""):
        faults.append(f"rack {truth.rack or '-'}>{read.rack or '-'}")
    if truth.game not in {None, read.game}:
        faults.append(f"game {truth.game}>{read.game}")
    return tuple(faults)


def _check_board(rows: Sequence[str], name: str) -> None:
    if not rows:
        raise TruthUnreadable(f"{name}: contains no board")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise TruthUnreadable(
                f"{name}: row {number} has {len(row)} squares, but the board has {len(rows)} rows"
            )
        strange = [letter for letter in row if letter != "." and not letter.isalpha()]
        if strange:
            raise TruthUnreadable(
                f"{name}: row {number} contains {strange[0]!r}, which is not a letter or a dot"
            )


def _place(text: str, size: int, name: str) -> str:
    """A square's name, checked."""
    try:
        square = Square.parse(text)
    except NotationError as fault:
        raise TruthUnreadable(f"{name}: {fault}") from None
    if not (0 <= square.row < size and 0 <= square.column < size):
        raise TruthUnreadable(f"{name}: {text!r} is not a square of this board")
    return square.name


def _pair(text: str, size: int, name: str) -> tuple[str, str]:
    """A pending tile written ``D12=a``, checked."""
    square, _, tile = text.partition("=")
    if len(tile) != 1 or not tile.isalpha() or not square:
        raise TruthUnreadable(f"{name}: {text!r} is not a square and its tile, such as D12=A")
    return _place(square, size, name), tile
