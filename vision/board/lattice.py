"""Even squares of a picture in; the lattices they lie on, and the places of whole boards, out.

A lattice consists of equal squares in equal steps, of any size and anywhere in the picture. A
place says where on it a whole board could lie, and on which side it would leave the picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from solver.game import Layout
from vision.imaging import (
    HARDLY_ANY,
    NEARLY_ALL,
    Bools,
    Bytes,
    Doubles,
    Grid,
    Ints,
    Numbers,
    Screen,
    measure_pieces,
    quantile,
)

Layouts = Sequence[tuple[str, Layout]]
"""Names of games, and their layouts."""

COARSE = 20
"""Side in pixels to which squares are reduced to find them: grain is gone, print and borders are
still to be seen."""

MOST_SQUARES = 1500
"""Most even areas that are examined for a lattice: a picture of a board has some hundreds."""

LEAST_SIDE = 8
"""Smallest square in pixels that still shows a letter."""

GAP = (1.0, 1.55)
"""Pitch over side of a square: from squares that touch to gaps of half a square."""

LEAST_SQUARES = math.ceil(HARDLY_ANY * 11 * 11)
"""Fewest equal squares that may form a lattice: at the end of a game on 11x11 few are bare."""

OBLONG = 0.4
"""How far width and height of squares may differ, as a share of their mean: 1.5 times as wide as
high, as in a window that was stretched."""

OVERHANG = 0.5
"""How far, in cells, a board may stick out of the picture before it counts as cut off: beyond half
a cell the picture does not show the middles of its squares."""


def board_sizes(layouts: Layouts) -> list[int]:
    """How many squares a side the layouts have, the largest number first."""
    return sorted({layout.size for _, layout in layouts}, reverse=True)


def find_windows(squares: Doubles, sizes: Sequence[int]) -> Iterator[tuple[Grid, Bools, bool]]:
    """Where whole boards could lie, likely places first: those with the most squares.

    ``squares`` are those of ``find_squares``; ``sizes`` how many squares a side boards may have.

    Yields:
        The board's lattice; ``(n, n)`` bool, which of its squares were found; and whether a line
        just outside has more than half as many of them as its own lines have on average.
    """
    for lattice in find_lattices(squares):
        first, row_first = int(lattice.columns.min()), int(lattice.rows.min())
        found = np.zeros((np.ptp(lattice.rows) + 1, np.ptp(lattice.columns) + 1), bool)
        found[lattice.rows - row_first, lattice.columns - first] = True
        for size in sizes:
            before = size + 1  # each window with a square in it has a line outside each side
            padded = np.pad(found, before)
            sums = np.pad(padded.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
            rows = sums[size:] - sums[:-size]
            counts = rows[:, size:] - rows[:, :-size]
            most = int(counts.max())
            places = np.argwhere(counts == most)
            few = most < HARDLY_ANY * size * size or most < NEARLY_ALL * found.sum()
            if few or len(places) > 4 * size:
                continue
            for row, column in places[:16]:
                x = lattice.x + (first + column - before - 0.5) * lattice.pitch
                y = lattice.y + (row_first + row - before - 0.5) * lattice.pitch
                around = padded[row - 1 : row + size + 1, column - 1 : column + size + 1]
                lines = np.stack([around[0], around[-1], around[:, 0], around[:, -1]])
                seen = around[1:-1, 1:-1]
                goes_on = bool(2 * lines.mean(axis=1).max() > seen.mean())
                yield Grid(float(x), float(y), lattice.pitch, size), seen, goes_on


def side_beyond_picture(grid: Grid, screen: Screen) -> str:
    """The side on which a board leaves a picture farthest, empty where it does not."""
    box = grid.box
    sides = {
        "on the left": -box.x,
        "at the top": -box.y,
        "on the right": box.right - screen.width,
        "at the bottom": box.bottom - screen.height,
    }
    farthest = max(sides, key=lambda side: sides[side])
    return farthest if sides[farthest] > OVERHANG * grid.cell else ""


class Lattice(NamedTuple):
    """Squares on a common raster.

    Attributes:
        x, y: Centre of the raster square ``(0, 0)`` in pixels.
        pitch: Step in pixels, the same in both directions.
        columns, rows: ``(N,)`` raster coordinates of the squares that were found.
    """

    x: float
    y: float
    pitch: float
    columns: Numbers
    rows: Numbers


class EdgeMap(NamedTuple):
    """How much a picture varies from place to place.

    Attributes:
        strengths: ``(h, w)`` uint8, largest range of a channel in each 3x3 neighbourhood.
        scale: Side of a pixel of the map in pixels of the picture.
        top: Rows of the picture above the map.
    """

    strengths: Bytes
    scale: float
    top: int = 0


def measure_edges(
    pixels: Bytes, scale: float = 1, *, luma: bool = False, wide: bool = False, top: int = 0
) -> EdgeMap:
    """The edges of a picture.

    Args:
        pixels: ``(H, W, 3)`` uint8.
        scale: Factor by which it is reduced first; a half enlarges it twofold.
        luma: Whether to look at brightness alone: JPEG keeps that sharper than colour.
        wide: Whether edges are widened by a pixel, which closes small gaps in them.
        top: Rows of the picture above the part that is given.
    """
    if scale != 1:
        height, width = int(pixels.shape[0] / scale), int(pixels.shape[1] / scale)
        whole = pixels[: int(height * scale), : int(width * scale)]
        way = cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR
        pixels = np.asarray(cv2.resize(whole, (width, height), interpolation=way), np.uint8)
    if luma:
        pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    around = np.ones((3, 3), np.uint8)
    strengths = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, around)
    if not luma:
        blue, green, red = cv2.split(strengths)
        strengths = cv2.max(cv2.max(blue, green), red)
    if wide:
        strengths = cv2.dilate(strengths, around)
    return EdgeMap(np.asarray(strengths, np.uint8), scale, top)


def find_squares(
    edges: EdgeMap, level: int, *, step: int = 1, skew: float = 0.18, fill: float = 0.45
) -> Doubles:
    """Even areas about as wide as high: ``(N, 4)`` left, top, width, height in the picture.

    Args:
        edges: As ``measure_edges`` returns them.
        level: An area is even where the edges stay at or below this.
        step: 2 to look at every second row and column only where squares are large enough; no edge
            is lost, as the 3x3 neighbourhoods overlap.
        skew: How far width and height may differ, as a share of their mean.
        fill: Least share of its box that the area covers.
    """
    even = np.less_equal(edges.strengths, level).view(np.uint8)
    stats = measure_pieces(even[step - 1 :: step, step - 1 :: step], 4)
    large = stats[1:, 2:4].sum(axis=1) >= 2 * LEAST_SIDE
    boxes, area = stats[1:][large, :4], stats[1:][large, 4] * step**2
    if step == 2:
        boxes = _filled_out(boxes, even)
    width, height = boxes[:, 2], boxes[:, 3]
    side = (width + height) / 2
    good = (np.abs(width - height) <= skew * side) & (area >= fill * width * height)
    found = np.asarray(boxes[good] * edges.scale, np.float64)
    found[:, 1] += edges.top
    return found


def _filled_out(boxes: Ints, even: Bytes) -> Ints:
    """Boxes found in the odd rows and columns of a mask, at its full resolution.

    ``boxes`` are ``(N, 4)`` left, top, width and height; ``even``, ``(h, w)``, is the whole mask.
    """
    x, y, width, height = boxes.T
    left, top, right, bottom = 2 * x, 2 * y, 2 * (x + width), 2 * (y + height)
    row, column = 2 * (y + height // 2) + 1, 2 * (x + width // 2) + 1
    beyond, below = even.shape[1] - 1, even.shape[0] - 1
    left += 1 - even[row, left]
    top += 1 - even[top, column]
    right += even[row, np.minimum(right, beyond)] & (right <= beyond)
    bottom += even[np.minimum(bottom, below), column] & (bottom <= below)
    return np.stack([left, top, right - left, bottom - top], axis=1)


def find_lattices(squares: Doubles) -> Iterator[Lattice]:
    """Lattices among squares found by ``find_squares``, those with the most squares first."""
    if len(squares) < LEAST_SQUARES:
        return
    centres, sides = squares[:, :2] + squares[:, 2:] / 2, squares[:, 2:].mean(axis=1)
    logs = np.log(sides)
    bins = np.round(logs / 0.04).astype(int)
    groups = sorted(
        ((int((np.abs(logs - b * 0.04) < 0.1).sum()), b) for b in set(bins.tolist())), reverse=True
    )
    taken: list[int] = []
    for count, middle in groups:
        if count < LEAST_SQUARES or len(taken) == 6:
            return
        if all(abs(middle - other) > 2 for other in taken):
            taken.append(middle)
            alike = np.abs(logs - middle * 0.04) < 0.1
            lattice = _fit(centres[alike], quantile(sides[alike], 0.5))
            if lattice is not None:
                yield lattice


def _fit(centres: Doubles, side: float) -> Lattice | None:
    """The raster that most of the squares lie on, None where there is none."""
    pitch = _period(centres, side)
    origin = np.array([_phase(centres[:, 0], pitch), _phase(centres[:, 1], pitch)])
    known = centres
    for tolerance in (0.2, 0.12, 0.1, 0.1):
        raster = np.round((centres - origin) / pitch)
        near = (np.abs(centres - origin - raster * pitch) < tolerance * pitch).all(axis=1)
        if near.sum() < LEAST_SQUARES:
            return None
        known, places = raster[near], centres[near]
        middle = known.mean(axis=0)
        pitch = float(((known - middle) * places).sum() / ((known - middle) ** 2).sum())
        origin = places.mean(axis=0) - pitch * middle
    columns, rows = known.T.astype(np.int64)
    return Lattice(float(origin[0]), float(origin[1]), pitch, columns, rows)


def _period(centres: Doubles, side: float) -> float:
    """The pitch at which squares, neighbours or not, fall on one raster."""
    centres = centres[:: math.ceil(len(centres) / MOST_SQUARES)]
    pitches = side * np.geomspace(GAP[0], GAP[1], 240)
    turns = (2 * np.pi * centres.T / pitches[:, None, None]).astype(np.float32)
    together = np.hypot(np.cos(turns).mean(axis=2), np.sin(turns).mean(axis=2))
    return float(pitches[int(together.sum(axis=1).argmax())])


def _phase(values: Doubles, pitch: float) -> float:
    """The offset from the start of a step at which most values lie, in pixels."""
    share = (values % pitch) / pitch
    counts = np.bincount(np.minimum((share * 24).astype(np.int64), 23), minlength=24)
    around = np.concatenate([counts[-1:], counts, counts[:1]])
    smooth = around[:-2] + around[1:-1] + around[2:]
    return float((smooth.argmax() + 0.5) / 24 * pitch)
