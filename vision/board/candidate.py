"""A possible place of the board in; what it shows, and which of two places is likelier, out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from vision.board.lattice import Layouts, side_beyond_picture
from vision.board.layout import LEAD
from vision.board.premiums import fit_layouts, fit_part, is_premium
from vision.board.random_premiums import games_with_random_premiums, shows_random_premiums
from vision.board.squares import Squares, coloured_squares, framed_squares, inspect_squares
from vision.imaging import NEARLY_ALL, Bools, Bytes, Grid, Screen
from vision.tiles import cut_board

CLEAR_AGREEMENT = 0.97
"""Agreement with a known layout that leaves no doubt about the place."""


class BoardCandidate(NamedTuple):
    """A board that was found.

    Attributes:
        screen: The picture in which it lies straight.
        grid: Its lattice in this picture.
        board: The board cut out, ``(n * CELL, n * CELL, 3)`` uint8.
        squares: What its squares look like.
        seen: ``(n, n)`` bool, squares whose outline was found in the picture.
        agreement: How well a known layout's premiums fall on printed squares; 1 at best.
    """

    screen: Screen
    grid: Grid
    board: Bytes
    squares: Squares
    seen: Bools
    agreement: float

    @property
    def rank(self) -> float:
        """Evidence for this place, at best 2: share of squares seen, and a layout's agreement.

        Each outermost row or column that shows nothing, or something everywhere but no square,
        counts against it as one of unseen squares.
        """
        found, bare = (
            np.stack([shown[0], shown[-1], shown[:, 0], shown[:, -1]])
            for shown in (self.seen, self.squares.plain)
        )
        alike = bare.all(axis=1) | ~bare.any(axis=1)
        unlike = int((alike & ~found.any(axis=1)).sum())
        agreement = self.agreement if self.agreement >= CLEAR_AGREEMENT else 0.0
        return float(self.seen.mean()) - unlike / len(self.seen) + agreement

    @property
    def clear(self) -> bool:
        """Whether the search can stop here."""
        return self.agreement >= CLEAR_AGREEMENT and self.largely_seen

    @property
    def largely_seen(self) -> bool:
        """Whether at least half of its squares were seen, whatever its premiums are."""
        return 2 * int(self.seen.sum()) >= self.seen.size


def better(best: BoardCandidate | None, trial: BoardCandidate) -> BoardCandidate | None:
    """The likelier of two places; one with few squares seen counts only if a layout agrees."""
    if not trial.largely_seen and trial.agreement < CLEAR_AGREEMENT:
        return best
    if best is None:
        return trial
    lead = trial.rank - best.rank
    if abs(lead) <= LEAD:
        lead = trial.agreement - best.agreement
    return trial if lead > LEAD else best


def hopeless(best: BoardCandidate, grid: Grid, seen: Bools) -> bool:
    """Whether no layout could make a place likelier than the best so far."""
    return grid.size <= best.grid.size and float(seen.mean()) + 1 <= best.rank + LEAD


def inspect_candidate(
    screen: Screen, grid: Grid, seen: Bools | None, known: Layouts
) -> BoardCandidate:
    """Look at a place where the board may be; premiums without a label are seen by their colour.

    ``seen`` is that of the candidate, None where no square was found.
    """
    if seen is None:
        seen = np.zeros((grid.size, grid.size), bool)
    board = cut_board(screen.pixels, grid)
    squares = inspect_squares(board)
    agreement = _best_fit(squares, known)[0]
    if agreement < CLEAR_AGREEMENT:  # less may come from tiles that cover premiums without labels
        looks = list(coloured_squares(squares))
        for coloured in looks:
            told, premium = _best_fit(coloured, known)
            odd = squares.plain & ~coloured.plain
            if told >= CLEAR_AGREEMENT and 2 * (odd & premium).sum() > odd.sum():
                squares, agreement = coloured, told
                break
        else:
            dealt = (
                each
                for counts in games_with_random_premiums(grid.size, known).values()
                for each in looks
                if shows_random_premiums(squares, each, counts)
            )
            squares = next(dealt, squares)
    larger = any(layout.size > grid.size for _, layout in known)
    if larger and agreement >= CLEAR_AGREEMENT and _goes_on(screen, grid, squares):
        agreement = 0.0
    return BoardCandidate(screen, grid, board, squares, seen, agreement)


def _goes_on(screen: Screen, grid: Grid, squares: Squares) -> bool:
    """Whether a place is the middle of a larger board, whose squares are in sight on all sides."""
    wider = Grid(grid.x - 2 * grid.cell, grid.y - 2 * grid.cell, grid.cell, grid.size + 4)
    if not screen.shows(wider.box.corners).all():
        return False
    framed = framed_squares(cut_board(screen.pixels, wider), np.pad(squares.plain, 2))[1:-1, 1:-1]
    sides = framed[0, 1:-1], framed[-1, 1:-1], framed[1:-1, 0], framed[1:-1, -1]
    return all(side.mean() >= NEARLY_ALL for side in sides)


def side_cut_off(place: BoardCandidate, tiles: Bools, known: Layouts) -> str:
    """The side on which the picture cuts the board off, empty where nothing indicates it.

    A board with missing rows is found shifted inwards by as many rows: in its outermost rows no
    square stands out, or a known layout agrees once it is shifted back, beyond the picture's edge.
    The premiums of ``place`` match no known layout; ``tiles`` lie on ``(n, n)`` squares.
    """
    for layout in dict.fromkeys(layout for _, layout in known):
        for down, across in _places_off(place.grid.size, layout.size):
            side = _side_left(place, down, across, layout.size)
            fit = fit_part(place.squares, layout, tiles, down, across) if side else 0.0
            if fit >= CLEAR_AGREEMENT:
                return side
    return _side_left(place, *_offset_of_seen(place), place.grid.size) if place.largely_seen else ""


def _places_off(size: int, of_layout: int) -> Iterator[tuple[int, int]]:
    """Offsets, in rows and columns, at which a place can show a part of a layout."""
    if of_layout > size:
        yield from product(range(size - of_layout, 1), repeat=2)
    elif of_layout == size:
        for k in range(1, size // 2):
            yield from ((k, 0), (-k, 0), (0, k), (0, -k))


def _side_left(place: BoardCandidate, down: int, across: int, size: int) -> str:
    """The side on which a board is cut off if it lies so many squares down and right of a place."""
    x, y, cell, _ = place.grid
    moved = Grid(x + across * cell, y + down * cell, cell, size)
    return side_beyond_picture(moved, place.screen)


def _offset_of_seen(place: BoardCandidate) -> tuple[int, int]:
    """Rows and columns to move the board by: its unseen ones before the seen minus those after."""
    rows, columns = (np.flatnonzero(place.seen.any(axis=axis)) for axis in (1, 0))
    last = place.grid.size - 1
    return int(rows[0] + rows[-1]) - last, int(columns[0] + columns[-1]) - last


def _best_fit(squares: Squares, known: Layouts) -> tuple[float, Bools]:
    """How well the likeliest known layout agrees with some squares, and where its premiums lie."""
    fits = fit_layouts(squares, known)
    if not fits:
        return 0.0, np.zeros_like(squares.plain)
    return fits[0].agreement, is_premium(fits[0].layout.premiums)
