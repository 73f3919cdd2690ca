"""Counting out a game in which nothing is hidden: alpha-beta, deepened step by step.

A value is the points the player on turn gains from here to the end less those of the other,
leftovers settled by the game's own rule. Positions are kept in a table under the tiles laid, in
whatever order they were laid; where the search stops short, both are taken to go on by the most
points each time. The first steps look at the most promising plays only, so that little time is
well spent; the later ones at all. What takes the time is done by `solver._counting`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.kernel import Session
from solver.play import Play
from solver.view import PASS, Turn, scoreless_limit

FAR = 1 << 20
"""More points than any game can bring."""
EVERY = 1 << 20
"""A width that leaves out no play."""
FIRST_STEPS = ((1, 24), (2, 12), (3, 8), (4, 6))
"""Depth and width of the steps that leave out plays."""
PASSED = -1
"""Among the numbers of plays, the turn that lays nothing."""


@dataclass(frozen=True, slots=True)
class Line:
    """A turn and what comes of it.

    Attributes:
        turn: The turn.
        value: Points gained from here to the end less those of the other player.
        exact: True where all was counted out; False where a guess stands at the end of the line.
        replies: The turns that follow, as far as they are remembered; each player plays his best.
    """

    turn: Turn
    value: int
    exact: bool
    replies: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Endgame:
    """What came of the search.

    Attributes:
        lines: The best turns, best first.
        exact: True where the value of each line is certain.
        depth: Turns looked ahead; the rest was played out by taking the most points each time.
        nodes: Positions visited.
    """

    lines: tuple[Line, ...]
    exact: bool
    depth: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be spent; what is used up first ends the search.

    Attributes:
        seconds: Wall-clock time; None = as long as it takes.
        nodes: Positions; None = as many as it takes.
    """

    seconds: float | None = None
    nodes: int | None = None


ENDLESS = Budget()
"""As much as it takes."""


class Search:
    """One endgame.

    Args:
        session: The board; it is given back as it was.
        racks: Of the player on turn and of the other, as numbers.
        scoreless: Turns without points up to now.
        final: Turns that are still played, by rules that count them.
    """

    def __init__(
        self,
        session: Session,
        racks: tuple[bytes, bytes],
        *,
        scoreless: int = 0,
        final: int | None = None,
    ) -> None:
        end = session.game.end
        rules = scoreless_limit(session.game), not end.final_turns, end.leftover == "moved"
        turns = scoreless, -1 if final is None else final
        self._session = session
        self._core = session.counting(racks, rules, turns)
        self._plays = self._core.plays()

    def run(self, budget: Budget = ENDLESS, *, top: int = 1) -> Endgame:
        """Look deeper and deeper until all is counted out, or the budget is spent.

        Args:
            budget: How much may be spent; the first step is always finished.
            top: How many turns are wanted with their values.
        """
        started, core = time.monotonic(), self._core
        best: list[tuple[int, int]] = []
        depth, exact = 0, False
        for steps, (deep, core.width) in enumerate(_steps(top)):
            found: list[tuple[int, int]] = []
            try:
                self._root(deep, top, [play for play, _ in best], found)
            except TimeoutError:
                core.restart()
                if len(found) >= len(best):  # the leaders were looked at, and perhaps bettered
                    best = found
                break
            best, depth, exact = found, deep, bool(core.complete)
            if exact:
                break
            if not steps:
                core.until = -1.0 if budget.seconds is None else started + budget.seconds
                core.most = -1 if budget.nodes is None else budget.nodes
        lines = tuple(self._line(play, value, exact=exact) for play, value in best)
        return Endgame(lines, exact, depth, core.nodes)

    def _root(
        self,
        depth: int,
        top: int,
        before: Sequence[int],
        best: list[tuple[int, int]],
    ) -> None:
        """Find the best turns with their values, those of the last step looked at first."""
        core = self._core
        core.complete = len(self._plays) <= core.width
        turns = [*before, *self._plays[: core.width], PASSED]
        for play in dict.fromkeys(turns):
            floor = best[top - 1][1] if len(best) >= top else -FAR
            if floor > -FAR and core.gain(play, depth, floor, floor + 1) <= floor:
                continue
            value = core.gain(play, depth, floor, FAR)
            if value > floor:
                best.append((play, value))
                best.sort(key=lambda each: -each[1])
                del best[top:]

    def _line(self, play: int, value: int, *, exact: bool) -> Line:
        """A turn with its value and the turns remembered behind it."""
        core, turns = self._core, [self._turn(play)]
        while core.step(play):
            play = core.known()
            if play < PASSED:
                break
            turns.append(self._turn(play))
        core.restart()
        return Line(turns[0], value, exact, tuple(turns[1:]))

    def _turn(self, play: int) -> Turn:
        if play == PASSED:
            return PASS
        return Turn.lay(Play(*self._core.told(play)), self._session.game)


def _steps(top: int) -> Iterator[tuple[int, int]]:
    """Depth and width of each step."""
    for depth, width in FIRST_STEPS:
        yield depth, max(width, 2 * top)
    depth = 1
    while True:
        depth += 1
        yield depth, EVERY
