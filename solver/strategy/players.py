"""Players of four strengths, who answer a view of a game with a turn."""

from __future__ import annotations

from dataclasses import dataclass

from solver.game import PASS, Board, Game, Rack, Turn, View
from solver.movegen import Session, graph_for
from solver.strategy.endgame import Budget, solve_endgame
from solver.strategy.equity import (
    CLOSE,
    Option,
    leave_worth,
    load_evaluator,
    options,
    swaps,
    turn_of,
)
from solver.strategy.simulate import is_preendgame, simulate, solve_preendgame
from solver.strategy.workers import Effort
from solver.words import Graph, Lexicon

MODEST = Effort(seconds=None, worlds=200, plies=1, processes=1)
"""What a simulating player tries for each turn, in one process. With so few worlds one ply shows
more than two: the luck of his own draw would hide what a turn is worth
(tests/benchmarks/playing.md)."""
SHORT = Budget(nodes=2000)
"""What he spends on solving the endgame, for each turn."""
SHORT_PLAY = 4
"""The most tiles an easy player lays, if he can."""
EASY_PART = 10
"""One in so many short plays scores more than the one he takes: some 230 points a game."""
QUICK = 40
"""For how many of the highest-scoring plays an equity player weighs what they open."""


class PointsPlayer:
    """Takes the most points; passes where nothing can be laid."""

    def __init__(self, game: Game, lexicon: Lexicon) -> None:
        self._game = game
        self._graph: Graph = graph_for(game, lexicon)
        self._session = Session(game, self._graph)
        self._board = Board.empty(game.size)

    def choose(self, view: View) -> Turn:
        """The turn to make."""
        session = self._at(view)
        rack = session.rack(Rack(view.rack))
        play = session.best_play(rack)
        return turn_of(Option(play, play.leave(rack)), session, rack) if play else PASS

    def _at(self, view: View) -> Session:
        """The session, set to the board of a view."""
        if view.board != self._board:
            self._session.set_board(view.board)
            self._board = view.board
        return self._session


class EasyPlayer(PointsPlayer):
    """Considers short plays only, and takes one well below the highest-scoring of them."""

    def choose(self, view: View) -> Turn:
        """The turn to make."""
        session = self._at(view)
        rack = session.rack(Rack(view.rack))
        short = [play for play in session.all_plays(rack) if len(play.used) <= SHORT_PLAY]
        if not short:
            return super().choose(view)
        play = short[len(short) // EASY_PART]
        return turn_of(Option(play, play.leave(rack)), session, rack)


class EquityPlayer(PointsPlayer):
    """Takes the highest equity: points, with leave and openings weighed in.

    Args:
        game: The game.
        lexicon: The words.
        openings: Whether what a play opens is weighed in.
        ends: How much may be spent on solving the endgame; None = equity there, too.
    """

    def __init__(
        self, game: Game, lexicon: Lexicon, *, openings: bool = True, ends: Budget | None = None
    ) -> None:
        super().__init__(game, lexicon)
        self._evaluator = load_evaluator(game)
        self._openings = openings
        self._ends = ends

    def choose(self, view: View) -> Turn:
        """The turn to make."""
        session = self._at(view)
        if self._ends is not None and not view.bag:
            return solve_endgame(view, session, self._ends).lines[0].turn
        rack = session.rack(Rack(view.rack))
        return turn_of(self.option(view, session, rack), session, rack)

    def option(self, view: View, session: Session, rack: bytes) -> Option:
        """The highest equity among the plays with most points, the best with leave, and swaps."""
        worth, values = leave_worth(view, self._evaluator, rack)
        best = session.best_play(rack, worth)
        found = swaps(view, rack, values)
        if best is None:
            return max(found, key=lambda option: option.equity)
        plays = {best, *(session.all_plays(rack, QUICK) if self._openings else ())}
        for play in sorted(plays, reverse=True):
            kept = play.leave(rack)
            found.append(Option(play, kept, leave=values[kept]))
        found.sort(key=lambda option: -option.equity)
        if self._openings:
            least = found[0].equity - CLOSE
            found = [self._evaluator.priced(view, each) for each in found if each.equity >= least]
        return max(found, key=lambda option: option.equity)


@dataclass(frozen=True, slots=True)
class Style:
    """How a simulating player plays.

    Attributes:
        width: How many turns of the highest equity are tried.
        effort: How much is tried.
        ends: How much may be spent on solving the endgame.
    """

    width: int = 8
    effort: Effort = MODEST
    ends: Budget = SHORT


class WinPlayer(PointsPlayer):
    """Takes what wins most often in simulations, and solves the endgame."""

    def __init__(self, game: Game, lexicon: Lexicon, style: Style = Style()) -> None:
        super().__init__(game, lexicon)
        self._lexicon = lexicon
        self._style = style

    def choose(self, view: View) -> Turn:
        """The turn to make."""
        session, style = self._at(view), self._style
        if not view.bag:
            return solve_endgame(view, session, style.ends).lines[0].turn
        rack = session.rack(Rack(view.rack))
        found = options(view, session, top=style.width)
        tried = solve_preendgame if is_preendgame(view) else simulate
        result = tried(view, found, self._lexicon, style.effort)
        return turn_of(result.outcomes[0].option, session, rack)
