"""Counting out a game in which nothing is hidden: alpha-beta, deepened step by step.

A value is the points the player on turn gains from here to the end less those of the other,
leftovers settled by the game's own rule. Positions are kept in a table under the tiles laid, in
whatever order they were laid; where the search stops short, both are taken to go on by the most
points each time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from solver.kernel import Session
from solver.play import Play
from solver.view import PASS, Turn, scoreless_limit

FAR = 1 << 20
"""More points than any game can bring."""
_CLOCK_EVERY = 64
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2


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


class _SpentError(Exception):
    """The budget is used up."""


@dataclass(frozen=True, slots=True)
class _Entry:
    depth: int
    kind: int
    value: int
    complete: bool
    best: Play | None

    def settles(self, depth: int, alpha: int, beta: int) -> bool:
        """Whether this is all that is asked for."""
        if not self.complete and self.depth < depth:
            return False
        return (
            self.kind == _EXACT
            or (self.kind == _AT_LEAST and self.value >= beta)
            or (self.kind == _AT_MOST and self.value <= alpha)
        )


class Search:
    """One endgame.

    Args:
        session: The board; it is given back as it was.
        racks: Of the player on turn and of the other.
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
        self._session = session
        self._racks = racks
        self._scoreless = scoreless
        self._final = final
        self._limit = scoreless_limit(session.game)
        self._out_ends = not session.game.end.final_turns
        self._settles = session.game.end.leftover == "moved"
        self._seen: dict[tuple[int, bytes, bytes, int, int | None], _Entry] = {}
        self._found: dict[tuple[int, bytes], list[Play]] = {}
        self._guessed: dict[tuple[int, bytes, bytes, int, int | None], int] = {}
        self._complete = True
        self._deadline: float | None = None
        self._most: int | None = None
        self._keys = [0]
        letters = session.game.alphabet.letters
        values = [0, *(session.game.tiles.values[letter] for letter in letters)]
        self._points = bytes(values).ljust(256, b"\0")  # also of codes with BLANK_BIT: none
        self.nodes = 0

    def run(self, budget: Budget = Budget(), *, top: int = 1) -> Endgame:
        """Look deeper and deeper until all is counted out, or the budget is spent.

        Args:
            budget: How much may be spent; the first step is always finished.
            top: How many turns are wanted with their values.
        """
        started = time.monotonic()
        self._deadline = self._most = None
        best, depth = self._root(1, top, ()), 1
        exact = self._complete
        self._deadline = None if budget.seconds is None else started + budget.seconds
        self._most = budget.nodes
        mark = len(self._keys)
        while not exact:
            try:
                best = self._root(depth + 1, top, [lay for lay, _ in best])
            except _SpentError:
                while len(self._keys) > mark:
                    self._undo()
                break
            depth, exact = depth + 1, self._complete
        lines = tuple(self._line(lay, value, exact=exact) for lay, value in best)
        return Endgame(lines, exact, depth, self.nodes)

    def _root(
        self, depth: int, top: int, before: Sequence[Play | None]
    ) -> list[tuple[Play | None, int]]:
        """The best turns with their values, those of the last step looked at first."""
        self._complete = True
        mine, other = self._racks
        first = list(before)
        rest: list[Play | None] = [lay for lay in self._lays(mine) if lay not in first]
        choices = first + rest + ([] if None in first else [None])
        best: list[tuple[Play | None, int]] = []
        for lay in choices:
            floor = best[top - 1][1] if len(best) >= top else -FAR
            value = self._gain(lay, mine, other, self._scoreless, self._final, depth, floor, FAR)
            if value > floor:
                best.append((lay, value))
                best.sort(key=lambda each: -each[1])
                del best[top:]
        return best

    def _gain(
        self,
        lay: Play | None,
        mine: bytes,
        other: bytes,
        scoreless: int,
        final: int | None,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """What a turn brings: its points and all that follows."""
        after = None if final is None else final - 1
        if lay is None:
            if after == 0 or scoreless + 1 >= self._limit:
                return self._stop(mine, other)
            return -self._value(other, mine, scoreless + 1, after, depth - 1, -beta, -alpha)
        left = lay.leave(mine)
        if not left and self._out_ends:
            return lay.score + self._out(other)
        if after == 0:
            return lay.score + self._stop(left, other)
        self._lay(lay)
        value = lay.score - self._value(
            other, left, 0, after, depth - 1, lay.score - beta, lay.score - alpha
        )
        self._undo()
        return value

    def _value(
        self,
        mine: bytes,
        other: bytes,
        scoreless: int,
        final: int | None,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        self._spend()
        key = (self._keys[-1], mine, other, scoreless, final)
        entry = self._seen.get(key)
        if entry and entry.settles(depth, alpha, beta):
            self._complete &= entry.complete
            return entry.value
        if depth <= 0:
            self._complete = False
            return self._guess(key)
        above, self._complete = self._complete, True
        first = entry.best if entry else None
        best, chosen, floor = -FAR, None, alpha
        for lay in self._choices(mine, first):
            value = self._gain(lay, mine, other, scoreless, final, depth, floor, beta)
            if value > best:
                best, chosen = value, lay
                floor = max(floor, best)
                if best >= beta:
                    break
        kind = _AT_LEAST if best >= beta else _AT_MOST if best <= alpha else _EXACT
        self._seen[key] = _Entry(depth, kind, best, self._complete, chosen)
        self._complete &= above
        return best

    def _choices(self, rack: bytes, first: Play | None) -> Sequence[Play | None]:
        lays = self._lays(rack)
        if first is None:
            return [*lays, None]
        return [first, *(lay for lay in lays if lay is not first), None]

    def _lays(self, rack: bytes) -> list[Play]:
        """All plays, the most promising first: points, and twice the points got rid of."""
        key = (self._keys[-1], rack)
        found = self._found.get(key)
        if found is None:
            found = self._session.all_plays(rack)
            if self._settles:
                points = self._points
                found.sort(key=lambda lay: -lay.score - 2 * sum(lay.tiles.translate(points)))
            self._found[key] = found
        return found

    def _guess(self, key: tuple[int, bytes, bytes, int, int | None]) -> int:
        """The value where both take the most points each time, to the end."""
        known = self._guessed.get(key)
        if known is not None:
            return known
        _, mine, other, scoreless, final = key
        total, sign, mark = 0, 1, len(self._keys)
        while True:
            self._spend()
            lays = self._lays(mine)
            lay = lays[0] if lays else None
            final = None if final is None else final - 1
            left = lay.leave(mine) if lay else mine
            scoreless = 0 if lay else scoreless + 1
            total += sign * lay.score if lay else 0
            if not left and self._out_ends:
                total += sign * self._out(other)
                break
            if final == 0 or scoreless >= self._limit:
                total += sign * self._stop(left, other)
                break
            if lay:
                self._lay(lay)
            mine, other, sign = other, left, -sign
        while len(self._keys) > mark:
            self._undo()
        self._guessed[key] = total
        return total

    def _out(self, other: bytes) -> int:
        """What going out brings beside the points of the last play."""
        return 2 * self._worth(other) if self._settles else 0

    def _stop(self, mine: bytes, other: bytes) -> int:
        """What the leftovers bring where nobody went out."""
        return self._worth(other) - self._worth(mine) if self._settles else 0

    def _spend(self) -> None:
        self.nodes += 1
        if self._most is not None and self.nodes > self._most:
            raise _SpentError
        if (
            self._deadline is not None
            and self.nodes % _CLOCK_EVERY == 0
            and time.monotonic() > self._deadline
        ):
            raise _SpentError

    def _line(self, lay: Play | None, value: int, *, exact: bool) -> Line:
        """A turn with its value and the turns remembered behind it."""
        mine, other = self._racks
        scoreless, final = self._scoreless, self._final
        turns, mark = [self._turn(lay)], len(self._keys)
        while len(turns) < 2 * len(mine + other) + self._limit:
            mine, other = other, lay.leave(mine) if lay else mine
            scoreless = 0 if lay else scoreless + 1
            final = None if final is None else final - 1
            if final == 0 or scoreless >= self._limit or (not other and self._out_ends):
                break
            if lay:
                self._lay(lay)
            entry = self._seen.get((self._keys[-1], mine, other, scoreless, final))
            if entry is None or entry.kind != _EXACT:
                break
            lay = entry.best
            turns.append(self._turn(lay))
        while len(self._keys) > mark:
            self._undo()
        return Line(turns[0], value, exact, tuple(turns[1:]))

    def _turn(self, lay: Play | None) -> Turn:
        return Turn.lay(lay, self._session.game) if lay else PASS

    def _lay(self, lay: Play) -> None:
        """Lay tiles, and note what distinguishes the board: the same for the same tiles."""
        key = self._keys[-1]
        for column, code in enumerate(lay.tiles):
            if code:
                key ^= hash((lay.row, column, code) if lay.across else (column, lay.row, code))
        self._keys.append(key)
        self._session.lay(lay)

    def _undo(self) -> None:
        self._keys.pop()
        self._session.undo()

    def _worth(self, rack: bytes) -> int:
        return sum(rack.translate(self._points))
