"""Painting: tiles, lattices and whole screens for tests of the stages, in any size and place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sample_screens.truth import FOLDER
from solver.game import load_game
from vision.imaging import Box, Grid

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]

FONTS = tuple(sorted(path.stem for path in (FOLDER / "fonts").glob("*.ttf")))
PLAIN_FONT = "nunito-sans-bold"

CELL = 64
"""Pixels a square while painting."""

PAPER: Colour = (236, 233, 230)
GAP: Colour = (250, 249, 247)
BARE: Colour = (222, 219, 216)
FACE: Colour = (92, 178, 244)
INK: Colour = (28, 40, 66)
LABELS: dict[str, tuple[str, Colour]] = {
    "d": ("DL", (205, 150, 60)),
    "t": ("TL", (90, 165, 90)),
    "D": ("DW", (90, 90, 205)),
    "T": ("TW", (60, 140, 235)),
}


@dataclass(frozen=True)
class Style:
    """How tiles look; sizes as shares of a tile's side.

    Attributes:
        font: One of ``FONTS``.
        face, ink: Colours, blue green red.
        letter: Height of a capital.
        numeral: Height of the numeral; 0 for none.
        below, left: The numeral's corner.
    """

    font: str = PLAIN_FONT
    face: Colour = FACE
    ink: Colour = INK
    letter: float = 0.5
    numeral: float = 0.2
    below: bool = False
    left: bool = False


def paint_tile(text: str, value: str = "", style: Style | None = None, side: int = CELL) -> Pixels:
    """A tile, ``(side, side, 3)``: a letter and, where there is one, a numeral in the corner."""
    style = style or Style()
    image = Image.new("RGB", (side, side), style.face[::-1])
    draw = ImageDraw.Draw(image)
    if text:
        font = _font(style.font, style.letter * side)
        shift = -0.06 if not style.left else 0.06
        drop = (-0.07 if style.below else 0.07) if value else 0.0
        _write(draw, text, font, (0.5 + shift) * side, (0.5 + drop) * side, style.ink)
    if value and style.numeral:
        font = _font(style.font, style.numeral * side)
        width = font.getlength(value)
        x = 0.07 * side + width / 2 if style.left else 0.93 * side - width / 2
        y = (0.9 - style.numeral / 2 if style.below else 0.1 + style.numeral / 2) * side
        _write(draw, value, font, x, y, style.ink)
    return np.asarray(image, np.uint8)[:, :, ::-1].copy()


@cache
def paint_label(kind: str, side: int = CELL) -> Pixels:
    """A premium square, or a bare one, with its gap around; painted once, not to be changed."""
    label, colour = LABELS.get(kind, ("", BARE))
    image = Image.new("RGB", (side, side), GAP[::-1])
    draw = ImageDraw.Draw(image)
    rim = max(1, side // 24)
    draw.rectangle((rim, rim, side - rim - 1, side - rim - 1), fill=colour[::-1])
    if label:
        _write(draw, label, _font(PLAIN_FONT, 0.27 * side), side / 2, side / 2, (255, 255, 255))
    return _kept(np.asarray(image, np.uint8)[:, :, ::-1].copy())


@dataclass(frozen=True)
class Place:
    """Where a screen's board lies: top left corner and pitch in pixels, the picture's size."""

    x: float = 12.0
    y: float = 60.0
    cell: float = 40.0
    width: int = 640
    height: int = 860

    def slot(self, number: int, size: int = 15) -> Box:
        """A slot of the rack below a board of so many squares a side."""
        side = 1.5 * self.cell
        top = self.y + self.cell * (size + 0.8)
        return Box(self.x + number * 1.06 * side, top, side, side)


def paint_screen(
    rows: Sequence[str],
    rack: str = "",
    *,
    game: str = "wwf",
    layout: str | None = None,
    place: Place | None = None,
    style: Style | None = None,
    premiums: Sequence[str] | None = None,
) -> Pixels:
    """A board with tiles and the rack below it.

    Args:
        rows: Upper case a tile, lower case a blank, ``.`` nothing.
        rack: Tiles, ``?`` a blank.
        game: Whose values and premiums it has.
        layout: Its layout where it is not the usual one.
        place: Where it lies.
        style: How tiles look.
        premiums: Premium squares of their own.
    """
    place = place or Place()
    rules = load_game(game, layout=layout)
    size = len(rows)
    kinds = premiums or rules.premiums
    board = np.zeros((size * CELL, size * CELL, 3), np.uint8)
    for row, line in enumerate(rows):
        for column, text in enumerate(line):
            square = tile_of(text, game, style) if text != "." else paint_label(kinds[row][column])
            board[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL] = square
    page = np.full((place.height, place.width, 3), PAPER, np.uint8)
    lay(page, board, Box(place.x, place.y, place.cell * size, place.cell * size))
    for number, text in enumerate(rack):
        lay(page, tile_of(text, game, style), place.slot(number, size))
    return page


def lay(page: Pixels, part: Pixels, box: Box) -> None:
    """Lay a part on a page so that it fills the box, to a fraction of a pixel."""
    height, width = part.shape[:2]
    across, down = box.width / width, box.height / height
    if min(across, down) < 1:
        blurred = cv2.GaussianBlur(part, (0, 0), 0.4 / across, sigmaY=0.4 / down)
        part = np.asarray(blurred, np.uint8)
    move = np.array(
        [[across, 0, box.x + across / 2 - 0.5], [0, down, box.y + down / 2 - 0.5]], np.float64
    )
    cv2.warpAffine(
        part,
        move,
        (page.shape[1], page.shape[0]),
        dst=page,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_TRANSPARENT,
    )


def paint_lattice(
    grid: Grid, gap: float, canvas: tuple[int, int], *, noise: float = 0.0, seed: int = 0
) -> Pixels:
    """Bare squares on a page.

    Args:
        grid: Where they lie.
        gap: Between two squares, as a share of the pitch.
        canvas: Width and height of the page.
        noise: Standard deviation of what is added to every pixel.
        seed: Of the noise.
    """
    width, height = canvas
    fine = 4
    page = np.full((height * fine, width * fine, 3), GAP, np.uint8)
    rim = gap * grid.cell / 2
    for row in range(grid.size):
        for column in range(grid.size):
            box = grid.square(row, column)
            top, bottom = round((box.y + rim) * fine), round((box.bottom - rim) * fine)
            left, right = round((box.x + rim) * fine), round((box.right - rim) * fine)
            page[max(0, top) : bottom, max(0, left) : right] = BARE
    small = cv2.resize(page, (width, height), interpolation=cv2.INTER_AREA).astype(np.float64)
    small += np.random.default_rng(seed).normal(0.0, noise, small.shape) if noise else 0.0
    return np.clip(small + 0.5, 0, 255).astype(np.uint8)


@cache
def tile_of(text: str, game: str = "wwf", style: Style | None = None) -> Pixels:
    """A tile with its value: upper case a letter, lower case a blank's, ``?`` a blank.

    Painted once, not to be changed.
    """
    value = load_game(game).tiles.values.get(text, 0) if text.isupper() else 0
    shown = "" if text == "?" else text.upper()
    return _kept(paint_tile(shown, str(value) if value else "", style))


def _kept(pixels: Pixels) -> Pixels:
    pixels.flags.writeable = False
    return pixels


def _write(
    draw: ImageDraw.ImageDraw,
    text: str,
    font: ImageFont.FreeTypeFont,
    x: float,
    y: float,
    colour: Colour,
) -> None:
    """Write around a point: the middle of the text, and of a capital's height."""
    capital = font.getbbox("H", anchor="ls")
    draw.text((x, y - capital[1] / 2), text, font=font, fill=colour[::-1], anchor="ms")


@cache
def _font(name: str, capital: float) -> ImageFont.FreeTypeFont:
    """A font in which capitals are so many pixels high."""
    path = Path(FOLDER) / "fonts" / f"{name}.ttf"
    trial = ImageFont.truetype(str(path), 100)
    height = -trial.getbbox("H", anchor="ls")[1]
    return ImageFont.truetype(str(path), max(4, round(100 * capital / height)))
