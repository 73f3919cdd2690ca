"""Two players play a whole game, turn by turn, by the rules of the game.

A `State` is all there is to know of a game under way, a `View` what the player on turn may know
of it. A player is anything that answers a view with a turn; hidden tiles are not in the view.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from solver.errors import PlacementError, RackError
from solver.game.board import Board, Rack
from solver.game.position import Tiles, Turn, View, scoreless_limit, swap_limit
from solver.game.rules import Game

_T = TypeVar("_T")


class Player(Protocol):
    """Whoever plays; the same view should always get the same turn."""

    def choose(self, view: View) -> Turn:
        """The turn to make."""


@dataclass(frozen=True, slots=True)
class State:
    """A game under way.

    Attributes:
        game: Its rules.
        board: The board.
        racks: The tiles of either player.
        bag: The tiles to draw, the next one last.
        scores: Points of either player.
        turn: Whose turn it is, 0 or 1.
        scoreless: How many of the latest turns in a row count as turns without points.
        final: Turns still to be played once the bag is empty, where the rules limit them; None
            before that, and by other rules.
        last: The turn made just now.
        over: True once the game has ended and the tiles left have been settled.
    """

    game: Game
    board: Board
    racks: tuple[Tiles, Tiles]
    bag: Tiles
    scores: tuple[int, int] = (0, 0)
    turn: int = 0
    scoreless: int = 0
    final: int | None = None
    last: Turn | None = None
    over: bool = False

    @classmethod
    def start(cls, game: Game, rng: random.Random) -> State:
        """Two racks drawn from a full bag."""
        bag = [tile.letter for tile in game.tiles.tiles for _ in range(tile.count)]
        rng.shuffle(bag)
        racks = tuple(bag.pop() for _ in range(game.rack_size)) if bag else ()
        other = tuple(bag.pop() for _ in range(min(game.rack_size, len(bag))))
        return cls(game, Board.empty(game.size), (racks, other), tuple(bag))

    def with_rack(self, player: int, tiles: Tiles, rng: random.Random) -> State:
        """The state with other tiles on a rack; see `_taken`.

        Raises:
            RackError: Not as many as there were, or more of a tile than there are.
        """
        _check_number(tiles, len(self.racks[player]))
        bag = [*self.bag, *self.racks[player]]
        other = _taken(tiles, bag, self.racks[1 - player], rng)
        racks = (tiles, other) if player == 0 else (other, tiles)
        return replace(self, racks=racks, bag=tuple(bag))

    def draws(self, turn: Turn) -> int:
        """How many tiles the player on turn draws after a turn."""
        left = len(self.racks[self.turn]) - len(turn.used)
        return min(self.game.rack_size - left, len(self.bag))

    @property
    def view(self) -> View:
        """What the player on turn sees."""
        me = self.turn
        return View(
            game=self.game,
            board=self.board,
            rack=self.racks[me],
            bag=len(self.bag),
            opponent=len(self.racks[1 - me]),
            lead=self.scores[me] - self.scores[1 - me],
            scoreless=self.scoreless,
            final=self.final,
            last=self.last,
        )

    def after(self, turn: Turn, rng: random.Random, drawn: Tiles | None = None) -> State:
        """The game after a turn.

        Args:
            turn: What the player on turn does; words are not checked.
            rng: Decides where swapped tiles go into the bag.
            drawn: What he draws; None = by chance. See `_taken`.

        Raises:
            RackError: A tile is not on the rack, or tiles cannot be swapped or drawn now.
            BoardTextError: A square is taken.
            PlacementError: The game is over.
        """
        if self.over:
            raise PlacementError("the game is over")
        me, bag = self.turn, list(self.bag)
        rack = without(self.racks[me], turn.used)
        if turn.kind == "swap" and not 0 < len(turn.swapped) <= swap_limit(self.game, len(bag)):
            raise RackError(
                f"{len(turn.swapped)} tiles cannot be swapped with {len(bag)} in the bag"
            )
        number, other = self.draws(turn), self.racks[1 - me]
        if drawn is None:
            fresh = tuple(bag.pop() for _ in range(number))
        else:
            _check_number(fresh := drawn, number)
            other = _taken(drawn, bag, other, rng)
        for tile in turn.swapped:
            bag.insert(rng.randint(0, len(bag)), tile)
        final = self.final
        if final is not None:
            final -= 1
        elif not bag and self.game.end.final_turns:
            final = 2 * self.game.end.final_turns
        after = replace(
            self,
            board=self.board.with_tiles(turn.tiles) if turn.tiles else self.board,
            racks=_with((other, other), me, (*rack, *fresh)),
            bag=tuple(bag),
            scores=_with(self.scores, me, self.scores[me] + turn.score + turn.bonus),
            turn=1 - me,
            scoreless=self.scoreless + 1 if is_scoreless(self.game, turn) else 0,
            final=final,
            last=turn,
        )
        return _settled(after)


def without(rack: Sequence[str], used: Sequence[str]) -> Tiles:
    """What is left of a rack.

    Raises:
        RackError: One of the tiles is not on it.
    """
    left = list(rack)
    for tile in used:
        try:
            left.remove(tile)
        except ValueError:
            raise RackError(f"{tile} is not on the rack {Rack(tuple(rack))}") from None
    return tuple(left)


def _check_number(tiles: Tiles, number: int) -> None:
    """Check that a player names as many tiles as he draws.

    Raises:
        RackError: He does not.
    """
    if len(tiles) != number:
        raise RackError(f"you must draw {number}, but you named {len(tiles)}")


def _taken(tiles: Tiles, bag: list[str], other: Tiles, rng: random.Random) -> Tiles:
    """Remove the tiles that a player says he drew from the bag; return the other player's rack.

    Tiles that chance had dealt to the other player are taken from him and replaced from the bag.

    Raises:
        RackError: There are not as many of a tile; the bag is as it was.
    """
    hidden = Counter(bag) + Counter(other)
    if more := Counter(tiles) - hidden:
        names = ", ".join(f"{hidden[tile] or 'no'} {tile}" for tile in sorted(more))
        raise RackError(f"more tiles than the bag can contain: it has {names}")
    given = list(other)
    for tile in tiles:
        (bag if tile in bag else given).remove(tile)
    rng.shuffle(bag)
    return (*given, *(bag.pop() for _ in range(len(other) - len(given))))


def is_scoreless(game: Game, turn: Turn) -> bool:
    """Whether a turn counts as one without points, enough of which in a row end a game."""
    return turn.kind == "pass" or (turn.kind == "swap" and game.end.swaps_count)


def end_counters(game: Game, turns: Iterable[Turn | None]) -> tuple[int, int | None]:
    """The `State.scoreless` and `State.final` after some turns.

    Args:
        game: The rules.
        turns: All turns of a game, None for lines of its record that are none; a play without
            points stands for tiles that lay there before.
    """
    scoreless, hidden = 0, game.tiles.total - 2 * game.rack_size
    final: int | None = None
    for turn in turns:
        if turn is None:
            continue
        scoreless = scoreless + 1 if is_scoreless(game, turn) else 0
        hidden -= len(turn.tiles)
        before = turn.kind == "lay" and not turn.score
        if final is not None and not before:
            final -= 1
        elif hidden <= 0 and game.end.final_turns:
            final = 2 * game.end.final_turns
    return scoreless, final


def states(game: Game, players: tuple[Player, Player], seed: int) -> Iterator[State]:
    """The states of a game from its start to its end.

    Args:
        game: Its rules.
        players: The first of them begins.
        seed: Decides the bag; the same seed deals the same tiles in the same order.
    """
    rng = random.Random(seed)  # noqa: S311 - a shuffled bag keeps no secret
    state = State.start(game, rng)
    yield state
    while not state.over:
        state = state.after(players[state.turn].choose(state.view), rng)
        yield state


def _settled(state: State) -> State:
    """The state itself, or the settled end of the game if it has been reached."""
    game = state.game
    out = not state.bag and not all(state.racks) and not game.end.final_turns
    if not out and state.final != 0 and state.scoreless < scoreless_limit(game, state.board):
        return state
    scores = list(state.scores)
    if game.end.leftover == "moved":
        left = [sum(map(game.tiles.points, rack)) for rack in state.racks]
        for player in (0, 1):
            scores[player] -= left[player]
            if out and not state.racks[player]:
                scores[player] += left[1 - player]
    return replace(state, scores=(scores[0], scores[1]), over=True)


def _with(pair: tuple[_T, _T], place: int, value: _T) -> tuple[_T, _T]:
    return (value, pair[1]) if place == 0 else (pair[0], value)
