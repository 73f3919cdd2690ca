"""Located: a place where the board may be, what it shows, and which of two is likelier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.ruleset import Layout
from vision.cells import cut_board
from vision.dealt import deals, shows_dealt
from vision.geometry import Grid
from vision.premiums import fit_layouts
from vision.screen import Screen
from vision.squares import Squares, coloured_squares, inspect_squares

FEW_FOUND = 0.3
"""Share of squares below which a known layout must agree as well."""

CLEAR_AGREEMENT = 0.97
"""Agreement with a known layout that leaves no doubt about the place."""

CLEAR_SEEN = 0.45
"""The same as a share of squares that stand out."""

UNLABELLED = 0.5
"""Agreement below which premiums may lack labels: it is 0 then, save what tiles and badges add."""

LEAD = 0.02
"""By how much more must speak for a place that takes the place of another."""

GOES_ON = 1.3
"""How many times as many squares a larger board has in sight as a part of it: 1.9 if all are."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A board that was found.

    Attributes:
        screen: The picture in which it lies straight.
        grid: Its lattice in there.
        board: The board cut out, ``(n * CELL, n * CELL, 3)`` uint8.
        squares: What its squares look like.
        seen: ``(n, n)`` bool, squares whose outline was found in the picture.
        agreement: How well a known layout's premiums fall on printed squares; 1 at best.
    """

    screen: Screen
    grid: Grid
    board: NDArray[np.uint8]
    squares: Squares
    seen: NDArray[np.bool_]
    agreement: float

    @property
    def rank(self) -> float:
        """How much speaks for this place: squares seen and premiums in place, 0 to 2."""
        return float(self.seen.mean()) + self.agreement

    @property
    def clear(self) -> bool:
        """Whether nothing better need be looked for."""
        return self.agreement >= CLEAR_AGREEMENT and self.largely_seen

    @property
    def largely_seen(self) -> bool:
        """Whether its squares stand out, though its premiums may be dealt at random."""
        return float(self.seen.mean()) >= CLEAR_SEEN


def better(best: Located | None, trial: Located) -> Located | None:
    """The likelier of two places; one with few squares needs a known layout to count at all.

    A place within a larger one that agrees with a known layout is just a part of it.
    """
    if trial.seen.mean() < FEW_FOUND and trial.agreement < CLEAR_AGREEMENT:
        return best
    if best is None:
        return trial
    small, large = sorted((best, trial), key=lambda place: place.grid.size)
    if goes_on(small, large):
        return large
    return trial if trial.rank > best.rank + LEAD else best


def hopeless(best: Located, grid: Grid, seen: NDArray[np.bool_]) -> bool:
    """Whether no layout could make a place likelier than the best so far."""
    return grid.size <= best.grid.size and float(seen.mean()) + 1 <= best.rank + LEAD


def goes_on(small: Located, large: Located) -> bool:
    """Whether a place is just a part of a larger one, of which more squares are seen."""
    one, other, slack = small.grid.box, large.grid.box, 0.5 * large.grid.cell
    within = (
        min(one.x - other.x, one.y - other.y) >= -slack
        and min(other.right - one.right, other.bottom - one.bottom) >= -slack
    )
    more = large.seen.sum() >= GOES_ON * max(1, small.seen.sum())
    smaller = small.grid.size < large.grid.size
    return bool(smaller and within and more and large.agreement >= CLEAR_AGREEMENT)


def inspect_place(
    screen: Screen,
    grid: Grid,
    seen: NDArray[np.bool_],
    known: Sequence[tuple[str, Layout]],
) -> Located:
    """Look at a place where the board may be; premiums that no label tells show by their colour."""
    board = cut_board(screen.pixels, grid)
    squares = inspect_squares(board)
    agreement = _agreement(squares, known)
    if agreement < UNLABELLED:
        looks = list(coloured_squares(squares))
        for coloured in looks:
            if (told := _agreement(coloured, known)) >= CLEAR_AGREEMENT:
                squares, agreement = coloured, told
                break
        else:
            if deals(grid.size, known):
                squares = next((each for each in looks if shows_dealt(squares, each)), squares)
    return Located(screen, grid, board, squares, seen, agreement)


def _agreement(squares: Squares, known: Sequence[tuple[str, Layout]]) -> float:
    """How well the likeliest known layout agrees with some squares."""
    fits = fit_layouts(squares, known)
    return fits[0].agreement if fits else 0.0
