"""Cells without a clear letter in; those whose letter stands on a disc of the tile's out.

Some looks show a blank as a letter on a disc, or on another even shape, in the middle of the tile:
often in the tile's own colour, so that it looks like a hole, and often tilted.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, find_blobs, rim_colours, usual_colour
from vision.tiles.glyphs import GlyphBank
from vision.tiles.ink import CELL, FAINT, Cells, separate_ink
from vision.tiles.match import LIKELY, Letters, match_marks
from vision.tiles.recover import SAME_COLOUR, ObservedCells, near
from vision.tiles.segment import EDGE, LETTER_HEIGHT, Mark, find_marks

ROUND = 0.7
"""Least share of the box around a shape that it fills: a disc fills 0.79, a square all of it."""

TILTS = range(-20, 21, 4)
"""Degrees by which letters are turned back: 2 off, a glyph is as like itself as upright."""

FULL = 0.5
"""Least share of its box that a disc fills, with a letter cut out of it."""

AS_LIKE = 0.03
"""How much less than the whole the letter on a disc may be like one: a disc may look like an O."""

SOFT = 3
"""Width in pixels of a shape's soft edge."""


class Discs(NamedTuple):
    """The letters of a picture that stand on discs.

    Attributes:
        on: ``(K,)`` bool, cells whose letter stands on one.
        numbers: Those of them that show no letter otherwise.
        seen: What these show.
    """

    on: NDArray[np.bool_]
    numbers: list[int]
    seen: ObservedCells

    def over(self, others: ObservedCells) -> ObservedCells:
        """What all cells show: these, and what the others showed without discs."""
        if not self.numbers:
            return others
        marks, scores = list(others.marks), others.letters.scores.copy()
        for k, mark in zip(self.numbers, self.seen.marks, strict=True):
            marks[k] = mark
        scores[self.numbers] = self.seen.letters.scores
        every = list(range(len(self.numbers)))
        return ObservedCells(
            others.cells.replaced(self.numbers, self.seen.cells, every),
            marks,
            Letters(others.letters.letters, scores),
        )


def find_discs(
    pixels: NDArray[np.uint8],
    first: ObservedCells,
    sure: NDArray[np.bool_],
    fonts: GlyphBank,
    accented: str,
) -> Discs:
    """The letters that stand on discs of a tile.

    Args:
        pixels: ``(K, CELL, CELL, 3)`` uint8.
        first: What the cells showed in the first reading.
        sure: ``(K,)`` bool, cells with a sure letter.
        fonts: The fonts of the sure letters.
        accented: Letters that are another letter with something above it.
    """
    cells, letters = first.cells, first.letters
    on = np.zeros(len(pixels), np.bool_)
    faces = rim_colours(pixels)
    full = np.array([mark is not None and _is_full(mark) for mark in first.marks], np.bool_)
    perhaps = ~sure | full | (np.linalg.norm(cells.ground - faces, axis=1) >= FAINT)
    told = np.flatnonzero(perhaps & near(faces, cells.ground[sure], SAME_COLOUR))
    shapes = _shapes(pixels[told], faces[told])
    numbers = [k for k, shape in zip(told.tolist(), shapes, strict=True) if shape is not None]
    inside = np.array([shape for shape in shapes if shape is not None], np.bool_)
    nothing = Discs(on, [], first)
    if not numbers:
        return nothing
    alone, discs = _alone(pixels[numbers], faces[numbers], inside)
    own = separate_ink(alone, ground=discs)
    taken: dict[int, tuple[Mark | None, Floats]] = {}
    for n, k in enumerate(numbers):
        if own.contrast[n] < FAINT:
            continue
        turned = find_marks(_turned(own, n))
        rated = match_marks(turned, fonts, accented).scores
        best = int(rated.max(axis=1).argmax())
        on[k] = rated[best].max() >= max(LIKELY, letters.best[k] - AS_LIKE)
        if on[k]:
            taken[n] = turned[best], rated[best]
    if not taken:
        return nothing
    kept = list(taken)
    numbers = [numbers[n] for n in kept]
    seen = separate_ink(pixels[numbers], discs[kept], faces[numbers])
    seen = seen._replace(
        coverage=np.where(inside[kept], own.coverage[kept], seen.coverage),
        foreign=seen.foreign & ~inside[kept],
    )
    marks, scores = zip(*taken.values(), strict=True)
    return Discs(
        on, numbers, ObservedCells(seen, marks, Letters(letters.letters, np.stack(scores)))
    )


def _is_full(mark: Mark) -> bool:
    """Whether a mark fills its box as a disc with a letter cut out of it does, and few letters."""
    return mark.blob.area >= FULL * mark.blob.width * mark.blob.height


def _shapes(pixels: NDArray[np.uint8], faces: Floats) -> list[NDArray[np.bool_] | None]:
    """For each cell ``(CELL, CELL)`` where an even shape lies on the tile, None where none does.

    Args:
        pixels: ``(T, CELL, CELL, 3)`` uint8.
        faces: ``(T, 3)`` the tiles' colours.
    """
    found = find_blobs(_apart(pixels, faces))
    shapes: list[NDArray[np.bool_] | None] = [None] * len(pixels)
    for k, number, blob in found:
        lies = min(blob.x, blob.y) >= EDGE and max(blob.right, blob.bottom) <= CELL - EDGE
        middle = blob.x < CELL / 2 < blob.right and blob.y < CELL / 2 < blob.bottom
        if not (lies and middle and min(blob.width, blob.height) >= LETTER_HEIGHT[0] * CELL):
            continue
        own = np.pad(found.labels[k] == number, 1).astype(np.uint8)
        cv2.floodFill(own, None, (0, 0), (2,))  # what is left at 0 are holes in the shape
        shape = own[1:-1, 1:-1] != 2
        if shape.sum() >= ROUND * blob.width * blob.height:
            shapes[k] = np.asarray(shape, np.bool_)
    return shapes


def _apart(pixels: NDArray[np.uint8], faces: Floats) -> NDArray[np.bool_]:
    """``(T, CELL, CELL)`` pixels of another colour than their tile."""
    apart = pixels - faces[:, None, None]
    return np.asarray(np.sqrt((apart * apart).sum(axis=3)) >= FAINT, np.bool_)


def _alone(
    pixels: NDArray[np.uint8], faces: Floats, inside: NDArray[np.bool_]
) -> tuple[NDArray[np.uint8], Floats]:
    """Cells as if they were all disc, with their letters, and the discs' colours."""
    soft = np.ones((2 * SOFT + 1, 2 * SOFT + 1), np.uint8)
    inner = np.stack([cv2.erode(shape.astype(np.uint8), soft) > 0 for shape in inside])
    told = _apart(pixels, faces) & inner
    colours = np.stack(
        [usual_colour(cell[mine].astype(np.float32)) for cell, mine in zip(pixels, told)]
    )
    alone = np.where(inner[:, :, :, None], pixels, colours[:, None, None])
    return alone.astype(np.uint8), colours


def _turned(cells: Cells, number: int) -> Cells:
    """One cell, turned by each of the tilts."""
    middle = (CELL - 1) / 2, (CELL - 1) / 2
    ways = [cv2.getRotationMatrix2D(middle, tilt, 1.0) for tilt in TILTS]
    each = cells.only(np.full(len(ways), number))
    pages = [
        np.stack([cv2.warpAffine(page, way, (CELL, CELL)) for page, way in zip(pages, ways)])
        for pages in (each.coverage, each.foreign.astype(np.uint8))
    ]
    return each._replace(coverage=pages[0], foreign=pages[1] > 0)
