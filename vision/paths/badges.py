"""The tiles of a grid in; the badges that multiply a letter or a word (DL, TL, DW, TW) out.

They sit at one corner of some tiles and are read as a line of text where possible. What covers
that corner on some tiles and not on most others is a badge too, and is examined further.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise, product

import cv2
import numpy as np

from vision.board import Label, label_of, read_label_cells
from vision.imaging import (
    Box,
    Bytes,
    Floats,
    Place,
    Screen,
    ground_colours,
    pixel_distances,
    usual_colour,
)
from vision.paths.tiles import MOST, SAME, Tiles
from vision.reading import Multiplier
from vision.text import SPACE, TextLine, either_case, lines_beside, text_bank
from vision.tiles import CELL, CORNERS, SURE, Corner, CornerPrints, cut_box

MULTIPLIERS: dict[str, Multiplier] = {"d": "DL", "t": "TL", "D": "DW", "T": "TW"}

HEIGHT = (0.07, 0.3)
"""Height of a badge's characters as a share of the tile."""

OUTSIDE, INSIDE = 0.25, 0.4
"""How far beyond a tile's corner a disc may reach, and how far into the tile, as shares of it."""

MARGIN = 0.12
"""Distance from the grid at which its surroundings begin, as a share of a tile."""

RADII = (0.12, 0.28)
"""Radius of a disc as a share of the tile."""

STEPS = 9
"""Radii that are tried."""

AROUND = (1.15, 1.4)
"""Radii of the ring around a disc, where it has ended, as shares of its own."""

REACH = (-0.08, 0.3)
"""Distance of a disc's middle from the corner, into the tile, across and down, as shares of it."""


def find_discs(
    screen: Screen,
    boxes: Mapping[Place, Box],
    faces: Floats,
    around: Sequence[Floats],
    corner: Corner,
) -> dict[int, Box]:
    """Where something covers one corner of K tiles, by the tile's number.

    ``faces`` are the tiles' ``(K, 3)`` colours, ``around`` those around the grid and in its holes.
    """
    side = OUTSIDE + INSIDE
    before, above = OUTSIDE if corner.left else INSIDE, INSIDE if corner.below else OUTSIDE
    parts = [
        Box(
            (box.x if corner.left else box.right) - before * box.width,
            (box.bottom if corner.below else box.y) - above * box.height,
            side * box.width,
            side * box.height,
        )
        for box in boxes.values()
    ]
    cells = np.stack([cut_box(screen.pixels, part, CELL, CELL) for part in parts])
    usual = usual_colour(cells)
    other = pixel_distances(cells, usual) > SAME[0]
    other &= pixel_distances(cells, usual_colour(usual.reshape(-1, 3))) > SAME[0]
    meeting = list(_meeting(list(boxes), faces, corner))
    outer = np.isinf(meeting).any(axis=(0, 2))
    for colour in around:
        other[outer] &= pixel_distances(cells[outer], colour) > SAME[0]
    for colours in meeting:
        other &= pixel_distances(cells, colours[:, None, None]) > SAME[0]
    discs = {}
    for k, (mask, part, tile) in enumerate(zip(other, parts, boxes.values(), strict=True)):
        found = _round_part(mask.astype(np.float32), side)
        if found is not None:
            x, y, radius = (length * part.width / CELL for length in found)
            disc = Box(part.x + x - radius, part.y + y - radius, 2 * radius, 2 * radius)
            across, down = disc.centre
            # Of a tile that is cut off, the edge is repeated beyond the picture.
            inside = 0 <= across < screen.width and 0 <= down < screen.height
            if inside and _is_at(disc, tile, corner):
                discs[k] = disc
    return discs


