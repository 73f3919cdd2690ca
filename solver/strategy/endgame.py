"""The best turns of a game with an empty bag: iteratively deepened alpha-beta search.

Both racks are known, because the other one is what is unseen. A value is the points that the
player on turn gains from here to the end, less those of the other player, with the tiles left
settled by the game's own rule. Positions are kept in a table by the tiles laid, in whatever order
they were laid. Where the search stops early, both players are assumed to take the most points
each time. `solver.movegen._endgame` does the work that takes time.

The first steps search the most promising plays only, or a few turns ahead, so that a short time
is well spent. Then the endgame is searched completely, up to a number of positions. Where that is
not enough, a step that looks further ahead and another complete search with more positions follow
in turn. Results stay in the table, and so do good moves, which the next search tries first.
"""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solver.game import PASS, Play, Rack, Turn, View, scoreless_limit
from solver.movegen import Session

FAR = 1 << 20
"""More points than any game can bring."""
EVERY = 1 << 20
"""A width that leaves out no play."""
NEVER = 1 << 60
"""More positions than can be visited."""
TO_THE_END = 1 << 10
"""More turns than any game has."""
FIRST_NODES = 200_000
"""Positions that the first complete search may visit, each later one twice as many."""


class _Step(NamedTuple):
    """One step of the search: turns ahead, plays of each position, positions."""

    depth: int
    width: int
    nodes: int = NEVER


FIRST_STEPS = (
    *(_Step(1, 24), _Step(2, 12), _Step(3, 8), _Step(4, 6), _Step(6, 10), _Step(8, 12)),
    *(_Step(2, EVERY), _Step(4, EVERY)),
)
_Found = tuple[int, int]
"""The number of a play, and its value."""
PASSED = -1
"""The number of a pass among the numbers of plays."""


@dataclass(frozen=True, slots=True)
class Line:
    """A turn and the line of play after it.

    Attributes:
        turn: The turn.
        value: Points gained from here to the end less those of the other player.
        exact: True where all was searched; False where the end of the line is estimated.
        replies: The turns that follow, as far as the table has them; each player plays his best.
    """

    turn: Turn
    value: int
    exact: bool
    replies: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Endgame:
    """The result of the search.

    Attributes:
        lines: The best turns, best first.
        exact: True where the value of each line is certain.
        depth: Turns looked ahead where that was not to the end; the rest was played out by taking
            the most points each time.
    """

    lines: tuple[Line, ...]
    exact: bool
    depth: int


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be spent; the first limit reached ends the search.

    Attributes:
        seconds: Wall-clock time; None = as long as it takes.
        nodes: Positions; None = as many as it takes.
    """

    seconds: float | None = None
    nodes: int | None = None


ENDLESS = Budget()
"""No limit."""


class Search:
    """The search of one endgame.

    Args:
        session: The board; it is left as it was.
        racks: Of the player on turn and of the other, as numbers.
        scoreless: Turns without points up to now.
        final: Turns still to be played, by rules that count them.
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
        self._core = session.endgame_search(racks, _square_keys(session.game.size), rules, turns)
        self._plays = self._core.plays()

    def run(self, budget: Budget = ENDLESS, *, top: int = 1) -> Endgame:
        """Search step by step until all is solved, or the budget is spent.

        Args:
            budget: How much may be spent; the first step is always finished.
            top: How many turns are wanted with their values; the best is solved first.
        """
        core, sure, depth = self._core, 0, 0
        until = -1.0 if budget.seconds is None else time.monotonic() + budget.seconds
        most = NEVER if budget.nodes is None else budget.nodes
        best: list[_Found] = []
        for number, step in enumerate(_steps(top)):
            found: list[_Found] = []
            core.width = step.width
            if number:
                core.until, core.most = until, min(most, core.nodes + step.nodes)
            wanted = 1 if step.depth == TO_THE_END and not sure else top
            solved = best[:sure]
            try:
                self._look(step.depth, wanted, best, found)
            except TimeoutError:
                core.restart()
                if len(found) >= min(wanted, len(best)):  # all the leaders were searched
                    best = _solved_first(solved, _merged(found, best, top))
                if core.nodes > most or 0 <= until < time.monotonic():
                    break
                continue
            best = _merged(found, best, top) if wanted < top else found
            if core.complete:
                sure = wanted
                if sure == top:
                    break
            else:
                best = _solved_first(solved, best)
            if step.depth < TO_THE_END:
                depth = step.depth
        lines = [self._line(*each, exact=rank < sure) for rank, each in enumerate(best)]
        return Endgame(tuple(lines), sure == top, depth)

    def _look(self, depth: int, wanted: int, before: Sequence[_Found], best: list[_Found]) -> None:
        """Put the best turns and their values into `best`; those of the step before come first."""
        core = self._core
        core.complete = len(self._plays) <= core.width
        known = dict(before)
        for play in dict.fromkeys([*known, *self._plays[: core.width], PASSED]):
            floor = best[wanted - 1][1] if len(best) >= wanted else -FAR
            value = self._value(play, depth, floor, known.get(play))
            if value > floor:
                best.append((play, value))
                best.sort(key=lambda each: -each[1])
                del best[wanted:]

    def _value(self, play: int, depth: int, floor: int, near: int | None) -> int:
        """The value of a turn, or a bound if it is not above the floor; likely close to `near`."""
        core, high = self._core, FAR
        if near is None or near <= floor:
            value = core.gain(play, depth, floor, floor + 1) if floor > -FAR else FAR
            if value <= floor:
                return value
        else:
            value = core.gain(play, depth, near - 1, near + 1)
            if value == near or value <= floor:
                return value
            floor, high = (value - 1, FAR) if value > near else (floor, value + 1)
        return core.gain(play, depth, floor, high)

    def _line(self, play: int, value: int, *, exact: bool) -> Line:
        """A turn with its value and the turns that the table remembers after it."""
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


