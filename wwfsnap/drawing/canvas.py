"""Anti-aliased masks of shapes and letters, painted onto pixels.

All boxes are in pixels of the picture painted on, edges are real numbers, and every shape is
clipped to the picture. Colours are blue, green, red.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.imaging import Box

Pixels = NDArray[np.uint8]
Mask = NDArray[np.float32]
Colour = tuple[int, int, int]
Edges = NDArray[np.bool_] | slice | tuple[slice, slice]
"""Pixels of a mask: as a mask of them, or as slices of its rows and columns."""

# Font size as a share of a strip's height: capitals fill about half of it.
TEXT_HEIGHT = 0.66

DARK: Colour = (28, 22, 20)
LIGHT: Colour = (255, 255, 255)


def reaching_in(shown: NDArray[np.bool_], edges: Edges) -> NDArray[np.bool_]:
    """``(h, w)`` the parts of a mask that are connected with it along some edges."""
    _, pieces = cv2.connectedComponents(shown.astype(np.uint8), connectivity=4)
    return np.isin(pieces, pieces[edges][shown[edges]])


def paint(pixels: Pixels, box: Box, colour: Colour | Pixels, mask: Mask) -> None:
    """Blend ``colour`` into ``pixels`` in place.

    Args:
        pixels: ``(H, W, 3)`` uint8.
        box: Where; its whole pixels inside the picture are ``(h, w)``.
        colour: One colour, or ``(h, w, 3)`` pixels.
        mask: ``(h, w)``, 0 keeps what is there, 1 covers it.
    """
    rows, columns = box.pixels(pixels.shape[1], pixels.shape[0])
    under = pixels[rows, columns].astype(np.float32)
    over = np.asarray(colour, dtype=np.float32)
    blended = under + (over - under) * mask[:, :, np.newaxis]
    pixels[rows, columns] = np.rint(blended).astype(np.uint8)


def distance_inside(pixels: Pixels, box: Box, radius: float) -> Mask:
    """How far each pixel centre of a box lies inside it as a rounded rectangle.

    Args:
        pixels: The picture, for its size only.
        box: The rectangle, with ``(h, w)`` whole pixels inside the picture.
        radius: Of its corners.

    Returns:
        ``(h, w)`` float32 in pixels, negative outside.
    """
    rows, columns = box.pixels(pixels.shape[1], pixels.shape[0])
    x, y = box.centre
    across = np.abs(np.arange(columns.start, columns.stop) + 0.5 - x) - box.width / 2 + radius
    down = np.abs(np.arange(rows.start, rows.stop) + 0.5 - y) - box.height / 2 + radius
    corner = np.hypot(np.maximum(across, 0)[np.newaxis, :], np.maximum(down, 0)[:, np.newaxis])
    flat = np.minimum(np.maximum(across[np.newaxis, :], down[:, np.newaxis]), 0)
    return (radius - corner - flat).astype(np.float32)


def line_depth(
    pixels: Pixels, region: Box, points: Sequence[tuple[float, float]], half: float
) -> Mask:
    """How far each pixel centre of ``region`` lies inside a line with round ends.

    Args:
        pixels: The picture, for its size only.
        region: Which pixels, ``(h, w)`` of them.
        points: The line runs through these; one alone makes a disc.
        half: Half its width.

    Returns:
        ``(h, w)`` float32 in pixels, negative outside.
    """
    rows, columns = region.pixels(pixels.shape[1], pixels.shape[0])
    x = (np.arange(columns.start, columns.stop) + 0.5)[np.newaxis, :]
    y = (np.arange(rows.start, rows.stop) + 0.5)[:, np.newaxis]
    nearest = np.hypot(x - points[0][0], y - points[0][1])
    for (left, top), (right, bottom) in pairwise(points):
        across, down = right - left, bottom - top
        along = ((x - left) * across + (y - top) * down) / (across**2 + down**2)
        part = np.clip(along, 0, 1)
        nearest = np.minimum(nearest, np.hypot(x - left - part * across, y - top - part * down))
    return (half - nearest).astype(np.float32)


def filled(depth: Mask, start: float = 0.0, end: float | None = None) -> Mask:
    """The mask of the band ``start`` to ``end`` pixels inside an outline, soft by one pixel.

    Args:
        depth: From ``distance_inside``.
        start: Outer edge of the band.
        end: Inner edge; None fills all that lies inside.
    """
    mask = np.clip(depth - start + 0.5, 0, 1)
    if end is not None:
        mask = mask - np.clip(depth - end + 0.5, 0, 1)
    return np.asarray(mask, dtype=np.float32)


def pill(pixels: Pixels, box: Box, fill: Colour, rim: Colour, radius: float, stroke: float) -> None:
    """Paint a rounded rectangle with a rim of ``stroke`` pixels inside its edge."""
    depth = distance_inside(pixels, box, radius)
    paint(pixels, box, rim, filled(depth))
    paint(pixels, box, fill, filled(depth, stroke))


def strokes(side: float) -> tuple[float, float]:
    """Widths of the dark and the bright line of a frame at a tile of that side, in pixels."""
    return max(0.8, side * 0.02), max(1.2, side * 0.055)


def frame_around(pixels: Pixels, tile: Box, side: float, bright: Colour) -> None:
    """A bright frame between two dark lines around a tile, on its edge, to hide nothing."""
    rim, frame = strokes(side)
    out = rim + 0.6 * frame
    box = Box(tile.x - out, tile.y - out, tile.width + 2 * out, tile.height + 2 * out)
    depth = distance_inside(pixels, box, side * 0.14 + out)
    paint(pixels, box, DARK, filled(depth, 0, 2 * rim + frame))
    paint(pixels, box, bright, filled(depth, rim, rim + frame))


def write(pixels: Pixels, box: Box, text: str, colour: Colour, size: float = TEXT_HEIGHT) -> None:
    """Write in the middle of a box, at ``size`` parts of its height, or smaller to fit in."""
    rows, columns = box.pixels(pixels.shape[1], pixels.shape[0])
    height, width = rows.stop - rows.start, columns.stop - columns.start
    if height > 0 and width > 0:
        paint(pixels, box, colour, text_mask(text, width, height, round(box.height * size)))


def text_width(text: str, height: float) -> float:
    """Width of ``text`` when written in a box of that height, in pixels."""
    return float(_font(round(height * TEXT_HEIGHT)).getlength(text))


def text_mask(text: str, width: int, height: int, size: int) -> Mask:
    """``text`` in the middle of a sheet.

    Args:
        text: One line.
        width: Of the sheet in pixels.
        height: Of the sheet in pixels.
        size: Of the font in pixels; less is taken where the text would touch the sides.

    Returns:
        ``(height, width)``, 1 where there is ink.
    """
    font = _font(size)
    room = width * 0.84
    if font.getlength(text) > room:
        font = _font(int(size * room / font.getlength(text)))
    capital = font.getbbox("H", anchor="ls")
    baseline = height / 2 + (capital[3] - capital[1]) / 2
    sheet = Image.new("L", (width, height))
    ImageDraw.Draw(sheet).text((width / 2, baseline), text, fill=255, font=font, anchor="ms")
    return np.asarray(sheet).astype(np.float32) / np.float32(255)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    data = files("wwfsnap").joinpath("data/inter-bold.otf").read_bytes()
    return ImageFont.truetype(BytesIO(data), max(size, 4))
