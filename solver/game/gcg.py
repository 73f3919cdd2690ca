"""GCG: moves and games read from it and written, and a position written as a game.

GCG 1.2 (https://www.poslfit.com/scrabble/gcg/): a move is `8G WORD` across or `G8 WORD` down,
tiles that are already on the board are `.` or stand in parentheses, blanks are in lower case.

A picture does not say in which order the tiles were played. `write_record` therefore lays every
word of the board in an order that the notation allows, without points, and says so in a note.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from unicodedata import normalize

from solver.errors import BoardTextError, NotationError, RackError
from solver.game.board import Board, Rack, Square, tile_text
from solver.game.position import PASS, Position, Tiles, Turn

ME, OTHER = "me", "other"
Names = tuple[str, str]
Run = tuple[Square, bool, tuple[str, ...]]
_START = re.compile(r"(?:(\d{1,2})([A-Z])|([A-Z])(\d{1,2}))", re.IGNORECASE)
_CELL = re.compile(r"\[([^\]\[]+)\]|(.)")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_HINT = "write 8G WORD for across or G8 WORD for down, tiles already there in parentheses"


def parse_placements(text: str, board: Board) -> list[tuple[Square, str]]:
    """The new tiles of a written move, lower case for blanks.

    Tiles already on the board may be written as `.`, in parentheses, or plainly.

    Raises:
        NotationError: Not a move, or one that does not agree with the board.
    """
    move = " ".join(text.split())
    where, _, word = move.partition(" ")
    start = _START.fullmatch(where)
    if not start or not word:
        raise NotationError(f"{move!r} is not a move", hint=_HINT)
    across = start[1] is not None
    first = Square.parse(start[2] + start[1] if across else start[3] + start[4])
    if max(first.row, first.column) >= board.size:
        raise NotationError(f"{first} of {move!r} lies outside the board")
    number, begin = first if across else (first.column, first.row)
    line = (board if across else board.transposed()).rows[number]
    cells = _word_cells(word)
    end = begin + len(cells)
    if end > len(line):
        raise NotationError(f"{move!r} runs off the board")
    if (begin and line[begin - 1]) or (end < len(line) and line[end]):
        raise NotationError(
            f"there are tiles directly before or after the word of {move!r}",
            hint="write the whole word",
        )
    laid = []
    for place, ((tile, is_there), lies) in enumerate(
        zip(cells, line[begin:end], strict=True), begin
    ):
        square = Square.in_line(number, place, across=across)
        if is_there and not lies:
            raise NotationError(f"{move!r} needs a tile on {square}, but that square is empty")
        if lies and tile != "." and tile.upper() != lies.upper():
            raise NotationError(f"{move!r} has {tile} on {square}, but the tile there is {lies}")
        if not lies:
            laid.append((square, tile))
    if not laid:
        raise NotationError(f"{move!r} places no new tile")
    return laid


def _word_cells(word: str) -> list[tuple[str, bool]]:
    """The tiles of a written word, each with whether it is marked as already on the board."""
    cells, there = [], False
    for several, one in _CELL.findall(word):
        if one in {"(", ")"}:
            there = one == "("
        elif one == "." or (several or one).isalpha():
            cells.append((several or one, there or one == "."))
        else:
            raise NotationError(f"{one!r} in {word!r} is not a tile", hint=_HINT)
    return cells


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A line of a record that tells what a player did.

    Attributes:
        player: Nickname.
        rack: His tiles before it, as they are written; '' where they are not known.
        text: What he did: `8G WO.D`, `-ABC`, `-`; at the end `(ABC)` for tiles left on a rack.
        score: Points of it.
        total: His points after it.
        turn: The same as a `Turn`; None for a line that is none, such as `(challenge)`, and for
            a play that the next line, `--`, takes back.
    """

    player: str
    rack: str
    text: str
    score: int
    total: int
    turn: Turn | None = None

    @property
    def settles(self) -> bool:
        """Whether it is a final adjustment for tiles left; `(time)` and the like are not."""
        return self.text.startswith("(") and not self.text.islower()

    def __str__(self) -> str:
        done = f"{self.rack} {self.text}".strip()
        return f">{self.player}: {done} {self.score:+d} {self.total}"


