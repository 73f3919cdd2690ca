"""The panel for the words of a path game: the best word, and small maps of the next ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from solver.game import points_text
from solver.paths import PathWord
from vision.imaging import Box, Screen
from wwfsnap.drawing.canvas import (
    DARK,
    LIGHT,
    Colour,
    Pixels,
    distance_inside,
    filled,
    line_depth,
    paint,
    pill,
    write,
)
from wwfsnap.drawing.layout import Strip, Surroundings, emptiest_place

DOT: Colour = (120, 110, 105)
MOST = 8
"""The number of maps beyond which more are no better."""
LEAST_SIDE = 64.0
"""The least side of a map, in pixels, at which it and a dozen characters below it are readable."""
NO_MAPS = 45.0
"""The cost of a panel without maps: maps should rather cover what else the game shows there."""


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
