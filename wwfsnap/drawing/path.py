"""Draws the best word of a path game onto its picture.

The word's tiles are framed and numbered, a line runs from one to the next beneath their letters. A
panel on an empty part of the picture names the word and shows small maps of those that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.paths import PathWord
from vision.imaging import Box, Screen
from vision.paths import GridReading, GridTile
from wwfsnap.drawing.canvas import (
    DARK,
    LIGHT,
    Colour,
    Mask,
    Pixels,
    filled,
    frame_around,
    line_depth,
    paint,
    pill,
    write,
)
from wwfsnap.drawing.layout import Surroundings, contrasting_colour
from wwfsnap.drawing.path_panel import draw_panel, panel_place

# As shares of a tile's side.
LINE, RIM, START, NUMBER = 0.13, 0.02, 0.2, 0.27


@dataclass(frozen=True, slots=True, eq=False)
class PathDrawing:
    """A picture with a word on it.

    Attributes:
        pixels: ``(H, W, 3)`` uint8, blue, green, red: the size of the screen.
        tiles: Boxes of the word's tiles, in order.
        panel: Where the panel is; None where there was no room.
    """

    pixels: Pixels
    tiles: tuple[Box, ...]
    panel: Box | None


def draw_words(screen: Screen, reading: GridReading, words: Sequence[PathWord]) -> PathDrawing:
    """Draw the first of ``words`` on a copy of the picture, and name those that follow.

    Args:
        screen: The picture, left as it is.
        reading: What was read of it: where the tiles lie.
        words: At least one, best first.
    """
    pixels = screen.pixels.copy()
    box, side = reading.box, reading.tiles[0][0].box.width
    bright = contrasting_colour(screen, box, side)
    read = [reading.tiles[square.row][square.column] for square in words[0].path]
    tiles = tuple(tile.box for tile in read)
    for tile in tiles:
        frame_around(pixels, tile, side, bright)
    _trace(pixels, screen, tiles, side, bright)
    for number, each in enumerate(read, start=1):
        _number(pixels, each.box, number, side, bright)
        if each.multiplier != ".":
            _multiplier(pixels, each, side, bright)
    around = Surroundings(box, side, (box,))
    place = panel_place(screen, around, len(words))
    if place is not None:
        shape = [[tile.text != "" for tile in row] for row in reading.tiles]
        draw_panel(pixels, place, words, shape, bright)
    return PathDrawing(pixels, tiles, place.box if place else None)


def _trace(
    pixels: Pixels, screen: Screen, tiles: Sequence[Box], side: float, bright: Colour
) -> None:
    """The line from tile to tile, with a disc where it starts; letters stay in front of it."""
    reach = max(START, LINE) * side
    region = _around(tiles, reach)
    points = [tile.centre for tile in tiles]
    rim, half = max(1.0, RIM * side), LINE * side / 2
    behind = 1 - _letters(pixels, screen, region, tiles)
    line = line_depth(pixels, region, points, half)
    depth: Mask = np.maximum(line, line_depth(pixels, region, points[:1], reach))
    paint(pixels, region, DARK, filled(depth + rim) * behind)
    paint(pixels, region, bright, filled(depth) * behind)


def _around(tiles: Sequence[Box], reach: float) -> Box:
    """The box that holds the centres of some tiles, and 1.5 times ``reach`` more on every side."""
    across, down = zip(*(tile.centre for tile in tiles), strict=True)
    left, top = min(across) - 1.5 * reach, min(down) - 1.5 * reach
    right, bottom = max(across) + 1.5 * reach, max(down) + 1.5 * reach
    return Box(left, top, right - left, bottom - top)


def _letters(pixels: Pixels, screen: Screen, region: Box, tiles: Sequence[Box]) -> Mask:
    """How much of each pixel of ``region`` is a letter of one of the tiles, 0 to 1."""
    sheet = np.zeros(pixels.shape[:2], dtype=np.float32)
    for tile in tiles:
        rows, columns = Box(
            tile.x + 0.08 * tile.width,
            tile.y + 0.08 * tile.height,
            0.84 * tile.width,
            0.84 * tile.height,
        ).pixels(screen.width, screen.height)
        face = screen.pixels[rows, columns].astype(np.float32)
        away = np.linalg.norm(face - np.median(face.reshape(-1, 3), axis=0), axis=2)
        full = max(float(np.percentile(away, 97)), 60.0)
        sheet[rows, columns] = np.clip((away / full - 0.35) / 0.4, 0, 1)
    inside: Mask = sheet[region.pixels(screen.width, screen.height)]
    return inside


def _multiplier(pixels: Pixels, tile: GridTile, side: float, bright: Colour) -> None:
    """The tile's multiplier, at its upper left, where games show it but the frame covers it."""
    height = 1.1 * NUMBER * side
    box = Box(tile.box.x - 0.3 * height, tile.box.y - 0.3 * height, 1.45 * height, height)
    pill(pixels, box, DARK, bright, height / 2, max(1.0, 0.02 * side))
    write(pixels, box, tile.multiplier, LIGHT)


def _number(pixels: Pixels, tile: Box, number: int, side: float, bright: Colour) -> None:
    """The number of a tile within the word, at its lower right; the first in reversed colours."""
    size = NUMBER * side
    box = Box(tile.right - 0.92 * size, tile.bottom - 0.92 * size, size, size)
    fill, ink = (bright, DARK) if number == 1 else (DARK, bright)
    pill(pixels, box, fill, ink, size / 2, max(1.0, 0.02 * side))
    write(pixels, box, str(number), ink)
