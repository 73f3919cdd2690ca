"""Draws the best word of a path game onto its picture.

The word's tiles are framed and numbered, a line runs from one to the next beneath their letters. A
panel on an empty part of the picture names the word and shows small maps of those that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from solver.game import points_text
from solver.paths import PathWord
from vision.imaging import Box, Screen
from vision.paths import GridReading, GridTile
from wwfsnap.drawing.canvas import (
    DARK,
    LIGHT,
    Colour,
    Mask,
    Pixels,
    distance_inside,
    filled,
    frame_around,
    line_depth,
    paint,
    pill,
    write,
)
from wwfsnap.drawing.layout import Strip, Surroundings, contrasting_colour, emptiest_place

# As shares of a tile's side.
LINE, RIM, START, NUMBER = 0.13, 0.02, 0.2, 0.27
DOT: Colour = (120, 110, 105)
MOST = 8
"""The number of maps beyond which more are no better."""
LEAST_SIDE = 64.0
"""The least side of a map, in pixels, at which it and a dozen characters below it are readable."""
NO_MAPS = 45.0
"""The cost of a panel without maps: maps should rather cover what else the game shows there."""


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


@dataclass(frozen=True, slots=True)
class PanelPlace:
    """Where a panel goes.

    Attributes:
        box: All of it, in pixels.
        line: Height of the best word's line.
        rows, columns: Of the maps below it.
    """

    box: Box
    line: float
    rows: int
    columns: int


def panel_place(screen: Screen, around: Surroundings, words: int) -> PanelPlace | None:
    """The place for as many maps as there are words and room for; None where there is no room.

    Args:
        screen: The picture.
        around: The tiles; a panel is as wide as they are.
        words: How many there are to show.
    """
    width = around.board.width
    line = min(0.13 * width, 0.05 * max(screen.width, screen.height))
    strips = {}
    for rows, columns in product((2, 1), (3, 4, 5)):
        maps = min(rows * columns, words - 1)
        side = width / columns
        if maps > (rows - 1) * columns and side > max(0.55 * around.cell, LEAST_SIDE):
            high = line + rows * 1.12 * side
            cost = 2.0 * max(0, MOST - maps) + 1.5 * (columns - 3)
            strips[Strip(width, high, cost, 0.1 * line)] = rows, columns
    strips[Strip(0.7 * width, line, NO_MAPS, 0.1 * line)] = 0, 1
    strips[Strip(0.5 * width, 0.7 * line, NO_MAPS + 6, 0.1 * line)] = 0, 1
    found = emptiest_place(screen, around, list(strips))
    if found is None:
        return None
    strip, box = found
    board = around.board
    if abs(box.centre[0] - board.centre[0]) < 0.3 * around.cell:  # places are tried in steps
        box = box.shifted(board.centre[0] - box.centre[0], 0)
    rows, columns = strips[strip]
    return PanelPlace(box, min(line, box.height), rows, columns)


def draw_panel(
    pixels: Pixels,
    place: PanelPlace,
    words: Sequence[PathWord],
    shape: Sequence[Sequence[bool]],
    bright: Colour,
) -> None:
    """Write the best word, and draw a map of each of those that follow.

    Args:
        pixels: The picture, painted on.
        place: Where.
        words: Best first.
        shape: Where there are tiles, row by row.
        bright: The colour of paths.
    """
    box, line = place.box, place.line
    pill(pixels, box, DARK, bright, line * 0.3, max(1.0, line * 0.05))
    head = Box(box.x, box.y, box.width, line)
    write(pixels, head, words_text(words[0]), LIGHT)
    cell = box.width / place.columns
    high = (box.height - line) / max(1, place.rows)
    for number, word in enumerate(words[1 : 1 + place.rows * place.columns]):
        row, column = divmod(number, place.columns)
        spot = Box(box.x + column * cell, box.y + line + row * high, cell, high)
        _draw_map(pixels, spot, word, shape, bright)


def words_text(word: PathWord) -> str:
    """``ESSAYERS 254 points``."""
    return f"{word.word} {points_text(word.points)}"


def _draw_map(
    pixels: Pixels, box: Box, word: PathWord, shape: Sequence[Sequence[bool]], bright: Colour
) -> None:
    """Draw the tiles as dots with the word's path over them, and the word below."""
    text = 0.25 * box.width
    room = min(0.84 * box.width, box.height - 1.3 * text)
    pitch = room / max(len(shape), len(shape[0]))
    left = box.centre[0] - pitch * len(shape[0]) / 2
    top = box.y + (box.height - 1.25 * text - pitch * len(shape)) / 2

    def centre(row: int, column: int) -> tuple[float, float]:
        return left + (column + 0.5) * pitch, top + (row + 0.5) * pitch

    for row, tiles in enumerate(shape):
        for column, there in enumerate(tiles):
            if there:
                x, y = centre(row, column)
                dot = Box(x - 0.36 * pitch, y - 0.36 * pitch, 0.72 * pitch, 0.72 * pitch)
                depth = distance_inside(pixels, dot, 0.15 * pitch)
                paint(pixels, dot, DOT, filled(depth))
    points = [centre(square.row, square.column) for square in word.path]
    paint(pixels, box, bright, filled(line_depth(pixels, box, points, 0.13 * pitch)))
    paint(pixels, box, bright, filled(line_depth(pixels, box, points[:1], 0.3 * pitch)))
    paint(pixels, box, DARK, filled(line_depth(pixels, box, points[:1], 0.13 * pitch)))
    below = Box(box.x, box.bottom - 1.25 * text, box.width, text)
    write(pixels, below, f"{word.word} {word.points}", LIGHT)
