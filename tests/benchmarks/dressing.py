"""Looks that dice make up: other colours, fonts and proportions for those of the sample screens.

What dice may choose is what an app's designer might, and always such that a player could read it.
"""

from __future__ import annotations

import colorsys
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sample_screens.look import (
    Fonts,
    Look,
    Marks,
    Premium,
    Squares,
    TileShape,
    TileStyle,
    load_look,
)
from sample_screens.shapes import BLACK, WHITE, Paint

BASES = (
    "wwf2",
    "wwf2-dark",
    "wwf-classic",
    "wwf-classic-early",
    "wordfeud",
    "wordfeud-light",
    "wordfeud-android",
    "crossplay",
    "scrabble",
    "unseen-mint",
    "unseen-night",
    "unseen-paper",
)
READABLE, BARELY = 4.5, 3.0
"""Contrast of ink and ground: what WCAG 2 asks of small text, and of large text."""
VISIBLE = 1.5
"""Contrast of a tile with the board."""
SEEN_APART = 24.0
"""Distance of two tiles' colours, 0 to 441, by which a player sees which were laid."""
LIKE_OTHERS = {"tentative": 0.6, "last": 0.3}
"""Share of looks whose tiles that are laid look like those played, and of those whose last move
does: Words With Friends, Wordfeud and most others show the last move by a colour, and lay tiles as
they are on the rack; Crossplay gives them a colour of their own."""
OUTLINED = 1.25
"""Contrast of a square with the gaps."""
WELLS = 0.3
"""Share of looks that show where tiles are missing on the rack."""


def invent_look(dice: random.Random, fonts: Sequence[Path]) -> Look:
    """A look; the fonts' names are absolute paths without their suffix."""
    base = load_look(dice.choice(BASES))
    dark = dice.random() < 0.4
    squares = _squares(dice, base.squares, dark=dark)
    face = _unlike(dice, squares.plain, dark=dice.random() < 0.25)
    shape = _shape(dice, base.tiles)
    styles, own = _styles(dice, base, face, squares.plain)
    rack = replace(
        base.rack,
        style=own,
        shape=replace(
            base.rack.shape,
            radius=shape.radius,
            letter=shape.letter,
            letter_at=shape.letter_at,
            numeral=shape.numeral,
            numeral_at=shape.numeral_at,
        ),
        gap=dice.uniform(1, 6),
        ground=_grey(dice, dark=dark) if base.rack.ground else None,
        shelf=_grey(dice, dark=dark) if base.rack.shelf else None,
        well=None,
    )
    ground = _grey(dice, dark=dark)
    return replace(
        base,
        name="invented",
        ground=ground,
        fonts=_fonts(dice, base.fonts, fonts),
        squares=squares,
        tiles=shape,
        styles=styles,
        rack=rack,
        marks=_marks(dice, base.marks),
        bands=tuple(replace(band, fill=ground, ink=ink_on(ground)) for band in base.bands),
    )


def without_labels(look: Look) -> Look:
    """The same look, its premium squares shown by their colours alone."""
    premium = {
        kind: each if kind == "*" else replace(each, ink=each.fill)
        for kind, each in look.squares.premium.items()
    }
    return replace(look, squares=replace(look.squares, premium=premium))


def _fonts(dice: random.Random, base: Fonts, fonts: Sequence[Path]) -> Fonts:
    if not fonts:
        return base
    letters, texts = (str(dice.choice(fonts).resolve().with_suffix("")) for _ in range(2))
    return Fonts(tile=letters, numeral=letters, label=texts, text=texts, strong=texts)


def _squares(dice: random.Random, base: Squares, *, dark: bool) -> Squares:
    plain = _grey(dice, dark=dark)
    ground = _shade(plain, dice.choice((-1, 1)) * dice.uniform(0.08, 0.25))
    if contrast(ground, plain) < OUTLINED:
        ground = _shade(plain, 0.25 if luminance(plain) < 0.4 else -0.2)
    hues = [dice.random() + step / 5 for step in dice.sample(range(5), 5)]
    premium = {}
    for kind, turn in zip("dtDT*", hues, strict=True):
        fill = hue(turn, dice.uniform(0.4, 0.9), dice.uniform(0.3, 0.8))
        premium[kind] = Premium(fill, ink_on(fill))
    return replace(
        base,
        ground=ground,
        plain=plain,
        edge=None,
        gap=dice.uniform(0.04, 0.14),
        radius=dice.uniform(0, 0.22),
        label=dice.uniform(0.24, 0.34),
        margin=dice.uniform(0, 8),
        premium=premium,
    )


def _shape(dice: random.Random, base: TileShape) -> TileShape:
    numeral = dice.uniform(0.15, 0.24)
    return replace(
        base,
        merge=dice.random() < 0.5,
        inset=dice.uniform(0.005, 0.05),
        radius=dice.uniform(0, 0.2),
        border=dice.uniform(0, 0.03),
        letter=dice.uniform(0.44, 0.58),
        letter_at=(dice.uniform(0.42, 0.5), dice.uniform(0.5, 0.57)),
        numeral=numeral,
        numeral_at=(
            dice.uniform(0.86, 0.93),
            dice.choice((0.19, 0.83)) + dice.uniform(-0.02, 0.02),
        ),
        gloss=dice.choice((0, 0, 0.2)),
        shadow=dice.choice((0, 0, 0.02)),
        ghost=0,
        ghost_tint=dice.choice((0, 0, 0.12)),
    )


