"""Squares of a board in; the premiums read from the labels on them, in any language, out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, Place
from vision.tiles import CELL, compare, describe, generic_bank, separate_ink, split_board

LABELS = {
    "d": ("DL", "2L", "LD", "DB", "2B", "L2"),
    "t": ("TL", "3L", "LT", "TB", "3B", "L3"),
    "D": ("DW", "2W", "MD", "DO", "2O", "DP", "2P", "W2"),
    "T": ("TW", "3W", "MT", "TO", "3O", "TP", "3P", "W3"),
}
"""Double and triple letter and word in English, figures, French, Swedish, German and Spanish."""

HEIGHT = (0.16, 0.45)
"""Height of a label's characters as a share of the square."""

TOUCHING = 1.2
"""Width over height from which ink is two characters that touch."""

CLEAR = 0.7
"""Mean likeness of a label's two characters from which it is read."""

LEAD = 0.06
"""Lead over the labels of other kinds from which it is read."""


def read_labels(board: NDArray[np.uint8], places: Sequence[Place]) -> dict[Place, str]:
    """The kind of premium printed on some squares, where it can be read.

    Args:
        board: The cut board, ``(n * CELL, n * CELL, 3)`` uint8.
        places: Row and column of squares without a tile.

    Returns:
        A premium letter, one of ``d t D T``, for each square whose label is legible.
    """
    size = board.shape[0] // CELL
    numbers = np.array([row * size + column for row, column in places], np.int64)
    kinds = read_label_cells(split_board(board, numbers))
    return {place: kind for place, kind in zip(places, kinds, strict=True) if kind is not None}


def read_label_cells(pixels: Sequence[NDArray[np.uint8]] | NDArray[np.uint8]) -> list[str | None]:
    """The kind of premium printed in the middle of each cell, None where it cannot be read.

    Args:
        pixels: K cells, ``(CELL, CELL, 3)`` uint8.
    """
    kinds: list[str | None] = [None] * len(pixels)
    if not len(pixels):
        return kinds
    coverages = separate_ink(np.asarray(pixels, np.uint8)).coverage
    pairs = {k: pair for k, each in enumerate(coverages) if (pair := _characters(each)) is not None}
    if not pairs:
        return kinds
    bank = generic_bank().only(
        tuple(sorted({c for each in LABELS.values() for c in "".join(each)}))
    )
    characters = [character for pair in pairs.values() for character in pair]
    rated = compare(*describe(characters), bank).max(axis=1).reshape(len(pairs), 2, -1)
    for k, (first, second) in zip(pairs, rated, strict=True):
        kinds[k] = kind_of(first, second, bank.characters)
    return kinds


def legible_labels(
    board: NDArray[np.uint8], premiums: Sequence[str], places: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """``(n, n)`` bool: squares on which the label of their own premium is read.

    Args:
        board: The cut board, ``(n * CELL, n * CELL, 3)`` uint8.
        premiums: The layout's rows.
        places: ``(n, n)`` bool, the squares asked about.
    """
    read = read_labels(board, [(row, column) for row, column in np.argwhere(places).tolist()])
    legible = np.zeros_like(places)
    for (row, column), kind in read.items():
        legible[row, column] = kind == premiums[row][column]
    return legible


def kind_of(first: Floats, second: Floats, characters: Sequence[str]) -> str | None:
    """The kind whose labels two characters look most like, None where that is not clear.

    Args:
        first: ``(N,)`` likeness of the first one to the N characters.
        second: The same of the second one.
        characters: The N characters.
    """
    index = characters.index
    scores = {
        kind: max(float(first[index(text[0])] + second[index(text[1])]) / 2 for text in texts)
        for kind, texts in LABELS.items()
    }
    best, rival = sorted(scores, key=lambda kind: -scores[kind])[:2]
    clear = scores[best] >= CLEAR and scores[best] - scores[rival] >= LEAD
    return best if clear else None


def _characters(coverage: Floats) -> tuple[Floats, Floats] | None:
    """The two characters in the middle of a square, None where there are not exactly two."""
    inked = (coverage > 0.5).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inked, connectivity=8)
    found = []
    for label in range(1, len(stats)):
        x, y, width, height, _ = (int(v) for v in stats[label])
        inside = x > 3 and y > 3 and x + width < CELL - 3 and y + height < CELL - 3
        if inside and HEIGHT[0] * CELL <= height <= HEIGHT[1] * CELL:
            ink = np.where(labels == label, coverage, 0.0)[y : y + height, x : x + width]
            found.append((x, y, np.ascontiguousarray(ink, np.float32)))
    found.sort(key=lambda each: each[0])
    if len(found) == 1 and found[0][2].shape[1] > TOUCHING * found[0][2].shape[0]:
        return _split(found[0][2])
    if len(found) != 2 or abs(found[0][1] - found[1][1]) > 0.08 * CELL:
        return None
    return found[0][2], found[1][2]


def _split(pair: Floats) -> tuple[Floats, Floats]:
    """Two characters that touch, split where there is least ink between them."""
    width = pair.shape[1]
    first, last = round(0.3 * width), round(0.7 * width)
    cut = first + int(pair[:, first:last].sum(axis=0).argmin())
    return np.ascontiguousarray(pair[:, :cut]), np.ascontiguousarray(pair[:, cut:])