def _round_part(mask: Floats, side: float) -> tuple[float, float, float] | None:
    """Middle and radius of the disc in a mask, ``(CELL, CELL)``, None where there is none.

    It is where the mask is fullest within a circle and emptiest around it: the text on it may be
    missing, and the tile's letter may touch it.
    """
    if mask.mean() < MOST * math.pi * (RADII[0] / side) ** 2:  # too little for the smallest disc
        return None
    best, least = None, 0.5
    for share in np.linspace(*RADII, STEPS):
        radius = share / side * CELL
        inside, ring = _brushes(round(4 * radius))
        full = cv2.filter2D(mask, -1, inside, borderType=cv2.BORDER_REPLICATE)
        if full.max() < MOST:
            continue  # so it is for three radii of four; the ring would cost as much again
        apart = full - cv2.filter2D(mask, -1, ring, borderType=cv2.BORDER_REPLICATE)
        apart[full < MOST] = 0.0
        _, most, _, (x, y) = cv2.minMaxLoc(apart)
        if most > least:
            best, least = (x + 0.5, y + 0.5, radius), most
    return best


@cache
def _brushes(quarters: int) -> tuple[Floats, Floats]:
    """Weights for the mean within a circle, and around it, from its radius in quarter pixels."""
    radius = quarters / 4
    reach = math.ceil(AROUND[1] * radius)
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = np.hypot(down, across) / radius
    inside = (far <= 1).astype(np.float32)
    ring = ((far >= AROUND[0]) & (far <= AROUND[1])).astype(np.float32)
    return inside / inside.sum(), ring / ring.sum()


def _is_at(badge: Box, tile: Box, corner: Corner) -> bool:
    """Whether a badge lies at a corner of a tile: its middle is on the tile, or nearly so."""
    x, y = badge.centre
    across = (x - tile.x if corner.left else tile.right - x) / tile.width
    down = (tile.bottom - y if corner.below else y - tile.y) / tile.height
    return REACH[0] <= min(across, down) and max(across, down) <= REACH[1]


def _meeting(places: Sequence[Place], faces: Floats, corner: Corner) -> Iterator[Floats]:
    """``(K, 3)`` colours of each tile and of the three it meets at a corner; infinite for none."""
    rows, columns = np.array(places).T + 1
    framed = np.full((rows.max() + 2, columns.max() + 2, 3), np.inf, np.float32)
    framed[rows, columns] = faces
    for down, right in product((0, 1 if corner.below else -1), (0, -1 if corner.left else 1)):
        yield framed[rows + down, columns + right]


def _surroundings(screen: Screen, tiles: Tiles) -> list[Floats]:
    """The colours that lie on the four sides of the grid, and in its holes."""
    around, away = Box.around(tiles.boxes), MARGIN * tiles.boxes[0].width
    sides = (
        Box(around.x - 2 * away, around.y, away, around.height),
        Box(around.right + away, around.y, away, around.height),
        Box(around.x, around.y - 2 * away, around.width, away),
        Box(around.x, around.bottom + away, around.width, away),
        *tiles.holes.values(),
    )
    strips = (screen.pixels[side.pixels(screen.width, screen.height)] for side in sides)
    return [usual_colour(strip.reshape(-1, 3)) for strip in strips if strip.size]


def read_badges(
    screen: Screen, tiles: Tiles, numerals: CornerPrints | None
) -> tuple[list[Multiplier], list[bool], bool | None]:
    """What the badges of K tiles say, and which tiles have one that cannot be read.

    And whether they say so with figures, as 2L; None where that is not seen. ``numerals`` say where
    values are printed, which are no badges; None where tiles have none.
    """
    faces = ground_colours(tiles.cells)
    words = list(_words(screen, tiles, usual_colour(faces)))
    sure = [(box, label) for box, label in words if label.likeness >= SURE]
    around = _surroundings(screen, tiles)
    boxes = dict(zip(tiles.places, tiles.boxes, strict=True))
    at_corners = (
        (_at(each, sure, tiles.boxes), find_discs(screen, boxes, faces, around, each), each)
        for each in CORNERS
        if numerals is None or each != numerals.corner
    )
    found, covered, corner = max(at_corners, key=lambda each: 2 * len(each[0]) + len(each[1]))
    perhaps = _at(corner, words, tiles.boxes)
    rest = [k for k in covered if k not in found]
    cells = [cut_box(screen.pixels, covered[k], CELL, CELL) for k in rest]
    labels = read_label_cells([*cells, *(_face_alone(cell) for cell in cells)])
    for k, label in [*perhaps.items(), *zip([*rest, *rest], labels, strict=True)]:
        if k in rest and label.kind is not None:
            found[k] = max(found.get(k, label), label, key=lambda each: each.likeness)
    cut = {k for k, disc in covered.items() if _is_cut(disc, screen)}  # a D of DW looks like a T
    said = {k: MULTIPLIERS[label.kind] for k, label in found.items() if label.kind and k not in cut}
    figures = [label.text[0].isdigit() for label in found.values()]
    multipliers = [said.get(k, ".") for k in range(len(tiles.boxes))]
    unread = [k in covered and k not in said for k in range(len(tiles.boxes))]
    return multipliers, unread, 2 * sum(figures) > len(figures) if figures else None


