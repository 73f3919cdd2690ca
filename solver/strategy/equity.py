"""The turns of a view with their equity: points, leave and what a play opens.

equity = points + value of the leave - what the play opens to the other player. Swapping tiles and
passing are turns like any other, without points.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import mul

from solver.game import PASS, Board, Game, Play, Rack, Square, Turn, View, swap_limit
from solver.movegen import POINT, Session
from solver.strategy.leaves import Leaves, leaves_of, load_leaves
from solver.strategy.trained import trained_table
from solver.words import BLANK

KINDS = "TDtd"
"""The kinds of premium that count, in the order of the results; a quadruple counts as the triple of
its kind."""
FARTHEST = 7
_SAME = {"Q": "T", "q": "t"}
_STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))
CLOSE = 12.0
"""What a play opens is computed only within so many points of the best points plus leave."""
USUAL_OPENING = {"T": 6.1, "D": 1.2, "t": 1.5, "d": 0.4}
"""What a unit of reach costs without a table: means of Words With Friends and Crossplay."""
HASTE = 2
"""What a point left on the rack costs once the bag is empty: it is lost and may go to the other. A
rule of thumb; `solver.strategy.endgame` solves such positions exactly."""


@dataclass(frozen=True, slots=True)
class Option:
    """A possible turn.

    Attributes:
        play: The tiles laid; None for a swap or a pass.
        kept: The leave as numbers, sorted.
        swapped: How many tiles are given back.
        leave: Value of the leave, in points.
        cost: What the play opens to the other player, in points; may be negative.
    """

    play: Play | None
    kept: bytes
    swapped: int = 0
    leave: float = 0.0
    cost: float = 0.0

    @property
    def score(self) -> int:
        """Points of the turn."""
        return self.play.score if self.play else 0

    @property
    def equity(self) -> float:
        """Points plus leave, less what the play opens."""
        return self.score + self.leave - self.cost


@dataclass(frozen=True, eq=False)
class Evaluator:
    """The figures by which turns of a game are valued.

    Attributes:
        game: The game.
        leaves: Values of leaves.
        opening: Points the other gains by a unit of reach, for each of `KINDS`.
    """

    game: Game
    leaves: Leaves
    opening: tuple[float, ...]

    def worth(self, rack: bytes, bag: int, unseen: int = 0) -> array[int]:
        """The value of each leave of a rack, in the form that `Session.best_play` takes.

        With too few tiles in the bag to fill a rack, values shrink in proportion.

        Args:
            rack: Tile numbers.
            bag: Tiles in the bag before the turn.
            unseen: Points of the tiles on the other rack; needed when the bag is empty.
        """
        full = self.game.rack_size
        if bag >= full:
            return self.leaves.worth(rack)
        if bag:
            return array("i", (each * bag // full for each in self.leaves.worth(rack)))
        if self.game.end.leftover != "moved":
            return array("i", bytes(4 * len(leaves_of(rack))))
        points = self.game.tiles.points_by_code
        return array(
            "i",
            (
                POINT * (-HASTE * sum(points[code] for code in leave) if leave else 2 * unseen)
                for leave in leaves_of(rack)
            ),
        )

    def priced(self, view: View, option: Option) -> Option:
        """An option with the cost of what it opens to the other player."""
        if not option.play or not (view.bag or view.opponent):
            return option
        tiles = Turn.lay(option.play, view.game).tiles
        change = opened(view.board, view.game.premiums, tiles)
        return replace(option, cost=sum(map(mul, self.opening, change)))


@lru_cache(maxsize=8)
def load_evaluator(game: Game) -> Evaluator:
    """The figures for a game; without a trained table, those of rules of thumb."""
    table = trained_table(game)
    weights = USUAL_OPENING if table is None else table["opening"]
    return Evaluator(game, load_leaves(game), tuple(weights[kind] for kind in KINDS))


def options(view: View, session: Session, *, top: int = 0) -> list[Option]:
    """The possible turns by falling equity, ties always in the same order.

    Args:
        view: What the player on turn sees.
        session: The view's board.
        top: How many are wanted; 0 = all. Of swaps only the best for each number of tiles counts.
    """
    evaluator = load_evaluator(view.game)
    rack = session.rack(Rack(view.rack))
    _, worth = leave_worth(view, evaluator, rack)
    found = [
        Option(play, kept, leave=worth[kept])
        for play in session.all_plays(rack)
        for kept in (play.leave(rack),)
    ]
    found += swaps(view, rack, worth)
    found.sort(key=lambda option: -option.equity)
    best = found[0].equity
    wide = best - CLOSE if not top else min(best - CLOSE, found[min(top, len(found)) - 1].equity)
    likely = [each for each in found if each.equity >= wide]
    ordered = [evaluator.priced(view, each) for each in likely]
    ordered += [] if top else found[len(likely) :]
    return sorted(ordered, key=lambda option: -option.equity)[: top or None]


def swaps(view: View, rack: bytes, worth: dict[bytes, float]) -> list[Option]:
    """The best swap for each number of tiles that may be swapped, and the pass."""
    best: dict[int, Option] = {}
    limit = swap_limit(view.game, view.bag)
    for kept, value in worth.items():
        number = len(rack) - len(kept)
        if number > limit:
            continue
        if number not in best or value > best[number].leave:
            best[number] = Option(None, kept, number, value)
    return list(best.values())


def turn_of(option: Option, session: Session, rack: bytes) -> Turn:
    """The turn an option stands for.

    Args:
        option: One found for the rack.
        session: Knows the letters.
        rack: The whole rack as numbers.
    """
    if option.play:
        return Turn.lay(option.play, session.game)
    if not option.swapped:
        return PASS
    faces = (BLANK, *session.game.alphabet.letters)
    return Turn("swap", swapped=tuple(faces[code] for code in given(rack, option.kept)))


def given(rack: bytes, kept: bytes) -> bytes:
    """The tiles given back when the others are kept."""
    left = bytearray(rack)
    for code in kept:
        left.remove(code)
    return bytes(left)


def leave_worth(
    view: View, evaluator: Evaluator, rack: bytes
) -> tuple[array[int], dict[bytes, float]]:
    """The value of each leave, in the form that `Session.best_play` takes, and in points."""
    unseen = 0
    if not view.bag:
        unseen = sum(view.game.tiles.points(tile) for tile in view.unseen.elements())
    worth = evaluator.worth(rack, view.bag, unseen)
    return worth, {leave: each / POINT for leave, each in zip(leaves_of(rack), worth, strict=True)}


def opened(
    board: Board, premiums: Sequence[str], placements: Iterable[tuple[Square, str]]
) -> tuple[float, ...]:
    """How near some new tiles bring premium squares to the next player, less what they take away.

    Args:
        board: The board before.
        premiums: The premium rows.
        placements: The new tiles.

    Returns:
        For each of `KINDS` the sum over its squares of reach after less reach before; a square
        that is covered has none.
    """
    new = list(placements)
    before = board.rows
    after = [list(row) for row in before]
    for square, tile in new:
        after[square.row][square.column] = tile
    change = dict.fromkeys(KINDS, 0.0)
    for row, column in _near(premiums, {(s.row, s.column) for s, _ in new}):
        if not before[row][column]:
            kind = premiums[row][column]
            change[_SAME.get(kind, kind)] += reach(after, row, column) - reach(before, row, column)
    return tuple(change.values())


def reach(rows: Sequence[Sequence[str]], row: int, column: int) -> float:
    """The reach of a square, 0 to 1; 0 where it is taken, or no tile is within 7 steps.

    It is 1 beside a tile and falls by 1/7 with each step between them; the nearest tile along the
    four directions counts.
    """
    if rows[row][column]:
        return 0.0
    nearest = FARTHEST + 1
    for down, right in _STEPS:
        r, c = row, column
        for distance in range(1, nearest):
            r, c = r + down, c + right
            if not (0 <= r < len(rows) and 0 <= c < len(rows)):
                break
            if rows[r][c]:
                nearest = distance
                break
    return (FARTHEST + 1 - nearest) / FARTHEST


def _near(premiums: Sequence[str], new: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The premium squares in the rows and columns of the new tiles."""
    rows, columns = {row for row, _ in new}, {column for _, column in new}
    return [
        (r, c)
        for r, line in enumerate(premiums)
        for c, kind in enumerate(line)
        if _SAME.get(kind, kind) in KINDS and (r in rows or c in columns)
    ]
