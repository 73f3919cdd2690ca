"""A screen painted by the program itself, so that its right reading is known."""

from __future__ import annotations

import numpy as np

from solver.game import Game, load_game
from vision.imaging import Box, Grid, Screen
from wwfsnap.drawing import LIGHT, Colour, Pixels, write

GAME = "wwf"
ROWS = (*["." * 15] * 7, "....INDExED....", *["." * 15] * 7)
RACK = "QUELL?S"
PAPER, GAP, PLAIN = (235, 235, 235), (250, 250, 250), (215, 218, 222)
FACE, INK = (90, 180, 245), (20, 40, 70)
PREMIUMS: dict[str, tuple[str, Colour]] = {
    "d": ("DL", (200, 150, 60)),
    "t": ("TL", (90, 170, 90)),
    "D": ("DW", (90, 90, 210)),
    "T": ("TW", (60, 140, 240)),
    "*": ("+", (150, 90, 160)),
}


def paint_specimen() -> Screen:
    """The board ``ROWS`` with the rack ``RACK`` below it."""
    game, cell = load_game(GAME), 44  # pixels a square
    grid = Grid(cell / 2, cell * 2, cell, len(ROWS))
    pixels = np.full((cell * 21, cell * 16, 3), PAPER, dtype=np.uint8)
    paint_board(pixels, grid, game)
    for row, line in enumerate(ROWS):
        for column, tile in enumerate(line):
            if tile != ".":
                paint_tile(pixels, grid.square(row, column), tile, game.tiles.points(tile))
    side = cell * 1.9
    for number, tile in enumerate(RACK):
        box = Box(grid.x + number * side * 1.05, grid.box.bottom + cell, side, side)
        paint_tile(pixels, box, tile, game.tiles.points(tile))
    return Screen(pixels, "specimen")


def paint_board(pixels: Pixels, grid: Grid, game: Game) -> None:
    """Paint the empty board of ``game``, premium squares with their labels."""
    for row, line in enumerate(game.premiums):
        for column, premium in enumerate(line):
            box = grid.square(row, column)
            label, colour = PREMIUMS.get(premium, ("", PLAIN))
            _fill(pixels, box, GAP)
            gap = max(1.0, grid.cell * 0.04)
            inner = Box(box.x + gap, box.y + gap, box.width - 2 * gap, box.height - 2 * gap)
            _fill(pixels, inner, colour)
            write(pixels, inner, label, LIGHT, 0.5)


def paint_tile(pixels: Pixels, box: Box, tile: str, value: int) -> None:
    """Paint a tile with its letter and, where it is worth something, its numeral.

    Args:
        pixels: The picture.
        box: Where.
        tile: In board notation; ``?`` is bare.
        value: Points; 0 leaves the corner empty.
    """
    _fill(pixels, box, FACE)
    side = box.width
    if tile != "?":
        write(pixels, box.shifted(-side * 0.04, side * 0.06), tile.upper(), INK, 0.72)
    if value:
        corner = Box(box.x + side * 0.64, box.y + side * 0.02, side * 0.36, side * 0.34)
        write(pixels, corner, str(value), INK, 0.9)


def _fill(pixels: Pixels, box: Box, colour: Colour) -> None:
    pixels[box.pixels(pixels.shape[1], pixels.shape[0])] = colour
