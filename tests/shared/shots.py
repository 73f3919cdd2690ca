"""Pictures painted for a test, each with what a perfect reader would read of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from solver.game import load_game
from vision.imaging import Box, Grid, Screen
from vision.reading import Reading, TileReading
from wwfsnap.doctor import PAPER, paint_board, paint_tile
from wwfsnap.drawing import Pixels

VALUES = load_game("wwf").tiles.values
OPENING = (*["." * 15] * 7, ".....HELLO.....", *["." * 15] * 7)
LATER = (*OPENING[:5], ".........Q.....", ".....O...U.....", OPENING[7], ".....O...L.....")
LATER = (*LATER, ".........L.....", *OPENING[10:])
"""One move of each later: QU(O)LL, then O(H)O."""


@dataclass(frozen=True)
class Shot:
    """A picture painted for a test, and what a perfect reader would read of it."""

    screen: Screen
    reading: Reading

    def save(self, path: Path) -> Path:
        """The picture as a file."""
        assert cv2.imwrite(str(path), self.screen.pixels)
        return path


def make_shot(
    rows: tuple[str, ...] = OPENING,
    rack: str | None = "QUELL?S",
    *,
    tentative: Mapping[tuple[int, int], str] | None = None,
    values: Mapping[str, int] = VALUES,
    cell: float = 40.0,
    margins: tuple[float, float] = (10.0, 90.0),
) -> Shot:
    game = load_game("wwf")
    left, above = margins
    grid = Grid(left, above, cell, len(rows))
    side = cell * 1.4
    below = grid.box.bottom + cell
    height, width = round(below + side + 2 * cell), round(grid.box.right + left)
    pixels = _bare(height, width, grid).copy()
    laid = dict(tentative or {})
    cells: list[tuple[TileReading | None, ...]] = []
    for row, line in enumerate(rows):
        tiles: list[TileReading | None] = []
        for column, played in enumerate(line):
            place = (row, column)
            text = laid.get(place, "" if played == "." else played)
            box = grid.square(row, column)
            seen = _tile(pixels, text, box, values, tentative=place in laid) if text else None
            tiles.append(seen)
        cells.append(tuple(tiles))
    held = None
    if rack is not None:
        gap = side * 1.04
        held = tuple(
            _tile(pixels, tile, Box(left + n * gap, below, side, side), values)
            for n, tile in enumerate(rack)
        )
    reading = Reading(
        width=width,
        height=height,
        game="wwf",
        layout="standard",
        language="en",
        theme="test",
        grid=grid,
        cells=tuple(cells),
        premiums=game.premiums,
        rack=held,
        rack_box=Box(left, below, 7 * side * 1.04, side) if held else None,
        letters_left=40,
        scores=(12, 34),
        turn="own",
    )
    return Shot(Screen(pixels, "test"), reading)


@cache
def _bare(height: int, width: int, grid: Grid) -> Pixels:
    """The page with an empty board, which takes longest to paint."""
    pixels = np.full((height, width, 3), PAPER, dtype=np.uint8)
    paint_board(pixels, grid, load_game("wwf"))
    return pixels


def _tile(
    pixels: Pixels, text: str, box: Box, values: Mapping[str, int], *, tentative: bool = False
) -> TileReading:
    paint_tile(pixels, box, text, values[text] if text.isupper() else 0)
    blank = text == "?" or text.islower()
    return TileReading(text.upper(), blank, 1.0, None, "template", box, tentative=tentative)
