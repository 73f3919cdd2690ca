"""Looks and labels of a board's squares in; how well the premiums of known layouts agree out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.game import Layout
from vision.board.squares import Squares
from vision.imaging import (
    FEW,
    Bools,
    Bytes,
    Doubles,
    Floats,
    Place,
    find_blobs,
    places_in,
    usual_colour,
)
from vision.text import DIGITS, MARGIN
from vision.tiles import (
    CELL,
    LIKELY,
    TILE,
    compare,
    describe,
    generic_bank,
    separate_ink,
    split_board,
)

PREMIUMS = "dtDT"

LABELS = {
    "d": ("DL", "2L", "LD", "DB", "2B", "L2"),
    "t": ("TL", "3L", "LT", "TB", "3B", "L3"),
    "D": ("DW", "2W", "MD", "DO", "2O", "DP", "2P", "W2"),
    "T": ("TW", "3W", "MT", "TO", "3O", "TP", "3P", "W3"),
}
"""Double and triple letter and word in English, figures, French, Swedish, German and Spanish."""

HEIGHT = (0.16, 0.45)
"""Height of a label's characters as a share of the square."""


class Label(NamedTuple):
    """The premium label that two characters look most like.

    Attributes:
        kind: The premium; None where that is not clear.
        text: The label's characters.
        likeness: Likeness of the character that is less like its own, 0 to 1.
    """

    kind: str | None = None
    text: str = ""
    likeness: float = 0.0


class LayoutFit(NamedTuple):
    """A game's layout, and how well it agrees with the squares.

    Agreement is 1 where all squares agree, 0 or less where chance would do as well.
    """

    game: str
    layout: Layout
    agreement: float


@lru_cache(maxsize=64)
def kinds_of(premiums: tuple[str, ...]) -> NDArray[np.str_]:
    """``(n, n)`` the premium of each square; read-only."""
    kinds = np.array([list(row) for row in premiums])
    kinds.flags.writeable = False
    return kinds


@lru_cache(maxsize=64)
def is_premium(premiums: tuple[str, ...]) -> Bools:
    """``(n, n)`` bool, squares that multiply letters or words; read-only."""
    squares = np.isin(kinds_of(premiums), list(PREMIUMS))
    squares.flags.writeable = False
    return squares


def agreements(plain: Bools, premiums: tuple[str, ...]) -> Doubles:
    """``(K,)`` how well a layout's premiums fall on printed squares of K boards; 1 at best.

    ``plain`` are the ``(K, n * n)`` squares on which nothing is printed.
    """
    premium = is_premium(premiums).ravel()
    chance = plain.mean(axis=1) * premium.sum() + 1.0
    return np.asarray(1.0 - (plain & premium).sum(axis=1) / chance, np.float64)


def fit_layouts(
    squares: Squares, layouts: Iterable[tuple[str, Layout]], tiles: Bools | None = None
) -> list[LayoutFit]:
    """Layouts of the board's size, best first; ``tiles`` is ``(n, n)``, None while not known."""
    size = len(squares.plain)
    fits = [
        LayoutFit(game, layout, _agreement(squares, layout.premiums, tiles))
        for game, layout in layouts
        if layout.size == size
    ]
    return sorted(fits, key=lambda fit: -fit.agreement)


def fit_part(squares: Squares, layout: Layout, tiles: Bools, down: int, across: int) -> float:
    """How well a layout that is shifted down and across agrees where it overlaps the squares.

    Args:
        squares: What the squares look like.
        layout: A layout with as many squares a side, or more.
        tiles: ``(n, n)`` bool, where tiles lie.
        down: Rows by which its first row is below that of the squares, negative for above.
        across: The same for columns to the right.

    Returns:
        The agreement as in ``LayoutFit``, 0 where too little is visible to decide.
    """
    size = len(squares.plain)
    seen = tuple(slice(max(0, off), min(size, off + layout.size)) for off in (down, across))
    rows, columns = (slice(max(0, -off), min(layout.size, size - off)) for off in (down, across))
    part = Squares(squares.plain[seen], squares.ground[seen], squares.high[seen])
    premiums = tuple(row[columns] for row in layout.premiums[rows])
    if part.plain.mean() * is_premium(premiums).sum() < TILE:
        return 0.0
    return _agreement(part, premiums, tiles[seen])


def _agreement(squares: Squares, premiums: tuple[str, ...], tiles: Bools | None) -> float:
    """How well premiums agree with the same number of squares, as in ``LayoutFit``."""
    agreement = float(agreements(squares.plain.reshape(1, -1), premiums)[0])
    if tiles is None:
        return agreement
    shown = ~squares.plain & ~tiles
    return agreement - 0.5 * _colour_spread(squares.ground, kinds_of(premiums), shown)


