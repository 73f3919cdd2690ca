"""Path games in looks that dice make up: a grid of letters on a picture, and what it says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import product
from pathlib import Path

import numpy as np
from PIL import Image

from sample_screens.paint import Canvas
from sample_screens.path_scene import load_path_look
from sample_screens.shapes import WHITE, Box, Paint
from solver.paths import MULTIPLIERS, load_path_game
from vision.paths.verify import letters_of

from .dressing import contrast, hue, ink_on
from .grid_verdict import Grid

LETTERS = "EEEEAAAIIIOOTTNNRRSSLLUUDDGGBCMPFHVWYKJXQZ"
SEVERAL = {
    "upper left": ("VE", "IN", "TH", "ER", "-ING", "-ED", "-Y", "UN-", "RE-", "D/U", "A/O", "S/T"),
    "": ("QU",),
}
ACCENTED = 0.12
"""Share of tiles with an accented letter: one or two of sixteen."""

PAIRS = load_path_game("boggle").look.pairs
BADGES = {"DL": (40, 160, 60), "TL": (30, 90, 200), "DW": (240, 170, 20), "TW": (210, 30, 30)}
FIGURED = load_path_look("wordblitz").badge_signs
FONTS = tuple(sorted((Path(__file__).parents[2] / "sample_screens" / "fonts").glob("*bold.ttf")))


@dataclass(frozen=True)
class Painted:
    """A picture, what its grid says, and how it came about."""

    picture: Image.Image
    grid: Grid
    about: str


def paint_grid(
    seed: int,
    fonts: Sequence[Path] = (),
    *,
    odd: bool = False,
    told: bool = False,
    paired: bool = False,
    holed: bool = False,
    blitz: bool = False,
    language: str = "en",
) -> Painted:
    """A screen of a path game: the same seed gives the same one.

    Args:
        seed: What the dice start from.
        fonts: Font files to choose from; none = bold ones of the sample screens.
        odd: Whether letters are small, tiles that a finger chose grow, and sides have notches.
        told: Whether the word that a finger traces stands above the grid.
        paired: Whether some tiles show a capital and a small letter, or two capitals: `Th`, `TI`.
        holed: Whether some places have no tile.
        blitz: Whether numerals at the upper right are Word Blitz's, not Ruzzle's: those of its
            older pictures, multiplied by the tile's DL or TL, where the seed is even.
        language: Code of a board game's language, whose accented letters some tiles show.
    """
    dice = random.Random(seed)  # noqa: S311 (a made-up picture is no secret)
    size = dice.choice((4, 4, 4, 5, 5, 6))
    width = dice.choice((540, 720, 750, 1080, 1125, 1170, 1290))
    height = round(width * dice.uniform(1.4, 2.2))
    font = str(dice.choice(fonts or FONTS).resolve().with_suffix(""))
    numeral = dice.choice(("upper right", "upper left", ""))
    ground = _colour(dice)
    face = _unlike(dice, ground)
    ink = ink_on(face)
    canvas = Canvas(width, height, ground)
    side = dice.uniform(0.66, 0.98) * width
    left = (width - side) * dice.random()
    top = dice.uniform(0.18, 0.9) * (height - side)
    pitch, gap = side / size, dice.uniform(0.03, 0.22)
    tile = pitch * (1 - gap)
    texts, multipliers = _texts(dice, size, numeral)
    texts = _with_pairs(
        random.Random(f"pairs {seed}"),  # noqa: S311 (a picture too)
        texts,
        most=3 * paired,
        capitals=numeral == "upper left",
    )
    texts = _with_accents(random.Random(f"accents {seed}"), texts, language)  # noqa: S311
    _around(canvas, dice, font, ink_on(ground), top, top + side)
    if dice.random() < 0.3:
        plate = _unlike(dice, face)
        canvas.box(Box(left, top, left + side, top + side).shrink(-0.12 * pitch * gap), plate)
    boxes = [
        [
            Box.around(left + (c + 0.5) * pitch, top + (r + 0.5) * pitch, tile, tile)
            for c in range(size)
        ]
        for r in range(size)
    ]
    trace = _trace(dice, size) if dice.random() < 0.25 else []
    holes = _holes(random.Random(f"holes {seed}"), size) if holed else set()  # noqa: S311
    texts, multipliers = _without(holes - {*trace}, texts, multipliers)
    chosen = _colour(dice)
    while contrast(chosen, ink) < 4.5 or contrast(chosen, ground) < 1.2:
        chosen = _colour(dice)
    style = _Style(
        font,
        numeral,
        dice.uniform(0, 0.3),
        dice.uniform(0.4, 0.6),
        dice.uniform(-0.04, 0.06) + (0.04 if numeral else 0),
        dice.uniform(0.13, 0.18),
        dice.uniform(0, 0.06),
    )
    games = {"upper right": "wordblitz" if blitz else "ruzzle", "upper left": "wordament"}
    style = replace(
        style, game=games.get(numeral), multiplied=blitz and not seed % 2, language=language
    )
    style = _odd(random.Random(f"odd {seed}"), style, odd=odd)  # noqa: S311 (a picture too)
    for r, row in enumerate(boxes):
        for c, plain in enumerate(row):
            if not texts[r][c]:
                continue
            picked = (r, c) in trace
            box = plain.shrink(-style.grown * tile / 2) if picked else plain
            _tile(canvas, box, chosen if picked else face, style)
            if style.notch:
                canvas.disc(box.at(1.0, 0.56), style.notch * tile, ground)
            _print(canvas, box, texts[r][c], multipliers[r][c], ink, style)
    if trace:
        _draw(canvas, dice, [boxes[r][c].centre for r, c in trace], ink, tile)
    if trace and told:
        word = "".join(texts[r][c] for r, c in trace)
        canvas.text(word, font, 0.05 * width, (0.5 * width, 0.75 * top), ink_on(ground))
    picture, tail = _sent(canvas.picture(), dice, tile)
    about = f"{size}x{size} {width} {Path(font).name} {numeral or 'bare'} trace {len(trace)} {tail}"
    return Painted(picture, Grid(texts, multipliers, style.game), about)


@dataclass(frozen=True)
class _Style:
    font: str
    numeral: str
    radius: float
    letter: float
    lower: float
    small: float
    bevel: float
    grown: float = 0.0
    notch: float = 0.0
    game: str | None = None
    multiplied: bool = False
    language: str = "en"


def _odd(dice: random.Random, style: _Style, *, odd: bool) -> _Style:
    """The style with smaller letters, chosen tiles that grow, and notches in the tiles' sides."""
    return (
        style
        if not odd
        else replace(
            style,
            letter=style.letter * dice.uniform(0.66, 1.0),
            grown=dice.choice((0.0, dice.uniform(0.04, 0.16))),
            notch=dice.choice((0.0, 0.0, dice.uniform(0.06, 0.12))),
        )
    )


