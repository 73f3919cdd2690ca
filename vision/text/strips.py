"""A picture and the strips to read in it in; the lines of text there out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.imaging import Box, Bytes, Grid, Screen
from vision.text.lines import TextLine, read_lines
from vision.text.strokes import find_strokes

CELL = 44.0
"""Side of a board's square, in pixels, to which pictures are scaled for reading, or nearly so."""

ENLARGED = 1.25
"""Scales up to this are left at 1, to avoid the blur."""

AROUND = 0.6
"""How far beside the board its texts may lie, as a share of its width."""

SMALL = 0.4
"""Side of the squares of a board with texts as large as those beside the grid of a path game, as a
share of the grid's tiles."""


def scale_for(cell: float) -> float:
    """The scale at which a picture is read: large ones are reduced by integers, which is fast."""
    if cell * ENLARGED >= CELL:
        return 1 / max(1, round(cell / CELL))
    return min(2.0, CELL / cell)


class Excerpt(NamedTuple):
    """A part of a picture that is read.

    Attributes:
        grey: ``(h, w)`` uint8 grey levels.
        scale: Its pixels per pixel of the picture, along a side.
        left, top: Where it begins, in pixels of the picture.
    """

    grey: Bytes
    scale: float
    left: int
    top: int


def excerpt(
    screen: Screen, grid: Grid, strip: tuple[float, float], scale: float, held: Sequence[Box] = ()
) -> Excerpt | None:
    """A strip beside a board, None where it is too small for texts.

    Args:
        screen: The picture.
        grid: The board.
        strip: Its upper and lower edge.
        scale: Scale at which it is read.
        held: Boxes of the rack's tiles, which are left out.
    """
    board = grid.box
    left = max(0, int(board.x - AROUND * board.width))
    right = min(screen.width, int(board.right + AROUND * board.width))
    top, bottom = max(0, int(strip[0])), int(min(strip[1], screen.height))
    if min(bottom - top, right - left) * scale < 8:
        return None
    grey = cv2.cvtColor(screen.pixels[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
    for box in held:
        part = grey[box.shifted(-left, -top).pixels(right - left, bottom - top)]
        part[:] = part[:1, :1]
    if scale != 1:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how)
    return Excerpt(np.asarray(grey, np.uint8), scale, left, top)


def read_excerpts(excerpts: Sequence[Excerpt], cell: float) -> Iterator[tuple[int, TextLine]]:
    """The lines of text in some excerpts.

    Args:
        excerpts: What is read, all at once, which is faster.
        cell: Side of a board's square whose texts are as large, in pixels of the excerpts.

    Yields:
        The number of an excerpt and a line in pixels of the picture, excerpt by excerpt, from top
        to bottom.
    """
    if not excerpts:
        return
    strokes = find_strokes([each.grey for each in excerpts], cell)
    for line in read_lines(strokes, cell):
        number, first = strokes.part_at(line.base)
        _, scale, left, top = excerpts[number]
        yield number, line.placed(scale, left, top - first / scale)


def gather_lines(
    screen: Screen,
    grid: Grid,
    held: Sequence[Box],
    scale: float,
    strips: Sequence[tuple[float, float]],
) -> list[TextLine]:
    """All lines of text in some strips beside a board; arguments are those of ``excerpt``."""
    parts = [excerpt(screen, grid, strip, scale, held) for strip in strips]
    seen = [part for part in parts if part is not None]
    return [line for _, line in read_excerpts(seen, grid.cell * scale)]


def lines_beside(
    screen: Screen, around: Box, tile: float, strips: Sequence[tuple[float, float]]
) -> list[TextLine]:
    """Lines of text in strips of the picture as wide as a grid of tiles, and somewhat wider.

    Args:
        screen: The picture.
        around: The box that holds the tiles.
        tile: Width of one.
        strips: Upper and lower edges of what is read.
    """
    cell = SMALL * tile
    grid = Grid(around.x, around.y, cell, round(around.width / cell))
    return gather_lines(screen, grid, (), scale_for(cell), strips)
