"""A picture in; the grids of big letters, whose middles repeat evenly down and across, out.

For a grid that is tilted, or photographed from the side, a homography is fitted to the letters'
middles, as ``vision.board.rectify`` does with squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product, tee

import cv2
import numpy as np

from vision.imaging import (
    ALIKE,
    AT_ONCE,
    FEW,
    LONGEST,
    ROUNDS,
    Bools,
    Bytes,
    Doubles,
    Numbers,
    Pose,
    Screen,
    map_points,
    measure_pieces,
    quantile,
)

SIZES = range(4, 7)
"""Tiles a side of the games there are."""

LOOKS = (320, 640, 1280)
"""Pixels of a picture's shorter side at which letters are looked for: large ones first."""

STANDS_OUT = (24, 12)
"""Difference of brightness, of 255, from the surroundings that makes a pixel part of a letter; the
second one is tried where the first finds no grid: in dim pictures, and of pale letters."""

AROUND = (8, 18, 40)
"""Sizes of these surroundings, as divisors of the shorter side: where letters and tiles together
stand out from the background, letters alone stand out from smaller surroundings; so do those of a
grid that is small in the picture."""

HEIGHT = 9
"""Least height of a letter in pixels at the scale at which it is found."""

TALLEST = 0.2
"""Greatest height of a letter as a share of the picture's shorter side."""

SLIM, STOUT = 0.08, 1.6
"""Least and greatest width of a letter over its height. The greatest is also how many times as high
as a single letter one of several on a tile may be: what is higher is a tile's edge."""

INKED = (0.12, 0.75)
"""Least share of ink in a letter's box, and the greatest for a letter that is no stroke."""

STROKE = 0.6
"""Width over height up to which a letter may be a stroke, which fills its box."""

TALLER = 0.3
"""How far, as a share, letters of one grid differ in height: an accent or a tail adds so much."""

APART = (1.15, 12.0)
"""Distance of neighbouring letters' middles, over a letter's height: of 29 looks from the web up to
10.5, where letters of 15 pixels stand on tiles 155 pixels apart."""

STRETCHED = math.sqrt(1.63 * 2)
"""Ratio of the steps across and down, or down and across, that no grid has: those looks have up to
1.63. It is 2 where every second row of a larger grid is missed."""

BETWEEN = (0.3, 1.2)
"""Distance from the nearest place at which a letter lies between places, as a share of a step; and
how many such letters are allowed for each place: a finer grid has more, while gaps of tiles that
look like strokes are fewer. Where that distance is wider than a letter, several on a tile do not
reach it: then few are allowed in all."""

MOST_LETTERS = 500
"""Letter-like pieces beyond which a picture is no game but a page of text."""

SKEWED = 0.05
"""How far off its place on a level grid the homography must put some letter, as a share of the
distance to the next letter, for a picture to be straightened."""

NEAR = 0.2
"""How far off its place, in the same shares, a letter of the grid may lie."""

FITS = 0.06
"""How far off, in these shares, a letter may lie from where a pose puts it."""

FREE = 2
"""Letters that fit a homography more than a level grid by construction: its eight parameters fit
any four letters, the grid's four any two."""

TILTED = 2.0
"""Degrees from which rows of letters are tilted: grids with less, and up to 3, count as level."""

STEEPEST = 0.4
"""Most that the next letter of a row lies lower, as a share of its distance: at 20 degrees."""


def pose_of(middles: Doubles, lattice: TileLattice, width: int, height: int) -> Pose | None:
    """How a picture of that size has to be straightened so that letters stand on a level grid.

    ``middles``, ``(N, 2)``, are x and y of letters, some of them the grid's; ``lattice`` is where
    these stand as if it were level. None where it is level, or there are too few letters.
    """

    def apart(places: Doubles) -> Doubles:
        return np.asarray(np.linalg.norm(places[:, None] - middles[None], axis=2), np.float64)

    every, pitch = range(lattice.size), min(lattice.across, lattice.down)
    level = np.array([lattice.middle(row, column) for row in every for column in every])
    places, found = level, np.eye(3)
    for _ in range(ROUNDS):
        off = apart(places)
        nearest = off.argmin(axis=1)
        on = off[np.arange(len(places)), nearest] <= NEAR * pitch
        if 2 * np.count_nonzero(on) < SIZES[0] ** 2:
            return None
        found, _ = cv2.findHomography(level[on], middles[nearest[on]], cv2.RANSAC, FITS * pitch)
        if found is None:
            return None
        places = np.asarray(cv2.perspectiveTransform(level[:, None], found)[:, 0], np.float64)
    moved = np.linalg.norm(places - level, axis=1).max()
    fit, posed = (apart(each).min(axis=1) <= FITS * pitch for each in (level, places))
    skewed = SKEWED * pitch < moved <= lattice.size * pitch
    if not skewed or np.count_nonzero(posed) - np.count_nonzero(fit) <= FREE:
        return None
    return Pose(np.linalg.inv(np.asarray(found, np.float64)), width, height)


