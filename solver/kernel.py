"""The generator as simulators and players drive it: a board that plays are laid on and taken back.

    session = Session(game, load_graph(lexicon, game.alphabet), board)
    rack = session.rack(Rack.parse("QUIZ?ES"))      # tiles as numbers, 0 for a blank
    best = session.best_play(rack)                  # a Play, or None where nothing can be laid
    for play in session.all_plays(rack, top=20):
        session.lay(play)
        reply = session.best_play(other_rack)
        session.undo()

A `Play` carries its score, and stays valid as long as the board is the one it was found on; it
can be laid again and again.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.alphabet import BLANK
from solver.board import Board, Position, Rack
from solver.crosschecks import lanes
from solver.generate import Hand, row_plays
from solver.graph import Graph
from solver.play import BLANK_BIT, Play
from solver.rules import Game

COMPILED = False
"""Whether the compiled kernel is in use."""
POINT = 256
"""Leaves are worth so many units a point."""


class Session:
    """A board in a game. Not to be shared between threads; make one for each.

    Attributes:
        game: Rules, premiums and tiles.
        graph: The words.
    """

    def __init__(self, game: Game, graph: Graph, board: Board | None = None) -> None:
        """Start with a board, or an empty one."""
        self.game = game
        self.graph = graph
        self._board = board or Board.empty(game.size)
        self._before: list[Board] = []

    @property
    def board(self) -> Board:
        """The board as it lies now."""
        return self._board

    def set_board(self, board: Board) -> None:
        """Start anew with another board of the game's size."""
        self._board = board
        self._before.clear()

    def rack(self, rack: Rack) -> bytes:
        """A rack as numbers in the order of the alphabet, blanks (0) first."""
        codes = self.game.alphabet.codes
        return bytes(sorted(0 if tile == BLANK else codes[tile] for tile in rack.tiles))

    def all_plays(self, rack: bytes, top: int = 0) -> list[Play]:
        """Every legal play once, by falling score.

        Args:
            rack: Numbers of the tiles in any order, 0 for a blank.
            top: So many at the most; 0 = all.
        """
        plays = sorted(self._plays(rack), reverse=True)
        return plays[:top] if top else plays

    def best_play(self, rack: bytes, worth: Sequence[int] | None = None) -> Play | None:
        """The play with the most points, or the most points together with what its leave is worth.

        Args:
            rack: Numbers of the tiles in any order, 0 for a blank.
            worth: For each of `leaves(rack)`, in that order, what keeping it is worth, in units
                of 1/`POINT` point, -2**24 to 2**24; None = nothing.

        Returns:
            None where nothing can be laid. Among equals always the same one.
        """
        values = dict(zip(self.leaves(rack), worth, strict=True)) if worth is not None else {}

        def value(play: Play) -> tuple[int, Play]:
            kept = values[play.leave(rack)] if worth is not None else 0
            return play.score * POINT + kept, play

        return max(self._plays(rack), key=value, default=None)

    def leaves(self, rack: bytes) -> list[bytes]:
        """Everything that can stay of a rack, each sorted; the empty leave first, the rack last."""
        found = [b""]
        for code in sorted(set(rack), reverse=True):
            step = [bytes([code]) * count for count in range(rack.count(code) + 1)]
            found = [more + rest for more in step for rest in found]
        return found

    def lay(self, play: Play) -> None:
        """Lay a play's tiles; nothing is checked."""
        self._before.append(self._board)
        rows = [list(row) for row in self._board.rows]
        letters = self.game.alphabet.letters
        for column, letter, blank in play.laid:
            r, c = (play.row, column) if play.across else (column, play.row)
            rows[r][c] = letters[letter - 1].lower() if blank else letters[letter - 1]
        self._board = Board(tuple(map(tuple, rows)))

    def undo(self) -> None:
        """Take the play laid last back.

        Raises:
            IndexError: None was laid since the board was set.
        """
        self._board = self._before.pop()

    def _plays(self, rack: bytes) -> list[Play]:
        letters = self.game.alphabet.letters
        tiles = tuple(letters[code - 1] if code else BLANK for code in rack)
        position = Position(self._board, Rack(tiles), self.game)
        hand = Hand.of(position)
        found = []
        for across in (True, False):
            for row, lane in enumerate(lanes(position, self.graph, across=across)):
                for score, laid in row_plays(lane, self.graph, hand):
                    codes = bytearray(self.game.size)
                    for column, letter, blank in laid:
                        codes[column] = letter | BLANK_BIT * blank
                    if across or len(laid) > 1 or lane_of_one(position, row, laid[0][0]):
                        found.append(Play(score, across, row, bytes(codes)))
        return found


def lane_of_one(position: Position, column: int, row: int) -> bool:
    """Whether a single tile found in a column makes no word in its row."""
    cells = ("", *position.board.rows[row], "")
    return not cells[column] and not cells[column + 2]
