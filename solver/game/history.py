"""A game under way, built up turn by turn: it can be undone, written as GCG and resumed from it.

The same seed deals the same tiles, so that a record with its seed restores the same bag.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise

from solver.errors import SolverError
from solver.game.board import Board, Rack, Square, tile_text
from solver.game.gcg import Gcg, Names, RecordedTurn, run_text, write_game
from solver.game.match import State, end_counters, without
from solver.game.position import Tiles, Turn, scoreless_limit, unseen
from solver.game.rules import Game
from solver.game.score import score_tiles


class History:
    """A game under way.

    Attributes:
        names: Nicknames of the players, in the order of play.
        seed: Decides the order of the bag.
        states: The game before the first turn and after each.
    """

    def __init__(
        self,
        names: Names,
        game: Game,
        seed: int,
        *,
        start: State | None = None,
        before: Sequence[RecordedTurn] = (),
    ) -> None:
        """A new game, or one that goes on.

        Args:
            names: Nicknames, without spaces; the first begins.
            game: Its rules.
            seed: Decides the order of the bag.
            start: The game as it stands already; None = a new one, two racks drawn.
            before: The turns recorded up to `start`.
        """
        self.names = names
        self.seed = seed
        self._before = tuple(before)
        self._rng = random.Random(seed)  # noqa: S311 - a shuffled bag keeps no secret
        self.states = [start or State.start(game, self._rng)]
        self._marks = [self._rng.getstate()]

    @classmethod
    def begun_at(cls, record: Gcg, game: Game, seed: int, names: Names) -> History:
        """A game that begins where a record ends; what the record leaves open is dealt by the seed.

        Args:
            record: How the game got there, of one player or two.
            game: Its rules.
            seed: Decides the bag, and the racks that the record does not give.
            names: Nicknames in the order of play.

        Raises:
            SolverError: The record does not fit the game.
        """
        start = _dealt(record, game, seed, names[0])
        return cls(names, game, seed, start=start, before=record.turns)

    @classmethod
    def resumed(
        cls,
        record: Gcg,
        game: Game,
        seed: int,
        *,
        own: str,
        other: str,
        typed: bool = False,
        begun: Gcg | None = None,
    ) -> History:
        """A game that goes on where its record ends.

        Args:
            record: The game so far; of one player or two.
            game: Its rules.
            seed: What dealt it. If it did not deal these tiles, it now deals what the record leaves
                open, and earlier turns cannot be taken back.
            own: Nickname of a player where the record lacks one and the other is on turn.
            other: Nickname where the record lacks one otherwise.
            typed: Whether a player entered his tiles himself, which no seed can deal again.
            begun: Where the game began, for `begun_at`; None where it began with a full bag.

        Raises:
            NotationError: More than two players.
            SolverError: The record does not fit the game.
        """
        names = record.two_names(own, other)
        if not typed:
            with suppress(SolverError):  # the tiles are not those this seed deals
                again = cls.begun_at(begun, game, seed, names) if begun else cls(names, game, seed)
                for line in record.turns[len(again.lines()) :]:
                    if line.turn is not None:
                        again.take(line.turn)
                if again.lines() == list(record.turns):
                    return again
        return cls.begun_at(record, game, seed, names)

    @property
    def state(self) -> State:
        """The game now."""
        return self.states[-1]

    @property
    def on_turn(self) -> str:
        """Nickname of the player on turn."""
        return self.names[self.state.turn]

    def deal(self, player: int, tiles: Tiles) -> None:
        """Set the tiles that a player begins with; raises as `State.with_rack`."""
        self.states[-1] = self.state.with_rack(player, tiles, self._rng)
        self._marks[-1] = self._rng.getstate()

    def take(self, turn: Turn, drawn: Tiles | None = None) -> State:
        """Make a turn; see `State.after`."""
        self.states.append(self.state.after(turn, self._rng, drawn))
        self._marks.append(self._rng.getstate())
        return self.state

    def back(self) -> None:
        """Undo the last turn.

        Raises:
            IndexError: None was made since the start.
        """
        if len(self.states) == 1:
            raise IndexError("no turn was made")
        self.states.pop()
        self._marks.pop()
        self._rng.setstate(self._marks[-1])

    def lines(self) -> list[RecordedTurn]:
        """All turns as recorded in GCG, with the final adjustment for tiles left on the racks."""
        return [*self._before, *recorded_turns(self.names, self.states)]

    def text(self, notes: Iterable[str] = ()) -> str:
        """The game as GCG.

        Args:
            notes: Further remarks, each on a line.
        """
        state = self.state
        racks = {} if state.over else dict(zip(self.names, state.racks, strict=True))
        return write_game(self.names, self.lines(), racks, notes)


def turn_text(turn: Turn, board: Board, game: Game) -> str:
    """A turn in GCG: `8G WO.D`, `-ABC`, `-`.

    Args:
        turn: The turn.
        board: The board before it.
        game: Its rules.
    """
    if turn.kind != "lay":
        return "-" + "".join(map(tile_text, turn.swapped))
    words, _ = score_tiles(board, game, turn.tiles)
    if words:
        run = Square(words[0].row, words[0].column), words[0].across, words[0].cells
    else:  # a single tile without neighbours
        [(square, tile)] = turn.tiles
        run = square, True, (tile,)
    return run_text(run, [square for square, _ in turn.tiles])


def recorded_turns(names: Names, states: Sequence[State]) -> Iterator[RecordedTurn]:
    """The turns between successive states, with the final adjustment for tiles left."""
    for before, after in pairwise(states):
        turn, player = after.last, before.turn
        if turn is None:
            continue
        name, rack = names[player], _text(before.racks[player])
        total, laid = before.scores[player] + turn.score, turn.phoney
        if laid:
            text = turn_text(laid, before.board, before.game)
            yield RecordedTurn(name, rack, text, laid.score, total + laid.score)
            yield RecordedTurn(name, rack, "--", -laid.score, total, turn)
        else:
            text = turn_text(turn, before.board, before.game)
            yield RecordedTurn(name, rack, text, turn.score, total, turn)
        if turn.bonus:
            yield RecordedTurn(name, rack, "(challenge)", turn.bonus, total + turn.bonus)
        if after.over:
            yield from _settling(names, before, after)


def _settling(names: Names, before: State, after: State) -> Iterator[RecordedTurn]:
    """The final adjustment for tiles left; a player's loss comes before his gain."""
    points = after.game.tiles.points
    for player, name in enumerate(names):
        last = after.last if player == before.turn else None
        total = before.scores[player] + (last.score + last.bonus if last else 0)
        own, others = after.racks[player], after.racks[1 - player]
        if own and after.game.end.leftover == "moved":
            total -= (lost := sum(map(points, own)))
            yield RecordedTurn(name, _text(own), f"({_text(own)})", -lost, total)
        if gain := after.scores[player] - total:
            yield RecordedTurn(name, "", f"({_text(others)})", gain, after.scores[player])


