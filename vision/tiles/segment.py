"""Cells in; the letter-like mark in each, as connected ink, out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

import numpy as np

from vision.imaging import Blob, Blobs, Bools, Floats, Ints, find_blobs, quantile
from vision.tiles.glyphs import describe
from vision.tiles.ink import CELL, Cells

EDGE = 2
"""Pixels along a cell's border that may belong to its neighbours."""

LETTER_HEIGHT = (0.22, 0.86)
"""Height of a letter as a share of the cell, as the network of letters was taught; outlines are
larger. Labels may be as high as low letters: the network tells them apart."""

HIDDEN = 0.015
"""Share of foreign pixels in a letter's surroundings from which something lies on it."""

LEAST = 6
"""Fewest pixels of ink of a piece that is no speck."""

LEVEL = 2
"""Pixels by which the letters of one tile may differ in where they begin and end: round ones reach
beyond the line."""


class Mark(NamedTuple):
    """A letter-like mark.

    Attributes:
        blob: Where the letter's body is.
        coverage: ``(h, w)`` float32, the body's ink in its box.
        shape: ``(V,)`` the body's vector for comparison.
        accented: The body with what stands above it (dots, ring, tilde); None where nothing does.
        hidden: Share of the letter's surroundings covered by something foreign.
        above: How many separate pieces stand above the body.
        several: The body with what stands beside it on the same line and is as high, as on a tile
            of several letters; None where nothing does.
    """

    blob: Blob
    coverage: Floats
    shape: Floats
    accented: Floats | None
    hidden: float
    above: int = 0
    several: Mark | None = None


class Line(NamedTuple):
    """Where the letters of a picture stand in their cells, in cell pixels.

    That is the upper edge and height of a capital, and how far from the left letters have their
    middle.
    """

    top: float
    height: float
    middle: float

    @property
    def bottom(self) -> float:
        """Lower edge of a capital."""
        return self.top + self.height


def line_through(bodies: Sequence[Blob]) -> Line | None:
    """The median line on which letters with these bodies stand, None where there are no bodies."""
    if not bodies:
        return None
    places = np.array([(body.y, body.height, body.centre[0]) for body in bodies], np.float32)
    return Line(*(quantile(each, 0.5) for each in places.T))


def in_sight(mark: Mark | None) -> TypeGuard[Mark]:
    """Whether a letter is seen and nothing lies on it."""
    return mark is not None and mark.hidden <= HIDDEN


def find_marks(cells: Cells, *, several: bool = False) -> list[Mark | None]:
    """The letter-like mark of each cell, None where there is none.

    ``several`` tells whether other letters are looked for beside it.
    """
    inked = cells.coverage > 0.5
    inked[:, :EDGE] = inked[:, -EDGE:] = False
    inked[:, :, :EDGE] = inked[:, :, -EDGE:] = False
    pieces = find_blobs(inked)
    bodies = _find_bodies(pieces.only(pieces.boxes[:, 4] >= LEAST))
    crowded, above, beside = _find_beside(pieces, bodies)
    inks = [
        _ink_of(cells.coverage[k], pieces.labels[k], *body, alone=k not in crowded)
        for k, body in bodies.items()
    ]
    spotted = set(np.flatnonzero(cells.foreign.any(axis=(1, 2))).tolist())
    marks: dict[int, Mark] = {}
    joined: dict[int, tuple[Blob, Floats]] = {}
    shapes = describe(inks)[0]
    for (k, (number, body)), ink, shape in zip(bodies.items(), inks, shapes, strict=True):
        hidden = _share_around(cells.foreign[k], body) if k in spotted else 0.0
        mark = Mark(body, ink, shape, None, hidden)
        inside = cells.coverage[k], pieces.labels[k], number
        if k in above:
            top = min(other.y for _, other in above[k])
            box = Blob(body.x, top, body.width, body.bottom - top, body.area)
            whole = _with_others(*inside, box, above[k])
            mark = mark._replace(accented=whole, above=len(above[k]))
        if several and k in beside:
            box = Blob.around([body, *(other for _, other in beside[k])])
            joined[k] = box, _with_others(*inside, box, beside[k])
        marks[k] = mark
    shapes = describe([whole for _, whole in joined.values()])[0]
    for (k, (box, whole)), shape in zip(joined.items(), shapes, strict=True):
        marks[k] = marks[k]._replace(several=Mark(box, whole, shape, None, marks[k].hidden))
    return [marks.get(k) for k in range(len(inked))]