@dataclass(frozen=True, slots=True)
class Gcg:
    """A game up to where its record ends.

    Attributes:
        players: Their nicknames, in the order of play.
        scores: Their points, in the same order.
        board: The board now.
        rack: The tiles of the player on turn, where the record says them.
        turns: All turns, with the final adjustment for tiles left.
        on_turn: Nickname of the player on turn; '' where there are no players.
        racks: Tiles of each player, in the order of play; None where they are not known.
    """

    players: tuple[str, ...]
    scores: tuple[int, ...]
    board: Board
    rack: Rack | None
    turns: tuple[RecordedTurn, ...] = ()
    on_turn: str = ""
    racks: tuple[Rack | None, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether the record includes the end of the game; time penalties may follow it."""
        told = [turn for turn in self.turns if turn.settles or turn.turn is not None]
        return bool(told) and told[-1].settles

    @property
    def standing(self) -> tuple[int, int] | None:
        """Points of the player on turn and of the other; None where there are not two players."""
        if len(self.players) != 2:
            return None
        first, second = self.scores
        return (first, second) if self.on_turn in {"", self.players[0]} else (second, first)

    def two_names(self, own: str, other: str) -> Names:
        """The nicknames of two players in the order of play: these, where the record lacks any.

        Raises:
            NotationError: More than two players.
        """
        if len(self.players) > 2:
            raise NotationError(
                f"the game has {len(self.players)} players, but only games of two can be used"
            )
        missing = [name for name in (own, other) if name not in self.players]
        first, second, *_ = (*self.players, *missing)
        return first, second

    @classmethod
    def parse(cls, text: str, *, size: int = 15) -> Gcg:
        """Read a game record, playing its turns on a board.

        Args:
            text: The record.
            size: Rows of its board, which the record does not say.

        Raises:
            NotationError: A line that is neither a remark nor a turn, or a turn that does not
                agree with the board; the line is named.
        """
        game = _Record(size)
        for number, line in enumerate(normalize("NFC", text).splitlines(), start=1):
            try:
                game.read(line.strip())
            except (NotationError, BoardTextError, RackError) as error:
                message = f"line {number} of the GCG game: {error}"
                raise NotationError(message, hint=error.hint) from error
        names = list(game.totals)
        on_turn = game.on_turn or (names[0] if names else "")
        racks = game.racks | {
            names[number - 1]: noted for number, noted in game.noted.items() if number <= len(names)
        }
        return cls(
            players=tuple(names),
            scores=tuple(game.totals.values()),
            board=game.boards[-1],
            rack=racks.get(on_turn) or None,
            turns=tuple(game.turns),
            on_turn=on_turn,
            racks=tuple(map(racks.get, names)),
        )


class _Record:
    """The state of a record that is being read.

    Attributes:
        boards: All boards so far, so that a move can be taken back.
        totals: Points of each player, in the order of play.
        noted: Racks given in remarks, by number of the player from 1.
        racks: Racks of players whose turn has begun but is not recorded.
        on_turn: Whose turn it is; '' before the first.
        turns: The turns read so far.
    """

    def __init__(self, size: int) -> None:
        self.boards = [Board.empty(size)]
        self.totals: dict[str, int] = {}
        self.noted: dict[int, Rack] = {}
        self.racks: dict[str, Rack] = {}
        self.on_turn = ""
        self.turns: list[RecordedTurn] = []

    def read(self, line: str) -> None:
        """Read one line."""
        key, _, value = line.partition(" ")
        if re.fullmatch(r"#player\d", key) and value:
            self.totals.setdefault(value.split()[0], 0)
        elif re.fullmatch(r"#rack[1-9]", key):
            self.noted[int(key[-1])] = Rack.parse(value)
        elif line.startswith(">") and ":" in line:
            name, _, turn = line[1:].partition(":")
            self._turn(name, turn.split())
        elif line and not line.startswith("#"):
            raise NotationError(f"{line!r} is neither a turn nor a comment")

    def _turn(self, name: str, fields: list[str]) -> None:
        self.totals.setdefault(name, 0)
        if len(fields) == 1:  # a rack alone: the turn is still to be taken
            self.on_turn, self.racks[name] = name, Rack.parse(fields[0])
            return
        before = self.totals[name]
        if fields and _NUMBER.fullmatch(fields[-1]):
            self.totals[name] = int(fields[-1])
        end = len(fields) - sum(1 for field in fields[-2:] if _NUMBER.fullmatch(field))
        words = fields[:end]
        rack = "" if not words or words[0][0] in "-(" or _START.fullmatch(words[0]) else words[0]
        text, score = " ".join(words[bool(rack) :]), self.totals[name] - before
        turn = self._done(words[bool(rack) :], score)
        self.turns.append(RecordedTurn(name, rack, text, score, self.totals[name], turn))
        self.racks.pop(name, None)
        names = list(self.totals)
        self.on_turn = names[(names.index(name) + 1) % len(names)]

    def _done(self, words: list[str], score: int) -> Turn | None:
        """The turn that the words of a line describe; None where they describe none."""
        first = words[0] if words else ""
        if first == "--":
            if len(self.boards) == 1:
                raise NotationError("a move is withdrawn, but there is no move before it")
            self.boards.pop()
            phoney = self.turns[-1].turn
            self.turns[-1] = replace(self.turns[-1], turn=None)
            return Turn.withdrawn(phoney) if phoney and phoney.tiles else PASS
        if first == "(challenge)" and self.turns and (doubted := self.turns[-1].turn):
            self.turns[-1] = replace(self.turns[-1], turn=doubted._replace(bonus=score))
            return None
        if first.startswith("-"):
            given = first[1:]
            tiles = () if given.isdigit() else Rack.parse(given).tiles
            return Turn("swap", swapped=tiles) if given else PASS
        for where, word in pairwise(words):
            if _START.fullmatch(where):
                board = self.boards[-1]
                laid = parse_placements(f"{where} {word}", board)
                self.boards.append(board.with_tiles(laid))
                return Turn("lay", tuple(laid), score)
        if first and not first.startswith("("):
            raise NotationError(f"{' '.join(words)!r} is not a turn", hint=_HINT)
        return None


def write_record(
    position: Position, scores: tuple[int, int] = (0, 0), names: Names = (ME, OTHER)
) -> str:
    """The record, with the rack of the player on turn; `Gcg.parse` plays it through.

    Args:
        position: Board and rack.
        scores: Points of the player on turn and of the other one.
        names: Their nicknames.
    """
    turns = laid_turns(position.board, position.game.start, names)
    least = 2 if scores[0] else 1 if scores[1] else 0  # turns needed to hold the scores
    for _ in range(least - len(turns)):
        turns.insert(0, RecordedTurn(names[1 - len(turns) % 2], "", "-", 0, 0, PASS))
    for back, total in enumerate(scores[::-1][: len(turns)], start=1):
        turns[-back] = replace(turns[-back], total=total)
    order = names[::-1] if len(turns) % 2 else names
    note = "this is the board as it stands; the order and points of the turns are not known"
    return "\n".join(_record_lines(order, [note], turns, {names[0]: position.rack.tiles})) + "\n"


def write_game(
    names: Sequence[str],
    lines: Iterable[RecordedTurn],
    racks: Mapping[str, Tiles],
    notes: Iterable[str] = (),
) -> str:
    """A game as GCG.

    Args:
        names: Nicknames, in the order of play.
        lines: The turns.
        racks: The present racks, as far as they are known, by nickname.
        notes: Further remarks, each on a line.
    """
    text = _record_lines(names, notes, lines, racks)
    return "\n".join(["#character-encoding UTF-8", *text]) + "\n"


def _record_lines(
    names: Sequence[str],
    notes: Iterable[str],
    turns: Iterable[RecordedTurn],
    racks: Mapping[str, Tiles],
) -> list[str]:
    return [
        *(f"#player{number} {name} {name}" for number, name in enumerate(names, start=1)),
        *(f"#note {each}" for each in notes),
        *map(str, turns),
        *(f"#rack{names.index(name) + 1} {Rack(tiles)}" for name, tiles in racks.items() if tiles),
    ]


def laid_turns(board: Board, start: Square, names: Names) -> list[RecordedTurn]:
    """Turns without points that lay each run of tiles, as GCG allows; no tile is laid twice.

    Args:
        board: The board after them.
        start: The square that the first word must cover.
        names: Nickname of the player on turn after them, and of the other.
    """
    lies: set[Square] = set()
    turns: list[tuple[str, str, Turn]] = []
    lonely = [(square, True, (tile,)) for square, tile in board.tiles()]
    left: list[Run] = [*board.runs(), *lonely]
    while runs := [run for run in left if not lies.issuperset(_squares(run))]:

        def fits(run: Run) -> tuple[bool, bool, int, int]:
            squares = _squares(run)
            touches = not lies.isdisjoint(squares) or (not lies and start in squares)
            new = len([square for square in squares if square not in lies])
            return not touches, len(squares) == 1, new, squares[0].row

        run = min(runs, key=fits)
        cells = zip(_squares(run), run[2], strict=True)
        turn = Turn("lay", tuple(cell for cell in cells if cell[0] not in lies))
        rack = "".join(tile_text(tile) if tile.isupper() else "?" for _, tile in turn.tiles)
        turns.append((rack, run_text(run, dict(turn.tiles)), turn))
        lies.update(dict(turn.tiles))
        left = runs
    last = len(turns) - 1
    return [
        RecordedTurn(names[1 - (last - number) % 2], rack, text, 0, 0, turn)
        for number, (rack, text, turn) in enumerate(turns)
    ]


def _squares(run: Run) -> list[Square]:
    first, across, tiles = run
    line, begin = first if across else (first.column, first.row)
    return [Square.in_line(line, begin + step, across=across) for step in range(len(tiles))]


def run_text(run: Run, new: Container[Square]) -> str:
    """Place and word in GCG, `8G WO.D`: a dot for each tile that is not on a new square."""
    first, across, tiles = run
    cells = zip(_squares(run), tiles, strict=True)
    word = "".join(tile_text(tile) if square in new else "." for square, tile in cells)
    return f"{first.start(across=across)} {word}"