def _colour_spread(ground: Floats, kinds: NDArray[np.str_], shown: Bools) -> float:
    """Share of the squares shown whose colour is not that of most squares of their kind.

    Where all of a kind differ, one less counts. ``FEW`` is added to the total, so that one wrong
    square among few, as a tile taken for a label on a nearly full board, decides nothing.
    """
    odd, total = 0, 0
    for kind in PREMIUMS:
        colours = ground[shown & (kinds == kind)]
        if len(colours):
            unlike = int((np.linalg.norm(colours - usual_colour(colours), axis=1) > 30).sum())
            odd += min(unlike, len(colours) - 1)
            total += len(colours)
    return odd / (total + FEW)


def read_labels(board: Bytes, places: Sequence[Place]) -> dict[Place, str]:
    """The kind of premium printed on some bare squares of a cut board, where it can be read.

    Returns:
        A premium letter, one of ``d t D T``, for each square whose label is legible.
    """
    size = board.shape[0] // CELL
    numbers = np.array([row * size + column for row, column in places], np.int64)
    kinds = [label.kind for label in read_label_cells(split_board(board, numbers))]
    return {place: kind for place, kind in zip(places, kinds, strict=True) if kind is not None}


def read_label_cells(pixels: Sequence[Bytes] | Bytes) -> list[Label]:
    """The label in the middle of each of K cells, ``(CELL, CELL, 3)`` uint8.

    It is an empty one where two characters are not found.
    """
    labels = [Label()] * len(pixels)
    if not len(pixels):
        return labels
    coverages = separate_ink(np.asarray(pixels, np.uint8)).coverage
    pairs = {k: pair for k, each in enumerate(coverages) if (pair := _characters(each)) is not None}
    if not pairs:
        return labels
    shown = {c for each in LABELS.values() for c in "".join(each)}
    bank = generic_bank().only(tuple(sorted(shown | set(DIGITS))))
    characters = [character for pair in pairs.values() for character in pair]
    rated = compare(*describe(characters), bank).max(axis=1).reshape(len(pairs), 2, -1)
    for k, (first, second) in zip(pairs, rated, strict=True):
        labels[k] = label_of(first, second, bank.characters)
    return labels


def legible_labels(board: Bytes, premiums: Sequence[str], places: Bools) -> Bools:
    """``(n, n)`` bool: which of ``(n, n)`` places of a cut board show their own premium's label."""
    legible = np.zeros_like(places)
    for (row, column), kind in read_labels(board, places_in(places)).items():
        legible[row, column] = kind == premiums[row][column]
    return legible


def label_of(first: Floats, second: Floats, characters: Sequence[str]) -> Label:
    """The label that two characters look most like.

    Its kind is not clear where they look more like a number: 12 like L2, 10 like TO. ``first`` and
    ``second`` are ``(N,)`` likenesses of each to the N characters.
    """
    index = characters.index
    scores = {
        kind: max(
            ((one + other) / 2, min(one, other), text)
            for text in texts
            for one, other in [(first[index(text[0])], second[index(text[1])])]
        )
        for kind, texts in LABELS.items()
    }
    best, rival = sorted(scores, key=lambda kind: -scores[kind][0])[:2]
    figures = [index(figure) for figure in DIGITS]
    number = (first[figures].max() + second[figures].max()) / 2
    like, least, text = scores[best]
    clear = like >= LIKELY and like - scores[rival][0] >= MARGIN and number - like < MARGIN
    return Label(best if clear else None, text, float(least))


def _characters(coverage: Floats) -> tuple[Floats, Floats] | None:
    """The two characters in the middle of a square, None where there are not exactly two."""
    pieces = find_blobs(coverage[None] > 0.5)
    found = []
    for _, number, box in sorted(pieces, key=lambda piece: piece[2].x):
        inside = min(box.x, box.y) > 3 and max(box.right, box.bottom) < CELL - 3
        if inside and HEIGHT[0] * CELL <= box.height <= HEIGHT[1] * CELL:
            own = np.where(pieces.labels[0] == number, coverage, np.float32(0.0))
            found.append((box, own[box.y : box.bottom, box.x : box.right]))
    if len(found) == 1 and found[0][0].width > found[0][0].height:
        pair = found[0][1]  # two that touch are split where there is least ink between them
        first, last = round(0.3 * pair.shape[1]), round(0.7 * pair.shape[1])
        cut = first + int(pair[:, first:last].sum(axis=0).argmin())
        return pair[:, :cut], pair[:, cut:]
    if len(found) != 2 or abs(found[0][0].y - found[1][0].y) > 0.08 * CELL:
        return None
    return found[0][1], found[1][1]
