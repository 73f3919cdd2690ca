"""Wild tiles and squares: faces of wood, bevels, shadows, labels in words and as pictures."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from sample_screens.look import Look, Premium, TileStyle
from sample_screens.paint import Canvas
from sample_screens.shapes import BLACK, WHITE, Box, Paint

from .dressing import READABLE, contrast, luminance
from .wild import Texture, Wild

WORDS = {
    "d": ("DOUBLE", "LETTER"),
    "t": ("TRIPLE", "LETTER"),
    "D": ("DOUBLE", "WORD"),
    "T": ("TRIPLE", "WORD"),
}
SHORT = {"d": "DL", "t": "TL", "D": "DW", "T": "TW"}
FIGURE = {"d": "2L", "t": "3L", "D": "2W", "T": "3W"}


@dataclass(frozen=True)
class Brush:
    """Where a wild screen is painted, and with what."""

    canvas: Canvas
    look: Look
    wild: Wild
    dice: random.Random

    def square(self, cell: Box, kind: str) -> None:
        """A bare square with what is printed on it."""
        squares, wild = self.look.squares, self.wild
        inner = cell.shrink(wild.gap / 2 * cell.width)
        radius = 0.0 if wild.hairline else squares.radius * cell.width
        premium = squares.premium.get(kind)
        self.body(inner, premium.fill if premium else squares.plain, wild.ground, radius)
        if wild.hairline:
            self.canvas.frame(cell, squares.ground, max(1.0, 0.02 * cell.width))
        if premium:
            self._label(cell, kind, premium)

    def body(self, box: Box, fill: Paint, texture: Texture, radius: float) -> None:
        """An area of one colour and texture."""
        light, dark = towards(fill, WHITE, 0.18), towards(fill, BLACK, 0.12)
        if texture == "shaded":
            fill = Paint(light.top, dark.top)
        self.canvas.box(box, fill, radius=radius)
        streaks = {"wood": 5, "grained": 9}.get(texture, 0)
        inner = box.shrink(radius * 0.3 + 0.03 * box.width)
        for _ in range(streaks):
            thick = self.dice.uniform(0.02, 0.08) * box.height
            top = self.dice.uniform(inner.top, inner.bottom - thick)
            left, right = inner.left, inner.right
            if texture == "grained":
                left = self.dice.uniform(inner.left, inner.right - 0.2 * box.width)
                right = left + 0.18 * box.width
            shade = self.dice.choice((WHITE, BLACK))
            streak = Box(left, top, right, top + thick)
            self.canvas.box(streak, shade, opacity=self.dice.uniform(0.03, 0.09))

    def tile(self, cell: Box, style: TileStyle, *, merged: bool = False) -> None:
        """A tile's body; ``merged`` covers the whole cell, with no rim of its own."""
        wild, width = self.wild, cell.width
        assert style.fill is not None
        if merged:
            self.body(cell, style.fill, wild.faces, 0)
            return
        box, radius = cell.shrink(wild.inset * width), wild.radius * width
        if wild.drop:
            for share, dark in ((1.0, 0.15), (0.5, 0.2)):
                moved = box.shift(share * wild.drop * width / 2, share * wild.drop * width)
                self.canvas.box(moved, BLACK, radius=radius, opacity=dark)
        if not wild.bevel:
            self.body(box, style.fill, wild.faces, radius)
            return
        edge = wild.bevel * width
        self.canvas.box(box, towards(style.fill, BLACK, 0.35), radius=radius)
        lit = Box(box.left, box.top, box.right - edge / 2, box.bottom - edge / 2)
        self.canvas.box(lit, towards(style.fill, WHITE, 0.4), radius=radius)
        self.body(box.shrink(edge / 2), style.fill, wild.faces, max(0.0, radius - edge / 2))

    def face(self, cell: Box, style: TileStyle, letter: str, value: int) -> None:
        """A letter and its value; lower case is a blank, ``?`` one without a letter."""
        wild, fonts, width = self.wild, self.look.fonts, cell.width
        ink = style.ink or WHITE
        if wild.disc and letter.islower():
            self._on_disc(cell, style, letter)
            return
        x, y = cell.at(*wild.letter_at)
        wide = 0.0
        if letter != "?":
            height = wild.letter * width
            wide = self.canvas.text(
                letter.upper(), fonts.tile, height, (x, y), ink, within=0.8 * width
            )
        blank = letter.islower() or letter == "?"
        text = ("0" if wild.zero else "") if blank else str(value)
        height = wild.numeral * width
        if wild.numeral_at is not None:
            x, y = cell.at(wild.numeral_at[0] + 0.04, wild.numeral_at[1])
            self.canvas.text(text, fonts.numeral, height, (x, y), ink, align="right")
            return
        across = self.canvas.text_width(text, fonts.numeral, height) if text else 0.0
        left = min(x + wide / 2 + 0.03 * width, cell.right - 0.05 * width - across)
        y += 0.5 * wild.letter * width
        self.canvas.text(text, fonts.numeral, height, (left, y), ink, align="left")

    def _on_disc(self, cell: Box, style: TileStyle, letter: str) -> None:
        """A blank's letter, on a disc between the colours of tile and ink."""
        disc, width, face, ink = self.wild.disc, cell.width, style.fill, style.ink or WHITE
        assert disc is not None
        assert face is not None
        fill = towards(face, ink, disc.pale)
        side = disc.side * width
        box = Box.around(*cell.centre, side, side)
        self.canvas.box(box, fill, radius=disc.radius * width)
        shown = face if disc.own or contrast(ink, fill) < READABLE else ink
        self.canvas.text(
            letter.upper(),
            self.look.fonts.tile,
            disc.letter * width,
            cell.centre,
            shown,
            within=0.75 * side,
            turned=disc.tilt,
        )

    def _label(self, cell: Box, kind: str, premium: Premium) -> None:
        if kind == "*":
            self._star(cell, premium.ink)
            return
        wild, font, width = self.wild, self.look.fonts.label, cell.width
        times = "23"[kind in "tT"]
        lines: tuple[str, ...] = (SHORT[kind],)
        height = wild.label * width
        if wild.labels == "figure":
            lines = (FIGURE[kind],)
        elif wild.labels == "words":
            lines, height = WORDS[kind], 0.16 * width
        elif wild.labels == "three":
            lines, height = (*WORDS[kind], "SCORE"), 0.14 * width
        elif wild.labels == "times":
            lines, height = (f"{times}x", "LW"[kind in "DT"]), 0.26 * width
        elif wild.labels == "dots":
            self._dots(cell, int(times), premium.ink, filled=kind in "DT")
            return
        step = 1.45 * height
        for n, line in enumerate(lines):
            y = cell.centre[1] + (n - (len(lines) - 1) / 2) * step
            self.canvas.text(
                line, font, height, (cell.centre[0], y), premium.ink, within=0.86 * width
            )

    def _dots(self, cell: Box, count: int, ink: Paint, *, filled: bool) -> None:
        x, y = cell.centre
        for n in range(count):
            turn = 2 * math.pi * n / count - math.pi / 2
            at = (x + 0.2 * cell.width * math.cos(turn), y + 0.2 * cell.width * math.sin(turn))
            self.canvas.disc(at, 0.11 * cell.width, ink)
            if not filled:
                self.canvas.disc(at, 0.06 * cell.width, WHITE if luminance(ink) < 0.5 else BLACK)

    def _star(self, cell: Box, ink: Paint) -> None:
        x, y = cell.centre
        points = []
        for n in range(10):
            far = (0.34 if n % 2 == 0 else 0.15) * cell.width
            turn = math.pi * (n / 5 - 0.5)
            points.append((x + far * math.cos(turn), y + far * math.sin(turn)))
        self.canvas.polygon(points, ink)


def towards(fill: Paint, other: Paint, share: float) -> Paint:
    """A colour on the way to another one."""
    red, green, blue = (
        round(a + share * (b - a)) for a, b in zip(fill.top, other.top, strict=True)
    )
    return Paint((red, green, blue), (red, green, blue))
