"""A board and the corners of its tiles that something covers in; the points written there out.

Games show a move's points in a badge that lies on the end of its word, over the numeral of a tile.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

import cv2
import numpy as np

from vision.imaging import AT_ONCE, Box, Bytes, Grid, Place, Screen
from vision.status.numbers import Figure, likely_digits, split_figures
from vision.text import FAINTEST, excerpt, read_excerpts, scale_for

PARTS = (0.6, 0.45)
"""Sides of the squares of boards with texts as large as a badge's, as shares of a tile."""

NEAR = 0.5
"""Farthest that a badge's number lies from the numeral it covers, as a share of a tile."""

SIDES = (0.25, 0.75)
"""Shorter side of the box around a badge, as a share of a tile: less holds no figures that can be
read, and more is a tile or a square."""

SEEDS = 9
"""Seeds of flood fills, across and down, up to ``NEAR``: one of them lies on a badge's ground."""


def read_badges(
    screen: Screen,
    grid: Grid,
    corners: Mapping[Place, tuple[float, float]],
    bare: Collection[Place] = (),
    digits: int = 2,
) -> dict[Place, int]:
    """The numbers that lie over the corners of tiles, where one is legible.

    A number is looked for in the picture as it is, and where none is legible because of what lies
    behind its badge, on each even shape alone. What looks bare may lie below a badge of the tile's
    colour: there the picture shows parts of letters, so that only shapes count.

    Args:
        screen: The picture.
        grid: The board.
        corners: The middle of each corner, across and down, in pixels of the picture.
        bare: Those of them that look bare.
        digits: Fewest digits of a number on a shape; in the picture as it is, one may be a numeral.
    """
    tile = grid.cell
    found = _points(
        ((place, screen, at) for place, at in corners.items() if place not in bare), tile, 2
    )
    shapes = (
        (place, shape, there)
        for place, at in corners.items()
        if place not in found
        for shape, there in _shapes(screen, tile, *at, upon=place in bare)
    )
    found |= _points(shapes, tile, digits)
    return {place: found[place].value for place in corners if place in found}


def _points(
    pictures: Iterable[tuple[Place, Screen, tuple[float, float]]], tile: float, digits: int
) -> dict[Place, Figure]:
    """The clearest points around a place in some pictures, by the tile that it belongs to."""
    found: dict[Place, Figure] = {}
    every = iter(pictures)
    while some := list(islice(every, AT_ONCE)):
        for part in PARTS:
            for place, figure in _figures(some, tile, part * tile):
                least = found[place].confidence if place in found else 0.0
                if len(figure.line.boxes) >= digits and figure.confidence > least:
                    found[place] = figure
    return found


def _figures(
    pictures: Sequence[tuple[Place, Screen, tuple[float, float]]], tile: float, cell: float
) -> Iterator[tuple[Place, Figure]]:
    """The numbers that may be points, read at the scale for squares of ``cell`` pixels."""
    seen, owners = [], []
    for place, picture, (x, y) in pictures:
        around = Grid(x - cell / 2, y - cell / 2, cell, 1)
        part = excerpt(picture, around, (y - NEAR * tile, y + NEAR * tile), scale_for(cell))
        if part is not None:
            seen.append(part)
            owners.append((place, x, y))
    for number, line in read_excerpts(seen, cell * scale_for(cell)):
        place, *point = owners[number]
        for figure in split_figures(line, likely_digits(line.scores)):
            if figure.legible and math.dist(figure.line.box.centre, point) <= NEAR * tile:
                yield place, figure


def _shapes(
    screen: Screen, tile: float, x: float, y: float, *, upon: bool
) -> Iterator[tuple[Screen, tuple[float, float]]]:
    """A picture of each even shape near a point, alone on its colour, and where the point is there.

    What is as small or large as no badge is left out, and what reaches farther than a tile, unless
    the picture ends there. ``tile`` is a tile's side in pixels; with ``upon`` only shapes upon the
    point count.
    """
    rows, columns = Box(x - tile, y - tile, 2 * tile, 2 * tile).pixels(screen.width, screen.height)
    pixels = np.ascontiguousarray(screen.pixels[rows, columns])
    height, width = pixels.shape[:2]
    at = x - columns.start, y - rows.start
    left, top = int(columns.start > 0), int(rows.start > 0)
    right, bottom = width - (columns.stop < screen.width), height - (rows.stop < screen.height)
    taken = np.zeros((height, width), np.bool_)
    steps = np.linspace(-NEAR * tile, NEAR * tile, SEEDS).round().astype(int).tolist()
    for across, down in product(steps, steps):
        seed = int(at[0]) + across, int(at[1]) + down
        if not (0 <= seed[0] < width and 0 <= seed[1] < height) or taken[seed[::-1]]:
            continue
        ground = _even_around(pixels, seed)
        taken |= ground > 0
        box = cv2.boundingRect(ground)
        if (
            SIDES[0] * tile <= min(box[2:]) <= SIDES[1] * tile
            and min(box[0] - left, box[1] - top) >= 0
            and (box[0] + box[2] <= right and box[1] + box[3] <= bottom)
        ):
            outline = cv2.convexHull(np.ascontiguousarray(np.argwhere(ground)[:, ::-1], np.int32))
            if upon and cv2.pointPolygonTest(outline, at, measureDist=False) < 0:
                continue
            inside = cv2.fillConvexPoly(np.zeros((height, width), np.uint8), outline, (1,)) > 0
            shape = np.full_like(pixels, pixels[seed[::-1]])
            shape[inside] = pixels[inside]
            yield Screen(shape, screen.name), at


def _even_around(pixels: Bytes, seed: tuple[int, int]) -> Bytes:
    """``(H, W)`` mask of pixels connected to a seed and less unlike it than any text would be."""
    even = np.zeros((pixels.shape[0] + 2, pixels.shape[1] + 2), np.uint8)
    how = 4 | cv2.FLOODFILL_FIXED_RANGE | cv2.FLOODFILL_MASK_ONLY
    near = (FAINTEST - 1,) * 3
    cv2.floodFill(pixels, even, seed, (0, 0, 0), near, near, how)
    return even[1:-1, 1:-1]
