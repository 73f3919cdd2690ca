"""Fonts and dice in; strips of tiles in looks of all kinds, and what is printed on them, out.

Letters, values and blanks are independent, so that a numeral is told by its print alone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sample_screens.shapes import BLACK, WHITE, Paint
from vision.tiles import CELL
from vision.tiles.corners import HIDDEN, MOST_VALUE, NOTHING

from .dressing import BARELY, any_face, any_ink, contrast, luminance
from .patterns import PATTERNS, paint_pattern
from .square_painting import paint_square
from .wild_tiles import towards

TILES = 36
"""Side by side on a strip, all in one look."""

SIDES = 15.0, 112.0
"""Pixels of a tile."""

DRAWN = 44.0
"""Least pixels of a tile while it is drawn; smaller ones are scaled down then."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 9 + "ÄÖÜÅÉŁĄŃÓŚŻÆØÑÇ"
NO_LETTER, COVERED_LETTER = "", "#"
"""What is told in place of the letter of a cell that holds none, and where it cannot be told."""

VALUES = (1,) * 16 + tuple(range(2, 11)) * 6 + (10,) * 6 + tuple(range(11, MOST_VALUE + 1))
"""Of tiles, each as often as it stands here."""

BLANK, COVERED = 0.3, 0.07
"""Shares of tiles without a value, and with something on a corner."""

SMALL, LARGE = 0.2, 0.1
"""Shares of strips whose letters are lower and higher than is usual, as web pages have them; half
of the former stand far from the middle of their tiles."""

PATTERNED = 0.2
"""Share of strips with a pattern on their tiles, as apps sell them."""

LEAST_CAPITAL = 5.7
"""Pixels of the lowest capital that is legible at all."""

VISIBLE = 1.7
"""Least contrast with its tile of a numeral that is paler than its letter."""

NEAR, FAR = 0.9, 1.6
"""Radii of a cover from its middle within which a numeral is hidden, and beyond which it is not;
between them the tile is left out."""


BARE_TILES, SQUARES, LIDS, LINES = 0.1, 0.25, 0.1, 0.06
"""Where letters are asked for: shares of tiles without one, of squares of the board, of letters
under something, and of strips through which a line is drawn."""

SIGNS = ("", "", "?", "*")
"""What stands for the letter on tiles without one."""

LOST = 0.65
"""Share of a letter under something from which it counts as covered. Up to there it is told: so the
network learns how likely a P and a B are where the upper half shows."""


class Strip(NamedTuple):
    """TILES tiles of one look.

    Attributes:
        cells: ``(TILES, CELL, CELL, 3)`` uint8, blue green red.
        prints: The value in the corner, NOTHING or HIDDEN; None where that is in question.
        letters: The letter, NO_LETTER or COVERED_LETTER.
        covered: ``(TILES,)`` bool, something lies on one of the tile's corners.
        below, left: The corner of values.
    """

    cells: NDArray[np.uint8]
    prints: tuple[int | None, ...]
    letters: tuple[str, ...]
    covered: NDArray[np.bool_]
    below: bool
    left: bool


@dataclass(frozen=True)
class Look:
    """How the tiles of a strip look; lengths as shares of a tile's side.

    Attributes:
        side: Pixels of a tile as it is drawn.
        board: Paint around the tiles.
        faces, inks: Paints of tiles and letters of the players, one or two.
        premiums: Paints of what shines through, lies around or beneath some of them.
        inset, radius, edge, bevel, shadow, shade: Of tiles.
        gloss: How bright a gloss on them is, 0 for none.
        shine: How far it is from the tile's sides, how far it reaches down, and how much of it is
            left there.
        wooden, ringed, joined: Whether they have streaks, some a ring, and none an edge.
        pattern: What is printed all over them, one of ``PATTERNS``, or nothing.
        printed: Its colours on the players' tiles.
        letter, at: Font of letters, and the middle of a capital.
        capital: Its height in pixels.
        figures: Font of numerals.
        figure: Their height.
        below, left, right_behind: Where values stand: in which corner, or right behind the letter.
        drop: How far below the letter's base they stand there, as a share of their height.
        x, y: Outer end of a value, and its upper one.
        pale: How far it is from the letter's colour to the tile's.
        zero, none: Whether blanks show a 0, and whether there are no values at all.
    """

    side: int
    board: Paint
    faces: tuple[Paint, ...]
    inks: tuple[Paint, ...]
    premiums: tuple[Paint, ...]
    inset: float
    radius: float
    edge: float
    bevel: float
    shadow: float
    shade: float
    gloss: float
    shine: tuple[float, float, float]
    wooden: bool
    ringed: bool
    joined: bool
    pattern: str
    printed: tuple[Paint, ...]
    letter: ImageFont.FreeTypeFont
    at: tuple[float, float]
    capital: float
    figures: ImageFont.FreeTypeFont
    figure: float
    below: bool
    left: bool
    right_behind: bool
    drop: float
    x: float
    y: float
    pale: float
    zero: bool
    none: bool


