"""Sampling: of the ink in characters' boxes what is their own.

Of the kernel of `vision`, see `_tracing`. Where it is not compiled, `characters` does the same with
numpy.
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
    """Leave out of the samples of each character what is ink of others.

    Args:
        ink: ``(K, M * M)`` the samples, row by row.
        labels: ``(H, W)`` number of the piece that each pixel belongs to, 0 for none.
        owner: ``(P,)`` for each piece the number of its character; 0 for none.
        wanted: ``(K,)`` the numbers of the characters.
        rows: ``(K, M)`` the row of the picture that each row of samples is taken from.
        columns: ``(K, M)`` the same for its columns.
        most: ``(K,)`` where the most ink of each character's own pieces goes.
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
