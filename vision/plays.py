"""Plays: sets of tiles on the board that could be one move: in line, the rest a legal board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Place = tuple[int, int]


def legal_plays(
    tiles: NDArray[np.bool_], most: int, *, exactly: bool
) -> Iterator[frozenset[Place]]:
    """Sets of tiles that could be one play: in line, no gaps, the rest a legal board."""
    size = len(tiles)
    seen: set[frozenset[Place]] = set()
    for turned in (False, True):
        view = tiles.T if turned else tiles
        for row in range(size):
            for run in _runs(view[row]):
                squares = [(column, row) if turned else (row, column) for column in run]
                for laid in _subsets(squares, most, exactly=exactly):
                    if laid not in seen:
                        seen.add(laid)
                        if _legal_without(tiles, laid):
                            yield laid


def _runs(line: NDArray[np.bool_]) -> Iterator[list[int]]:
    """Neighbouring tiles of a row."""
    run: list[int] = []
    for column, tile in enumerate(line.tolist()):
        if tile:
            run.append(column)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _subsets(squares: list[Place], most: int, *, exactly: bool) -> Iterator[frozenset[Place]]:
    """Sets of at most (or exactly) ``most`` squares of one run."""
    count = len(squares)
    for choice in range(1, 1 << count):
        amount = choice.bit_count()
        if amount == most or (amount < most and not exactly):
            yield frozenset(square for k, square in enumerate(squares) if choice >> k & 1)


def _legal_without(tiles: NDArray[np.bool_], laid: frozenset[Place]) -> bool:
    """Whether the other tiles hang together and cover the middle, or there are none."""
    rest = without(tiles, laid)
    if not rest.any():
        return True
    middle = len(tiles) // 2
    if not rest[middle, middle]:
        return False
    todo, reached = [(middle, middle)], {(middle, middle)}
    while todo:
        row, column = todo.pop()
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if place not in reached and min(place) >= 0 and max(place) < len(tiles) and rest[place]:
                reached.add(place)
                todo.append(place)
    return len(reached) == int(rest.sum())


def without(tiles: NDArray[np.bool_], laid: frozenset[Place]) -> NDArray[np.bool_]:
    """The tiles less those laid."""
    rest = tiles.copy()
    rest[tuple(zip(*laid, strict=True))] = False
    return rest
