"""Pictures painted for a test, each with what a perfect reader would read of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from solver.rules import load_game
from vision.geometry import Box, Grid
from vision.reading import Reading, TileReading
from vision.screen import Screen
from wwfsnap.ink import Pixels, text_mask

OPENING = (*["." * 15] * 7, ".....HELLO.....", *["." * 15] * 7)


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
    cell: float = 40.0,
    margins: tuple[float, float] = (10.0, 90.0),
) -> Shot:
    game = load_game("wwf")
    left, above = margins
    grid = Grid(left, above, cell, len(rows))
    side = cell * 1.4
    below = grid.box.bottom + cell
    height, width = round(below + side + 2 * cell), round(grid.box.right + left)
    pixels = np.full((height, width, 3), 235, dtype=np.uint8)
    laid = dict(tentative or {})
    cells: list[tuple[TileReading | None, ...]] = []
    for row, line in enumerate(rows):
        tiles: list[TileReading | None] = []
        for column, played in enumerate(line):
            box = grid.square(row, column)
            _paint_square(pixels, box, game.premiums[row][column])
            text = laid.get((row, column), "" if played == "." else played)
            tiles.append(
                _tile(pixels, text, box, tentative=(row, column) in laid) if text else None
            )
        cells.append(tuple(tiles))
    held = None
    if rack is not None:
        gap = side * 1.04
        held = tuple(
            _tile(pixels, tile, Box(left + n * gap, below, side, side))
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
    )
    return Shot(Screen(pixels, "test"), reading)


def _paint_square(pixels: Pixels, box: Box, premium: str) -> None:
    colours = {"d": (200, 150, 60), "t": (90, 170, 90), "D": (90, 90, 210), "T": (60, 140, 240)}
    rows, columns = box.pixels(pixels.shape[1], pixels.shape[0])
    pixels[rows, columns] = (250, 250, 250)
    inner = pixels[rows.start + 1 : rows.stop - 1, columns.start + 1 : columns.stop - 1]
    inner[:] = colours.get(premium, (215, 218, 222))


def _tile(pixels: Pixels, text: str, box: Box, *, tentative: bool = False) -> TileReading:
    rows, columns = box.pixels(pixels.shape[1], pixels.shape[0])
    face = pixels[rows, columns]
    face[:] = (90, 180, 245)
    if text != "?":
        height, width = face.shape[:2]
        mask = text_mask(text.upper(), width, height, round(height * 0.7))
        face[mask > 0.5] = (20, 40, 70)
        if text.isupper():
            face[2 : max(3, height // 8), -max(3, width // 8) : -1] = (20, 40, 70)
    blank = text == "?" or text.islower()
    return TileReading(text.upper(), blank, 1.0, None, "template", box, tentative=tentative)
