"""Tiles on a board in; their runs, sets that could be one move, and what connects them, out.

Boards are integers here, one bit for each square, so that connected tiles are found quickly; an
empty bit separates each row from the next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.imaging import Bools, Place, find_pieces, places_in


def runs_of(places: Collection[Place]) -> list[list[Place]]:
    """Every run of two or more tiles, those across first, each way from the top left.

    Their places are looked up often, so best in a set or a mapping.
    """
    runs = []
    across = sorted(places)
    for down, right, starts in ((0, 1, across), (1, 0, sorted(across, key=lambda place: place[1]))):
        for row, column in starts:
            if (row - down, column - right) in places:
                continue
            run = [(row, column)]
            while (place := (row + down * len(run), column + right * len(run))) in places:
                run.append(place)
            if len(run) > 1:
                runs.append(run)
    return runs


def in_words_of(squares: Iterable[Place], runs: Iterable[Sequence[Place]]) -> set[Place]:
    """The squares of all runs that contain at least one of these squares."""
    own = set(squares)
    return {place for run in runs if not own.isdisjoint(run) for place in run}


def legal_plays(tiles: Bools, most: int, *, covered: bool = False) -> Iterator[frozenset[Place]]:
    """Sets of tiles that could be one play: in line, no gaps, the rest a legal board.

    Args:
        tiles: ``(n, n)`` bool, where tiles lie.
        most: Tiles that can be laid.
        covered: Whether tiles may be hidden, so that those not connected may all stay so.
    """
    size = len(tiles)
    stride = size + 1
    middle = 1 << (stride + 1) * (size // 2)
    for turned in (False, True):
        view = tiles.T if turned else tiles
        board = sum(1 << stride * row + column for row, column in places_in(view))
        tied = _connected(board, middle, stride)
        loose = board & ~tied if covered and tied else 0
        for row in range(size):
            runs = groupby(range(size), view[row].tolist().__getitem__)
            for run in (list(each) for tile, each in runs if tile):
                squares = [(column, row) if turned else (row, column) for column in run]
                for choice in range(1, 1 << len(run)):
                    amount = choice.bit_count()
                    if amount > most or (turned and amount == 1):
                        continue
                    left = board & ~(choice << stride * row + run[0])
                    if _legal(left, loose, middle, stride):
                        yield frozenset(
                            square for k, square in enumerate(squares) if choice >> k & 1
                        )


def _legal(board: int, loose: int, middle: int, stride: int) -> bool:
    """Whether tiles, a bit each, are connected and cover the middle, or there are none.

    ``loose`` are the bits of tiles that need not be connected; ``stride`` is the number of bits
    from one row to the next.
    """
    if board & ~(loose | middle) & ~_beside(board, stride):  # a tile by itself
        return False
    return board & ~_connected(board, middle, stride) in (0, loose)


def _connected(board: int, middle: int, stride: int) -> int:
    """The tiles that are connected to the middle square's."""
    reached, grown = 0, middle & board
    while grown != reached:
        reached = grown
        grown |= _beside(reached, stride) & board
    return reached


def loose_tiles(tiles: Bools) -> set[Place]:
    """The tiles that are not connected to the middle square's; none where that has no tile."""
    size = len(tiles)
    stride = size + 1
    bits = {(row, column): 1 << stride * row + column for row, column in places_in(tiles)}
    reached = _connected(sum(bits.values()), 1 << (stride + 1) * (size // 2), stride)
    return {place for place, bit in bits.items() if reached and not bit & reached}


def out_of_reach(hidden: Bools, tiles: Bools) -> Bools:
    """``(n, n)`` bool: hidden squares too far from the tiles to hold one, and false tiles there.

    All tiles of a board are connected, if need be by way of hidden squares and those around them.
    So components apart from the one with most tiles hold none. Nothing is out of reach where no
    component has more than half of the tiles, or no tile is seen.
    """
    around = sliding_window_view(np.pad(hidden, 1), (3, 3)).any(axis=(2, 3))
    pieces, _ = find_pieces((around | tiles).astype(np.uint8), 4)
    held = np.bincount(pieces[tiles], minlength=1)
    if 2 * held.max() <= tiles.sum():
        return np.zeros_like(hidden)
    apart = (pieces != held.argmax()) & np.isin(pieces, pieces[hidden])
    return np.asarray(apart & (hidden | tiles), np.bool_)


def _beside(board: int, stride: int) -> int:
    """The squares above, below, left and right of tiles, a bit each."""
    return board << 1 | board >> 1 | board << stride | board >> stride
