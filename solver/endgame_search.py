"""Counting out a game in which nothing is hidden: alpha-beta, deepened step by step.

A value is the points the player on turn gains from here to the end less those of the other,
leftovers settled by the game's own rule. Positions are kept in a table under the tiles laid, in
whatever order they were laid; where the search stops short, both are taken to go on by the most
points each time. The first steps look at the most promising plays only, so that little time is
well spent; the later ones at all.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.ending import ENDLESS, EVERY, Budget, Endgame, Ending, Hands, Line
from solver.kernel import Session
from solver.play import Play
from solver.view import PASS, Turn

FAR = 1 << 20
"""More points than any game can bring."""
FIRST_STEPS = ((1, 24), (2, 12), (3, 8), (4, 6))
"""Depth and width of the steps that leave out plays."""
STRONG = 3
"""So many plays of a rack that were too good elsewhere are tried first."""
_CLOCK_EVERY = 64
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2


class _SpentError(Exception):
    """The budget is used up."""


class _Entry(NamedTuple):
    depth: int
    width: int
    kind: int
    value: int
    complete: bool
    best: Play | None

    def settles(self, depth: int, width: int, alpha: int, beta: int) -> bool:
        """Whether this is all that is asked for."""
        if not self.complete and (self.depth < depth or self.width < width):
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
        mine, other = (bytes(sorted(rack)) for rack in racks)
        self._board = Ending(session)
        self._hands = Hands(mine, other, scoreless, final)
        self._seen: dict[tuple[int, Hands], _Entry] = {}
        self._guessed: dict[tuple[int, Hands], int] = {}
        self._strong: dict[bytes, list[Play]] = {}
        self._complete = True
        self._width = EVERY
        self._until: float | None = None
        self._most: int | None = None
        self.nodes = 0

    def run(self, budget: Budget = ENDLESS, *, top: int = 1) -> Endgame:
        """Look deeper and deeper until all is counted out, or the budget is spent.

        Args:
            budget: How much may be spent; the first step is always finished.
            top: How many turns are wanted with their values.
        """
        started = time.monotonic()
        best: list[tuple[Play | None, int]] = []
        depth, exact = 0, False
        for steps, (deep, self._width) in enumerate(_steps(top)):
            found: list[tuple[Play | None, int]] = []
            try:
                self._root(deep, top, [play for play, _ in best], found)
            except _SpentError:
                while self._board.laid:
                    self._board.undo()
                if len(found) >= len(best):  # the leaders were looked at, and perhaps bettered
                    best = found
                break
            best, depth, exact = found, deep, self._complete
            if exact:
                break
            if not steps:
                self._until = None if budget.seconds is None else started + budget.seconds
                self._most = budget.nodes
        lines = tuple(self._line(play, value, exact=exact) for play, value in best)
        return Endgame(lines, exact, depth, self.nodes)

    def _root(
        self,
        depth: int,
        top: int,
        before: Sequence[Play | None],
        best: list[tuple[Play | None, int]],
    ) -> None:
        """Find the best turns with their values, those of the last step looked at first."""
        self._complete = True
        for play in self._choices(self._hands.mine, before):
            floor = best[top - 1][1] if len(best) >= top else -FAR
            if floor > -FAR and self._gain(play, self._hands, depth, floor, floor + 1) <= floor:
                continue
            value = self._gain(play, self._hands, depth, floor, FAR)
            if value > floor:
                best.append((play, value))
                best.sort(key=lambda each: -each[1])
                del best[top:]

    def _gain(self, play: Play | None, hands: Hands, depth: int, alpha: int, beta: int) -> int:
        """What a turn brings: its points and all that follows."""
        end = self._board.gain(hands, play)
        if end is not None:
            return end
        if play is None:
            return -self._value(hands.after(None), depth - 1, -beta, -alpha)
        self._board.lay(play)
        follows = self._value(hands.after(play), depth - 1, play.score - beta, play.score - alpha)
        self._board.undo()
        return play.score - follows

    def _value(self, hands: Hands, depth: int, alpha: int, beta: int) -> int:
        self._spend()
        key = (self._board.key, hands)
        entry = self._seen.get(key)
        if entry and entry.settles(depth, self._width, alpha, beta):
            self._complete &= entry.complete
            return entry.value
        if depth <= 0:
            self._complete = False
            return self._guess(hands)
        above, self._complete = self._complete, True
        best, chosen, floor = -FAR, None, alpha
        first = (entry.best,) if entry else ()
        for play in self._choices(hands.mine, first):
            if best > -FAR and beta > floor + 1:  # is it better at all? most are not
                value = self._gain(play, hands, depth, floor, floor + 1)
                if floor < value < beta:
                    value = self._gain(play, hands, depth, floor, beta)
            else:
                value = self._gain(play, hands, depth, floor, beta)
            if value > best:
                best, chosen = value, play
                floor = max(floor, best)
                if best >= beta:
                    self._remember(hands.mine, play)
                    break
        kind = _AT_LEAST if best >= beta else _AT_MOST if best <= alpha else _EXACT
        self._seen[key] = _Entry(depth, self._width, kind, best, self._complete, chosen)
        self._complete &= above
        return best

    def _choices(self, rack: bytes, first: Sequence[Play | None]) -> Iterator[Play | None]:
        """All turns that are looked at, those known to be good first."""
        yield from first
        plays = self._board.plays(rack, self._width)
        if len(plays) == self._width:
            self._complete = False
        done = set(first)
        strong = self._strong.get(rack)
        if strong:
            known = set(plays)
            for play in strong:
                if play in known and play not in done:
                    done.add(play)
                    yield play
        for play in plays:
            if play not in done:
                yield play
        if None not in done:
            yield None

    def _remember(self, rack: bytes, play: Play | None) -> None:
        """A turn that was too good to be allowed is likely to be so elsewhere, too."""
        if play is None:
            return
        strong = self._strong.setdefault(rack, [])
        if play in strong:
            strong.remove(play)
        strong.insert(0, play)
        del strong[STRONG:]

    def _guess(self, hands: Hands) -> int:
        """The value where both take the most points each time, to the end."""
        board = self._board
        key = (board.key, hands)
        if key in self._guessed:
            return self._guessed[key]
        total, sign, mark = 0, 1, board.laid
        while True:
            self._spend()
            play = board.greedy(hands)
            end = board.gain(hands, play)
            if end is not None:
                total += sign * end
                break
            if play:
                total += sign * play.score
                board.lay(play)
            hands, sign = hands.after(play), -sign
        while board.laid > mark:
            board.undo()
        self._guessed[key] = total
        return total

    def _spend(self) -> None:
        self.nodes += 1
        if self._most is not None and self.nodes > self._most:
            raise _SpentError
        late = self._until is not None and self.nodes % _CLOCK_EVERY == 0
        if late and self._until is not None and time.monotonic() > self._until:
            raise _SpentError

    def _line(self, play: Play | None, value: int, *, exact: bool) -> Line:
        """A turn with its value and the turns remembered behind it."""
        hands, turns = self._hands, [self._turn(play)]
        while self._board.gain(hands, play) is None:
            if play:
                self._board.lay(play)
            hands = hands.after(play)
            entry = self._seen.get((self._board.key, hands))
            if entry is None or entry.kind != _EXACT:
                break
            play = entry.best
            turns.append(self._turn(play))
        while self._board.laid:
            self._board.undo()
        return Line(turns[0], value, exact, tuple(turns[1:]))

    def _turn(self, play: Play | None) -> Turn:
        return Turn.lay(play, self._board.session.game) if play else PASS


def _steps(top: int) -> Iterator[tuple[int, int]]:
    """Depth and width of each step."""
    for depth, width in FIRST_STEPS:
        yield depth, max(width, 2 * top)
    depth = 1
    while True:
        depth += 1
        yield depth, EVERY
