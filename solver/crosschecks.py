"""The board prepared for the generator: what may lie on each empty square, and where to start.

The generator thinks in rows only. The board is prepared twice, as it is and transposed; what
stands above and below a square in one is a row of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.alphabet import SEPARATOR
from solver.arcs import ACCEPT, CHILD, LAST, LETTER_SHIFT
from solver.board import Position
from solver.graph import Graph
from solver.ruleset import LETTER_TIMES, WORD_TIMES

NO_WORD = -1
"""Cross points of a square with no tile above or below."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where moves of a row start, and how far to the left they may reach.

    Each move is found from one anchor only, the leftmost of those it touches.

    Attributes:
        column: The last tile of a run, or an empty square with a tile above or below.
        limit: The leftmost square that may take a new tile.
    """

    column: int
    limit: int


@dataclass(frozen=True, slots=True)
class Lane:
    """A row of the board, or of the transposed board. All tuples have one entry a square.

    Attributes:
        letters: Number of the letter, 0 = empty; one entry more, 0, for the edge.
        points: Points of the tile there, 0 for a blank.
        allowed: Empty squares: bit n set where letter n may lie; 0 on the edge and on tiles.
        cross: Points of the tiles above and below a square together, or `NO_WORD`.
        letter_times: What the premium multiplies the letter by.
        word_times: What the premium multiplies the word by.
        anchors: From left to right.
    """

    letters: tuple[int, ...]
    points: tuple[int, ...]
    allowed: tuple[int, ...]
    cross: tuple[int, ...]
    letter_times: tuple[int, ...]
    word_times: tuple[int, ...]
    anchors: tuple[Anchor, ...]


def lanes(position: Position, graph: Graph, *, across: bool) -> list[Lane]:
    """The rows of the position's board, or its columns, from the top or the left."""
    game = position.game
    board, premiums = position.board.rows, list(map(tuple, game.premiums))
    start = (game.start.row, game.start.column)
    if not across:
        board, premiums = tuple(zip(*board, strict=True)), list(zip(*premiums, strict=True))
        start = start[::-1]
    codes, values = game.alphabet.codes, game.tiles.values
    letters = [tuple(codes[tile.upper()] if tile else 0 for tile in row) for row in board]
    points = [tuple(values[tile] if tile.isupper() else 0 for tile in row) for row in board]
    hooks = _hooks(letters, points, graph)
    first = start if position.board.is_empty else None
    return [
        _lane(row, letters[row], points[row], premiums[row], hooks[row], graph, first)
        for row in range(len(letters))
    ]


def _lane(
    row: int,
    letters: tuple[int, ...],
    points: tuple[int, ...],
    premiums: tuple[str, ...],
    hooks: dict[int, tuple[int, int]],
    graph: Graph,
    first: tuple[int, int] | None,
) -> Lane:
    size = len(letters)
    anything = (2 << len(graph.alphabet.letters)) - 2
    free = [0 if letters[c] else hooks.get(c, (anything, NO_WORD))[0] for c in range(size)]
    starts = {column for column, (fitting, _) in hooks.items() if fitting}
    if first and first[0] == row:
        starts.add(first[1])
    return Lane(
        letters=(*letters, 0),
        points=points,
        allowed=(*free, 0),
        cross=tuple(hooks.get(c, (0, NO_WORD))[1] for c in range(size)),
        letter_times=tuple(LETTER_TIMES.get(premium, 1) for premium in premiums),
        word_times=tuple(WORD_TIMES.get(premium, 1) for premium in premiums),
        anchors=tuple(_anchors(letters, starts)),
    )


def _anchors(letters: tuple[int, ...], starts: set[int]) -> Iterator[Anchor]:
    """The ends of the runs of a row, and the squares to start on that touch no run before."""
    limit = 0
    for column, letter in enumerate(letters):
        if letter and not (column + 1 < len(letters) and letters[column + 1]):
            yield Anchor(column, limit)
            limit = column + 2  # a tile right behind the run would belong to it
        elif column in starts and column >= limit:
            yield Anchor(column, limit)
            limit = column + 1


def _hooks(
    letters: list[tuple[int, ...]], points: list[tuple[int, ...]], graph: Graph
) -> list[dict[int, tuple[int, int]]]:
    """The empty squares of each row with a tile above or below.

    Returns:
        For each row: column to the letters that make a word there, a bit each, and the points
        of the tiles above and below.
    """
    size = len(letters)
    found: list[dict[int, tuple[int, int]]] = [{} for _ in range(size)]
    for column in range(size):
        line = [row[column] for row in letters]
        worth = [row[column] for row in points]
        for row in range(size):
            if line[row]:
                continue
            top, bottom = row, row + 1
            while top and line[top - 1]:
                top -= 1
            while bottom < size and line[bottom]:
                bottom += 1
            if bottom - top > 1:
                fitting = _fitting(graph, line[top:row], line[row + 1 : bottom])
                found[row][column] = fitting, sum(worth[top:bottom])
    return found


def _fitting(graph: Graph, before: list[int], after: list[int]) -> int:
    """The letters that make a word between two runs, a bit each; one run may be empty."""
    if not after:
        arc = _follow(graph, graph.root, before[::-1])
        arc = graph.arc(arc & CHILD, SEPARATOR)
        return sum(1 << (arc >> LETTER_SHIFT) for arc in _arcs(graph, arc & CHILD) if arc & ACCEPT)
    bits = 0
    for arc in _arcs(graph, _follow(graph, graph.root, after[::-1]) & CHILD):
        end = _follow(graph, arc & CHILD, before[::-1]) if before else arc
        if end & ACCEPT:
            bits |= 1 << (arc >> LETTER_SHIFT)
    return bits & ~(1 << SEPARATOR)


def _follow(graph: Graph, node: int, letters: list[int]) -> int:
    """The last arc on the way from a node by some letters; 0 where there is no way."""
    arc = 0
    for letter in letters:
        arc = graph.arc(node, letter)
        node = arc & CHILD
    return arc


def _arcs(graph: Graph, node: int) -> Iterator[int]:
    while node:
        arc: int = graph.arcs[node]
        yield arc
        node = 0 if arc & LAST else node + 1
