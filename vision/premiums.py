"""Premiums: what lies on each square, told from its colour and from the known layouts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.ruleset import Layout
from vision.cells import CELL
from vision.lattice import measure_edges
from vision.seams import measure_outlines

PREMIUMS = "dtDT"

LEAST_SHOWN = 2
"""Premium squares of a kind in sight that show its colour."""

SAME_KIND = 14.0
"""Distance of colours (0 to 441) within which a square is of a kind for certain."""

MOST = 0.5
"""Share of a kind's squares that must be alike to show its colour where all look like tiles."""

UNLIKE = 90.0
"""Distance of such a colour from the tiles'; premiums that shine through tiles change them by less
than 60."""

TINTED = 60.0
"""The same for squares that all show the same without any numeral."""

COLOURED = 8.0
"""The same from which a square on which nothing is printed is of another kind than most such: plain
squares of compressed pictures differ by 5, premiums of the palest looks, dimmed, by 10."""

LEAST_OUTLINE = 2.5
"""Strength of a square's outline, of 255, that noise does not reach."""

OUTLINE_SHARE = 0.3
"""The same as a share of what the bare squares with the weakest outlines have: all but a few may
lie beside a tile or premium, whose outline is stronger. Covered squares have none at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """What the squares of a board look like before any letter is read.

    Attributes:
        plain: ``(n, n)`` bool, nothing is printed on the square.
        ground: ``(n, n, 3)`` float32, its ground colour.
    """

    plain: NDArray[np.bool_]
    ground: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LayoutFit:
    """How well a known premium layout agrees with the squares.

    Attributes:
        game: Name of the game.
        layout: The layout.
        agreement: 1 where all squares agree, 0 or less where chance would do as well.
    """

    game: str
    layout: Layout
    agreement: float


def inspect_squares(board: NDArray[np.uint8]) -> Squares:
    """Look at the squares of a cut board, ``(n * CELL, n * CELL, 3)`` uint8.

    Whether something is printed is judged against the picture's own quietest and loudest squares,
    so blur, compression and contrast do not matter.
    """
    size = board.shape[0] // CELL
    rows = board.reshape(size, CELL, -1, 3)[:, 13:51].reshape(-1, board.shape[1], 3)
    edges = measure_edges(rows).strengths.reshape(size, -1, size, CELL).transpose(0, 2, 1, 3)
    inner = edges[:, :, 1:-1:2, 12:52:2].reshape(size, size, -1)
    ranked = np.sort(inner.astype(np.uint16), axis=2)  # 16 bits are sorted many times as fast as 8
    core = ranked[:, :, round(0.96 * (inner.shape[2] - 1))].astype(np.float32)
    plain = tell_plain(core)
    pixels = board.reshape(size, CELL, size, CELL, 3).transpose(0, 2, 1, 3, 4)
    ground = np.median(pixels[:, :, 10:54:3, 8:56:3].reshape(size, size, -1, 3), axis=2)
    return Squares(plain, ground.astype(np.float32))


def coloured_squares(squares: Squares) -> Squares:
    """The squares where premiums show by their colour alone: what has another is not plain.

    Where most differ, as in uneven light, colour tells nothing: the squares are as they were.
    """
    usual = np.median(squares.ground[squares.plain], axis=0)
    plain = squares.plain & (np.linalg.norm(squares.ground - usual, axis=2) < COLOURED)
    most = plain.sum() > MOST * squares.plain.sum()
    return Squares(plain, squares.ground) if most else squares


def framed_squares(board: NDArray[np.uint8], plain: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """``(n, n)`` bool: squares of a cut board that an edge runs around.

    Args:
        board: ``(n * CELL, n * CELL, 3)`` uint8.
        plain: ``(n, n)`` bool, squares on which nothing is printed.
    """
    outlines = measure_outlines(board)
    usual = float(np.percentile(outlines[plain], 5))
    return np.asarray(outlines >= max(LEAST_OUTLINE, OUTLINE_SHARE * usual), bool)


def tell_plain(core: NDArray[np.floating]) -> NDArray[np.bool_]:
    """``(n, n)`` whether nothing is printed on each square: it is about as even as the evenest.

    Args:
        core: ``(n, n)`` edge strengths in the middles of the squares.
    """
    ranked = np.sort(core.ravel())
    quiet, loud = ranked[: len(ranked) * 3 // 10].mean(), ranked[-len(ranked) // 5 :].mean()
    plain = core <= max(4.0, float(np.sqrt((quiet + 1) * loud)))
    return np.asarray(plain if plain.any() else core <= np.median(core), bool)


@lru_cache(maxsize=64)
def kinds_of(premiums: tuple[str, ...]) -> NDArray[np.str_]:
    """``(n, n)`` the premium of each square, not to be written to."""
    kinds = np.array([list(row) for row in premiums])
    kinds.flags.writeable = False
    return kinds


@lru_cache(maxsize=64)
def _is_premium(premiums: tuple[str, ...]) -> NDArray[np.bool_]:
    """``(n, n)`` bool, squares that multiply letters or words."""
    return np.isin(kinds_of(premiums), list(PREMIUMS))


def fit_layouts(
    squares: Squares, layouts: Iterable[tuple[str, Layout]], tiles: NDArray[np.bool_] | None = None
) -> list[LayoutFit]:
    """The layouts of the board's size, best first.

    Args:
        squares: What the squares look like.
        layouts: Name of the game and layout of all that come into question.
        tiles: ``(n, n)`` bool, where tiles lie; None as long as that is not known.
    """
    size = len(squares.plain)
    printed = ~squares.plain
    fits = []
    for game, layout in layouts:
        if layout.size != size:
            continue
        kinds, premium = kinds_of(layout.premiums), _is_premium(layout.premiums)
        bare = squares.plain & premium
        chance = squares.plain.mean() * premium.sum() + 1.0
        agreement = 1.0 - float(bare.sum()) / chance
        if tiles is not None:
            shown = printed & ~tiles
            stray = shown & (kinds == ".")
            agreement -= 0.5 * float(stray.sum()) / (float(shown.sum()) + 1.0)
            agreement -= 0.5 * _colour_spread(squares.ground, kinds, shown & premium)
        fits.append(LayoutFit(game, layout, agreement))
    return sorted(fits, key=lambda fit: -fit.agreement)


def _colour_spread(
    ground: NDArray[np.float32], kinds: NDArray[np.str_], shown: NDArray[np.bool_]
) -> float:
    """Share of the squares shown whose colour is not that of most squares of their kind."""
    odd, total = 0, 0
    for kind in PREMIUMS:
        colours = ground[shown & (kinds == kind)]
        if len(colours):
            middle = np.median(colours, axis=0)
            odd += int((np.linalg.norm(colours - middle, axis=1) > 30).sum())
            total += len(colours)
    return odd / total if total else 0.0


def mistaken_labels(
    squares: Squares, premiums: tuple[str, ...], tiles: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """``(n, n)`` bool: squares taken for tiles that are bare premium squares.

    They have the colour of other premium squares of their kind, be these all taken for tiles as
    well, and no tile on a plain square is of a colour near it.

    Args:
        squares: What the squares look like.
        premiums: The layout's rows.
        tiles: ``(n, n)`` bool, where tiles seem to lie.
    """
    kinds = kinds_of(premiums)
    mistaken = np.zeros_like(tiles)
    ordinary = squares.ground[tiles & (kinds == ".")]
    for kind in PREMIUMS:
        printed = (kinds == kind) & ~squares.plain
        shown = squares.ground[printed & ~tiles]
        bare = len(shown) >= LEAST_SHOWN
        if not bare:
            shown = _most_alike(squares.ground[printed])
        if len(shown) < LEAST_SHOWN:
            continue
        colour = np.median(shown, axis=0)
        to_kind = np.linalg.norm(squares.ground - colour, axis=2)
        to_tiles = (
            np.linalg.norm(ordinary - colour, axis=1).min() if len(ordinary) else SAME_KIND * 3
        )
        if not bare and to_tiles < UNLIKE:
            continue
        mistaken |= tiles & (kinds == kind) & (to_kind < min(SAME_KIND, to_tiles / 3))
    return mistaken


def repeated_labels(
    squares: Squares,
    premiums: tuple[str, ...],
    tiles: NDArray[np.bool_],
    vouched: NDArray[np.bool_],
    letters: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """``(n, n)`` bool: squares taken for tiles that all show the same on squares of one kind.

    They have a colour of their own, and none of them the numeral of that letter.

    Args:
        squares: What the squares look like.
        premiums: The layout's rows.
        tiles: ``(n, n)`` bool, where tiles seem to lie.
        vouched: ``(n, n)`` bool, tiles whose numeral is that of the letter.
        letters: ``(n, n)`` number of the letter that each square looks like.
    """
    kinds = kinds_of(premiums)
    repeated = np.zeros_like(tiles)
    ordinary = squares.ground[tiles & ((kinds == ".") | vouched)]
    for row, column in np.argwhere(tiles & ~vouched & np.isin(kinds, list(PREMIUMS))):
        colour = squares.ground[row, column]
        alike = np.linalg.norm(squares.ground - colour, axis=2) < SAME_KIND
        alike &= (kinds == kinds[row, column]) & ~squares.plain
        same = (alike & tiles & (letters == letters[row, column])).sum() == (alike & tiles).sum()
        if alike.sum() < LEAST_SHOWN or not same or (alike & vouched).any():
            continue
        apart = np.linalg.norm(ordinary - colour, axis=1).min(initial=UNLIKE)
        repeated[row, column] = apart >= TINTED
    return repeated


def _most_alike(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Those near the median colour if they are most of all, none otherwise."""
    if not len(colours):
        return colours
    near = np.linalg.norm(colours - np.median(colours, axis=0), axis=1) < SAME_KIND
    return colours[near] if near.mean() > MOST else colours[:0]
