"""Sets of tiles that could be one move, against a plain reading of the rules."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from vision.board.plays import legal_plays, out_of_reach
from vision.imaging import Place

SIZE = 7


def reached(tiles: set[Place]) -> set[Place]:
    """The tiles that hang together with the middle's."""
    middle = SIZE // 2, SIZE // 2
    found, todo = set(), [middle] if middle in tiles else []
    while todo:
        row, column = place = todo.pop()
        if place in tiles and place not in found:
            found.add(place)
            todo += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return found


def in_one_run(laid: tuple[Place, ...], tiles: set[Place]) -> bool:
    """Whether tiles lie in one line, with no square between them that is empty."""
    rows, columns = ([place[axis] for place in laid] for axis in (0, 1))
    if len(set(rows)) > 1 and len(set(columns)) > 1:
        return False
    return all(
        (row, column) in tiles
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    )


@pytest.mark.parametrize("covered", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_plays_are_those_the_rules_allow(seed: int, covered: bool) -> None:  # noqa: FBT001
    board = np.random.default_rng(seed).random((SIZE, SIZE)) < 0.35
    board[SIZE // 2, 1:6] = True
    tiles: set[Place] = {(row, column) for row, column in np.argwhere(board).tolist()}
    loose = tiles - reached(tiles)
    assert loose
    rest: tuple[set[Place], ...] = (set(), loose) if covered else (set(),)
    expected = {
        frozenset(laid)
        for amount in (1, 2, 3)
        for laid in combinations(sorted(tiles), amount)
        if in_one_run(laid, tiles) and tiles - set(laid) - reached(tiles - set(laid)) in rest
    }
    found = list(legal_plays(board, 3, covered=covered))
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize(
    ("hidden", "bare"),
    [
        ([(0, 0)], [(0, 0)]),
        ([(2, 2), (1, 2), (0, 6)], [(0, 6)]),  # a tile may lie beside those that are seen
        ([(2, 6), (0, 0)], [(0, 0)]),  # or beside what may be hidden, too
        ([(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (0, 2), (0, 3)]),  # with what seems a tile
    ],
)
def test_no_tile_is_hidden_where_none_can_be_connected(
    hidden: list[Place], bare: list[Place]
) -> None:
    tiles, covered, expected = np.zeros((3, SIZE, SIZE), bool)
    tiles[3, 2:5] = tiles[0, 3] = True
    for mask, places in ((covered, hidden), (expected, bare)):
        mask[tuple(np.transpose(places))] = True
    assert (out_of_reach(covered, tiles) == expected).all()
    assert not out_of_reach(covered, np.zeros_like(tiles)).any()


def test_all_tiles_may_be_laid() -> None:
    board = np.zeros((SIZE, SIZE), bool)
    board[3, 2:5] = True
    assert frozenset({(3, 2), (3, 3), (3, 4)}) in set(legal_plays(board, 3))
