"""All legal plays of a row: the walk through the word graph, after Steven Gordon (1994).

From an anchor the walk goes left by the beginnings that are spelled backwards. Where a beginning
is complete it takes the separator and goes on to the right of the anchor. The score is carried
along in three parts: points of the main word, its word premiums, points of the cross words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.alphabet import BLANK
from solver.arcs import ACCEPT, CHILD, LAST, LETTER_SHIFT
from solver.board import Position
from solver.crosschecks import NO_WORD, Anchor, Lane
from solver.graph import Graph

Laid = tuple[tuple[int, int, bool], ...]
"""New tiles of a row: column, number of the letter, whether it is a blank; in any order."""
_Onward = Callable[[int, int, int, int, int], None]


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles a walk may lay, and what they are worth.

    Attributes:
        counts: How many of each letter, by its number; index 0 = blanks.
        values: Points of each letter, by its number.
        full: Tiles of a full rack.
        bonus: Points for laying that many.
    """

    counts: tuple[int, ...]
    values: tuple[int, ...]
    full: int
    bonus: int

    @classmethod
    def of(cls, position: Position) -> Hand:
        """The rack of a position."""
        game, held = position.game, position.rack.tiles
        letters = game.alphabet.letters
        return cls(
            counts=tuple(held.count(tile) for tile in (BLANK, *letters)),
            values=(0, *(game.tiles.values[letter] for letter in letters)),
            full=game.rack_size,
            bonus=game.bonus,
        )


def row_plays(lane: Lane, graph: Graph, hand: Hand) -> list[tuple[int, Laid]]:
    """Every play of a row, once each: score and new tiles, in no particular order.

    A single tile that makes words both ways is found in its row and in its column alike.
    """
    walk = _Walk(lane, graph, hand)
    for anchor in lane.anchors:
        walk.start(anchor)
    return walk.plays


class _Walk:
    """One row's walk: the tiles laid so far and those still held.

    Its steps take the arc just followed, the column that arc's letter stands on, and the three
    parts of the score: points, factor, cross points.
    """

    __slots__ = (
        "_anchor",
        "_arcs",
        "_counts",
        "_graph",
        "_hand",
        "_held",
        "_laid",
        "_lane",
        "plays",
    )

    def __init__(self, lane: Lane, graph: Graph, hand: Hand) -> None:
        self.plays: list[tuple[int, Laid]] = []
        self._lane = lane
        self._graph = graph
        self._arcs = graph.arcs
        self._hand = hand
        self._counts = list(hand.counts)
        self._held = sum(1 << code for code, count in enumerate(hand.counts) if count)
        self._laid: list[tuple[int, int, bool]] = []
        self._anchor = Anchor(0, 0)

    def start(self, anchor: Anchor) -> None:
        """Find the plays that touch this anchor and none further left."""
        self._anchor = anchor
        letters, points = self._lane.letters, self._lane.points
        column, node, total = anchor.column, self._graph.root, 0
        if not letters[column]:
            self._lay(node, column, total, 1, 0, self._left)
            return
        while letters[column]:  # the edge's 0 stops it too: column -1 is the last entry
            node = self._graph.arc(node, letters[column]) & CHILD
            total += points[column]
            column -= 1
        self._turn_or_go_on(node, column, total, 1, 0)

    def _left(self, arc: int, column: int, points: int, times: int, cross: int) -> None:
        """A tile was laid left of, or on, the anchor."""
        if arc & ACCEPT and not self._lane.letters[self._anchor.column + 1]:
            self._note(points, times, cross)
        self._turn_or_go_on(arc & CHILD, column - 1, points, times, cross)

    def _turn_or_go_on(self, node: int, column: int, points: int, times: int, cross: int) -> None:
        if node and self._arcs[node] >> LETTER_SHIFT == 0:  # the separator stands first
            self._right(self._arcs[node], self._anchor.column, points, times, cross)
        if column >= self._anchor.limit:
            self._lay(node, column, points, times, cross, self._left)

    def _right(self, arc: int, column: int, points: int, times: int, cross: int) -> None:
        """All up to this column is spelled; go on behind it, over the tiles that lie there."""
        letters = self._lane.letters
        column += 1
        while letters[column]:
            arc = self._graph.arc(arc & CHILD, letters[column])
            if not arc:
                return
            points += self._lane.points[column]
            column += 1
        if arc & ACCEPT:
            self._note(points, times, cross)
        self._lay(arc & CHILD, column, points, times, cross, self._right)

    def _lay(
        self, node: int, column: int, points: int, times: int, cross: int, onward: _Onward
    ) -> None:
        """Lay each tile that fits on an empty square, and walk onward from it."""
        lane, arcs, counts, laid = self._lane, self._arcs, self._counts, self._laid
        fitting = lane.allowed[column]
        if not counts[0]:
            fitting &= self._held
        if not fitting:
            return
        letter_times, word_times = lane.letter_times[column], lane.word_times[column]
        beside = lane.cross[column]
        while node:
            arc = arcs[node]
            letter = arc >> LETTER_SHIFT
            if fitting >> letter & 1:
                for code in (letter, 0):
                    if not counts[code]:
                        continue
                    counts[code] -= 1
                    laid.append((column, letter, not code))
                    worth = self._hand.values[code] * letter_times
                    crossing = 0 if beside == NO_WORD else (beside + worth) * word_times
                    onward(arc, column, points + worth, times * word_times, cross + crossing)
                    laid.pop()
                    counts[code] += 1
            node = 0 if arc & LAST else node + 1

    def _note(self, points: int, times: int, cross: int) -> None:
        bonus = self._hand.bonus if len(self._laid) == self._hand.full else 0
        self.plays.append((points * times + cross + bonus, tuple(self._laid)))
