"""A picture and its board in; squares that may be the rack, with its free slots, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import remainder

import cv2
import numpy as np

from vision.board import OBLONG, STEPS, find_squares, measure_edges
from vision.imaging import (
    ALIKE,
    FEW,
    OTHER_COLOUR,
    Box,
    Bytes,
    Doubles,
    Grid,
    measure_pieces,
    quantile,
    usual_colour,
)
from vision.tiles import CELL

LEVELS = (6, 24)
"""Edge strengths below which a tile's face counts as even, for flat and for shaded tiles."""

TILE_SIDES = (0.55, 3.4)
"""Side of a rack tile in board cells: less than one on tablets, 7 to a screen's width on phones."""

LEAST_BESIDE = 0.45
"""The least beside the board: a screen of 4 to 3 leaves 5 cells there for 7 tiles and their gaps,
and a tile's even face is some two thirds of such a step."""

USUAL_STEPS = (1.04, 1.14, 1.26)
"""Usual distances of rack slots, in sides of a tile: an error of a quarter leaves half visible."""

BESIDE = 0.25
"""How far the rack may reach beyond the board, as a share of its width."""


def find_rack_rows(pixels: Bytes, grid: Grid, slots: int) -> Iterator[list[Box]]:
    """Rows of equal squares below a board in ``(H, W, 3)`` pixels, the likeliest rack first.

    Rows that are full and clear at the strictest level come first, then rows that are full at the
    least strict level.

    Yields:
        Boxes from left to right; a slot without a square is left out.
    """
    boxes: list[Box] = []
    rows: list[list[Box]] = []
    below = below_board(pixels, grid, 0.1 * grid.cell)
    for level, found in zip(LEVELS, _squares(*below, grid), strict=True):
        boxes += found
        rows = _rows(boxes, slots)
        full = [row for row in rows if len(row) == slots]
        yield from full if level == LEVELS[-1] else filter(_clear, full)
    yield from rows


def find_racks_beside(
    pixels: Bytes, grid: Grid, slots: int
) -> Iterator[tuple[list[Box], list[Box]]]:
    """Equal squares right, left or above of the board that could be the rack, as on wide screens.

    Yields:
        Boxes of one or several rows, or of a column, in reading order; and free slots of theirs.
    """
    board, (height, width) = grid.box, pixels.shape[:2]
    for left, right in ((int(board.right), width), (0, max(0, int(board.x)))):
        part = pixels[:, left:right]
        boxes = [*chain.from_iterable(_squares(part, left, 0, grid, LEAST_BESIDE))]
        rows = sorted(_rows(boxes, slots), key=lambda row: row[0].y)
        for first, row in enumerate(rows):
            stack = list(row)
            for other in rows[first + 1 :]:
                if _follows(stack[-1], other[0]) and len(stack) + len(other) <= slots:
                    stack += other
            spares = fill_slots(row, slots, right, left) if len(stack) == len(row) else [[]]
            yield from ((stack, spare) for spare in spares)
        for column in _rows([_transposed(box) for box in boxes], slots):
            for spare in fill_slots(column, slots, height):
                yield [_transposed(box) for box in column], [_transposed(box) for box in spare]
    above = _squares(pixels[: max(0, int(board.y))], 0, 0, grid)
    for row in _rows([*chain.from_iterable(above)], slots):
        if len(row) >= FEW:  # a tile may stand there for each player's picture
            yield from ((row, spare) for spare in fill_slots(row, slots, width))


def _squares(
    part: Bytes, left: int, top: int, grid: Grid, least: float = TILE_SIDES[0]
) -> Iterator[list[Box]]:
    """The squares as large as tiles, ``least`` cells at least, in a part of a picture, by level."""
    if min(part.shape[:2]) < least * grid.cell:  # too narrow for a tile
        yield from ([] for _ in LEVELS)
        return
    scale = 2 if grid.cell >= CELL else 1 if grid.cell >= CELL / 2 else 0.5
    edges = measure_edges(part, scale)
    for level in LEVELS:
        found = find_squares(edges, level, skew=OBLONG, fill=0.3)
        yield _of_tiles(found, grid.cell, left, top, least)


def _follows(tile: Box, other: Box) -> bool:
    """Whether another tile may stand in the next row of the same rack."""
    alike = abs(other.width - tile.width) <= ALIKE * tile.width
    return alike and STEPS[0] <= (other.y - tile.y) / tile.height <= STEPS[1]


def _transposed(box: Box) -> Box:
    """The box with rows for columns."""
    return Box(box.y, box.x, box.height, box.width)


def find_rows_apart(pixels: Bytes, grid: Grid, slots: int) -> list[list[Box]]:
    """Rows of equal squares in another colour than what lies behind them, the longest first."""
    strip, left, top = below_board(pixels, grid)
    behind = usual_colour(strip[::4, ::4].reshape(-1, 3))
    apart = cv2.inRange(strip, behind - OTHER_COLOUR, behind + OTHER_COLOUR) == 0
    found = measure_pieces(apart.view(np.uint8), 4)[1:, :4].astype(np.float64)
    square = np.abs(found[:, 2] - found[:, 3]) <= OBLONG * found[:, 2:].mean(axis=1)
    return _rows(_of_tiles(found[square], grid.cell, left, top), slots)


