"""A grid of letters in; the boxes of the tiles under them, and their pictures at one size, out.

Where the ground goes on over a place, and no letter stands there, the grid has a hole.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.imaging import (
    ALIKE,
    FAR_COLOUR,
    HARDLY_ANY,
    SAME_COLOUR,
    Bools,
    Box,
    Bytes,
    Floats,
    Place,
    Screen,
    colour_distances,
    ground_colours,
    pixel_distances,
    usual_colour,
)
from vision.paths.locate import TileLattice
from vision.tiles import (
    CELL,
    CERTAIN,
    HIDDEN,
    LETTER_HEIGHT,
    LETTERS,
    beyond_picture,
    cut_box,
    likeliest_letters,
    look_at_letters,
    separate_ink,
    shows_one_letter,
)

Edges = tuple[float, float, float, float]

Lengths = tuple[float, float]

SEEN = 1.4
"""Side of the area around a letter in which its tile's edges are sought, as a share of the distance
to the next letter."""

TILE = 0.85
"""Side of the area that shows a tile's colour, as the same share: nearly all of it is tile."""

SIDE = 128
"""Side in pixels of that area: enough to separate tiles that nearly touch."""

SAME = (36.0, SAME_COLOUR, 2.0, FAR_COLOUR)
"""Distance of colours, 0 to 441, within which a pixel has the tile's own colour: grain of wood and
gloss differ by 30. Where the first one separates no tiles, a smaller one may show borders, or tiles
in two alternating shades, which without grain are seen if they differ by 1 in each channel; and a
larger one tiles that are shaded from top to bottom."""

MOST = 0.6
"""Share that counts as the whole: of the tiles and of a line of pixels across them that have their
colour, of the places along a side of a grid that are tiles, of a disc that is unlike its tile."""

BLURRED = 0.15
"""How far beyond the least distance of a tile's edges its colour must begin, as a share of the
area: letters off the middle may reach so far."""

BAND = 0.3
"""Half the height of the band across a tile in which its left and right edges are sought, as a
share of the distance to the next tile."""

STEP = 16
"""Steps of brightness, of 255, in which the page's colours are counted, with the next ones: grain
and blur change a colour by less."""