def _merged(found: Sequence[_Found], before: Sequence[_Found], top: int) -> list[_Found]:
    """The best turns found, followed by others of the step before."""
    new, least = dict(found), found[-1][1]
    others = [(play, min(value, least)) for play, value in before if play not in new]
    return [*found, *others][:top]


def _solved_first(solved: Sequence[_Found], found: Sequence[_Found]) -> list[_Found]:
    """Turns found, after those whose value is certain."""
    certain = dict(solved)
    return [*solved, *(each for each in found if each[0] not in certain)][: len(found)]


def _steps(top: int) -> Iterator[_Step]:
    """The steps of a search."""
    for step in FIRST_STEPS:
        yield step._replace(width=max(step.width, 2 * top))
    depth, nodes = FIRST_STEPS[-1].depth, FIRST_NODES
    while True:
        depth += 2
        yield _Step(TO_THE_END, EVERY, nodes)
        yield _Step(depth, EVERY)
        nodes *= 2


@lru_cache(maxsize=2)
def _square_keys(size: int) -> array[int]:
    """Random hash keys for the squares of a board, see `EndgameSearch`."""
    chance = random.Random(size)  # noqa: S311 - no secret
    keys = array("Q", (chance.getrandbits(64) for _ in range(size * size * 128)))
    keys.extend(chance.getrandbits(64) | 1 for _ in range(3))
    return keys


def solve_endgame(
    view: View, session: Session, budget: Budget = ENDLESS, *, top: int = 1
) -> Endgame:
    """The best turns of a game with an empty bag.

    Args:
        view: What the player on turn sees; the other player's tiles are those unseen.
        session: The board of the view.
        budget: How much may be spent.
        top: How many turns are wanted with their values.
    """
    racks = tuple(session.rack(Rack(tuple(tiles))) for tiles in (view.rack, view.unseen.elements()))
    search = Search(session, (racks[0], racks[1]), scoreless=view.scoreless, final=view.final)
    return search.run(budget, top=top)