def _is_cut(disc: Box, screen: Screen) -> bool:
    """Whether a disc reaches over the picture's edge by more than its rim, a pixel or so."""
    beyond = max(-disc.x, -disc.y, disc.right - screen.width, disc.bottom - screen.height)
    return beyond > 1.0


def _face_alone(cell: Bytes) -> Bytes:
    """A badge, ``(CELL, CELL, 3)``, with its rim and all around it painted in its own colour.

    A wide letter may touch the rim. What is kept is the hull of all pixels of the badge's colour.
    """
    colour = ground_colours(cell[None])[0]
    down, across = np.mgrid[:CELL, :CELL] + 0.5 - CELL / 2
    own = (pixel_distances(cell, colour) <= SAME[0]) & (np.hypot(down, across) <= CELL / 2)
    if not own.any():
        return cell
    hull = cv2.convexHull(np.argwhere(own)[:, ::-1].astype(np.int32))
    face = cv2.fillConvexPoly(np.zeros(own.shape, np.uint8), hull, 1)[:, :, None]
    return np.where(face > 0, cell, colour).astype(np.uint8)


def _words(screen: Screen, tiles: Tiles, face: Floats) -> Iterator[tuple[Box, Label]]:
    """Labels on and around tiles whose ground may be a badge's: where, and what they say."""
    first, around = tiles.boxes[0], Box.around(tiles.boxes)
    reach = RADII[1] * first.height
    strips = [(around.y - reach, around.bottom + reach)]
    lines = lines_beside(screen, around, first.width, strips)
    for word in (word for line in lines for word in _parted(line) if len(word.boxes) == 2):
        scores = np.maximum(word.scores, word.scores[:, either_case()])  # badges are small
        label = label_of(scores[0], scores[1], text_bank().characters)
        fits = HEIGHT[0] * first.height <= word.box.height <= HEIGHT[1] * first.height
        fits &= word.box.width >= word.box.height
        if label.kind is not None and fits and _on_badge(screen, word.box, face):
            yield word.box, label


def _on_badge(screen: Screen, word: Box, face: Floats) -> bool:
    """Whether the colour behind a word differs from the tiles'."""
    rows, columns = word.pixels(screen.width, screen.height)
    near = screen.pixels[max(0, rows.start - 1) : rows.stop + 1, columns].reshape(-1, 3)
    return bool(np.linalg.norm(usual_colour(near) - face) > SAME[0])


def _parted(line: TextLine) -> Iterator[TextLine]:
    """The parts of a line between gaps: a tile's numeral is beside the next one's badge."""
    left, top, right, bottom = line.boxes.T
    apart = np.flatnonzero(left[1:] - right[:-1] > SPACE * (bottom - top).min()) + 1
    for start, end in pairwise([0, *apart.tolist(), len(left)]):
        yield line.part(start, end)


def _at(
    corner: Corner, words: Sequence[tuple[Box, Label]], boxes: Sequence[Box]
) -> dict[int, Label]:
    """What is written at one corner of tiles, by the tile's number."""
    return {
        k: label
        for word, label in words
        for k, box in enumerate(boxes)
        if _is_at(word, box, corner)
    }
