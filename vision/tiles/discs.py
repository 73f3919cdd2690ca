"""Cells in; those whose letter stands on a disc in the middle of the tile, and the letters, out.

Some looks show a blank as a letter on a disc, or on another even shape, in the middle of the tile:
often in the tile's own colour, so that it looks like a hole, and often tilted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import cv2
import numpy as np

from vision.imaging import (
    OTHER_COLOUR,
    TRIED,
    Blob,
    Bools,
    Bytes,
    Floats,
    Numbers,
    colour_distances,
    colour_groups,
    find_blobs,
    pixel_distances,
    rim_colours,
    sample,
    usual_colour,
)
from vision.tiles.glyphs import GlyphBank
from vision.tiles.ink import CELL, FAINT, Cells, separate_ink
from vision.tiles.match import OWN_FONT, SAME_PRINT, SURE, Letters, match_marks
from vision.tiles.segment import EDGE, LETTER_HEIGHT, Mark, find_marks

ROUND = 0.7
"""Least share of the square around a shape that it fills: a disc fills 0.79, a square all of it."""

TILTS = range(-20, 21, 4)
"""Degrees by which letters are turned back: tilted by 2, a glyph is as like itself as upright."""

BLANKS = 2
"""Most blanks in any bag, and so most tiles that have a ground of their own."""

AS_CLEAR = 0.33
"""Contrast of a disc with its tile, as a share of the letter's with the disc, from which it is more
than a premium square that shines through: those have 0.22 at most, discs 0.43 and more."""

LIKE_DISCS = "OQ"
"""Letters that a disc looks like, whatever stands on it."""

IN_CORNERS = np.ix_(*[[*range(CELL // 4), *range(CELL - CELL // 4, CELL)]] * 2)
"""Pixels of the four corners of a cell, of which one holds the numeral."""

SOFTNESS = np.ones((7, 7), np.uint8)
"""Three pixels to each side of a shape's outline: its soft edge."""


class ObservedCells(NamedTuple):
    """K cells with their marks and what letters these look like."""

    cells: Cells
    marks: Sequence[Mark | None]
    letters: Letters


class _Shape(NamedTuple):
    """An even shape on a tile: its place, pixels, colour, and the colour of the tile's face.

    ``inside`` is 1 within its outline, ``inner`` the same without its soft edge; both are ``(CELL,
    CELL)``.
    """

    blob: Blob
    inside: Bytes
    inner: Bools
    colour: Floats
    face: Floats


class Discs(NamedTuple):
    """The letters of a picture that stand on discs.

    Attributes:
        on: ``(K,)`` bool, cells whose letter stands on one.
        numbers: Those of them that show no letter otherwise.
        seen: What these show.
    """

    on: Bools
    numbers: list[int]
    seen: ObservedCells

    def without(self, others: Bools) -> Discs:
        """The letters on discs without those of ``(K,)`` bool others."""
        places = [n for n, k in enumerate(self.numbers) if not others[k]]
        cells, marks, letters = self.seen
        rated = Letters(letters.letters, letters.scores[places])
        seen = ObservedCells(cells.only(np.array(places, int)), [marks[n] for n in places], rated)
        return Discs(self.on & ~others, [self.numbers[n] for n in places], seen)


def find_discs(
    pixels: Bytes, first: ObservedCells, sure: Bools, clear: Bools, fonts: GlyphBank, accented: str
) -> Discs:
    """The letters that stand on discs of a tile.

    Args:
        pixels: ``(K, CELL, CELL, 3)`` uint8.
        first: What the cells showed in the first reading.
        sure: ``(K,)`` bool, cells with a sure letter.
        clear: ``(K,)`` bool, cells whose letter the network is sure of: on a disc it looks odd.
        fonts: The fonts of the sure letters.
        accented: Letters that are another letter with something above it.
    """
    letters = first.letters
    on = np.zeros(len(pixels), np.bool_)
    shapes = _shapes_on_tiles(pixels, first, sure, clear) if sure.any() else {}
    if not shapes:
        return Discs(on, [], first)
    own = _as_cells(pixels, shapes)
    read: dict[int, tuple[Mark | None, Floats]] = {}
    for n, k in enumerate(shapes):
        apart = float(np.linalg.norm(shapes[k].colour - shapes[k].face))
        if own.contrast[n] < FAINT or apart < AS_CLEAR * own.contrast[n]:
            continue
        turned = find_marks(_turned(own, n))
        rated = match_marks(turned, fonts, accented).scores
        best = int(rated.max(axis=1).argmax())
        on[k] = rated[best].max() >= max(SURE, letters.best[k] - OWN_FONT)
        if on[k]:
            read[k] = turned[best], rated[best]
    if not read:
        return Discs(on, [], first)
    inks = np.stack([shapes[k].colour for k in read])
    faces = np.stack([shapes[k].face for k in read])
    covered = np.stack([cv2.dilate(shapes[k].inside, SOFTNESS) > 0 for k in read])
    seen = separate_ink(pixels[list(read)], inks, faces)
    seen.coverage[covered], seen.foreign[covered] = 0.0, False
    marks, scores = zip(*read.values(), strict=True)
    told = Letters(letters.letters, np.stack(scores))
    return Discs(on, list(read), ObservedCells(seen, marks, told))


