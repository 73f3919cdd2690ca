"""Cells without a clear letter in; those whose letter stands on a disc of the tile's out.

Some looks show a blank as a letter on a disc, or on another even shape, in the middle of the tile:
often in the tile's own colour, so that it looks like a hole, and often tilted.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, colour_distances, find_blobs, rim_colours, usual_colour
from vision.tiles.glyphs import GlyphBank
from vision.tiles.ink import CELL, FAINT, Cells, separate_ink
from vision.tiles.match import LIKELY, Letters, match_marks
from vision.tiles.numeral_ink import numeral_box
from vision.tiles.numeral_position import find_corner
from vision.tiles.recover import SAME_COLOUR, ObservedCells, near, palette_of
from vision.tiles.segment import EDGE, LETTER_HEIGHT, Mark, find_marks

ROUND = 0.7
"""Least share of the box around a shape that it fills: a disc fills 0.79, a square all of it."""

TILTS = range(-20, 21, 4)
"""Degrees by which letters are turned back: 2 off, a glyph is as like itself as upright."""

BLANKS = 2
"""So many tiles at most are blanks in any bag, and so have a ground that no others have."""

FULL = 0.5
"""Least share of its box that a disc fills, with a letter cut out of it."""

OVER = 0.5
"""Most of a numeral's place that a disc may cover: it leaves half of it or more bare."""

AS_LIKE = 0.03
"""How much less than the whole the letter on a disc may be like one: a disc may look like an O."""

SOFTNESS = np.ones((7, 7), np.uint8)
"""Three pixels to each side of a shape's outline: its soft edge."""


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
    nothing = Discs(on, [], first)
    full = np.array([mark is not None and _is_full(mark) for mark in first.marks], np.bool_)
    fellows = (colour_distances(cells.ground, cells.ground[sure]) <= SAME_COLOUR).sum(axis=1)
    told = np.flatnonzero(~sure | full | (fellows <= BLANKS))
    if not len(told) or not sure.any():
        return nothing
    shapes: dict[int, tuple[NDArray[np.bool_], Floats]] = {}
    rims = rim_colours(pixels[told])
    known = near(rims, cells.ground[sure], SAME_COLOUR)
    ways = [*zip([told[known]], [rims[known]], strict=True)]
    ways += [(told, np.tile(face, (len(told), 1))) for face in palette_of(cells.ground[sure])]
    for those, colours in ways:
        for k, shape, face in zip(
            those.tolist(), _shapes(pixels[those], colours), colours, strict=True
        ):
            if shape is not None:
                shapes.setdefault(k, (shape, face))
    corner = find_corner(cells.coverage, [m if s else None for m, s in zip(first.marks, sure)])
    if corner is not None:  # a premium square that shines through lies under the numeral, too
        place = (slice(None), *numeral_box(corner))
        shapes = {
            k: (shape, face)
            for k, (shape, face) in shapes.items()
            if corner.turn(shape[None])[place].mean() <= OVER
        }
    if not shapes:
        return nothing
    numbers = list(shapes)
    inside = np.stack([shape for shape, _ in shapes.values()])
    faces = np.stack([face for _, face in shapes.values()])
    alone, discs = _alone(pixels[numbers], faces, inside)
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
    seen = separate_ink(pixels[numbers], discs[kept], faces[kept])
    wide = np.stack([cv2.dilate(inside[n].astype(np.uint8), SOFTNESS) > 0 for n in kept])
    seen = seen._replace(
        coverage=np.where(wide, np.float32(0.0), seen.coverage), foreign=seen.foreign & ~wide
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
        other = shapes[k]
        if shape.sum() >= ROUND * blob.width * blob.height and (
            other is None or shape.sum() > other.sum()
        ):
            shapes[k] = np.asarray(shape, np.bool_)
    return shapes


def _apart(pixels: NDArray[np.uint8], faces: Floats) -> NDArray[np.bool_]:
    """``(T, CELL, CELL)`` pixels of another colour than their tile."""
    apart = pixels - faces[:, None, None]
    return np.asarray(np.sqrt((apart * apart).sum(axis=3)) >= FAINT, np.bool_)


def _alone(
    pixels: NDArray[np.uint8], faces: Floats, inside: NDArray[np.bool_]
) -> tuple[NDArray[np.uint8], Floats]:
    """The discs as cells of their own, with nothing around them, and their colours."""
    alone, colours = [], []
    for cell, shape, told in zip(pixels, inside, _apart(pixels, faces), strict=True):
        inner = cv2.erode(shape.astype(np.uint8), SOFTNESS) > 0
        colour = usual_colour(cell[told & inner].astype(np.float32))
        shown = np.where(inner[:, :, None], cell, colour).astype(np.uint8)
        x, y, width, height = cv2.boundingRect(shape.astype(np.uint8))
        alone.append(cv2.resize(shown[y : y + height, x : x + width], (CELL, CELL)))
        colours.append(colour)
    return np.stack(alone), np.stack(colours)


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