def _colour(dice: random.Random) -> Paint:
    return hue(dice.random(), dice.uniform(0, 0.85), dice.uniform(0.15, 1))


def _unlike(dice: random.Random, other: Paint) -> Paint:
    """A colour in contrast to another one."""
    while contrast(found := _colour(dice), other) < 1.35:
        pass
    return found


def _texts(
    dice: random.Random, size: int, numeral: str
) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """What the tiles say, and their badges."""
    texts = [[dice.choice(LETTERS) for _ in range(size)] for _ in range(size)]
    multipliers = [["." for _ in range(size)] for _ in range(size)]
    if numeral in SEVERAL and dice.random() < 0.5:
        texts[dice.randrange(size)][dice.randrange(size)] = dice.choice(SEVERAL[numeral])
    if numeral == "upper right":
        for _ in range(dice.randrange(9)):
            multipliers[dice.randrange(size)][dice.randrange(size)] = dice.choice(list(BADGES))
    return tuple(map(tuple, texts)), tuple(map(tuple, multipliers))


def _with_pairs(
    dice: random.Random, texts: tuple[tuple[str, ...], ...], *, most: int, capitals: bool
) -> tuple[tuple[str, ...], ...]:
    """The texts with a few pairs, or such as begin like them, in place of single letters."""
    rows, ends = [list(row) for row in texts], range(len(texts))
    for _ in range(dice.randint(min(1, most), most)):
        pair = dice.choice(PAIRS)
        other = pair[0] + ("U" if pair[0] == "Q" else dice.choice(LETTERS))
        rows[dice.choice(ends)][dice.choice(ends)] = other if capitals else pair
    return tuple(map(tuple, rows))


def _with_accents(
    dice: random.Random, texts: tuple[tuple[str, ...], ...], language: str
) -> tuple[tuple[str, ...], ...]:
    """The texts with a language's accented letters in place of some."""
    accented = [each for each in letters_of(language) if not each.isascii()]
    if not accented:
        return texts
    return tuple(
        tuple(dice.choice(accented) if dice.random() < ACCENTED else text for text in row)
        for row in texts
    )


def _trace(dice: random.Random, size: int) -> list[tuple[int, int]]:
    """A path over neighbouring tiles."""
    path = [(dice.randrange(size), dice.randrange(size))]
    for _ in range(dice.randint(2, 5)):
        r, c = path[-1]
        near = [
            (r + down, c + right)
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            if 0 <= r + down < size and 0 <= c + right < size
        ]
        free = [place for place in near if place not in path]
        if not free:
            break
        path.append(dice.choice(free))
    return path