def _shapes_on_tiles(
    pixels: Bytes, first: ObservedCells, sure: Bools, clear: Bools
) -> dict[int, _Shape]:
    """The shapes that lie on tiles and leave their corners bare, by the cell's number.

    A premium square that shines through a tile lies under its corners, too. Shapes on most tiles
    tell nothing: faces may be brighter in the middle, or look like shapes as a whole where one tile
    has the colour of what lies around the others.
    """
    palette = first.cells.ground[sure]
    fellows = (colour_distances(first.cells.ground, palette) <= OTHER_COLOUR).sum(axis=1)
    told = np.flatnonzero(~clear | _round_alone(first) | (fellows <= BLANKS))
    plain = sample(np.flatnonzero(sure & clear & (fellows > BLANKS)))
    groups = islice(colour_groups(palette, OTHER_COLOUR), TRIED)
    rims = rim_colours(pixels[told])
    shapes: dict[int, _Shape] = {}
    for face in (None, *(usual_colour(palette[own]) for own in groups)):
        cells, faces = _with_face(rims, face, palette)
        found = {
            int(told[cells[k]]): shape
            for k, shape in _find_shapes(pixels[told[cells]], faces)
            if 2 * shape.inside[IN_CORNERS].mean() <= 1
        }
        if found:
            cells, faces = _with_face(rim_colours(pixels[plain]), face, palette)
            usual = sum(1 for _ in _find_shapes(pixels[plain[cells]], faces))
            if 2 * usual <= len(cells):
                shapes = found | shapes
    return shapes


def _with_face(rims: Floats, face: Floats | None, palette: Floats) -> tuple[Numbers, Floats]:
    """Indices of those of K cells that may be tiles with a face, and the colour of each face.

    ``rims``, ``(K, 3)``, are the colours along their edges. ``face`` is that of cells with another
    rim, None where it is the rim's own. ``palette``, ``(T, 3)``, are the colours of tiles.
    """
    known = palette if face is None else face[None]
    near = (colour_distances(rims, known) <= OTHER_COLOUR).any(axis=1)
    kept = np.flatnonzero(near if face is None else ~near)
    return kept, rims[kept] if face is None else np.tile(face, (len(kept), 1))


def _round_alone(first: ObservedCells) -> Bools:
    """``(K,)`` which cells seem to show a letter that discs look like, as no other cell does."""
    names = first.letters.named(list(range(len(first.marks))))
    found = np.array([name in LIKE_DISCS for name in names], np.bool_)
    prints = first.cells.coverage[found].reshape(-1, CELL * CELL)
    prints = prints / (np.linalg.norm(prints, axis=1, keepdims=True) + 1e-6)
    alike = prints @ prints.T
    np.fill_diagonal(alike, 0.0)
    found[found] = alike.max(axis=1, initial=0.0) < SAME_PRINT
    return found


def _find_shapes(pixels: Bytes, faces: Floats) -> Iterator[tuple[int, _Shape]]:
    """The largest even shape in the middle of each cell that has one, and the cell's number.

    Pixels are ``(T, CELL, CELL, 3)``, faces the tiles' ``(T, 3)`` colours.
    """
    other = pixel_distances(pixels, faces[:, None, None]) >= FAINT
    pieces = find_blobs(other)
    x, y, width, height, _ = pieces.boxes.T
    fits = (np.minimum(x, y) >= EDGE) & (np.maximum(x + width, y + height) <= CELL - EDGE)
    fits &= np.minimum(width, height) >= LETTER_HEIGHT[0] * CELL
    fits &= (np.maximum(x, y) < CELL / 2) & (np.minimum(x + width, y + height) > CELL / 2)
    for k, found in pieces.only(fits).by_window().items():
        number, blob = max(found, key=lambda each: each[1].width * each[1].height)
        least = ROUND * max(blob.width, blob.height) ** 2
        if blob.width * blob.height < least:
            continue
        window = slice(blob.y, blob.bottom), slice(blob.x, blob.right)
        own = np.pad(pieces.labels[k][window] == number, 1).astype(np.uint8)
        cv2.floodFill(own, None, (0, 0), (2,))  # what is left at 0 are holes in the shape
        filled = own[1:-1, 1:-1] != 2
        if np.count_nonzero(filled) < least:
            continue
        inside = np.zeros((CELL, CELL), np.uint8)
        inside[window] = filled
        inner = cv2.erode(inside, SOFTNESS) > 0
        shown = inner & other[k]
        if 2 * shown.sum() > inner.sum():  # no letter covers half of it
            colour = usual_colour(pixels[k][shown].astype(np.float32))
            yield k, _Shape(blob, inside, inner, colour, faces[k])


def _as_cells(pixels: Bytes, shapes: Mapping[int, _Shape]) -> Cells:
    """The shapes as cells of their own, with nothing around them."""
    alone = []
    for k, (box, _, inner, colour, _) in shapes.items():
        shown = np.where(inner[:, :, None], pixels[k], colour).astype(np.uint8)
        alone.append(cv2.resize(shown[box.y : box.bottom, box.x : box.right], (CELL, CELL)))
    return separate_ink(np.stack(alone), ground=np.stack([each.colour for each in shapes.values()]))


def _turned(cells: Cells, number: int) -> Cells:
    """One cell, turned by each of the tilts."""
    middle = (CELL - 1) / 2, (CELL - 1) / 2
    ways = [cv2.getRotationMatrix2D(middle, tilt, 1.0) for tilt in TILTS]
    each = cells.only(np.full(len(ways), number))
    for coverage, foreign, way in zip(each.coverage, each.foreign, ways, strict=True):
        coverage[:] = cv2.warpAffine(coverage, way, (CELL, CELL))
        foreign[:] = cv2.warpAffine(foreign.astype(np.uint8), way, (CELL, CELL)) > 0
    return each
