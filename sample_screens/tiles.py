"""Tiles: joined to words on the board, single ones on the rack and elsewhere."""

from collections.abc import Iterable, Mapping

from PIL import Image, ImageChops, ImageDraw

from sample_screens.layout import Grid
from sample_screens.look import Fonts, TileShape, TileStyle
from sample_screens.paint import OVERSAMPLE, Canvas, fill_rounded
from sample_screens.shapes import BLACK, WHITE, Box, Paint

Square = tuple[int, int]

SEVERAL = 0.72
"""Size of letters of which a tile shows several, as a share of that of a single one."""


def draw_tile(canvas: Canvas, box: Box, shape: TileShape, style: TileStyle) -> None:
    """Draw one tile's body in a cell's box: shadow, edge, fill, gloss."""
    cell = box.width
    body = box.shrink(shape.inset * cell)
    radius, border = shape.radius * cell, shape.border * cell
    if shape.shadow:
        lower = body.shift(0, shape.shadow * cell)
        canvas.box(lower, BLACK, radius=radius, corners=shape.corners, opacity=0.35)
    if style.edge:
        canvas.box(body, style.edge, radius=radius, corners=shape.corners)
    if style.fill:
        inner = body.shrink(border)
        canvas.box(inner, style.fill, radius=max(0.0, radius - border), corners=shape.corners)
        if shape.gloss:
            upper = inner.shrink(0.05 * cell)
            upper = upper._replace(bottom=upper.top + 0.22 * cell)
            canvas.box(upper, WHITE, radius=0.1 * cell, opacity=shape.gloss)


def draw_face(
    canvas: Canvas,
    box: Box,
    shape: TileShape,
    fonts: Fonts,
    ink: Paint,
    letter: str,
    value: int,
) -> None:
    """Write a letter and its value in a cell's box.

    A lower case letter is a blank: no numeral, or 0 where the look says so; `?` writes no letter.
    """
    cell = box.width
    blank = letter.islower() or letter == "?"
    if letter != "?":
        centre = box.at(*shape.letter_at)
        size = shape.letter * cell * (1 if len(letter) == 1 else SEVERAL)
        canvas.text(letter.upper(), fonts.tile, size, centre, ink)
    numeral = ("0" if shape.zero else "") if blank else str(value)
    right = box.at(*shape.numeral_at)
    canvas.text(numeral, fonts.numeral, shape.numeral * cell, right, ink, align="right")


def draw_joined(
    canvas: Canvas,
    grid: Grid,
    styled: Mapping[Square, TileStyle],
    shape: TileShape,
) -> None:
    """Draw the bodies of tiles that flow into their neighbours, one colour after the other."""
    kinds = sorted(
        {(style.fill, style.edge) for style in styled.values()},
        key=str,  # any fixed order will do
    )
    for fill, edge in kinds:
        same = {sq for sq, style in styled.items() if (style.fill, style.edge) == (fill, edge)}
        at = (round(grid.x * OVERSAMPLE), round(grid.y * OVERSAMPLE))
        if edge:
            canvas.lay(_mask(grid, same, styled, shape, 0), at, edge)
        if fill:
            inner = _mask(grid, same, same, shape, shape.border)
            canvas.lay(inner, at, fill)
            if shape.gloss:
                step = max(1, round(0.035 * grid.pitch * OVERSAMPLE))
                moved = Image.new("1", inner.size, 0)
                moved.paste(inner, (0, step))
                rim = ImageChops.logical_and(inner, ImageChops.invert(moved))
                canvas.lay(rim.convert("L"), at, WHITE, shape.gloss)


def _mask(
    grid: Grid,
    squares: Iterable[Square],
    joined: Iterable[Square],
    shape: TileShape,
    border: float,
) -> Image.Image:
    """Draw where tiles are; a tile reaches over to each neighbour that is in `joined`."""
    pitch, among = grid.pitch * OVERSAMPLE, set(joined)
    inset = (shape.inset + border) * pitch
    side = round(pitch * grid.size) + 2
    mask = Image.new("1", (side, side), 0)  # it is large, and one of mode L takes much longer
    draw = ImageDraw.Draw(mask)

    def fill(left: float, top: float, right: float, bottom: float, radius: float = 0) -> None:
        edges = (round(left), round(top), round(right), round(bottom))
        fill_rounded(draw, edges, radius, shape.corners)

    for row, column in squares:
        x, y = column * pitch, row * pitch
        middle_x, middle_y = x + pitch / 2, y + pitch / 2
        low, high = inset, pitch - inset
        radius = max(0.0, (shape.radius - border) * pitch)
        fill(x + low, y + low, x + high, y + high, radius)
        for side in (-1, 1):
            if (row, column + side) in among:
                left, right = _ordered(middle_x, middle_x + side * pitch / 2)
                fill(left, y + low, right, y + high)
            if (row + side, column) in among:
                top, bottom = _ordered(middle_y, middle_y + side * pitch / 2)
                fill(x + low, top, x + high, bottom)
            for other in (-1, 1):
                corner = {(row + side, column), (row, column + other), (row + side, column + other)}
                if corner <= among:
                    left, right = _ordered(middle_x, middle_x + other * pitch / 2)
                    top, bottom = _ordered(middle_y, middle_y + side * pitch / 2)
                    fill(left, top, right, bottom)
    return mask


def _ordered(one: float, other: float) -> tuple[float, float]:
    return min(one, other), max(one, other)