def paint_strip(
    file: Path, others: Sequence[Path], dice: random.Random, letters: str = ""
) -> Strip | None:
    """A strip with letters of one font; None where that has no capitals or no figures.

    Args:
        file: The font.
        others: Fonts for some of the numerals and for what lies on tiles.
        dice: For all else.
        letters: Those asked for, each as often as it stands here: some cells hold none then, and on
            some letters lies something. Empty = the usual ones, as numerals alone are asked for.
    """
    side = math.exp(dice.uniform(*np.log(SIDES)))
    finer = max(1, math.ceil(DRAWN / side))
    look = _invent(file, others, dice, round(side * finer), LEAST_CAPITAL / side)
    if look is None:
        return None
    page = Image.new("RGB", (TILES * look.side, 3 * look.side), look.board.top)
    draw = ImageDraw.Draw(page)
    _surround(draw, look, dice)
    every = range(TILES)
    printed = [_paint_tile(page, draw, look, n, dice, letters or LETTERS) for n in every]
    prints: list[int | None] = [value for _, value in printed]
    shown = [letter for letter, _ in printed]
    if letters:
        for number in every:
            if dice.random() < SQUARES + BARE_TILES:
                _paint_bare(page, draw, look, number, others, dice)
                shown[number] = NO_LETTER
    before = np.asarray(page)
    covered = _cover(draw, look, others, prints, dice)
    if letters:
        _lay_on_letters(draw, look, dice)
        _hide(shown, before, page, look)
    pixels = _degrade(np.asarray(page, np.uint8)[:, :, ::-1], finer, dice)
    on_corner = np.array([number in covered for number in every], bool)
    return Strip(_cut(pixels, dice), tuple(prints), tuple(shown), on_corner, look.below, look.left)


def _paint_bare(
    page: Image.Image,
    draw: ImageDraw.ImageDraw,
    look: Look,
    number: int,
    others: Sequence[Path],
    dice: random.Random,
) -> None:
    """A tile without a letter, as blanks are marked, or a square of the board, for a tile."""
    side, left = look.side, number * look.side
    if dice.random() < BARE_TILES / (SQUARES + BARE_TILES):
        which = dice.randrange(len(look.faces))
        paints = look.faces[which], look.printed[which]
        _paint_body(page, draw, look, (left, side), paints, dice)
        sign, ink = dice.choice(SIGNS), look.inks[which]
        middle, base = left + look.at[0] * side, (1 + look.at[1] + look.capital / 2) * side
        draw.text((middle, base), sign, font=look.letter, fill=ink.top, anchor="ms")
        if _coin(dice):
            text = "0" if _coin(dice) else str(dice.choice(VALUES))
            end = middle + look.letter.getlength(sign or "E") / 2
            _paint_value(draw, look, (left, side, end, base), text, ink)
        return
    colours = look.board, (*look.premiums, look.board)
    paint_square(draw, (left, side), side, colours, others, dice)