def _dealt(record: Gcg, game: Game, seed: int, first: str) -> State:
    """The game at the end of a record; what the record leaves open is drawn at random.

    Each player has the rack that the record gives, or else one that is drawn.
    """
    rng = random.Random(seed)  # noqa: S311 - as above
    place = State(game, record.board, ((), ()), ()).view.position
    hidden = list(unseen(place).elements())
    rng.shuffle(hidden)
    told = {
        name: rack.tiles for name, rack in zip(record.players, record.racks, strict=True) if rack
    }
    own = told.pop(record.on_turn, ())
    hidden = list(without(hidden, own))
    other = next(iter(told.values()), ())
    if Counter(other) <= Counter(hidden):
        hidden = list(without(hidden, other))
    else:
        other = ()
    own, other = (
        rack or tuple(hidden.pop() for _ in range(min(game.rack_size, len(hidden))))
        for rack in (own, other)
    )
    turn = 0 if record.on_turn in {"", first} else 1
    scores = (*record.scores, 0, 0)[:2]
    done = [line.turn for line in record.turns if line.turn is not None]
    scoreless, final = end_counters(game, done)
    out = final == 0 or scoreless >= scoreless_limit(game, record.board)
    return State(
        game,
        record.board,
        (own, other) if turn == 0 else (other, own),
        tuple(hidden),
        scores=(scores[0], scores[1]),
        turn=turn,
        scoreless=scoreless,
        final=final,
        last=done[-1] if done else None,
        over=record.settled or out,
    )


def _text(tiles: Tiles) -> str:
    return str(Rack(tiles))
