"""A game played elsewhere, as one of its players sees it: what he does not report is unknown.

As soon as nothing is hidden any more, both racks are known, and the game goes on and ends by the
rules in `State`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

from solver.errors import PlacementError, RackError
from solver.game.board import Board, Rack, Square
from solver.game.gcg import ME, OTHER, Gcg, Names, RecordedTurn, laid_turns, write_game
from solver.game.history import recorded_turns, turn_text
from solver.game.match import State, end_counters, without
from solver.game.position import Position, Tiles, Turn, View, excess, unseen
from solver.game.rules import Game
from solver.game.score import check_touch, score_tiles


@dataclass(frozen=True, slots=True)
class ObservedGame:
    """What the player knows.

    Attributes:
        game: The rules.
        board: The board.
        rack: His tiles; empty while they are not known.
        whole: Whether these are all his tiles; False once he drew others that he has not reported.
        scores: His points and those of the other.
        names: Their nicknames, his first.
        lines: What was recorded up to now.
        scoreless: As `State.scoreless`.
        final: As `State.final`, as far as it is known.
        last: The turn made just now, if the other made it.
        over: Whether the game has ended and the tiles left have been settled.
    """

    game: Game
    board: Board
    rack: Tiles = ()
    whole: bool = True
    scores: tuple[int, int] = (0, 0)
    names: Names = (ME, OTHER)
    lines: tuple[RecordedTurn, ...] = ()
    scoreless: int = 0
    final: int | None = None
    last: Turn | None = None
    over: bool = False

    @classmethod
    def of(cls, position: Position, scores: tuple[int, int] = (0, 0)) -> ObservedGame:
        """A game observed from a position onwards."""
        observed = cls(position.game, position.board, position.rack.tiles)
        return _restarted(observed, scores)

    @classmethod
    def resumed(cls, record: Gcg, game: Game, own: str) -> ObservedGame:
        """A game that goes on where its record ends.

        Args:
            record: The game so far.
            game: Its rules.
            own: The player's nickname; if it is not in the record, he is the one on turn.

        Raises:
            NotationError: More than two players.
        """
        names = record.two_names(own, OTHER)
        me = names.index(own if own in names else record.on_turn or names[0])
        rack = dict(zip(record.players, record.racks, strict=True)).get(names[me])
        scores = dict(zip(record.players, record.scores, strict=True))
        order = names[me], names[1 - me]
        scoreless, final = end_counters(game, (line.turn for line in record.turns))
        return cls(
            game,
            record.board,
            rack.tiles if rack else (),
            scores=(scores.get(order[0], 0), scores.get(order[1], 0)),
            names=order,
            lines=record.turns,
            scoreless=scoreless,
            final=final,
            over=record.settled or final == 0,
        )

    @property
    def position(self) -> Position:
        """Board and rack, as far as the rack is known."""
        return Position(self.board, Rack(self.rack), self.game)

    @property
    def bag(self) -> int:
        """Tiles in the bag, as far as the player's own tiles are known."""
        full = self.game.rack_size
        drawn = 0 if self.rack and self.whole else full - len(self.rack)
        return max(0, unseen(self.position).total() - full - drawn)

    @property
    def view(self) -> View:
        """What the player sees when he is on turn."""
        view = View.of(self.position, lead=self.scores[0] - self.scores[1])
        final = view.final if self.final is None else self.final
        return replace(view, scoreless=self.scoreless, final=final, last=self.last)

    def lay(self, player: int, tiles: Iterable[tuple[Square, str]]) -> ObservedGame:
        """The game after tiles were laid; the words are not checked.

        Args:
            player: 0 for the player himself, 1 for the other.
            tiles: Squares and tiles, lower case for a blank as that letter.

        Raises:
            PlacementError: They do not lie as the rules ask, or the game is over.
            RackError: He cannot have such tiles.
        """
        laid = tuple(tiles)
        words, bonus = score_tiles(self.board, self.game, laid)
        if not words:
            raise PlacementError("a single tile must touch another tile to form a word")
        check_touch(self.board, self.game, laid)
        return self.take(player, Turn("lay", laid, sum(word.points for word in words) + bonus))

    def take(self, player: int, turn: Turn, text: str = "") -> ObservedGame:
        """The game after any turn; raises as `lay`.

        Args:
            player: As in `lay`.
            turn: What he did.
            text: Its GCG text where a turn cannot say it: `-3` for a swap of three unknown tiles.
        """
        if self.over:
            raise PlacementError("the game is over", hint="type undo to take the last turn back")
        if self.game.bag_certain and self.rack and self.whole and not self.view.bag:
            return self._open(player, turn)
        rack = without(self.rack, turn.used) if player == 0 and self.rack else self.rack
        score, name = self.scores[player] + turn.score, self.names[player]
        scores = (score, self.scores[1]) if player == 0 else (self.scores[0], score)
        held = str(Rack(self.rack)) if player == 0 else ""
        text = text or turn_text(turn, self.board, self.game)
        lines = (*self.lines, RecordedTurn(name, held, text, turn.score, score, turn))
        scoreless, final = end_counters(self.game, (line.turn for line in lines))
        after = replace(
            self,
            board=self.board.with_tiles(turn.tiles),
            rack=rack,
            whole=self.whole and (player == 1 or turn.kind == "pass"),
            scores=scores,
            lines=lines,
            scoreless=scoreless,
            final=final,
            last=turn if player == 1 else None,
            over=final == 0,
        )
        return _possible(self, after)

    def with_rack(self, tiles: Tiles) -> ObservedGame:
        """The game with other tiles on the player's rack.

        Raises:
            RackError: He cannot have them.
        """
        return _possible(self, replace(self, rack=tiles, whole=True))

    def with_tile(self, square: Square, tile: str) -> ObservedGame:
        """The game with another tile on a square, '' for none; the record starts again.

        Raises:
            BoardTextError: It is no tile.
            PlacementError: It is no square of the board.
        """
        if max(square.row, square.column) >= self.board.size:
            raise PlacementError(f"{square} lies outside the board")
        board = Position(self.board.put([(square, tile)]), Rack(()), self.game).board
        after = replace(self, board=board, last=None)
        return _restarted(after, self.scores)

    def with_scores(self, own: int, other: int) -> ObservedGame:
        """The game with other points."""
        lines = list(self.lines)
        for name, before, now in zip(self.names, self.scores, (own, other), strict=True):
            if now != before:
                lines.append(RecordedTurn(name, "", "(score)", now - before, now))
        return replace(self, scores=(own, other), lines=tuple(lines))

    def text(self, notes: Iterable[str] = ()) -> str:
        """The game as GCG, with notes, each on a line."""
        return write_game(
            self.names, self.lines, {self.names[0]: self.rack if self.whole else ()}, notes
        )

    def _open(self, player: int, turn: Turn) -> ObservedGame:
        """The game after a turn when nothing is hidden any more."""
        other = tuple(self.view.unseen.elements())
        ends = self.view.final
        before = State(
            self.game, self.board, (self.rack, other), (), self.scores, player, self.scoreless, ends
        )
        after = before.after(turn, random.Random(0))  # noqa: S311 - nothing is drawn
        return replace(
            self,
            board=after.board,
            rack=after.racks[0],
            scores=after.scores,
            lines=(*self.lines, *recorded_turns(self.names, (before, after))),
            scoreless=after.scoreless,
            final=after.final,
            last=turn if player == 1 else None,
            over=after.over,
        )


def _possible(before: ObservedGame, after: ObservedGame) -> ObservedGame:
    """The game after a change, if that is possible.

    Raises:
        BoardTextError: A tile the language does not have.
        RackError: A tile the language does not have, or more of a tile than there are.
    """
    more = excess(after.position) - excess(before.position)
    if more and after.game.bag_certain:
        raise RackError(f"board and rack have more of these tiles than the game: {' '.join(more)}")
    return after


def _restarted(observed: ObservedGame, scores: tuple[int, int]) -> ObservedGame:
    """The game with other points, and with a new record that just leads to the board."""
    lines = tuple(laid_turns(observed.board, observed.game.start, observed.names))
    _, final = end_counters(observed.game, (line.turn for line in lines))
    bare = replace(observed, scores=(0, 0), lines=lines, scoreless=0, final=final, over=False)
    return bare.with_scores(*scores)