def _lay_on_letters(draw: ImageDraw.ImageDraw, look: Look, dice: random.Random) -> None:
    """Lay something on some letters, and on some strips a line over all of them."""
    side = look.side
    for number in range(TILES):
        if dice.random() < LIDS:
            wide, high = (dice.uniform(0.1, 0.45) * side for _ in "xy")
            x, y = (number + dice.uniform(0.1, 0.9)) * side, dice.uniform(1.1, 1.9) * side
            kind = dice.randrange(4)
            if kind == 0:  # a bar over one side of the tile
                wide = 0.5 * side
                x, y = (number + 0.5) * side, (1.5 + dice.choice((-0.5, 0.5))) * side
            elif kind == 1:
                high = 0.5 * side
                x, y = (number + dice.choice((0.0, 1.0))) * side, 1.5 * side
            shape = draw.ellipse if kind == 2 else draw.rectangle
            shape((x - wide, y - high, x + wide, y + high), fill=_unlike(look.faces, dice).top)
    if dice.random() < LINES:
        turns = [(n * side / 2, dice.uniform(1.2, 1.8) * side) for n in range(2 * TILES + 1)]
        width = max(1, round(dice.uniform(0.05, 0.2) * side))
        draw.line(turns, fill=any_face(dice).top, width=width, joint="curve")


def _hide(letters: list[str], before: NDArray[np.uint8], page: Image.Image, look: Look) -> None:
    """Tell which letters are covered.

    Args:
        letters: Of all tiles, changed in place.
        before: ``(3 * side, TILES * side, 3)`` the strip before anything was laid on it.
        page: The strip.
        look: Its look.
    """
    changed = (np.asarray(page) != before).any(axis=2)
    high, wide = (round(share * look.side) for share in (look.capital, 0.9 * look.capital))
    top = round((1 + look.at[1]) * look.side - high / 2)
    for number, letter in enumerate(letters):
        left = round((number + look.at[0]) * look.side - wide / 2)
        share = changed[top : top + high, left : left + wide].mean()
        if share > LOST and letter != NO_LETTER:
            letters[number] = COVERED_LETTER


def _invent(
    file: Path, others: Sequence[Path], dice: random.Random, side: int, least: float
) -> Look | None:
    """A look; ``least`` is the share of a tile's side below which no capital is legible."""
    capital, across, down = _place_letter(dice, least)
    figure = min(dice.uniform(0.13, 0.29), 0.7 * capital)
    own = file if dice.random() < 0.7 else dice.choice(others)
    letter = _font(file, "H", capital * side)
    figures = _font(own, "8", figure * side)
    if letter is None or figures is None:
        return None
    faces = tuple(any_face(dice) for _ in range(2 if dice.random() < 0.35 else 1))
    inks = tuple(any_ink(dice, face) for face in faces)
    board = _unlike(faces[:1], dice)
    inset, place, below = dice.choice((0, 0, 0.01, 0.03, 0.06, 0.09)), dice.random(), _coin(dice)
    left = 0.58 <= place < 0.84
    return Look(
        side=side,
        board=board,
        faces=faces,
        inks=inks,
        premiums=tuple(any_face(dice) for _ in range(4)),
        inset=inset,
        radius=dice.choice((0, dice.uniform(0, 0.25))),
        edge=dice.choice((0, 0, dice.uniform(0.015, 0.05))),
        bevel=dice.choice((0, 0, 0, dice.uniform(0.02, 0.07))),
        shadow=dice.choice((0, 0, dice.uniform(0.02, 0.09))),
        shade=dice.choice((0, 0, dice.uniform(-0.25, 0.25))),
        gloss=dice.choice((0, 0, dice.uniform(0.06, 0.4))),
        shine=_shine(dice),
        wooden=dice.random() < 0.15,
        ringed=dice.random() < 0.1,
        joined=inset <= 0.01 and _coin(dice),
        pattern=dice.choice([*PATTERNS]) if dice.random() < PATTERNED else "",
        printed=tuple(_printed(face, ink, dice) for face, ink in zip(faces, inks, strict=True)),
        letter=letter,
        at=(1 - across if left else across, down),
        capital=capital,
        figures=figures,
        figure=figure,
        below=below,
        left=left,
        right_behind=place >= 0.84,
        drop=dice.choice((0.0, dice.uniform(0.0, 0.4))),
        x=dice.uniform(0.03, 0.18) if left else dice.uniform(0.82, 0.97),
        y=dice.uniform(0.74, 0.9) - figure / 2 if below else dice.uniform(0.1, 0.27) - figure / 2,
        pale=dice.choice((0, 0, 0, dice.uniform(0.1, 0.6))),
        zero=dice.random() < 0.15,
        none=dice.random() < 0.06,
    )