def below_board(pixels: Bytes, grid: Grid, above: float = 0.0) -> tuple[Bytes, int, int]:
    """The part of a picture where the rack may be, and where its left and upper edges lie.

    Pixels are ``(H, W, 3)``; the part begins ``above`` pixels over the board's lower end.
    """
    board = grid.box
    top = min(int(board.bottom - above), pixels.shape[0] - 1)
    left = max(0, int(board.x - BESIDE * board.width))
    right = int(board.right + BESIDE * board.width) + 1
    return pixels[top:, left:right], left, top


def _of_tiles(
    found: Doubles, cell: float, left: int, top: int, least: float = TILE_SIDES[0]
) -> list[Box]:
    """Boxes in the picture of those squares, ``(N, 4)`` in a part of it, as large as tiles."""
    sides = found[:, 2:].mean(axis=1) / cell
    large = found[(sides >= least) & (sides <= TILE_SIDES[1])]
    return [Box(*box).shifted(left, top) for box in large.tolist()]


def _clear(row: Sequence[Box]) -> bool:
    """Whether boxes are so equal that no part of the tiles can be missing."""
    sides = [side for box in row for side in (box.width, box.height)]
    return max(sides) - min(sides) <= ALIKE * max(sides) / 2


def _rows(boxes: Sequence[Box], slots: int) -> list[list[Box]]:
    """Rows of equal boxes with a common step, the longest first."""
    outer = _distinct(boxes)
    rows: list[list[Box]] = []
    settled: set[Box] = set()
    for box in outer:
        if box not in settled:
            row = _row_of(box, outer, slots)
            settled.update(row if len(row) == slots else ())
            rows.append(_alike(row))
    unique = {tuple((box.x, box.y) for box in row): row for row in rows if len(row) <= slots}
    return sorted(unique.values(), key=lambda row: (-len(row), row[0].y))


def fill_slots(row: Sequence[Box], slots: int, right: int, left: int = 0) -> list[list[Box]]:
    """Boxes where further tiles of the same rack may lie: between and beside those found.

    A tile whose letter touches its edge is not found as a square, so its slot is examined too. The
    row runs from left to right, and the tiles from ``left`` to ``right``, in pixels: sides of the
    picture, or of a part of it.

    Returns:
        The free slots for each distance of slots that the squares allow; one empty list where a
        lone square allows none.
    """
    if len(row) < 2:
        return [[]]
    steps = np.diff([box.x for box in row])
    usual, found = _usual(row), []
    for places in range(1, slots):
        trial = float(steps.min()) / places
        if not STEPS[0] * usual.width <= trial <= STEPS[1] * usual.width:
            continue
        counts = np.round(steps / trial)
        if np.abs(steps / trial - counts).max() <= ALIKE * counts.max():
            step = float(steps.sum() / counts.sum())
            found.append(_free_slots(row, step, usual, slots, right, left))
    return found or [[]]


def slots_beside(tile: Box, slots: int, width: int) -> list[list[Box]]:
    """The slots beside a lone tile for each distance that slots usually have."""
    return [_free_slots([tile], step * tile.width, tile, slots, width) for step in USUAL_STEPS]


def _free_slots(
    row: Sequence[Box], step: float, shape: Box, slots: int, right: int, left: int = 0
) -> list[Box]:
    """The free slots at multiples of a step from the squares of a row."""
    taken = [round((box.x - row[0].x) / step) for box in row]
    boxes = (
        Box(row[0].x + place * step, shape.y, shape.width, shape.height)
        for place in range(taken[-1] - slots + 1, slots)
        if place not in taken
    )
    margin = ALIKE * step / 2
    return [box for box in boxes if box.x >= left - margin and box.right <= right + margin]


def _distinct(boxes: Sequence[Box]) -> list[Box]:
    """One box for each place; the larger where several levels found it."""
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda b: -b.width * b.height):
        if not any(_overlap(box, other) for other in kept):
            kept.append(box)
    return kept


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return 2 * across > min(one.width, other.width) and 2 * down > min(one.height, other.height)


def _row_of(first: Box, boxes: Sequence[Box], slots: int) -> list[Box]:
    """The boxes like ``first`` at its height that keep a common step with it, in order."""
    alike = [
        box
        for box in boxes
        if abs(box.y - first.y) <= ALIKE * first.height
        and abs(box.width - first.width) <= ALIKE * first.width
        and abs(box.height - first.height) <= ALIKE * first.height
    ]
    best = [first]
    for other in alike:
        for places in range(1, slots):
            step = abs(other.x - first.x) / places
            if not STEPS[0] * first.width <= step <= STEPS[1] * first.width:
                continue
            row = [box for box in alike if abs(remainder((box.x - first.x) / step, 1)) <= ALIKE / 2]
            reach = (max(box.x for box in row) - min(box.x for box in row)) / step
            if reach < slots - 0.5 and len(row) >= len(best):
                best = row
    return sorted(best, key=lambda box: box.x)


def _alike(row: Sequence[Box]) -> list[Box]:
    """The boxes at one height and of one size, like a rack's tiles; gloss cuts some short."""
    usual = _usual(row)
    return [usual._replace(x=box.x) for box in row]


def _usual(row: Sequence[Box]) -> Box:
    """The box whose measures are the medians of those of some boxes."""
    return Box(*(quantile(measure, 0.5) for measure in np.array(row).T))
