"""Positions, turns, a game as the player on turn sees it, and the tiles that he cannot see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal, NamedTuple

from solver.errors import BoardTextError, RackError
from solver.game.board import Board, Rack, Square
from solver.game.move import Move, Play
from solver.game.rules import Game
from solver.words import BLANK

Tiles = tuple[str, ...]
"""Tiles in no particular order, `?` for a blank."""
USUAL_SCORELESS = 4
"""Turns without points that end a game whose rules do not say: both have then passed twice."""
SCORELESS_AT_ZERO = 20
"""The limit at a score of 0 if the rules set none: programs would pass for ever."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a player on turn sees; the game carries the premiums in force.

    Attributes:
        board: The board.
        rack: The player's tiles.
        game: The rules.
        longest: The most tiles the rack may hold, for study; 0 = as many as in the game.

    Raises:
        BoardTextError: The board has another size than the game's, or an unknown tile.
        RackError: More tiles than a rack holds, or a tile the language does not have.
    """

    board: Board
    rack: Rack
    game: Game
    longest: int = 0

    def __post_init__(self) -> None:
        game = self.game
        if self.board.size != game.size:
            raise BoardTextError(
                f"the board has {self.board.size} rows, but {game.title} has {game.size} here",
                hint="choose the game and layout that this board belongs to",
            )
        known = game.alphabet.codes
        laid = ((square, tile.upper()) for square, tile in self.board.tiles())
        strange = [f"{tile} on {square}" for square, tile in laid if tile not in known]
        unheard = [tile for tile in self.rack.tiles if tile != "?" and tile not in known]
        for error, tiles in ((BoardTextError, strange), (RackError, unheard)):
            if tiles:
                raise error(
                    f"{game.title} in {game.language} has no tile " + ", ".join(tiles),
                    hint="choose the language of the game",
                )
        if (count := len(self.rack)) > (most := max(game.rack_size, self.longest)):
            raise RackError(f"{count} tiles on the rack {self.rack}; the maximum is {most}")


class Turn(NamedTuple):
    """What a player does when it is his turn.

    Attributes:
        kind: Lay tiles, swap tiles, or neither.
        tiles: Squares and tiles laid, lower case for a blank as that letter.
        score: Points of laying them.
        swapped: The tiles given back.
        bonus: Extra points because the other player's challenge failed.
        phoney: Of a pass: the play that was taken back after a successful challenge.
    """

    kind: Literal["lay", "swap", "pass"]
    tiles: tuple[tuple[Square, str], ...] = ()
    score: int = 0
    swapped: Tiles = ()
    bonus: int = 0
    phoney: Turn | None = None

    @classmethod
    def of(cls, move: Move) -> Turn:
        """The turn that plays a move."""
        return cls("lay", move.tiles, move.score)

    @classmethod
    def lay(cls, play: Play, game: Game) -> Turn:
        """The turn that lays a play of the move generator."""
        letters = game.alphabet.letters
        tiles = [
            (
                Square.in_line(play.row, column, across=play.across),
                letters[letter - 1].lower() if blank else letters[letter - 1],
            )
            for column, letter, blank in play.laid
        ]
        return cls("lay", tuple(tiles), play.score)

    @classmethod
    def withdrawn(cls, phoney: Turn) -> Turn:
        """The turn of a player who has to take back what he laid."""
        return cls("pass", phoney=phoney)

    @property
    def used(self) -> Tiles:
        """The tiles that leave the rack."""
        return self.swapped or tuple(tile if tile.isupper() else "?" for _, tile in self.tiles)


PASS = Turn("pass")


@dataclass(frozen=True, slots=True)
class View:
    """A game as the player on turn sees it.

    Attributes:
        game: Its rules.
        board: The board.
        rack: The player's tiles.
        bag: Number of tiles in the bag.
        opponent: Number of tiles on the other rack.
        lead: The player's points less those of the other.
        scoreless: Turns without points up to now, as `State.scoreless`.
        final: Turns still to be played, this one included; None while that is open.
        last: The turn the other player made just now; None at the start.
    """

    game: Game
    board: Board
    rack: Tiles
    bag: int
    opponent: int
    lead: int = 0
    scoreless: int = 0
    final: int | None = None
    last: Turn | None = None

    @property
    def position(self) -> Position:
        """Board, rack and rules, as the solver takes them."""
        return Position(self.board, Rack(self.rack), self.game)

    @property
    def unseen(self) -> Counter[str]:
        """The tiles in the bag and on the other rack together."""
        return unseen(self.position)

    @classmethod
    def of(cls, position: Position, *, lead: int = 0, bag: int | None = None) -> View:
        """A view of a position of which no more is known than what is visible.

        Args:
            position: Board, rack and rules.
            lead: The player's points less those of the other.
            bag: Tiles in the bag as the game shows it. Where it is None or impossible, the other
                rack is taken to be as full as the unseen tiles allow.
        """
        hidden = unseen(position).total()
        opponent = min(hidden, position.game.rack_size)
        if bag is not None and 0 <= hidden - bag <= opponent:
            opponent = hidden - bag
        bag = hidden - opponent
        final = 2 * position.game.end.final_turns or None
        return cls(
            game=position.game,
            board=position.board,
            rack=position.rack.tiles,
            bag=bag,
            opponent=opponent,
            lead=lead,
            final=None if bag else final,
        )


def scoreless_limit(game: Game, board: Board | None = None) -> int:
    """How many turns in a row without points end a game.

    Args:
        game: Its rules.
        board: The board; nobody has made a point yet where it is empty or has only blanks.
            None = points have been made.
    """
    if board is None or game.end.scoreless_at_zero or any(t.isupper() for _, t in board.tiles()):
        return game.end.scoreless or USUAL_SCORELESS
    return SCORELESS_AT_ZERO


def swap_limit(game: Game, bag: int) -> int:
    """How many tiles may be swapped now; 0 = none.

    Where the rules set no minimum for the bag, it must hold as many tiles as are swapped.
    """
    least = game.swap.minimum_bag
    return min(bag, game.rack_size) if least is None or bag >= least else 0


def unseen(position: Position) -> Counter[str]:
    """How many of each tile are neither on the board nor on the player's rack.

    Args:
        position: Its game gives the full bag; `Game.bag_certain` says whether that is certain.

    Returns:
        Tile to number, `?` for blanks; only tiles of which there are any.
    """
    return _bag(position) - _seen(position)


def excess(position: Position) -> Counter[str]:
    """How many more of each tile are on board and rack than the bag ever held.

    Returns:
        Tile to number, `?` for blanks; empty for a possible position.
    """
    return _seen(position) - _bag(position)


def _bag(position: Position) -> Counter[str]:
    return Counter(position.game.tiles.counts)


def _seen(position: Position) -> Counter[str]:
    laid = (tile if tile.isupper() else BLANK for _, tile in position.board.tiles())
    return Counter(laid) + Counter(position.rack.tiles)
