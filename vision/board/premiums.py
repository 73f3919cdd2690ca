"""Looks of a board's squares in; how well the premiums of known layouts agree with them out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.game import Layout
from vision.board.squares import Squares
from vision.imaging import usual_colour

PREMIUMS = "dtDT"

FEW = 3.0
"""Squares added to those that show a premium, so that one wrong square among few decides nothing:
where most of a board is covered, a tile mistaken for a label may be one of three."""

LEAST_BY_CHANCE = 6.0
"""Premium squares expected to be uncovered by chance, if a part of a layout lay there, from which
it means something that none is: this happens once in 400 such places."""


class LayoutFit(NamedTuple):
    """How well a known premium layout agrees with the squares.

    Attributes:
        game: Name of the game.
        layout: The layout.
        agreement: 1 where all squares agree, 0 or less where chance would do as well.
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
def is_premium(premiums: tuple[str, ...]) -> NDArray[np.bool_]:
    """``(n, n)`` bool, squares that multiply letters or words; read-only."""
    squares = np.isin(kinds_of(premiums), list(PREMIUMS))
    squares.flags.writeable = False
    return squares


def agreements(plain: NDArray[np.bool_], layout: Layout) -> NDArray[np.float64]:
    """``(K,)`` how well a layout's premiums fall on printed squares of K boards; 1 at best.

    Args:
        plain: ``(K, n * n)`` bool, squares on which nothing is printed.
        layout: A layout for boards of that size.
    """
    premium = is_premium(layout.premiums).ravel()
    chance = plain.mean(axis=1) * premium.sum() + 1.0
    return np.asarray(1.0 - (plain & premium).sum(axis=1) / chance, np.float64)


def fit_layouts(
    squares: Squares, layouts: Iterable[tuple[str, Layout]], tiles: NDArray[np.bool_] | None = None
) -> list[LayoutFit]:
    """The layouts of the board's size, best first.

    Args:
        squares: What the squares look like.
        layouts: Name of the game and layout of all candidates.
        tiles: ``(n, n)`` bool, where tiles lie; None while that is not known.
    """
    size = len(squares.plain)
    fits = [
        LayoutFit(game, layout, _agreement(squares, layout.premiums, tiles))
        for game, layout in layouts
        if layout.size == size
    ]
    return sorted(fits, key=lambda fit: -fit.agreement)


def fit_part(
    squares: Squares, layout: Layout, tiles: NDArray[np.bool_], down: int, across: int
) -> float | None:
    """How well a layout agrees that is shifted by so many squares, where it overlaps the squares.

    Args:
        squares: What the squares look like.
        layout: A layout with as many squares a side, or more.
        tiles: ``(n, n)`` bool, where tiles lie.
        down: Rows by which its first row is below that of the squares, negative for above.
        across: The same for columns to the right.

    Returns:
        The agreement as of ``LayoutFit``, None where too little is visible to decide.
    """
    size = len(squares.plain)
    seen = tuple(slice(max(0, off), min(size, off + layout.size)) for off in (down, across))
    rows, columns = (slice(max(0, -off), min(layout.size, size - off)) for off in (down, across))
    part = Squares(squares.plain[seen], squares.ground[seen], squares.high[seen])
    premiums = tuple(row[columns] for row in layout.premiums[rows])
    if part.plain.mean() * is_premium(premiums).sum() < LEAST_BY_CHANCE:
        return None
    return _agreement(part, premiums, tiles[seen])


def _agreement(
    squares: Squares, premiums: tuple[str, ...], tiles: NDArray[np.bool_] | None
) -> float:
    """How well premiums agree with the same number of squares, as of ``LayoutFit``."""
    kinds, premium = kinds_of(premiums), is_premium(premiums)
    chance = float(squares.plain.mean()) * float(premium.sum()) + 1.0
    agreement = 1.0 - float((squares.plain & premium).sum()) / chance
    if tiles is not None:
        shown = ~squares.plain & ~tiles
        agreement -= 0.5 * _colour_spread(squares.ground, kinds, shown & premium)
    return agreement


def _colour_spread(
    ground: NDArray[np.float32], kinds: NDArray[np.str_], shown: NDArray[np.bool_]
) -> float:
    """Share of the squares shown whose colour is not that of most squares of their kind.

    Of two that differ, one counts.
    """
    odd, total = 0, 0
    for kind in PREMIUMS:
        colours = ground[shown & (kinds == kind)]
        if len(colours):
            middle = usual_colour(colours)
            unlike = int((np.linalg.norm(colours - middle, axis=1) > 30).sum())
            odd += min(unlike, len(colours) - 1)
            total += len(colours)
    return odd / (total + FEW)