def with_shade(look: Look) -> Look:
    """The look with the rack's tiles drawn like those played, and those laid a little apart."""
    own = look.style("1")
    assert own.fill is not None
    fill = _shade(own.fill, 0.3 if luminance(own.fill) < 0.5 else -0.2)
    styles = {**look.styles, "tentative": replace(own, fill=fill)}
    return replace(look, styles=styles, rack=replace(look.rack, style=own))


def with_own_laid(seed: int, look: Look) -> Look:
    """The same, but most of those laid, and of the last moves, in any colour of their own.

    Some show the free slots of the rack as squares, in a colour between the page's and its tiles'.
    """
    dice = random.Random(f"laid {seed}")  # noqa: S311 (a made-up picture is no secret)
    look = with_shade(look)
    own, plain = look.style("1"), look.squares.plain
    assert own.fill is not None
    styles = dict(look.styles)
    for name, share in LIKE_OTHERS.items():
        if dice.random() < share:
            styles[name] = own
            continue
        fill = dice.choice(
            (
                _shade(own.fill, dice.choice((-1, 1)) * dice.uniform(0.12, 0.4)),
                _unlike(dice, plain, dark=luminance(own.fill) < 0.4),
            )
        )
        if _apart(fill, own.fill) >= SEEN_APART:
            styles[name] = TileStyle(fill, _shade(fill, -0.25), _ink(dice, fill, BARELY))
    well = _between(look.ground, own.fill, dice.uniform(0.1, 0.8))
    shown = dice.random() < WELLS and _apart(well, own.fill) >= SEEN_APART
    return replace(look, styles=styles, rack=replace(look.rack, well=well if shown else None))


def _styles(
    dice: random.Random, base: Look, face: Paint, plain: Paint
) -> tuple[dict[str, TileStyle], TileStyle]:
    """The board's tiles by name of style, and the rack's."""

    def style(fill: Paint) -> TileStyle:
        return TileStyle(fill, _shade(fill, -0.25), _ink(dice, fill))

    own = style(face)
    last = style(_unlike(dice, plain, dark=luminance(face) < 0.4))
    held = style(_shade(face, 0.2 if luminance(face) < 0.5 else -0.15))
    styles = {"1": own, "last": last, "tentative": held}
    if "2" in base.styles:
        styles["2"] = style(_unlike(dice, plain, dark=luminance(face) < 0.4))
    if "avatar" in base.styles:
        styles["avatar"] = own
    return styles, held


def _marks(dice: random.Random, base: Marks) -> Marks:
    fill = hue(dice.random(), 0.8, 0.6)
    return replace(base, badge_fill=fill, badge_ink=ink_on(fill))


def _unlike(dice: random.Random, plain: Paint, *, dark: bool) -> Paint:
    """A tile's colour that can be told from the board's."""
    while True:
        value = dice.uniform(0.12, 0.45) if dark else dice.uniform(0.75, 1)
        found = hue(dice.random(), dice.uniform(0, 0.85), value)
        if contrast(found, plain) >= VISIBLE or _apart(found, plain) > 110:
            return found


def _ink(dice: random.Random, fill: Paint, least: float = READABLE) -> Paint:
    """A colour that can be read on the fill."""
    for _ in range(100):
        found = hue(dice.random(), dice.uniform(0, 0.8), dice.random())
        if contrast(found, fill) >= least:
            return found
    return ink_on(fill)


def ink_on(fill: Paint) -> Paint:
    """Black or white, whichever is the clearer."""
    return max(
        (Paint.parse("#101010"), Paint.parse("#ffffff")), key=lambda ink: contrast(ink, fill)
    )


def _grey(dice: random.Random, *, dark: bool) -> Paint:
    value = dice.uniform(0.08, 0.3) if dark else dice.uniform(0.78, 1)
    return hue(dice.random(), dice.uniform(0, 0.2), value)


def hue(turn: float, saturation: float, value: float) -> Paint:
    red, green, blue = (
        round(255 * part) for part in colorsys.hsv_to_rgb(turn % 1, saturation, value)
    )
    return Paint((red, green, blue), (red, green, blue))


def _shade(paint: Paint, by: float) -> Paint:
    """Lighter, or darker where `by` is negative; 1 is all the way to white or black."""
    return _between(paint, WHITE if by > 0 else BLACK, abs(by))


def _between(one: Paint, other: Paint, share: float) -> Paint:
    """A colour some share of the way from one to another."""
    ways = zip(one.top, other.top, strict=True)
    red, green, blue = (round(a + share * (b - a)) for a, b in ways)
    return Paint((red, green, blue), (red, green, blue))


def _apart(one: Paint, other: Paint) -> float:
    return math.dist(one.top, other.top)


def luminance(paint: Paint) -> float:
    """Relative luminance by WCAG 2, 0 to 1."""
    parts = [part / 255 for part in paint.top]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Paint, other: Paint) -> float:
    """Contrast ratio by WCAG 2, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def any_face(dice: random.Random) -> Paint:
    """A colour that tiles or squares may have."""
    value = dice.uniform(0.08, 0.5) if dice.random() < 0.4 else dice.uniform(0.65, 1)
    return hue(dice.random(), dice.uniform(0, 0.85), value)


def any_ink(dice: random.Random, face: Paint) -> Paint:
    """A colour that can be read on a face, if only just."""
    return ink_on(face) if dice.random() < 0.35 else _ink(dice, face, BARELY)