def _holes(dice: random.Random, size: int) -> set[tuple[int, int]]:
    """Places without a tile: in the corners, in the middle, at the sides' middles, or anywhere."""
    ends, middles = (0, size - 1), {(size - 1) // 2, size // 2}
    corners, centre = {*product(ends, ends)}, {*product(middles, middles)}
    sides = {*product(ends, middles), *product(middles, ends)}
    some = {(dice.randrange(size), dice.randrange(size)) for _ in range(dice.randint(1, size))}
    return dice.choice((corners | centre, sides, corners, centre, some))


def _without(
    holes: set[tuple[int, int]], *tables: tuple[tuple[str, ...], ...]
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Texts and badges without those of the places that have no tile."""
    for table, none in zip(tables, ("", "."), strict=True):
        yield tuple(
            tuple(none if (r, c) in holes else each for c, each in enumerate(row))
            for r, row in enumerate(table)
        )


def _draw(
    canvas: Canvas,
    dice: random.Random,
    points: Sequence[tuple[float, float]],
    ink: Paint,
    tile: float,
) -> None:
    """The line of a finger over tiles."""
    thick, seen_through = dice.uniform(0.07, 0.17) * tile, dice.choice((0.6, 0.85, 1.0))
    line = WHITE if contrast(WHITE, ink) >= 4.5 else _colour(dice)
    while contrast(line, ink) < 3:
        line = _colour(dice)
    canvas.line(points, line, thick, seen_through)


def _tile(canvas: Canvas, box: Box, face: Paint, style: _Style) -> None:
    red, green, blue = (round(0.7 * each) for each in face.bottom)
    edge = Paint((red, green, blue), (red, green, blue))
    radius = style.radius * box.width
    if style.bevel > 0.02:
        canvas.box(box.shift(0, style.bevel * box.height), edge, radius=radius)
    canvas.box(box, face, radius=radius)


def _print(canvas: Canvas, box: Box, text: str, multiplier: str, ink: Paint, style: _Style) -> None:
    """Letters, numeral and badge of a tile."""
    x, y = box.centre
    tall = style.letter * box.height
    shown = text.capitalize() if text in PAIRS and style.numeral != "upper left" else text
    while canvas.text_width(shown, style.font, tall) > 0.84 * box.width:
        tall *= 0.95
    canvas.text(shown, style.font, tall, (x, y + style.lower * box.height), ink)
    if style.game:
        game = load_path_game(style.game)
        values = game.values(style.language) or game.values("en")
        small = shown != text
        counted = sum(values[each] for each in text) if small else values.get(text, 12)
        value = str(counted * (MULTIPLIERS[multiplier][0] if style.multiplied else 1))
        at = box.at(0.86 if style.numeral == "upper right" else 0.14, 0.16)
        canvas.text(value, style.font, style.small * box.height, at, ink)
    if multiplier != ".":
        colour = BADGES[multiplier]
        centre, radius = box.at(0.12, 0.12), 0.2 * box.width
        canvas.disc(centre, 1.15 * radius, WHITE)
        canvas.disc(centre, radius, Paint(colour, colour))
        sign = FIGURED[multiplier] if style.game == "wordblitz" else multiplier
        canvas.text(sign, style.font, 0.6 * radius, centre, WHITE)


def _around(
    canvas: Canvas, dice: random.Random, font: str, ink: Paint, top: float, bottom: float
) -> None:
    """What stands above and below the grid."""
    width, height = canvas.size
    line = 0.022 * width
    canvas.text("9:41", font, line, (0.12 * width, 1.5 * line), ink)
    canvas.text(f"1:{dice.randint(10, 59)}", font, 2 * line, (0.2 * width, 0.4 * top), ink)
    canvas.text(f"SCORE {dice.randint(0, 4000)}", font, 1.6 * line, (0.7 * width, 0.4 * top), ink)
    words = ("RATE", "TEARS", "STARE", "ONE", "NOTE", "TEN")
    for n, word in enumerate(words):
        at = (0.3 * width if n % 2 else 0.7 * width, bottom + (3 + 2 * (n // 2)) * line)
        if at[1] < height - line:
            canvas.text(word, font, line, at, ink)


def _sent(picture: Image.Image, dice: random.Random, tile: float) -> tuple[Image.Image, str]:
    """The picture as it comes to us, and what happened to it on the way."""
    scale = dice.choice((1.0, 1.0, 0.7, 0.5))
    scale = max(scale, min(1.0, 44 / tile))
    if scale < 1:
        size = round(picture.width * scale), round(picture.height * scale)
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    if dice.random() < 0.3:
        pixels = np.asarray(picture.convert("RGB")).astype(np.float32)
        grain = np.random.default_rng(dice.randrange(2**32)).normal(0, 3, pixels.shape)
        picture = Image.fromarray(np.clip(pixels + grain, 0, 255).astype(np.uint8))
    quality = dice.choice((0, 0, 90, 75, 60))
    if quality:
        packed = BytesIO()
        picture.convert("RGB").save(packed, "JPEG", quality=quality)
        picture = Image.open(packed).convert("RGB")
    return picture, f"x{scale:.2f} q{quality}"
