"""Sampling: which of the ink in a character's box is its own.

Part of the kernel of `vision`, see `_tracing`. Where it is not compiled, `characters` does the same
with numpy.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]
Ints: TypeAlias = NDArray[np.int32]
Numbers: TypeAlias = NDArray[np.uint32]


def keep_own(
    ink: Bytes,
    labels: Ints,
    owner: Ints,
    wanted: Ints,
    rows: Numbers,
    columns: Numbers,
    most: Bytes,
) -> int:
    """Set to 0 the samples in each character's box that are ink of other characters.

    Args:
        ink: ``(K, M * M)`` the samples, row by row.
        labels: ``(H, W)`` number of the piece that each pixel belongs to, 0 for none.
        owner: ``(P,)`` for each piece the number of its character; 0 for none.
        wanted: ``(K,)`` the numbers of the characters.
        rows: ``(K, M)`` the row of the picture that each row of samples is taken from.
        columns: ``(K, M)`` the same for its columns.
        most: ``(K,)`` where the largest sample of each character's own ink goes.
    """
    for character in range(len(wanted)):
        at, number, full = 0, wanted[character], 0
        for down in range(rows.shape[1]):
            row = rows[character, down]
            for across in range(columns.shape[1]):
                shown = ink[character, at]
                if shown:
                    piece = labels[row, columns[character, across]]
                    if owner[piece] == number:
                        full = max(full, shown)
                    elif piece:
                        ink[character, at] = 0
                at += 1
        most[character] = full
    return 0


def halve(ink: Bytes, labels: Ints, owner: Ints, wanted: Ints, boxes: Ints, halves: Ints) -> int:
    """Cut characters in two at the thinnest column of their middle third.

    Args:
        ink: ``(H, W)`` how far each pixel stands out from its ground.
        labels: As in `keep_own`.
        owner: As in `keep_own`.
        wanted: ``(K,)`` the numbers of the characters.
        boxes: ``(K, 4)`` left, top, right and bottom of each, three pixels wide at least.
        halves: ``(2 * K, 4)``, where those of the halves go, the left one first.
    """
    for character in range(len(wanted)):
        number, left, right = wanted[character], boxes[character, 0], boxes[character, 2]
        top, bottom, least, cut = boxes[character, 1], boxes[character, 3], 0, right
        third = (right - left) // 3
        for column in range(left + third, right - third):
            total = 0
            for row in range(top, bottom):
                if owner[labels[row, column]] == number:
                    total += ink[row, column]
            if cut == right or total < least:
                cut, least = column, total
        half = 2 * character
        halves[half, 0], halves[half, 2] = left, cut
        halves[half + 1, 0], halves[half + 1, 2] = cut + 1, right
        _fit_rows(labels, owner, number, top, bottom, halves, half)
        _fit_rows(labels, owner, number, top, bottom, halves, half + 1)
    return 0


def _fit_rows(
    labels: Ints, owner: Ints, number: int, top: int, bottom: int, halves: Ints, half: int
) -> int:
    """Fit the rows of a half to the ink of its character in it; all rows where there is none."""
    first, last = bottom, top
    for row in range(top, bottom):
        for column in range(halves[half, 0], halves[half, 2]):
            if owner[labels[row, column]] == number:
                first, last = min(first, row), row + 1
                break
    if first == bottom:
        first, last = top, bottom
    halves[half, 1], halves[half, 3] = first, last
    return 0
