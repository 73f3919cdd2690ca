"""The canvas: shapes and letters, given in pixels of the finished picture.

Everything is drawn three times as large and reduced at the end, so that round corners and
letters get soft edges the same way on every machine. The origin is the top left corner, x runs
right, y runs down, boxes include their left and top edge only, lengths are pixels and may be
fractions.
"""

import functools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sample_screens.shapes import Box, Colour, Paint, Point

FONTS = Path(__file__).resolve().parent / "fonts"
OVERSAMPLE = 3
ALL_CORNERS = (True, True, True, True)


@functools.cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Open a font of the `fonts` folder; `size` is the em square in pixels."""
    path = FONTS / f"{name}.ttf"
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@functools.lru_cache(maxsize=512)
def letters(text: str, name: str, size: int) -> tuple[Image.Image, int]:
    """Draw a line's mask, not to be drawn on; and how far its baseline lies below its top.

    Most texts are single letters, which come again and again.
    """
    face = font(name, size)
    left, top, right, bottom = (round(v) for v in face.getbbox(text, anchor="ls"))
    mask = Image.new("L", (right - left + 2, bottom - top + 2), 0)
    ImageDraw.Draw(mask).text((1 - left, 1 - top), text, font=face, fill=255, anchor="ls")
    return mask, 1 - top


@functools.cache
def capital_height(name: str) -> float:
    """Measure the height of H as a fraction of the em square."""
    _, top, _, bottom = font(name, 1000).getbbox("H", anchor="ls")
    return (bottom - top) / 1000


def fill_rounded(
    draw: ImageDraw.ImageDraw,
    edges: tuple[int, int, int, int],
    radius: float,
    corners: Sequence[bool] = ALL_CORNERS,
    value: int | Colour = 255,
) -> None:
    """Fill a rectangle; of its corners, clockwise from top left, some are round.

    Pillow's own rounded rectangle is drawn otherwise from version to version.
    """
    x0, y0, x1, y1 = edges
    if x1 <= x0 or y1 <= y0:
        return
    reach = max(0, round(min(radius, (x1 - x0) / 2, (y1 - y0) / 2)))
    upright = (x0 + reach, y0, x1 - reach, y1)
    level = (x0, y0 + reach, x1, y1 - reach)
    for left, top, right, bottom in (upright, level):
        if right > left and bottom > top:
            draw.rectangle((left, top, right - 1, bottom - 1), fill=value)
    if not reach:
        return
    far_x, far_y = x1 - 2 * reach, y1 - 2 * reach
    places = ((x0, y0), (far_x, y0), (far_x, far_y), (x0, far_y))
    for (x, y), is_round in zip(places, corners, strict=True):
        square = (x, y, x + 2 * reach - 1, y + 2 * reach - 1)
        if is_round:
            draw.ellipse(square, fill=value)
        else:
            draw.rectangle(square, fill=value)


class Canvas:
    """A picture in the making."""

    def __init__(self, width: int, height: int, ground: Paint) -> None:
        self.size = (width, height)
        self._image = Image.new("RGB", (width * OVERSAMPLE, height * OVERSAMPLE), ground.top)

    def picture(self) -> Image.Image:
        """Reduce to the finished RGB picture."""
        return self._image.reduce(OVERSAMPLE)

    def box(
        self,
        box: Box,
        paint: Paint,
        *,
        radius: float = 0,
        corners: Sequence[bool] = ALL_CORNERS,
        opacity: float = 1,
    ) -> None:
        """Fill a rectangle; `corners` says which of them are round, clockwise from top left."""
        x0, y0, x1, y1 = (round(v * OVERSAMPLE) for v in box)
        if x1 <= x0 or y1 <= y0:
            return
        roomy = 2 * radius * OVERSAMPLE < min(x1 - x0, y1 - y0)  # no corner reaches too far
        if roomy and opacity == 1 and paint.top == paint.bottom:  # a mask takes much longer
            draw = ImageDraw.Draw(self._image)
            fill_rounded(draw, (x0, y0, x1, y1), radius * OVERSAMPLE, corners, paint.top)
            return
        mask = Image.new("L", (x1 - x0, y1 - y0), 0)
        edges = (0, 0, x1 - x0, y1 - y0)
        fill_rounded(ImageDraw.Draw(mask), edges, radius * OVERSAMPLE, corners)
        self.lay(mask, (x0, y0), paint, opacity)

    def frame(self, box: Box, paint: Paint, width: float, radius: float = 0) -> None:
        """Draw the outline of a rectangle, inside its edges."""
        x0, y0, x1, y1 = (round(v * OVERSAMPLE) for v in box)
        mask = Image.new("L", (x1 - x0, y1 - y0), 0)
        draw, thick = ImageDraw.Draw(mask), max(1, round(width * OVERSAMPLE))
        inner = (thick, thick, x1 - x0 - thick, y1 - y0 - thick)
        fill_rounded(draw, (0, 0, x1 - x0, y1 - y0), radius * OVERSAMPLE)
        fill_rounded(draw, inner, radius * OVERSAMPLE - thick, value=0)
        self.lay(mask, (x0, y0), paint)

    def disc(self, centre: Point, radius: float, paint: Paint, opacity: float = 1) -> None:
        """Fill a circle."""
        box = Box.around(*centre, 2 * radius, 2 * radius)
        self.box(box, paint, radius=radius, opacity=opacity)

    def polygon(self, points: Sequence[Point], paint: Paint, opacity: float = 1) -> None:
        """Fill a polygon."""
        big = [(x * OVERSAMPLE, y * OVERSAMPLE) for x, y in points]
        x0, y0 = int(min(x for x, _ in big)), int(min(y for _, y in big))
        x1, y1 = int(max(x for x, _ in big)) + 2, int(max(y for _, y in big)) + 2
        mask = Image.new("L", (x1 - x0, y1 - y0), 0)
        ImageDraw.Draw(mask).polygon([(x - x0, y - y0) for x, y in big], fill=255)
        self.lay(mask, (x0, y0), paint, opacity)

    def line(self, points: Sequence[Point], paint: Paint, width: float, opacity: float = 1) -> None:
        """Draw a line through points, with round ends and joints."""
        big = [(x * OVERSAMPLE, y * OVERSAMPLE) for x, y in points]
        half = max(1.0, width * OVERSAMPLE / 2)
        x0, y0 = int(min(x for x, _ in big) - half) - 1, int(min(y for _, y in big) - half) - 1
        x1, y1 = int(max(x for x, _ in big) + half) + 2, int(max(y for _, y in big) + half) + 2
        mask = Image.new("L", (x1 - x0, y1 - y0), 0)
        draw = ImageDraw.Draw(mask)
        local = [(x - x0, y - y0) for x, y in big]
        draw.line(local, fill=255, width=round(2 * half))
        for x, y in local:
            draw.ellipse((x - half, y - half, x + half, y + half), fill=255)
        self.lay(mask, (x0, y0), paint, opacity)

    def text(
        self,
        text: str,
        name: str,
        height: float,
        at: Point,
        paint: Paint,
        *,
        align: str = "centre",
        opacity: float = 1,
        within: float | None = None,
        turned: float = 0,
    ) -> float:
        """Write one line whose capitals are `height` pixels tall; return its width in pixels.

        `at` is the middle of the capitals' height, and the ink's centre, left or right end as
        `align` says. A line wider than `within` pixels is written smaller. `turned` are degrees
        against the clock.
        """
        if not text:
            return 0
        if within is not None:
            height *= min(1.0, within / self.text_width(text, name, height))
        size = max(1, round(height * OVERSAMPLE / capital_height(name)))
        mask, above = letters(text, name, size)
        wide = mask.width - 2
        x = at[0] * OVERSAMPLE - {"left": 0, "centre": wide / 2, "right": wide}[align]
        baseline = (at[1] + height / 2) * OVERSAMPLE
        x, y = round(x) - 1, round(baseline) - above
        if turned:
            upright = mask.size
            mask = mask.rotate(turned, Image.Resampling.BICUBIC, expand=True)
            x, y = x - (mask.width - upright[0]) // 2, y - (mask.height - upright[1]) // 2
        self.lay(mask, (x, y), paint, opacity)
        return wide / OVERSAMPLE

    def text_width(self, text: str, name: str, height: float) -> float:
        """Measure what `text` would take, in pixels."""
        face = font(name, max(1, round(height * OVERSAMPLE / capital_height(name))))
        left, _, right, _ = face.getbbox(text, anchor="ls")
        return (right - left) / OVERSAMPLE

    def lay(self, mask: Image.Image, at: tuple[int, int], paint: Paint, opacity: float = 1) -> None:
        """Colour the canvas where the mask (mode L or 1, drawn oversampled) is set.

        `at` is the mask's top left corner in oversampled pixels; what lies outside is cut off.
        """
        if opacity < 1:
            mask = mask.point([round(v * opacity) for v in range(256)])
        if paint.top == paint.bottom:
            x0, y0, x1, y1 = set_part = mask.getbbox() or (0, 0, 0, 0)  # the rest takes as long
            edges = at[0] + x0, at[1] + y0, at[0] + x1, at[1] + y1
            self._image.paste(paint.top, edges, mask.crop(set_part))
            return
        top, bottom = np.array(paint.top), np.array(paint.bottom)
        share = np.linspace(0, 1, mask.height)[:, None]
        column = np.rint(top + (bottom - top) * share).astype(np.uint8)
        filled = np.repeat(column[:, None, :], mask.width, axis=1)
        self._image.paste(Image.fromarray(filled), at, mask)