def _place_letter(dice: random.Random, least: float) -> tuple[float, float, float]:
    """The height of a capital, and its middle across and down, as shares of a tile's side."""
    kind = dice.random()
    if kind >= SMALL + LARGE or (kind < SMALL and least >= 0.38):
        return dice.uniform(0.38, 0.66), dice.uniform(0.4, 0.53), dice.uniform(0.44, 0.6)
    if kind >= SMALL:
        return dice.uniform(0.66, 0.78), dice.uniform(0.44, 0.53), dice.uniform(0.46, 0.54)
    capital = dice.uniform(max(least, 0.22), 0.38)
    if _coin(dice):
        return capital, dice.uniform(0.4, 0.53), dice.uniform(0.44, 0.6)
    return capital, dice.uniform(0.3, 0.56), dice.uniform(0.3, 0.64)


def _unlike(others: Sequence[Paint], dice: random.Random) -> Paint:
    """A paint that shows on others."""
    while True:
        paint = any_face(dice)
        if all(contrast(e, paint) >= 1.25 or math.dist(e.top, paint.top) >= 80 for e in others):
            return paint


def _printed(face: Paint, ink: Paint, dice: random.Random) -> Paint:
    """The colour of a pattern on tiles, from which their letters stand out clearly."""
    while True:
        other = towards(face, any_face(dice), dice.uniform(0.1, 0.8))
        if contrast(other, ink) >= BARELY:
            return other


def _shine(dice: random.Random) -> tuple[float, float, float]:
    """Half of a tile in another shade, or a bar of light along its upper edge."""
    left = dice.choice((0.0, 1.0, dice.random()))
    if _coin(dice):
        return 0.0, dice.uniform(0.25, 0.6), left
    return dice.uniform(0.05, 0.2), dice.uniform(0.12, 0.3), left


def _font(file: Path, shown: str, height: float) -> ImageFont.FreeTypeFont | None:
    """A font in which a character is so high; None where it has none."""
    probe = ImageFont.truetype(str(file), 200)
    top, bottom = probe.getbbox(shown, anchor="ls")[1::2]
    return None if bottom - top <= 20 else probe.font_variant(size=200 * height / (bottom - top))


def _coin(dice: random.Random) -> bool:
    return dice.random() < 0.5


def _surround(draw: ImageDraw.ImageDraw, look: Look, dice: random.Random) -> None:
    """Squares above, below and under the tiles."""
    side, gap = look.side, (look.inset + 0.03) * look.side
    for row in range(3):
        for column in range(TILES):
            if dice.random() < 0.35:
                shade = any_face(dice) if _coin(dice) else towards(look.board, look.faces[0], 0.15)
                box = _box(column * side + gap, row * side + gap, side - 2 * gap)
                draw.rectangle(box, fill=shade.top)


def _paint_tile(
    page: Image.Image,
    draw: ImageDraw.ImageDraw,
    look: Look,
    number: int,
    dice: random.Random,
    letters: str,
) -> tuple[str, int]:
    """A tile of the strip; its letter, and what is printed in its corner."""
    side = look.side
    which = dice.randrange(len(look.faces))
    face, ink = look.faces[which], look.inks[which]
    left, top = number * side, side
    if dice.random() < 0.1:
        draw.rectangle(_box(left, top, side - 1), fill=dice.choice(look.premiums).top)
    if dice.random() < 0.06 and not look.joined:
        face = towards(face, dice.choice(look.premiums), 0.3)
    _paint_body(page, draw, look, (left, top), (face, look.printed[which]), dice)
    letter = dice.choice(letters)
    middle, base = left + look.at[0] * side, top + (look.at[1] + look.capital / 2) * side
    draw.text((middle, base), letter, font=look.letter, fill=ink.top, anchor="ms")
    seen = None if look.none or dice.random() < BLANK else dice.choice(VALUES)
    if seen is None and look.zero and not look.none:
        seen = 0
    if seen is not None:
        pale = towards(ink, face, look.pale)
        shade = pale if contrast(pale, face) >= VISIBLE else ink
        end = middle + look.letter.getlength(letter) / 2
        _paint_value(draw, look, (left, top, end, base), str(seen), shade)
    if look.ringed and dice.random() < 0.3:
        box = _box(left + look.inset * side, top + look.inset * side, side * (1 - 2 * look.inset))
        width = max(1, round(0.06 * side))
        colour = dice.choice(look.premiums)
        draw.rounded_rectangle(box, look.radius * side, outline=colour.top, width=width)
    return letter, NOTHING if seen is None else seen


