"""Wild looks: what real apps have and the sample screens' own painter does not.

Wood and shaded faces, bevels, shadows, wide or no gaps, labels in words or as pictures, rings and
glows around the last move, bubbles at any corner, racks of any size, tablets on their side, and
pictures that were cut, scaled and compressed on their way.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from sample_screens.look import Look
from sample_screens.scene import Scene, parse_square
from sample_screens.shapes import BLACK, WHITE, Paint
from solver.words import Lexicon

from .dressing import hue, invent_look
from .inventing import ENDED, LAID, USUAL, invent_scene

Texture = Literal["plain", "wood", "shaded", "grained"]
Labels = Literal["short", "figure", "words", "three", "times", "dots"]
Last = Literal["face", "ink", "ring", "glow", "arrow", "word"]
Rim = Literal["none", "ring", "glow"]
Bubble = Literal["none", "disc", "pill", "square", "burst", "flag"]
Frame = Literal["phone", "landscape", "window"]

TEXTURES: tuple[Texture, ...] = ("plain", "plain", "shaded", "wood", "grained")
LABELS: tuple[Labels, ...] = ("short", "short", "figure", "words", "three", "times", "dots")
TOLD: tuple[Labels, ...] = ("short", "figure")
SHAPES = (0.5, 0.5, 0.3, 0.0)
"""Roundness of the shapes that blanks may show their letter on, as a share of their side."""

LASTS: tuple[Last, ...] = ("face", "face", "ink", "ring", "glow", "arrow", "word")
BUBBLES: tuple[Bubble, ...] = ("none", "disc", "pill", "square", "burst", "flag")
FRAMES: tuple[Frame, ...] = ("phone", "phone", "phone", "phone", "landscape", "window")

CROSS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
"""A square and those beside it."""

UNTIL = ((0, 0), USUAL, USUAL, USUAL, USUAL, USUAL, USUAL, ENDED)
"""Turns played: none, some, or all of them."""


@dataclass(frozen=True)
class Disc:
    """How blanks are shown by a letter on a disc; sizes as shares of a cell.

    Attributes:
        side, radius: Of the disc, which may be a square with round corners.
        letter: Height of a capital.
        tilt: Degrees by which it is turned against the clock.
        pale: How far the disc's colour is from the tile's, on the way to the ink's.
        own: Whether the letter has the tile's own colour.
    """

    side: float
    radius: float
    letter: float
    tilt: float
    pale: float
    own: bool


@dataclass(frozen=True)
class Wild:
    """What a wild look has beside a look's colours; sizes as shares of a cell.

    Attributes:
        ground, faces: What squares and tiles are made of.
        gap: Between squares.
        hairline: Whether lines are drawn in place of gaps.
        inset, radius: Of tiles.
        bevel, drop: Width of the bevel, length of the shadow that falls on the neighbour.
        merge: Whether tiles side by side are drawn as one.
        labels, label: What stands on premium squares, and how high.
        letter, numeral: Heights of capitals.
        letter_at: Middle of the letter.
        numeral_at: Middle of the numeral; None: as a subscript right below the letter.
        zero: Whether blanks show a 0.
        last, bubble, corner: How the last move is shown, and at which corner of it its score.
        rack: Side of the rack's tiles in cells.
        rack_gap: Between them, as a share of their side.
        lifted: Rack tiles that are lifted a little.
        frame: How the screen is laid out.
        tail: Widths to which the picture is scaled one after the other (0: left as it is), with
            the JPEG quality.
        cut: Whether only board and rack are left.
        disc: What blanks show their letter on, None where they look like other tiles.
        told: Whether a line tells the last move.
        laid: Whether a bubble tells what the tiles count that are laid but not played.
        scored: Whether one tells what the last move counted.
        rim: What is drawn around each tile that is laid but not played, and its colour.
    """

    ground: Texture
    faces: Texture
    gap: float
    hairline: bool
    inset: float
    radius: float
    bevel: float
    drop: float
    merge: bool
    labels: Labels
    label: float
    letter: float
    numeral: float
    letter_at: tuple[float, float]
    numeral_at: tuple[float, float] | None
    zero: bool
    last: Last
    bubble: Bubble
    corner: tuple[float, float]
    rack: float
    rack_gap: float
    lifted: tuple[int, ...]
    frame: Frame
    tail: tuple[tuple[int, int], ...]
    cut: bool
    disc: Disc | None = None
    told: bool = True
    laid: bool = False
    scored: bool = True
    rim: tuple[Rim, Paint] = ("none", BLACK)


def invent_wild(
    seed: int,
    lexicon: Lexicon,
    fonts: Sequence[Path],
    laid: float = LAID,
    *,
    ended: bool = False,
) -> tuple[Scene, Look, Wild]:
    """A screen: the same seed gives the same one.

    Args:
        seed: What the dice start from.
        lexicon: Words for the game that is played.
        fonts: Font files to choose from; none = those of the sample screens.
        laid: Share of the screens on which tiles are laid but not played.
        ended: Whether the bag is empty, or nearly so.
    """
    dice = random.Random(f"wild {seed}")  # noqa: S311 (a made-up picture is no secret)
    look = invent_look(dice, fonts)
    until = dice.choice(UNTIL[-1:] if ended else UNTIL)
    scene = invent_scene(f"wild-{seed}", dice, look, lexicon, until=until, laid=laid)
    wild = _traits(dice, look.tiles.zero)
    if scene.premiums and wild.labels not in TOLD:  # nobody could tell what they multiply
        wild = replace(wild, labels=dice.choice(TOLD))
    return scene, look, wild


def with_discs(seed: int, scene: Scene, wild: Wild) -> tuple[Scene, Wild]:
    """The same screen with two blanks on its board, shown by letters on discs."""
    dice = random.Random(f"discs {seed}")  # noqa: S311 (a made-up picture is no secret)
    told = [parse_square(name) for name in scene.last.squares] if scene.last else []
    rows_told, columns_told = {row for row, _ in told}, {column for _, column in told}
    tiles = [  # the points told of the last move stay right
        (row, column)
        for row, column, letter in scene.tiles()
        if letter.isupper() and row not in rows_told and column not in columns_told
    ]
    shown = sum(letter.islower() for _, _, letter in scene.tiles())
    held = "".join(scene.tentative.values()) + (scene.rack or "")
    shown += sum(tile == "?" or tile.islower() for tile in held)
    lent = set(dice.sample(tiles, min(max(0, 2 - shown), len(tiles))))
    rows = tuple(
        "".join(
            letter.lower() if (row, column) in lent else letter
            for column, letter in enumerate(line)
        )
        for row, line in enumerate(scene.rows)
    )
    side = dice.uniform(0.58, 0.78) * (1 - 2 * wild.inset)
    disc = Disc(
        side,
        dice.choice(SHAPES) * side,
        dice.uniform(0.56, 0.66) * side,
        dice.choice((0.0, dice.uniform(-16, 16))),
        dice.uniform(0.6, 1.0),
        dice.random() < 0.7,
    )
    return replace(scene, rows=rows), replace(wild, zero=False, disc=disc)


def with_laid_told(seed: int, wild: Wild) -> Wild:
    """The same look; by the dice, no line tells the last move, and bubbles what moves count.

    Few apps put the points of the last move into a bubble, but not those of what is laid; most
    show the last move by the colour of its tiles; some draw a line or light around what is laid.
    """
    dice = random.Random(f"told {seed}")  # noqa: S311 (a made-up picture is no secret)
    told, laid = dice.random() < 0.5, dice.random() < 0.7
    scored = dice.random() < (0.5 if laid else 0.2)
    last = "face" if dice.random() < 0.5 else wild.last
    rims: tuple[Rim, ...] = "none", "ring", "glow"
    rim = dice.choices(rims, (6, 3, 2))[0]
    paint = dice.choice((WHITE, BLACK, *(hue(dice.random(), 0.8, 0.9) for _ in range(3))))
    return replace(wild, told=told, laid=laid, scored=scored, last=last, rim=(rim, paint))


def with_loose(seed: int, scene: Scene) -> Scene:
    """The same screen with up to three tiles of the rack laid where they touch no other tile."""
    dice = random.Random(f"loose {seed}")  # noqa: S311 (a made-up picture is no secret)
    taken = {(row, column) for row, column, _ in scene.tiles()} | scene.tentative.keys()
    near = {(row + down, column + right) for row, column in taken for down, right in CROSS}
    places = [(row, column) for row in range(scene.size) for column in range(scene.size)]
    bare = [place for place in places if place not in near]
    held = [k for k, tile in enumerate(scene.rack or "") if tile not in "?-"]
    laid = dict(scene.tentative)
    rack = list(scene.rack or "")
    middle = (scene.size // 2, scene.size // 2)
    chosen = dice.sample(held, min(dice.randint(1, 3), len(held)))
    for k, place in zip(chosen, dice.sample(bare, len(bare)), strict=False):
        if middle in taken:
            laid[place], rack[k] = rack[k], "-"
    return replace(scene, tentative=laid, rack="".join(rack))


def _traits(dice: random.Random, zero: bool) -> Wild:  # noqa: FBT001
    merge = dice.random() < 0.3
    below = dice.random() < 0.4
    subscript = dice.random() < 0.2
    letter = dice.uniform(0.42, 0.62)
    hairline = dice.random() < 0.3
    return Wild(
        ground=dice.choice(TEXTURES),
        faces=dice.choice(TEXTURES),
        gap=dice.choice((0.0, 0.02)) if hairline else dice.uniform(0.02, 0.16),
        hairline=hairline,
        inset=0.0 if merge else dice.choice((0.0, 0.01, 0.03, 0.06)),
        radius=dice.uniform(0, 0.25),
        bevel=dice.choice((0, 0, 0.03, 0.06)),
        drop=0.0 if merge else dice.choice((0, 0, 0.03, 0.08)),
        merge=merge,
        labels=dice.choice(LABELS),
        label=dice.uniform(0.24, 0.33),
        letter=letter,
        numeral=dice.uniform(0.15, 0.24),
        letter_at=(dice.uniform(0.42, 0.5), 0.46 if below else 0.55),
        numeral_at=None if subscript else (0.88, 0.82 if below else 0.19),
        zero=zero,
        last=dice.choice(LASTS),
        bubble=dice.choice(BUBBLES),
        corner=(dice.choice((0.05, 0.95)), dice.choice((0.05, 0.95))),
        rack=dice.choice((0.9, 1.3, 1.7, 2.0, 2.1)),
        rack_gap=dice.choice((0.02, 0.05, 0.12, 0.25)),
        lifted=tuple(k for k in range(7) if dice.random() < 0.15) if dice.random() < 0.15 else (),
        frame=dice.choice(FRAMES),
        tail=_tail(dice),
        cut=dice.random() < 0.1,
    )


def _tail(dice: random.Random) -> tuple[tuple[int, int], ...]:
    """What messengers and web pages do to a picture."""
    kind = dice.random()
    if kind < 0.35:
        return ()
    if kind < 0.5:
        return ((0, dice.randint(70, 92)),)
    width = dice.choice((480, 540, 600, 640, 720))
    once = (width, dice.randint(70, 90))
    return (once,) if kind < 0.8 else (once, (0, dice.randint(65, 80)))