def _find_bodies(pieces: Blobs) -> dict[int, tuple[int, Blob]]:
    """Number and blob of the largest piece like a letter in each cell that has one."""
    x, _, width, height, _ = pieces.boxes.T
    across = (x + width / 2) / CELL
    letters = (height >= LETTER_HEIGHT[0] * CELL) & (height <= LETTER_HEIGHT[1] * CELL)
    letters &= (width <= 0.92 * CELL) & (across > 0.24) & (across < 0.76)
    bodies: dict[int, tuple[int, Blob]] = {}
    for k, number, body in pieces.only(letters):
        if k not in bodies or body.area > bodies[k][1].area:
            bodies[k] = number, body
    return bodies


def _find_beside(
    pieces: Blobs, bodies: dict[int, tuple[int, Blob]]
) -> tuple[set[int], dict[int, list[tuple[int, Blob]]], dict[int, list[tuple[int, Blob]]]]:
    """Ink other than the bodies, for the cells that have any.

    Returns:
        The cells in which other ink reaches into the body's box; and number and blob of the
        pieces above the body, dots and rings, and of other letters beside it.
    """
    edges = np.zeros((len(pieces.labels), 5), np.int32)
    edges[list(bodies)] = np.array(
        [(number, body.x, body.y, body.right, body.bottom) for number, body in bodies.values()],
        np.int32,
    ).reshape(-1, 5)
    own, left, top, right, bottom = edges[pieces.owners].T
    x, y, width, height, area = pieces.boxes.T
    inside = (x < right) & (x + width > left) & (y < bottom) & (y + height > top)
    middle, across = x + width / 2, right - left
    accent = (middle >= left + 0.05 * across) & (middle <= left + 0.95 * across)
    accent &= (y + height <= top + 2) & (height <= 0.3 * CELL) & (y > EDGE) & (area >= LEAST)
    crowded = set(pieces.owners[inside & (pieces.numbers != own)].tolist())
    level = np.maximum(np.abs(y - top), np.abs(y + height - bottom)) <= LEVEL
    level &= (pieces.numbers != own) & (bottom > top)
    return crowded, pieces.only(accent).by_window(), pieces.only(level).by_window()


def _ink_of(coverage: Floats, numbers: Ints, number: int, body: Blob, *, alone: bool) -> Floats:
    """A body's ink in its box, with the soft edges that belong to no piece."""
    box = slice(body.y, body.bottom), slice(body.x, body.right)
    if alone:
        return coverage[box]
    own = (numbers[box] == number) | (numbers[box] == 0)
    return np.where(own, coverage[box], np.float32(0.0))


def _share_around(foreign: Bools, body: Blob) -> float:
    """Share of a body's surroundings that something foreign covers."""
    near = foreign[max(0, body.y - 2) : body.bottom + 3, max(0, body.x - 2) : body.right + 3]
    return np.count_nonzero(near) / near.size


def _with_others(
    coverage: Floats, numbers: Ints, number: int, around: Blob, others: Sequence[tuple[int, Blob]]
) -> Floats:
    """The ink of a body and of other pieces in a box around them, see ``_ink_of``."""
    box = slice(around.y, around.bottom), slice(around.x, around.right)
    kept = np.isin(numbers[box], [0, number, *(other for other, _ in others)])
    return np.where(kept, coverage[box], np.float32(0.0))
