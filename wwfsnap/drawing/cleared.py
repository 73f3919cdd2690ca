"""Removes pending tiles from a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from vision.board import in_words_of, runs_of
from vision.imaging import SAME_COLOUR, Box, Floats, Place, Screen, usual_colour
from vision.reading import Reading
from wwfsnap.drawing.canvas import Pixels, reaching_in

SIDES = ((1, 0), np.s_[:1]), ((-1, 0), np.s_[-1:]), ((0, 1), np.s_[:, :1]), ((0, -1), np.s_[:, -1:])
"""Steps over the sides of the board, down and right, each with the edge of a part next to it."""


def remove_pending(
    pixels: Pixels, screen: Screen, reading: Reading, laid: Mapping[Place, str]
) -> tuple[Box, ...]:
    """Remove pending tiles that are not where the move wants them.

    Their squares, and the free ones around their words (games put frames and badges there), get
    the picture of a free square with the same premium; the board's frame beside them the look
    that it mostly has on that side.

    Args:
        pixels: What is drawn on.
        screen: The picture.
        reading: What was read of it.
        laid: The tiles of the move.

    Returns:
        Boxes of what was painted.
    """
    pending = {
        (row, column): tile.text
        for row, line in enumerate(reading.cells)
        for column, tile in enumerate(line)
        if tile and tile.tentative
    }
    if pending.items() <= laid.items():
        return ()
    boxes = []
    for place, model in bare_squares(reading).items():
        if place not in laid:
            box = reading.grid.square(*place)
            _copy(pixels, screen, model, box)
            boxes.append(box)
    for box, _, over, usual in _over_the_edge(pixels, reading):
        pixels[box.pixels(pixels.shape[1], pixels.shape[0])][over] = usual[over]
        boxes.append(box)
    return tuple(boxes)


def bare_squares(reading: Reading) -> dict[Place, Box]:
    """The squares of pending tiles, and the free ones around their words.

    Returns:
        For each of them a square of the picture that shows how it looks when bare.
    """
    words = sorted(_unplayed_words(reading))
    around = (each for place in words for each in _free_around(reading, place))
    models = {each: _model(reading, each) for each in (*reading.tentative, *around)}
    return {place: reading.grid.square(*model) for place, model in models.items() if model}


def bare_edges(screen: Screen, reading: Reading) -> list[tuple[Box, Box]]:
    """The parts beside the board into which words with pending tiles reach.

    Args:
        screen: The picture, straightened.
        reading: What was read of it.

    Returns:
        Each part, in squares from the board's upper left corner, with the box of another on the
        same side that shows how it looks when bare.
    """
    grid, found = reading.grid, []
    for box, bare, *_ in _over_the_edge(screen.pixels, reading):
        left_top = box.shifted(-grid.x, -grid.y)
        found.append((Box(*(side / grid.cell for side in left_top)), bare))
    return found


def _unplayed_words(reading: Reading) -> frozenset[Place]:
    """The squares of all words with pending tiles."""
    unplayed = frozenset(reading.tentative)
    tiles = {
        (row, column)
        for row, line in enumerate(reading.cells)
        for column, tile in enumerate(line)
        if tile
    }
    return unplayed | in_words_of(unplayed, runs_of(tiles))


def _free_around(reading: Reading, place: Place) -> list[Place]:
    """The squares without a tile among the nine at and around ``place``."""
    row, column = place
    rows = range(max(0, row - 1), min(reading.grid.size, row + 2))
    columns = range(max(0, column - 1), min(reading.grid.size, column + 2))
    return [(r, c) for r in rows for c in columns if reading.cells[r][c] is None]


def _model(reading: Reading, place: Place) -> Place | None:
    """A free square that looks as ``place`` would: same premium, and few tiles around it."""
    free = [(r, c) for r, line in enumerate(reading.cells) for c, t in enumerate(line) if t is None]

    def cost(other: Place) -> tuple[bool, int]:
        same = reading.premiums[other[0]][other[1]] == reading.premiums[place[0]][place[1]]
        return not same, -len(_free_around(reading, other))

    return min(free, key=cost, default=None)


def _copy(pixels: Pixels, screen: Screen, source: Box, box: Box) -> None:
    rows, columns = box.pixels(screen.width, screen.height)
    top, left = round(source.y), round(source.x)
    piece = screen.pixels[
        top : top + rows.stop - rows.start, left : left + columns.stop - columns.start
    ]
    pixels[
        rows.start : rows.start + piece.shape[0], columns.start : columns.start + piece.shape[1]
    ] = piece


def _over_the_edge(
    pixels: Pixels, reading: Reading
) -> Iterator[tuple[Box, Box, NDArray[np.bool_], Floats]]:
    """What reaches from words with pending tiles beyond the board, up to half a square far.

    Yields:
        A box beside the board, the one there that looks most as usual, the mask of what reaches
        into the first, and what mostly lies there.
    """
    grid, words = reading.grid, _unplayed_words(reading)
    for (down, right), next_to in SIDES:
        end = 0 if down + right < 0 else grid.size - 1
        line = [(end, n) if down else (n, end) for n in range(grid.size)]
        near = [n for n in range(grid.size) if not words.isdisjoint(line[max(0, n - 1) : n + 2])]
        boxes = [_beyond(grid.square(*place), down, right) for place in line]
        parts = [pixels[box.pixels(pixels.shape[1], pixels.shape[0])] for box in boxes]
        if not near or len({part.shape for part in parts}) > 1 or not parts[0].size:
            continue  # no such squares, or the picture ends there
        side = np.stack(parts)
        usual = usual_colour(side)
        off = np.linalg.norm(side - usual, axis=3)
        bare = boxes[int(off.mean(axis=(1, 2)).argmin())]
        for n in near:
            over = reaching_in(off[n] > SAME_COLOUR, next_to)
            if over.any():
                yield boxes[n], bare, over, usual


def _beyond(square: Box, down: int, right: int) -> Box:
    """The half square beyond a side of a square, in whole pixels, so that all are of one size."""
    side, half = math.ceil(square.width), math.ceil(square.width / 2)
    width, height = (side, half) if down else (half, side)
    x = square.right if right > 0 else square.x - width if right else square.x
    y = square.bottom if down > 0 else square.y - height if down else square.y
    return Box(round(x), round(y), width, height)
