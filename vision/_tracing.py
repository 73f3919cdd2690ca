"""Tracing: the pieces (connected components) of a mask, found and measured run by run.

A run is an unbroken stretch of a piece in a row. A row of `runs` holds: where it starts and where
it stops, as places of the mask counted row by row; its parent for union-find, which is an earlier
run of the same piece or itself; the number of its piece, 0 as long as it has none.

Part of the kernel of `vision`: compiled as it stands, with the types of `_kernel.pxd`. Where it is
not, `components` does the same with OpenCV and numpy, far faster than this would be.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint64]
Runs: TypeAlias = NDArray[np.uint32]
Ints: TypeAlias = NDArray[np.int32]

ONES = 0x0101010101010101
TOPS = ONES << 7


def trace(mask: Bytes, words: Words, width: int, corners: int, runs: Runs) -> int:
    """Find the runs of a mask and which are connected.

    Args:
        mask: Its pixels, row by row; 0 where there is nothing.
        words: The same, eight pixels a word; the last ones that fill no word are left out.
        width: Pixels of a row.
        corners: 1 where pixels that touch at a corner only are connected as well, otherwise 0.
        runs: Where what is found goes, ``(N, 4)`` with room for every run there can be.

    Returns:
        How many runs there are.
    """
    size, count, here, at, end = len(mask), 0, 0, 0, 0
    while end < size:
        above, here, end = here, count, end + width
        while at < end:
            if not mask[at]:
                at += 1
                while not at & 7 and at + 8 <= end and not words[at >> 3]:
                    at += 8
                continue
            start = at
            while at < end and mask[at]:
                at += 1
                while (
                    not at & 7
                    and at + 8 <= end
                    and not (words[at >> 3] - ONES) & ~words[at >> 3] & TOPS  # none of them is 0
                ):
                    at += 8
            runs[count, 0], runs[count, 1], runs[count, 3] = start, at, 0
            while above < here and runs[above, 1] + width + corners <= start:
                above += 1
            own, beside = count, above
            while beside < here and runs[beside, 0] + width < at + corners:
                first = _first(beside, runs)
                if first < own:
                    runs[own, 2] = first
                    own = first
                else:
                    runs[first, 2] = own
                beside += 1
            runs[count, 2] = own
            count += 1
    return count


def _first(run: int, runs: Runs) -> int:
    """The first run of a run's piece, the root of its union-find tree; halves the path to it."""
    while runs[run, 2] != run:
        runs[run, 2] = runs[runs[run, 2], 2]
        run = runs[run, 2]
    return run


def measure(width: int, corners: int, runs: Runs, measures: Ints) -> int:
    """Number the pieces and measure them.

    They are numbered as OpenCV does: by their first pixel, or where corners count by their first
    block of two by two pixels.

    Args:
        width: As in `trace`.
        corners: As in `trace`.
        runs: The runs found.
        measures: ``(N, 5)`` left, top, width, height and area of each piece; row 0 stands for none.
            All 0 at first, with room for as many pieces as runs.

    Returns:
        How many pieces there are.
    """
    count, pieces, upper = len(runs), 0, 0
    while upper < count:
        high = 1 + corners
        top = runs[upper, 0] // (high * width) * high
        start = top * width
        middle = upper
        while middle < count and runs[middle, 0] < start + width:
            middle += 1
        lower = middle
        while upper < middle or (lower < count and runs[lower, 0] < start + high * width):
            run, row = lower, top + 1
            if upper < middle and (
                lower == count
                or runs[lower, 0] >= start + high * width
                or (runs[lower, 0] - start - width) >> 1 >= (runs[upper, 0] - start) >> 1
            ):
                run, row = upper, top
                upper += 1
            else:
                lower += 1
            first = _first(run, runs)
            piece = runs[first, 3]
            if not piece:
                pieces += 1
                piece = pieces
                runs[first, 3] = piece
                measures[piece, 0], measures[piece, 1] = width, row
            runs[run, 3] = piece
            left, right = runs[run, 0] - row * width, runs[run, 1] - row * width
            measures[piece, 0] = min(measures[piece, 0], left)
            measures[piece, 1] = min(measures[piece, 1], row)
            measures[piece, 2] = max(measures[piece, 2], right)
            measures[piece, 3] = max(measures[piece, 3], row + 1)
            measures[piece, 4] += right - left
        upper = lower
    for piece in range(1, pieces + 1):
        measures[piece, 2] -= measures[piece, 0]
        measures[piece, 3] -= measures[piece, 1]
    return pieces


def paint(runs: Runs, labels: Ints) -> int:
    """Write the number of its piece at each place of every run; the others stay as they are."""
    for run in range(len(runs)):
        for at in range(runs[run, 0], runs[run, 1]):
            labels[at] = runs[run, 3]
    return 0