def _paint_body(
    page: Image.Image,
    draw: ImageDraw.ImageDraw,
    look: Look,
    corner: tuple[int, int],
    paints: tuple[Paint, Paint],
    dice: random.Random,
) -> None:
    """The tile without its letter, in the colours of its face and of the pattern on it."""
    face, printed = paints
    side, radius = look.side, look.radius * look.side
    x, y = (each + look.inset * side for each in corner)
    wide = side * (1 - 2 * look.inset) - 1
    if look.shadow:
        fall = look.shadow * side
        dark = towards(look.board, BLACK, 0.4)
        draw.rounded_rectangle(_box(x + fall / 2, y + fall, wide), radius, fill=dark.top)
    other = BLACK if luminance(face) > 0.3 else WHITE
    draw.rounded_rectangle(
        _box(x, y, wide),
        0 if look.joined else radius,
        fill=face.top,
        outline=towards(face, other, 0.4).top if look.edge else None,
        width=max(1, round(look.edge * side)),
    )
    size = (round(wide) + 1, round(wide) + 1)
    outline = Image.new("L", size, 0)
    ImageDraw.Draw(outline).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, 255)
    if look.shade:
        down = np.linspace(0, abs(look.shade), size[1])[:, None] * np.ones(size[0])
        veil = Image.fromarray((255 * down).astype(np.uint8))
        shown = Image.new("L", size, 0)
        shown.paste(veil, (0, 0), outline)
        page.paste((WHITE if look.shade > 0 else BLACK).top, (round(x), round(y)), shown)
    if look.pattern:
        shares = paint_pattern(look.pattern, size[0], dice)
        shown = Image.fromarray((shares * np.asarray(outline)).astype(np.uint8))
        page.paste(printed.top, (round(x), round(y)), shown)
    for _ in range(5 if look.wooden else 0):
        line = dice.uniform(y + 0.1 * side, y + wide - 0.1 * side)
        streak = line, line + dice.uniform(0.02, 0.07) * side
        grain = towards(face, BLACK if _coin(dice) else WHITE, dice.uniform(0.03, 0.12))
        draw.rectangle(
            (x + 0.05 * side, streak[0], x + wide - 0.05 * side, streak[1]), fill=grain.top
        )
    if look.gloss:
        rim = (
            (1 + 0.04 * side, 1 + 0.04 * side)
            if look.shine[0] == 0
            else (look.shine[0] * wide, 0.05 * side)
        )
        high = round(wide * look.shine[1]) + 1
        veil = Image.new("L", (size[0], high), 0)
        ImageDraw.Draw(veil).rounded_rectangle(
            (rim[0], rim[1], size[0] - 1 - rim[0], high - 1), max(1, 0.8 * radius), 255
        )
        fade = np.linspace(1, look.shine[2], high)[:, None]
        light = (np.asarray(veil) * fade * look.gloss).astype(np.uint8)
        page.paste(WHITE.top, (round(x), round(y)), Image.fromarray(light))
    if look.bevel:
        thick = max(1, round(look.bevel * side))
        draw.rectangle((x, y, x + wide, y + thick), fill=towards(face, WHITE, 0.35).top)
        low = y + wide - thick
        draw.rectangle((x, low, x + wide, y + wide), fill=towards(face, BLACK, 0.3).top)


def _paint_value(
    draw: ImageDraw.ImageDraw,
    look: Look,
    around: tuple[float, float, float, float],
    text: str,
    shade: Paint,
) -> None:
    """The value of a tile.

    Args:
        draw: The strip.
        look: Its look.
        around: Left and top of the tile, right end and base of its letter.
        text: The value.
        shade: Its colour.
    """
    left, top, end, base = around
    side, font = look.side, look.figures
    if look.right_behind:
        x = min(end + 0.03 * side, left + 0.95 * side - font.getlength(text))
        above = look.capital - 0.6 * look.figure
        y = base + (look.drop * look.figure if look.below else -above) * side
        draw.text((x, y), text, font=font, fill=shade.top, anchor="ls")
        return
    anchor = "ls" if look.left else "rs"
    at = left + look.x * side, top + (look.y + look.figure) * side
    draw.text(at, text, font=font, fill=shade.top, anchor=anchor)