NEAR = 8
"""Pixels of the area by which an empty tile's edge may differ from those of the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """The tiles of a grid, row by row.

    Attributes:
        lattice: Where their letters stand.
        places: Row and column of the K tiles.
        boxes: The tiles in pixels of the picture.
        cells: ``(K, CELL, CELL, 3)`` uint8, the tiles, or the parts that letters need.
        holes: Where tiles would lie at the other places.
        covered: Holes whose ground is seen nowhere else: something may lie on a tile there.
        beyond: ``(K, CELL, CELL)`` bool, pixels of cells outside the picture, None for no pixel.
    """

    lattice: TileLattice
    places: tuple[Place, ...]
    boxes: tuple[Box, ...]
    cells: Bytes
    holes: Mapping[Place, Box]
    covered: frozenset[Place]
    beyond: Bools | None = None


def find_tiles(
    screen: Screen, lattice: TileLattice, without: Collection[Place] = ()
) -> Tiles | None:
    """The tiles that the letters stand on, None where they stand on no separate ones.

    ``without`` are places that have none, as the player says.
    """
    lines = range(lattice.size)
    places = list(product(lines, lines))
    areas = _areas(lattice, places)
    least = lattice.letter / 2 / areas[0].width, lattice.letter / 2 / areas[0].height
    colours, apart = _off_colour(screen, lattice, places)
    for same in SAME:
        own = apart <= same
        usual = _edges(own, least)
        if usual is not None:
            break
    else:
        return None
    edges = _edges_by_colour(own, colours, least, usual)
    boxes = [_within(area, each) for area, each in zip(areas, edges, strict=True)]
    share = lattice.letter / max(boxes[0].width, boxes[0].height)
    side = lattice.letter / min(max(share, LETTER_HEIGHT[0]), LETTER_HEIGHT[1])
    if _is_part(screen, lattice, usual, side):
        return None
    squares = _around_all(lattice, places, side, side)
    holes, covered = _holes(screen, lattice, own, colours, usual, least)
    there = [k for k, place in enumerate(places) if not holes[k] and place not in without]
    if not there:
        return None
    every = boxes if LETTER_HEIGHT[0] <= share <= LETTER_HEIGHT[1] else squares
    cells = [every[k] for k in there]
    return Tiles(
        lattice,
        tuple(places[k] for k in there),
        tuple(boxes[k] for k in there),
        _cut(screen, cells),
        {place: boxes[k] for k, place in enumerate(places) if k not in there},
        frozenset(compress(places, covered)),
        beyond_picture(screen, cells),
    )


def _around_all(
    lattice: TileLattice, places: Iterable[Sequence[float]], width: float, height: float
) -> list[Box]:
    """Areas of one size around places of a lattice, or around what lies between them."""
    middles = [lattice.middle(row, column) for row, column in places]
    return [Box(x - width / 2, y - height / 2, width, height) for x, y in middles]


def _areas(lattice: TileLattice, places: Iterable[Sequence[float]]) -> list[Box]:
    """The areas in which the edges of tiles at some places are sought."""
    return _around_all(lattice, places, SEEN * lattice.across, SEEN * lattice.down)


def _off_colour(
    screen: Screen, lattice: TileLattice, places: Sequence[Place]
) -> tuple[Floats, Floats]:
    """``(K, 3)`` colours of places; ``(K, SIDE, SIDE)`` distances of colours around from these."""
    faces = _around_all(lattice, places, TILE * lattice.across, TILE * lattice.down)
    colours = ground_colours(_cut(screen, faces))
    seen = _cut(screen, _areas(lattice, places), SIDE)
    return colours, pixel_distances(seen, colours[:, None, None])


def _within(area: Box, edges: Edges) -> Box:
    """The part of an area between edges, which are shares of it."""
    left, top, right, bottom = edges
    x, y = area.x + left * area.width, area.y + top * area.height
    return Box(x, y, (right - left) * area.width, (bottom - top) * area.height)


def _cut(screen: Screen, boxes: list[Box], side: int = CELL) -> Bytes:
    """``(K, side, side, 3)`` boxes of the picture."""
    return np.stack([cut_box(screen.pixels, box, side, side) for box in boxes])


def _is_part(screen: Screen, lattice: TileLattice, edges: Edges, side: float) -> bool:
    """Whether the grid is part of a larger one: its letters or empty tiles go on, or lie between.

    The same letter all along a side is a pattern of the page, the same between all tiles a corner.
    ``side`` is that of the square in which a letter stands as on a tile, in pixels.
    """

    def shown(places: Iterable[Sequence[float]], above: float = CERTAIN) -> tuple[Bools, int]:
        """Which places show a letter, and how many different ones there are."""
        cells = separate_ink(_cut(screen, _around_all(lattice, places, side, side)))
        told = look_at_letters(cells)
        seen = shows_one_letter(told, above)
        return seen, len({*compress(likeliest_letters(told, LETTERS), seen)})

    ends = range(lattice.size)
    for each in (-1, lattice.size):
        for line in ([(each, end) for end in ends], [(end, each) for end in ends]):
            middles = [lattice.middle(*place) for place in line]
            if not all(0 <= x < screen.width and 0 <= y < screen.height for x, y in middles):
                continue
            empty = _empty(_cut(screen, _areas(lattice, line), SIDE), edges)
            seen, different = shown(line, 0.5)
            if (seen | empty).mean() >= MOST and (different != 1 or empty.any()):
                return True
    gaps = [each + 0.5 for each in range(lattice.size - 1)]
    between = [*product(ends, gaps), *product(gaps, ends), *product(gaps, gaps)]
    seen, different = shown(between)
    return bool(seen.mean() > HARDLY_ANY and different > 1)


def _empty(seen: Bytes, edges: Edges) -> Bools:
    """``(K,)`` whether each area shows a tile of even colour with such edges."""
    middle = SIDE // 2
    inner = slice(middle - SIDE // 8, middle + SIDE // 8)
    colours = usual_colour(np.moveaxis(seen[:, inner, inner].reshape(len(seen), -1, 3), 1, 0))
    other = pixel_distances(seen, colours[:, None, None]) > SAME_COLOUR
    across, down = other[:, inner].mean(axis=1) >= MOST, other[:, :, inner].mean(axis=2) >= MOST
    left, top, right, bottom = (round(edge * SIDE) for edge in edges)
    found = np.ones(len(seen), np.bool_)
    for lines, low, high in ((across, left, right), (down, top, bottom)):
        found &= ~lines[:, low + NEAR : high - NEAR].any(axis=1)
        found &= lines[:, low - NEAR : low + NEAR].any(axis=1)
        found &= lines[:, high - NEAR : high + NEAR].any(axis=1)
    return found


def _holes(
    screen: Screen,
    lattice: TileLattice,
    own: Bools,
    colours: Floats,
    usual: Edges,
    least: Lengths,
) -> tuple[Bools, Bools]:
    """``(K,)`` places that show the ground, and no letter; those of them that something may cover.

    The ground goes on beyond a tile's edges, or has the colours of what lies around the grid.
    ``own`` is where the area around each place has the place's colour, one of ``(K, 3)``
    ``colours``. ``usual`` are the edges of most tiles: those that a finger chose may be larger. A
    letter reaches ``least`` from the middle, across and down.
    """
    columns, rows = (slice(*(round((0.5 + s * each) * SIDE) for s in (-1, 1))) for each in least)
    even = own[:, rows, columns].mean(axis=(1, 2)) > 1 - HIDDEN
    # The page, and words on it, may have the colours of tiles: most places are tiles.
    perhaps = even | (np.linalg.norm(colours - usual_colour(colours), axis=1) > SAME[0])
    if not perhaps.any():
        return perhaps, perhaps
    like_page = perhaps & _like_page(screen, lattice, usual)
    found = even & _extends_beyond_tile(own, usual) | like_page
    covered = found & ~like_page
    if covered.any():
        covered &= ~_seen_elsewhere(screen, lattice, colours, usual)
    return found, covered


def _seen_elsewhere(screen: Screen, lattice: TileLattice, colours: Floats, usual: Edges) -> Bools:
    """``(K,)`` which of ``(K, 3)`` colours are seen beside places that are not next to their own.

    What lies on one or two tiles does not reach there; the ground does, in gaps and other holes.
    ``usual`` are the edges of most tiles.
    """
    places = np.array([*product(range(lattice.size), repeat=2)])
    areas = _cut(screen, _areas(lattice, places.tolist()), SIDE)
    beside = _beside(areas, usual, usual_colour)
    shown = colour_distances(colours, beside.reshape(-1, 3)) <= SAME_COLOUR
    far = np.abs(places[:, None] - places).max(axis=2) > 1
    return np.asarray((shown.reshape(*far.shape, -1).any(axis=2) & far).any(axis=1), np.bool_)


def _extends_beyond_tile(own: Bools, usual: Edges) -> Bools:
    """``(K,)`` places whose ``own`` colour, ``(K, SIDE, SIDE)``, goes on beyond most tiles' edges.

    On one side of the four the ground may end, or a neighbour's lip or shadow begin.
    """
    shares = _beside(own, usual, partial(np.mean, axis=0))
    return np.asarray((shares >= MOST).sum(axis=1) >= 3, np.bool_)


def _beside(areas: Bools | Bytes, edges: Edges, middle: Callable[..., Any]) -> Floats:
    """``(K, 4, ...)`` mean or median of the pixels just outside each edge of K areas.

    Areas are ``(K, SIDE, SIDE, ...)``; ``middle`` takes that of arrays one by one.
    """
    left, top, right, bottom = (round(edge * SIDE) for edge in edges)
    upright = areas[:, top:bottom, [left - 1, right]]
    level = areas[:, [top - 1, bottom], left:right]
    return np.hstack([middle(np.moveaxis(upright, 1, 0)), middle(np.moveaxis(level, 2, 0))])


def _like_page(screen: Screen, lattice: TileLattice, usual: Edges) -> Bools:
    """``(K,)`` at which places nothing but colours of the page is seen, where letters would stand.

    These are the colours, of a pattern maybe, that most places around the grid have, and there go
    on beyond the ``usual`` edges of tiles: the squares of a board end there.
    """
    every = [*product(range(lattice.size), repeat=2)]
    lines, ends = range(-1, lattice.size + 1), (-1, lattice.size)
    around = [place for place in product(lines, lines) if not set(place).isdisjoint(ends)]
    around = [*compress(around, screen.shows(np.array([lattice.middle(*at) for at in around])))]
    if not around:
        return np.zeros(len(every), np.bool_)
    count, side = len(around), lattice.letter
    steps = _steps(_cut(screen, _around_all(lattice, [*around, *every], side, side)))
    seen = np.zeros((count, *[255 // STEP + 3] * 3), np.bool_)
    seen[np.arange(count)[:, None, None], *(each[:count] for each in steps)] = True
    for axis in (1, 2, 3):
        seen |= np.roll(seen, 1, axis) | np.roll(seen, -1, axis)
    page = seen.mean(axis=0) >= MOST
    alone = page[steps].mean(axis=(1, 2)) > 1 - HIDDEN
    beyond = page[_steps(_cut(screen, _areas(lattice, around), SIDE))]
    goes_on = alone[:count] & _extends_beyond_tile(beyond, usual)
    return np.asarray(alone[count:] & (goes_on.mean() >= MOST), np.bool_)


def _steps(cells: Bytes) -> tuple[NDArray[np.integer], ...]:
    """The steps of blue, green and red in cells; 0 and the last one are left free."""
    blue, green, red = np.moveaxis(cells // STEP + 1, -1, 0)
    return blue, green, red


def _edges_by_colour(own: Bools, colours: Floats, least: Lengths, usual: Edges) -> list[Edges]:
    """The edges of each tile: those of most tiles, or those of its colour if slightly different."""
    edges = [usual] * len(own)
    left = np.ones(len(own), np.bool_)
    while left.any():
        first = int(np.flatnonzero(left)[0])
        group = left & (colour_distances(colours, colours[first : first + 1])[:, 0] <= SAME[0])
        left &= ~group
        if group.all() or group.sum() < 2:
            continue
        alike = _edges(own[group], least)
        if alike is not None and max(np.abs(np.subtract(alike, usual))) <= ALIKE / 2:
            for k in np.flatnonzero(group).tolist():
                edges[k] = alike
    return edges


def _reach(share: NDArray[np.floating]) -> int | None:
    """How far the colour of the tiles reaches, None where it does not begin or does not end.

    ``share`` is that of the colour in the lines of pixels from a letter outwards.
    """
    begins = np.flatnonzero(share[: round(BLURRED * SIDE)] >= MOST)
    if not len(begins):
        return None
    ends = np.flatnonzero(share[begins[0] :] < 1 - MOST)
    return int(begins[0] + ends[0]) if len(ends) else None


def _edges(own: Bools, least: Lengths) -> Edges | None:
    """Left, top, right and bottom edge of most tiles, as shares of the area around letters.

    None where the colour around the letters ends at them, or continues to the next ones: then there
    are no tiles. ``own`` is ``(K, SIDE, SIDE)``, where that colour is; edges are ``least`` from the
    middle or more, across and down.
    """
    most = own.mean(axis=0) >= MOST
    band = slice(round((0.5 - BAND / SEEN) * SIDE), round((0.5 + BAND / SEEN) * SIDE))
    ends = []
    for lines, beside in zip((most[band], most[:, band].T), least, strict=True):
        share = lines.mean(axis=0)
        near = math.ceil(SIDE * beside)
        before, after = _reach(share[: SIDE // 2 - near][::-1]), _reach(share[SIDE // 2 + near :])
        if before is None or after is None:
            return None
        if SEEN * (before + 2 * near + after - 2) > SIDE:  # neighbours overlap by more than a line
            return None
        ends.append((0.5 - (near + before) / SIDE, 0.5 + (near + after) / SIDE))
    (left, right), (top, bottom) = ends
    return left, top, right, bottom
