"""Playouts: a game played on from a turn in a world.

Every turn is tried in the same worlds, and in each both players draw from their own end of the
bag, so that two turns differ by what they do and not by the luck of the draw.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from solver.game import Play, Rack, View, scoreless_limit
from solver.movegen import POINT, Session
from solver.strategy.endgame import Budget, Search
from solver.strategy.equity import Evaluator, Option, given, load_evaluator
from solver.strategy.hidden_tiles import World
from solver.strategy.winning import Chances, load_chances
from solver.strategy.winning import final as won

KEPT = 1024
"""Racks whose leaves are remembered."""
WON_BY = 1e-4
"""The part of a win that a point of margin counts, so that a decided game is still played for
points."""


class Result(NamedTuple):
    """How a game went.

    Attributes:
        win: Chance to win, 0 to 1; a draw counts half.
        margin: Points ahead of the other at the end, estimated if the game was not finished.
    """

    win: float
    margin: float


class Table:
    """A view prepared for many playouts.

    Attributes:
        session: The board, which playouts leave as it was.
        rack: The tiles of the player on turn, as numbers.
        view: What he sees.
        evaluator: What turns are worth beyond their points.
        chances: How likely a lead wins.
        points: Of each tile by its number.
        out_ends: Whether the game ends when a player is out.
        settles: Whether tiles left count at the end.
        swaps_count: Whether swaps are turns without points.
        limit: Turns without points that end the game.
    """

    def __init__(self, view: View, session: Session) -> None:
        self.session = session
        self.rack = session.rack(Rack(view.rack))
        self.view = view
        self.evaluator: Evaluator = load_evaluator(view.game)
        self.chances: Chances = load_chances(view.game)
        self.points = view.game.tiles.points_by_code
        self.out_ends = not view.game.end.final_turns
        self.settles = view.game.end.leftover == "moved"
        self.swaps_count = view.game.end.swaps_count
        self.limit = scoreless_limit(view.game, view.board)
        self._worth: dict[tuple[bytes, int, int], array[int]] = {}

    def worth(self, rack: bytes, bag: int, unseen: int) -> array[int]:
        """As `Evaluator.worth`, but cached: in one world the same racks come again and again."""
        key = (rack, min(bag, self.view.game.rack_size), unseen)
        worth = self._worth.get(key)
        if worth is None:
            if len(self._worth) >= KEPT:
                self._worth.clear()
            worth = self._worth[key] = self.evaluator.worth(*key)
        return worth

    def run(self, option: Option, world: World, plies: int, ends: int | None = None) -> Result:
        """Make a turn and play on.

        Args:
            option: The turn.
            world: The hidden tiles.
            plies: Turns played after it; if the bag is then empty, the game is played out.
            ends: Positions that solving the endgame may visit; None = by points and leave.
        """
        game = _Playout(self, world)
        game.make(option)
        while not game.over and (game.turns <= plies or not game.hidden):
            if ends is not None and not game.hidden:
                game.solve_rest(ends)
            else:
                game.go_on()
        return game.result()


class _Playout:
    """A game in a known world. Player 0 is the one whose turn is judged."""

    __slots__ = (
        "_back",
        "_bag",
        "_final",
        "_front",
        "_laid",
        "_racks",
        "_rest",
        "_scoreless",
        "_table",
        "lead",
        "over",
        "turns",
    )

    def __init__(self, table: Table, world: World) -> None:
        view = table.view
        self._table = table
        self._bag = world.bag
        self._front, self._back = 0, len(world.bag)
        self._racks = [table.rack, world.other]
        self._rest = [0, 0]  # value of each player's leave, in 1/POINT
        self._scoreless, self._final = view.scoreless, view.final
        self._laid = 0
        self.lead = view.lead
        self.turns = 0
        self.over = False

    @property
    def hidden(self) -> int:
        """Tiles in the bag."""
        return self._back - self._front

    def make(self, option: Option) -> None:
        """Make the turn that is judged."""
        self._rest[0] = round(option.leave * POINT)
        self._turn(option.play, option.kept, option.swapped)

    def go_on(self) -> None:
        """Make the next turn, that with the most points and leave."""
        table, me = self._table, self.turns & 1
        rack = self._racks[me]
        unseen = 0
        if not self.hidden:
            points = table.points
            unseen = sum(points[code] for code in self._racks[1 - me])
        worth = table.worth(rack, self.hidden, unseen)
        play = table.session.best_play(rack, worth)
        kept = play.leave(rack) if play else rack
        self._rest[me] = table.session.best_value - play.score * POINT if play else worth[-1]
        self._turn(play, kept, 0)

    def solve_rest(self, nodes: int) -> None:
        """Solve the rest of a game without a bag."""
        me = self.turns & 1
        racks = (bytes(sorted(self._racks[me])), bytes(sorted(self._racks[1 - me])))
        search = Search(self._table.session, racks, scoreless=self._scoreless, final=self._final)
        value = search.run(Budget(nodes=nodes)).lines[0].value
        self.lead += -value if me else value
        self.over = True

    def result(self) -> Result:
        """The result; the board is left as it was."""
        table = self._table
        for _ in range(self._laid):
            table.session.undo()
        if self.over:
            margin: float = self.lead
            return Result(won(margin), margin)
        margin = self.lead + (self._rest[0] - self._rest[1]) / POINT
        mine = not self.turns & 1
        ahead = margin if mine else -margin
        chance, more = table.chances.win(ahead, self.hidden), table.chances.gain(self.hidden)
        return Result(chance, margin + more) if mine else Result(1 - chance, margin - more)

    def _turn(self, play: Play | None, kept: bytes, swapped: int) -> None:
        table, me = self._table, self.turns & 1
        self.turns += 1
        if play:
            self.lead += -play.score if me else play.score
            table.session.lay(play)
            self._laid += 1
        counts = not play and (not swapped or table.swaps_count)
        self._scoreless = self._scoreless + 1 if counts else 0
        if play or swapped:
            number = len(self._racks[me]) - len(kept)
            back = b"" if play else given(self._racks[me], kept)
            self._racks[me] = kept + self._draw(me, number)
            if back:  # into the middle of the bag, where both may come to draw them
                middle = (self._front + self._back) // 2
                self._bag = self._bag[:middle] + back + self._bag[middle:]
                self._back += len(back)
        if self._final is not None:
            self._final -= 1
        elif not self.hidden and not table.out_ends:
            self._final = 2 * table.session.game.end.final_turns
        out = table.out_ends and not self._racks[me]
        if out or self._final == 0 or self._scoreless >= table.limit:
            self._settle(me if out else None)

    def _draw(self, me: int, number: int) -> bytes:
        if me:
            start = max(self._front, self._back - number)
            drawn = self._bag[start : self._back]
            self._back = start
        else:
            end = min(self._back, self._front + number)
            drawn = self._bag[self._front : end]
            self._front = end
        return drawn

    def _settle(self, out: int | None) -> None:
        """End the game, with the tiles left on the racks settled by the rules."""
        self.over = True
        table = self._table
        if table.settles:
            points = table.points
            mine, other = (sum(points[code] for code in rack) for rack in self._racks)
            self.lead += (other - mine) * (1 if out is None else 2)
