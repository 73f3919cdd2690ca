"""Squares of the board in; on them labels of all kinds, none of which is a tile's letter."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

from PIL import ImageDraw, ImageFont

from sample_screens.shapes import BLACK, WHITE, Paint

from .dressing import any_ink, contrast
from .wild_tiles import towards

PLAIN = 0.15
"""Share of squares without a label."""

SHORT = (
    *("DL", "TL", "DW", "TW", "2L", "3L", "2W", "3W", "L2", "L3", "W2", "W3", "LD", "LT", "MD"),
    *("MT", "DB", "TB", "DO", "TO", "2B", "3B", "2P", "3P", "4L", "4W", "QW", "QL", "5W"),
)
FIGURES = (
    *("2", "3", "4", "5", "\u00d72", "\u00d73", "2\u00d7", "3\u00d7", "x2", "x3", "2x", "3x"),
    *("4x", "+", "★"),
)
WORDS = (
    *("DOUBLE", "TRIPLE", "QUAD", "LETTER", "WORD", "SCORE", "START", "BONUS", "DOPPELTER"),
    *("BUCHSTABE", "WERT", "MOT", "COMPTE", "PALABRA", "LETRA", "DUBBEL", "ORD", "BOGSTAV"),
)

LINES_APART = 1.15
"""From one line of a label to the next, as a share of the font's size."""

WIDEST = 0.92
"""Of a label, as a share of the square."""

PALE = 1.25
"""Least contrast of a label with its square."""


def paint_square(
    draw: ImageDraw.ImageDraw,
    corner: tuple[float, float],
    side: float,
    colours: tuple[Paint, Sequence[Paint]],
    fonts: Sequence[Path],
    dice: random.Random,
) -> None:
    """A square of the board with a label or none.

    Args:
        draw: The picture.
        corner, side: Of the square.
        colours: Of the lines between squares, and those to choose from for the square.
        fonts: Fonts of labels.
        dice: For all else.
    """
    around, faces = colours
    face, gap = dice.choice(faces), dice.choice((0.0, 0.02, 0.05, 0.08)) * side
    (left, top), wide = corner, side - 1 - 2 * gap
    draw.rectangle((left, top, left + side - 1, top + side - 1), fill=around.top)
    box = left + gap, top + gap, left + gap + wide, top + gap + wide
    round_by = dice.choice((0.0, 0.0, 0.08, 0.2)) * side
    draw.rounded_rectangle(box, round_by, fill=face.top)
    if dice.random() < 0.2:
        inner = [each + sign * 0.08 * side for each, sign in zip(box, (1, 1, -1, -1), strict=True)]
        shade = towards(face, dice.choice((WHITE, BLACK)), dice.uniform(0.1, 0.5))
        draw.rounded_rectangle(inner, round_by, outline=shade.top, width=max(1, round(side / 30)))
    if dice.random() < PLAIN:
        return
    middle = left + side / 2, top + side * dice.uniform(0.46, 0.54)
    ink = _label_ink(face, dice)
    kind = dice.random()
    if kind < 0.2:
        _draw_shape(draw, middle, side, ink, dice)
    elif kind < 0.28:
        _draw_text(draw, (left, top), side, ink, fonts, dice)
    else:
        _draw_label(draw, middle, side, ink, fonts, dice)


def _label_ink(face: Paint, dice: random.Random) -> Paint:
    """As clear as a letter, or a paler shade of the square."""
    clear = any_ink(dice, face)
    if dice.random() < 0.5:
        return clear
    pale = towards(face, clear, dice.uniform(0.15, 0.7))
    return pale if contrast(pale, face) >= PALE else clear


def _draw_label(
    draw: ImageDraw.ImageDraw,
    middle: tuple[float, float],
    side: float,
    ink: Paint,
    fonts: Sequence[Path],
    dice: random.Random,
) -> None:
    """A label of one to three lines."""
    kind = dice.random()
    size = dice.uniform(0.24, 0.55) * side
    if kind < 0.4:
        lines = [dice.choice(SHORT)]
    elif kind < 0.6:
        lines = [dice.choice(FIGURES)]
    elif kind < 0.75:
        lines = [dice.choice(FIGURES), dice.choice(("L", "W", "LETTER", "WORD", "B", "M"))]
        size = dice.uniform(0.2, 0.36) * side
    else:
        lines = dice.sample(WORDS, dice.choice((1, 2, 2, 3, 3)))
        size = dice.uniform(0.16, 0.3) * side
    text = "\n".join(each.lower() if dice.random() < 0.1 else each for each in lines)
    font = ImageFont.truetype(str(dice.choice(fonts)), max(6.0, size))
    while font.size > 6 and draw.multiline_textbbox((0, 0), text, font=font)[2] > WIDEST * side:
        font = font.font_variant(size=0.85 * font.size)
    spacing = (LINES_APART - 1) * font.size
    draw.multiline_text(
        middle, text, font=font, fill=ink.top, anchor="mm", align="center", spacing=spacing
    )


def _draw_text(
    draw: ImageDraw.ImageDraw,
    corner: tuple[float, float],
    side: float,
    ink: Paint,
    fonts: Sequence[Path],
    dice: random.Random,
) -> None:
    """A piece of a line of text that runs over the square, as of a message on the board."""
    size = dice.uniform(0.14, 0.35) * side
    font = ImageFont.truetype(str(dice.choice(fonts)), max(6.0, size))
    text = " ".join(dice.choice(WORDS).capitalize() for _ in range(4))
    y = corner[1] + dice.uniform(0.1, 0.9) * side
    while text and font.getlength(text) > side:
        text = text[1:-1]
    draw.text((corner[0] + side / 2, y), text, font=font, fill=ink.top, anchor="mm")


def _draw_shape(
    draw: ImageDraw.ImageDraw,
    middle: tuple[float, float],
    side: float,
    ink: Paint,
    dice: random.Random,
) -> None:
    """A star, an arrow, a disc, a cross, or dots."""
    (x, y), reach = middle, dice.uniform(0.15, 0.4) * side
    kind = dice.randrange(5)
    if kind == 0:
        points, inner = dice.randint(4, 10), dice.uniform(0.35, 0.7)
        turns = [math.pi * n / points - math.pi / 2 for n in range(2 * points)]
        far = [reach * (inner if n % 2 else 1) for n in range(2 * points)]
        tips = zip(far, turns, strict=True)
        draw.polygon([(x + r * math.cos(t), y + r * math.sin(t)) for r, t in tips], fill=ink.top)
    elif kind == 1:
        turn, half = dice.choice((0.0, math.pi / 2, math.pi)), dice.uniform(0.12, 0.35)
        tip = [(1, 0), (0, -1), (0, -half), (-1, -half), (-1, half), (0, half), (0, 1)]
        cos, sin = reach * math.cos(turn), reach * math.sin(turn)
        draw.polygon([(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in tip], fill=ink.top)
    elif kind == 2:
        shape = draw.ellipse if dice.random() < 0.5 else draw.rectangle
        shape((x - reach, y - reach, x + reach, y + reach), fill=ink.top)  # a ring is like an O
    elif kind == 3:
        width = max(1, round(dice.uniform(0.1, 0.5) * reach))
        draw.line((x - reach, y, x + reach, y), fill=ink.top, width=width)
        draw.line((x, y - reach, x, y + reach), fill=ink.top, width=width)
    else:
        count, dot = dice.randint(1, 4), dice.uniform(0.04, 0.1) * side
        for n in range(count):
            at = x + (n - (count - 1) / 2) * 3 * dot
            draw.ellipse((at - dot, y - dot, at + dot, y + dot), fill=ink.top)