def _cover(
    draw: ImageDraw.ImageDraw,
    look: Look,
    others: Sequence[Path],
    prints: list[int | None],
    dice: random.Random,
) -> set[int]:
    """Lay badges on corners of some tiles; which tiles these are, their prints being changed."""
    side, found = look.side, set()
    fill = any_face(dice)
    ink = any_ink(dice, fill)
    for number in range(TILES):
        if dice.random() >= COVERED:
            continue
        found.add(number)
        own = dice.random() < 0.7
        right = not look.left if own else _coin(dice)
        low = look.below if own else _coin(dice)
        radius = dice.uniform(0.2, 0.34) * side
        x = number + (0.9 if right else 0.1) + dice.uniform(-0.06, 0.06)
        y = 1 + (0.9 if low else 0.1) + dice.uniform(-0.06, 0.06)
        x, y = x * side, y * side
        wide, high = (radius, radius) if _coin(dice) else (1.2 * radius, 0.75 * radius)
        box = (x - wide, y - high, x + wide, y + high)
        draw.rounded_rectangle(box, radius if wide == high else 0.3 * radius, fill=fill.top)
        points = str(dice.randint(2, 99) if _coin(dice) else dice.randint(100, 200))
        size = max(6, (0.9 if len(points) < 3 else 0.75) * radius)
        font = ImageFont.truetype(str(dice.choice(others)), size)
        draw.text((x, y), points, font=font, fill=ink.top, anchor="mm")
        inner = look.x + (0.06 if look.left else -0.06)
        place = (number + inner) * side, (1 + look.y + look.figure / 2) * side
        away = math.dist(place, (x, y)) / radius
        if away < NEAR:
            prints[number] = HIDDEN
        elif away < FAR and not look.none:
            prints[number] = None
    return found


def _degrade(pixels: NDArray[np.uint8], finer: int, dice: random.Random) -> NDArray[np.uint8]:
    """What a screen, a messenger and a web page do to a picture."""
    if dice.random() < 0.35:
        blur = dice.uniform(0.3, 0.9) * finer
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), blur), np.uint8)
    scale = 1 / finer if finer > 1 or _coin(dice) else dice.uniform(0.6, 1)
    if scale < 1:
        size = round(pixels.shape[1] * scale), round(pixels.shape[0] * scale)
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    if dice.random() < 0.55:
        quality = [cv2.IMWRITE_JPEG_QUALITY, dice.randint(35, 94)]
        data = cv2.imencode(".jpg", np.ascontiguousarray(pixels), quality)[1]
        pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    if dice.random() < 0.2:
        chance = np.random.default_rng(dice.randrange(2**31))
        grain = chance.normal(0, dice.uniform(1, 8), pixels.shape)
        pixels = np.clip(pixels + grain, 0, 255).astype(np.uint8)
    return pixels


def _cut(pixels: NDArray[np.uint8], dice: random.Random) -> NDArray[np.uint8]:
    """The tiles as cells, a little off as the board that the reader finds is."""
    unit = pixels.shape[1] / TILES
    across = unit * dice.uniform(0.97, 1.03) if _coin(dice) else unit
    right, down = dice.gauss(0, 0.015), dice.gauss(0, 0.015)
    scale = across / CELL
    if scale > 1.3:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.35 * scale), np.uint8)
    cells = np.empty((TILES, CELL, CELL, 3), np.uint8)
    for number, cell in enumerate(cells):
        x = (number + 0.5 + right + dice.gauss(0, 0.008)) * unit - across / 2 + scale / 2 - 0.5
        y = (1.5 + down + dice.gauss(0, 0.008)) * unit - across / 2 + scale / 2 - 0.5
        way = np.array([[scale, 0, x], [0, scale, y]])
        cv2.warpAffine(
            pixels, way, (CELL, CELL), cell, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
    return cells


def _box(x: float, y: float, side: float) -> tuple[float, float, float, float]:
    return x, y, x + side, y + side