@dataclass(frozen=True, slots=True)
class TileLattice:
    """Where the letters of a grid stand, in pixels.

    Attributes:
        x, y: The middle of the upper left letter.
        across, down: Distance of the middles in a row and in a column.
        size: Tiles a side.
        letter: Height of a letter.
        pose: How the picture has to be straightened first; None where it is straight.
    """

    x: float
    y: float
    across: float
    down: float
    size: int
    letter: float
    pose: Pose | None = None

    def scaled(self, factor: float, pose: Pose | None = None) -> TileLattice:
        """The same lattice in a picture scaled by ``factor``, straightened as ``pose`` says."""
        x, y, across, down, letter = (
            factor * each for each in (self.x, self.y, self.across, self.down, self.letter)
        )
        return TileLattice(x, y, across, down, self.size, letter, pose)

    def near(self, other: TileLattice, pixels: float) -> bool:
        """Whether another lattice is the same but for less than so many pixels anywhere."""
        mine, others = (
            (each.x, each.y, *each.middle(self.size - 1, self.size - 1), each.letter)
            for each in (self, other)
        )
        apart = max(abs(one - another) for one, another in zip(mine, others, strict=True))
        return self.size == other.size and apart < pixels

    def middle(self, row: float, column: float) -> tuple[float, float]:
        """The middle of a place, or of what lies between some, as ``(x, y)``."""
        return self.x + column * self.across, self.y + row * self.down


