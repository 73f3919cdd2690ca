"""Places: where on a lattice a whole board could lie, and where it would leave the picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.game.parts import Layout
from vision.board.lattice import Floats, Lattice, find_lattices
from vision.imaging.geometry import Grid

LEAST_FOUND = 0.09
"""Share of a board's squares that must stand out; tiles and labels may hide the rest."""

OVERHANG = 0.35
"""How far, in cells, a board may stick out of the picture before it counts as cut off."""


def board_sizes(layouts: Sequence[tuple[str, Layout]]) -> list[int]:
    """Squares a side of the layouts, the most first."""
    return sorted({layout.size for _, layout in layouts}, reverse=True)


def find_places(squares: Floats, sizes: Sequence[int]) -> Iterator[tuple[Grid, NDArray[np.bool_]]]:
    """Where a board could lie, likely ones first, with the squares seen of it.

    Args:
        squares: Even areas of a picture, as of ``find_squares``.
        sizes: Squares a side of the boards looked for.

    Yields:
        The board's lattice and ``(n, n)`` bool, the squares that were found of it.
    """
    for lattice in find_lattices(squares):
        yield from _windows(lattice, sizes)


def _windows(lattice: Lattice, sizes: Sequence[int]) -> Iterator[tuple[Grid, NDArray[np.bool_]]]:
    """The places on a lattice where a whole board could lie, the fullest ones."""
    width, height = int(np.ptp(lattice.columns)) + 1, int(np.ptp(lattice.rows)) + 1
    found = np.zeros((height, width), bool)
    found[lattice.rows - lattice.rows.min(), lattice.columns - lattice.columns.min()] = True
    total = found.sum()
    for size in sizes:
        padded = np.zeros((height + 2 * size, width + 2 * size), bool)
        padded[size:-size, size:-size] = found
        sums = np.zeros((height + 2 * size + 1, width + 2 * size + 1), np.int64)
        sums[1:, 1:] = padded.cumsum(axis=0).cumsum(axis=1)
        counts = (
            sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size]
        )
        most = int(counts.max())
        if most < LEAST_FOUND * size * size or most < 0.8 * total:
            continue
        places = np.argwhere(counts >= most)
        if len(places) > 4 * size:
            continue
        for row, column in places[np.lexsort((places[:, 1], places[:, 0]))][:16]:
            x = lattice.x + (lattice.columns.min() + column - size - 0.5) * lattice.pitch
            y = lattice.y + (lattice.rows.min() + row - size - 0.5) * lattice.pitch
            yield (
                Grid(float(x), float(y), lattice.pitch, size),
                padded[row : row + size, column : column + size],
            )


def side_left(grid: Grid, width: int, height: int) -> str:
    """The side on which a board leaves a picture of that size farthest, empty where it does not."""
    box, most = grid.box, OVERHANG * grid.cell
    sides = {
        "on the left": -box.x,
        "at the top": -box.y,
        "on the right": box.right - width,
        "at the bottom": box.bottom - height,
    }
    farthest = max(sides, key=lambda side: sides[side])
    return farthest if sides[farthest] > most else ""