def find_lattices(screen: Screen) -> Iterator[TileLattice]:
    """The grids of letters that a picture may show, the likeliest at each scale first, each once.

    Grids less than half a pixel of their scale apart are one, as pieces have whole pixels. At last,
    a picture in which rows of letters are tilted is turned; one longer than any screen is level.
    """
    grey = np.asarray(cv2.cvtColor(screen.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    looks, again, once_more = tee(_looks(grey), 3)
    yield from _lattices(looks, screen)
    if screen.elongated:
        return
    slant = _slant(boxes for _, every in again for boxes in every)
    if max(map(abs, slant)) >= TILTED:
        yield from _lattices(once_more, screen, _upright(*slant, screen))


def _looks(grey: Bytes) -> Iterator[tuple[float, list[Doubles]]]:
    """The factor by which a picture is reduced at each scale, and the boxes of letters there."""
    for least, side in product(STANDS_OUT, LOOKS):
        if side > LOOKS[0] and side / 2 >= min(grey.shape):
            continue
        small, factor = grey, max(1.0, min(grey.shape) / side)
        if factor > 1.0:
            size = round(grey.shape[1] / factor), round(grey.shape[0] / factor)
            small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
        if small.size > LONGEST * LOOKS[-1] ** 2:
            continue
        for part in AROUND:
            around = max(3, min(small.shape) // part) | 1
            yield factor, list(_letters(small, around, least))


def _lattices(
    looks: Iterable[tuple[float, list[Doubles]]], screen: Screen, turn: Doubles | None = None
) -> Iterator[TileLattice]:
    """The grids of some looks at a picture that is turned as a ``(3, 3)`` matrix says."""
    told: list[TileLattice] = []
    for factor, every in looks:
        seen = every if turn is None else [_turned(factor * each, turn) / factor for each in every]
        found = [(*each, boxes) for boxes in seen for each in _fit(boxes)]
        for _, lattice, boxes in sorted(found, key=lambda each: -each[0]):
            level = lattice.scaled(factor)
            if not any(each.near(level, factor / 2) for each in told):
                told.append(level)
                yield _straighten(level, factor * boxes, screen, turn)


def _slant(looks: Iterable[Doubles]) -> tuple[float, float]:
    """Median degrees by which letters lie below those to their left, and right of those above."""
    angles = [0.0], [0.0]
    for boxes in looks:
        if not 1 < len(boxes) <= MOST_LETTERS:
            continue
        middles, height = _middles(boxes), boxes[:, 3]
        steps = np.moveaxis(middles - middles[:, None], 2, 0)
        alike = np.abs(height - height[:, None]) <= TALLER * height[:, None]
        every = np.arange(len(boxes))
        for told, along, off in zip(angles, steps, steps[::-1], strict=True):
            beside = (along > 0) & (np.abs(off) <= STEEPEST * along) & alike
            nearest = np.where(beside, along, np.inf).argmin(axis=1)
            known = beside[every, nearest]
            told.extend(np.degrees(np.arctan2(off, along))[every, nearest][known].tolist())
    return quantile(np.array(angles[0]), 0.5), quantile(np.array(angles[1]), 0.5)


def _upright(down: float, right: float, screen: Screen) -> Doubles:
    """``(3, 3)`` matrix that levels rows and columns around the picture's middle, by ``_slant``."""
    rows, columns = math.radians(down), math.radians(right)
    seen = np.array([[math.cos(rows), math.sin(columns)], [math.sin(rows), math.cos(columns)]])
    matrix, middle = np.eye(3), np.array([screen.width / 2, screen.height / 2])
    matrix[:2, :2] = np.linalg.inv(seen)
    matrix[:2, 2] = middle - matrix[:2, :2] @ middle
    return matrix


def _turned(boxes: Doubles, matrix: Doubles) -> Doubles:
    """Boxes of the same sizes around the places to which a matrix maps their middles."""
    middles = map_points(matrix, _middles(boxes))
    return np.hstack([middles - boxes[:, 2:] / 2, boxes[:, 2:]])


def _middles(boxes: Doubles) -> Doubles:
    return boxes[:, :2] + boxes[:, 2:] / 2


def _straighten(
    level: TileLattice, boxes: Doubles, screen: Screen, turn: Doubles | None
) -> TileLattice:
    """A grid that was found as if it were level, straightened.

    ``boxes`` are ``(N, 4)`` letters in the picture; a matrix, ``(3, 3)``, says how it was turned.
    """
    size = screen.width, screen.height
    boxes = boxes[np.abs(boxes[:, 3] - level.letter) <= TALLER * level.letter]
    pose = None if screen.elongated else pose_of(_middles(boxes), level, *size)
    if turn is not None:
        pose = Pose(turn if pose is None else pose.matrix @ turn, *size)
    if pose is None:
        return level
    pose, share = pose.reduced()
    return level.scaled(share, pose)


def _letters(grey: Bytes, around: int, least: int) -> Iterator[Doubles]:
    """Boxes of letter-like pieces, dark and light ones: ``(N, 4)`` left, top, width, height.

    They differ by ``least`` grey levels from what lies ``around``, an odd number of pixels a side.
    """
    usual = cv2.blur(grey, (around, around))
    for ink in (cv2.subtract(usual, grey), cv2.subtract(grey, usual)):
        mask = np.asarray(cv2.threshold(ink, least, 255, cv2.THRESH_BINARY)[1], np.uint8)
        boxes = measure_pieces(mask, 8)[1:].astype(np.float64)
        _, _, width, height, area = boxes.T
        fits = (height >= HEIGHT) & (height <= TALLEST * min(grey.shape))
        fits &= (width >= SLIM * height) & (width <= STOUT * height)
        full = area / (width * height)
        fits &= (full >= INKED[0]) & ((full <= INKED[1]) | (width <= STROKE * height))
        yield boxes[fits, :4]


def _fit(boxes: Doubles) -> Iterable[tuple[int, TileLattice]]:
    """The grid that letters of each height fill best, and how well."""
    if len(boxes) > MOST_LETTERS:
        return ()
    middles, height = _middles(boxes)[:, ::-1], boxes[:, 3]
    kinds = np.rint(np.log(height) / math.log(1 + TALLER)).astype(int).tolist()
    best: dict[int, tuple[int, TileLattice]] = {}
    for first in range(0, len(boxes), AT_ONCE):
        some = np.arange(first, min(first + AT_ONCE, len(boxes)))
        alike = np.abs(height - height[some, None]) <= TALLER * height[some, None]
        off = middles - middles[some, None]
        which, steps = _steps(off, height[some], alike)
        places = off[which] / steps[:, None]
        beside = np.maximum(*np.moveaxis(np.abs(places - np.rint(places)), 2, 0))
        near = alike[which] & (beside <= ALIKE)
        full = 2 * near.sum(axis=1) >= SIZES[0] ** 2
        which, steps, places, beside, near = (
            each[full] for each in (which, steps, places, beside, near)
        )
        worth, blocks = _blocks(np.rint(places), near)
        for k in np.flatnonzero(worth >= 0).tolist():
            one = int(some[which[k]])
            if kinds[one] in best and worth[k] <= best[kinds[one]][0]:
                continue
            size, top, left = blocks[:, k].tolist()
            off = places[k] - np.array([top, left])
            inside = alike[which[k]] & ((off > -0.5) & (off < size - 0.5)).all(axis=1)
            between = inside & (beside[k] > BETWEEN[0])
            far = BETWEEN[0] * steps[k].min() > STOUT * height[one]
            most = FEW - 1 if far else BETWEEN[1] * size * size
            if np.count_nonzero(between) <= most:
                lattice = _settle(boxes[near[k]], places[k][near[k]], size, top, left)
                best[kinds[one]] = int(worth[k]), lattice
    return best.values()


def _steps(off: Doubles, height: Doubles, alike: Bools) -> tuple[Numbers, Doubles]:
    """Distances of neighbouring letters, as those beside and below some of them tell.

    All N letters are ``off``, ``(M, N, 2)``, down and across from each of M; ``height``, ``(M,)``,
    says how high these are, and ``alike``, ``(M, N)``, which others are like each.

    Returns:
        ``(S,)`` which of the M letters tell each distance, and ``(S, 2)`` those down and across.
    """
    least, most = APART[0] * height[:, None], APART[1] * height[:, None]
    below, right = (
        alike & (np.abs(beside) <= ALIKE * along) & (along >= least) & (along <= most)
        for along, beside in ((off[..., 0], off[..., 1]), (off[..., 1], off[..., 0]))
    )
    which, letter = np.nonzero(right)
    across = off[which, letter, 1]
    down = np.where(below, off[..., 0], np.inf).min(axis=1)[which]
    uneven = (SIZES[0] - 1) * np.abs(down - across) > ALIKE * across
    uneven &= (across < STRETCHED * down) & (down < STRETCHED * across)
    told = np.stack([np.ones_like(uneven), uneven], axis=1).ravel()
    pairs = np.stack([across, across, down, across], axis=1).reshape(-1, 2)
    return np.repeat(which, 2)[told], pairs[told]


def _blocks(places: Doubles, near: Bools) -> tuple[Numbers, Numbers]:
    """The square block of each of S lattices that is filled best, around the place that is 0, 0.

    ``places``, ``(S, N, 2)``, are rows and columns of the letters; ``near``, ``(S, N)``, says which
    letters stand on these.

    Returns:
        ``(S,)`` letters minus empty places, -1 where no block is filled or letters continue beside
        it; and ``(3, S)`` size, first row and first column of the blocks.
    """
    far = SIZES[-1]
    which, letter = np.nonzero(near & (np.abs(places) <= far).all(axis=2))
    rows, columns = places[which, letter].astype(np.int64).T + far + 1
    filled = np.zeros((len(places), 2 * far + 3, 2 * far + 3), np.int64)  # with a free rim
    filled[which, rows, columns] = 1
    down, across = filled.cumsum(axis=1), filled.cumsum(axis=2)
    best, blocks = np.full(len(places), -1), np.zeros((3, len(places)), np.int64)
    goes_on, every = np.zeros(len(places), np.bool_), np.arange(len(places))
    for size in SIZES:
        before, last = slice(far + 1 - size, far + 1), slice(far + 1, far + 1 + size)
        in_row, in_column = across[..., last] - across[..., before], down[:, last] - down[:, before]
        lines = [slice(far + 1 - size + each, far + 1 + each) for each in range(size + 2)]
        inner = [in_row[:, line] for line in lines[1:-1]]
        fewest = np.minimum.reduce([*inner, *(in_column[..., line] for line in lines[1:-1])])
        values = np.where(fewest > 1, 2 * sum(inner) - size * size, -1)
        beside = sum(in_row[:, line] + in_column[..., line] for line in (lines[0], lines[-1]))
        top, left = np.divmod(values.reshape(-1, size * size).argmax(axis=1), size)
        value = values[every, top, left]
        better = value > best
        best[better] = value[better]
        goes_on[better] = (beside[every, top, left] > 0)[better]
        block = np.stack([np.full_like(top, size), top + 1 - size, left + 1 - size])
        blocks[:, better] = block[:, better]
    best[goes_on] = -1
    return best, blocks


def _settle(boxes: Doubles, places: Doubles, size: int, row: int, column: int) -> TileLattice:
    """The lattice that fits the letters of a block, each direction separately."""
    where = np.rint(places) - (row, column)
    inside = ((where >= 0) & (where < size)).all(axis=1)
    where, boxes = where[inside], boxes[inside]
    middles = _middles(boxes)
    across, x = _evenly(where[:, 1], middles[:, 0])
    down, y = _evenly(where[:, 0], middles[:, 1])
    return TileLattice(x, y, across, down, size, quantile(boxes[:, 3], 0.5))


def _evenly(numbers: Doubles, middles: Doubles) -> tuple[float, float]:
    """Distance and first place of lines, from the middles of the letters in them.

    The median of each line counts: one of two letters on a tile stands off the middle.
    """
    lines = sorted({*numbers.tolist()})
    places = [quantile(middles[numbers == line], 0.5) for line in lines]
    step, first = np.polyfit(lines, places, 1)
    return float(step), float(first)
