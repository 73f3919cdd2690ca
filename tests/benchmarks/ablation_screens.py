"""The screens of the ablation: what they are called, and how each is made with its truth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np

from vision.errors import VisionError
from vision.imaging.screen import Screen
from vision.reader import read

from .damage import degradations
from .hazards import hazards, lay_on, refused
from .invented import fonts_below, painted, painted_wild
from .pictures import Expected, Source, find_sources, load_picture

FIRST = 300_000
"""Seed of screens that nothing was tuned to, and the next ones."""

OFFSETS = {
    "invented": 0, "unlabelled": 10_000, "wild": 20_000, "laid": 30_000, "covered": 40_000,
    "ended": 50_000,
}  # fmt: skip
"""From the first of all seeds to that of each kind. The last three are invented and wild looks in
turn, with tiles laid on most, with something on two tiles, or at the end of a game."""

SHARES = {"invented": 0.4, "unlabelled": 0.2, "wild": 0.4}
"""Of all seeds."""


@dataclass(frozen=True)
class Shot:
    """A screen that can be made: small, so that it can be handed to another process.

    Attributes:
        kind: ``corpus``, ``fresh``, ``samples``, or one of ``OFFSETS``.
        name: Of the picture, or the seed.
        damage: What happens to it, ``none`` for nothing.
        fonts: Folder of other fonts for the tiles; empty for those of the sample screens.
    """

    kind: str
    name: str
    damage: str = "none"
    fonts: str = ""

    @property
    def group(self) -> str:
        """What tables count it as."""
        if self.damage == "none":
            return self.kind
        return "hazard" if self.damage in hazards() else "damage"

    def __str__(self) -> str:
        damage = "" if self.damage == "none" else f" | {self.damage}"
        return f"{self.kind} {self.name}{damage}{' | other fonts' if self.fonts else ''}"


@dataclass(frozen=True, eq=False)
class Made:
    """A screen, what a perfect reader reads in it, and whether it still shows the rack."""

    screen: Screen
    expected: Expected
    rack: bool = True


def all_shots(seeds: int, damaged: int, fonts: Path | None, seed: int = 0) -> list[Shot]:
    """Every screen, in an order in which a part of them is like all of them.

    Args:
        seeds: How many seeds of invented, unlabelled and wild looks together.
        damaged: Sample screens for each kind of damage, and for each hazard.
        fonts: A folder of fonts for every second seed; None for none.
        seed: Of the order, and of the choice of the screens that are damaged.
    """
    dice = random.Random(seed)  # noqa: S311 (an order, no secret)
    found = [*_real(), *_damaged(damaged, dice), *_seeds(seeds, fonts)]
    dice.shuffle(found)
    return [*found, *_hazardous(damaged, dice)]


def painted_shots(
    seeds: int,
    damaged: int,
    fonts: Path | None,
    first: int,
    more: Mapping[str, int] = {},
) -> list[Shot]:
    """Screens from a first seed on, and damaged samples: none of `all_shots` with another first.

    Of the samples, which are few, some are damaged in the same way for another first seed too.
    """
    dice = random.Random(first)  # noqa: S311 (an order, no secret)
    damages = [shot for shot in _damaged(damaged, dice) if shot.damage != "none"]
    found = [*_seeds(seeds, fonts, first), *damages]
    found += (
        Shot(kind, str(first + OFFSETS[kind] + number))
        for kind, count in more.items()
        for number in range(count)
    )
    dice.shuffle(found)
    return found


def _real() -> Iterator[Shot]:
    for kind in ("corpus", "fresh"):
        yield from (Shot(kind, source.name) for source in find_sources(kind))


def _damaged(count: int, dice: random.Random) -> Iterator[Shot]:
    names = [source.name for source in find_sources("samples")]
    yield from (Shot("samples", name) for name in names)
    for damage in degradations():
        if damage.name != "none":
            for name in dice.sample(names, min(count, len(names))):
                yield Shot("samples", name, damage.name)


def _hazardous(count: int, dice: random.Random) -> Iterator[Shot]:
    names = [source.name for source in find_sources("samples") if source.expected.board]
    for hazard in hazards():
        for name in dice.sample(names, min(count, len(names))):
            yield Shot("samples", name, hazard)


def _seeds(count: int, fonts: Path | None, first: int = FIRST) -> Iterator[Shot]:
    for kind, share in SHARES.items():
        for number in range(round(share * count)):
            other = str(fonts) if fonts is not None and number % 2 else ""
            yield Shot(kind, str(first + OFFSETS[kind] + number), fonts=other)


def make(shot: Shot) -> Made | None:
    """A screen with its truth; None where the picture cannot be damaged so."""
    if shot.kind not in OFFSETS:
        return _taken(shot)
    fonts = fonts_below(Path(shot.fonts)) if shot.fonts else ()
    seed = int(shot.name)
    wild = shot.kind == "wild" or (shot.kind in ("laid", "covered", "ended") and seed % 2)
    paint = partial(
        painted_wild if wild else painted, fonts=fonts, labels=shot.kind != "unlabelled"
    )
    scene, _, picture, expected = paint(seed, laid=shot.kind == "laid", ended=shot.kind == "ended")
    pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
    screen = Screen(pixels, scene.name)
    laid_on = _covered(screen, seed) if shot.kind == "covered" else screen
    return None if laid_on is None else Made(laid_on, expected)


def _covered(screen: Screen, seed: int) -> Screen | None:
    """The screen with something on two tiles; None where no board is seen."""
    try:
        tiles = [tile.box for line in read(screen).cells for tile in line if tile is not None]
    except VisionError:
        return None
    dice = random.Random(f"covered {seed}")  # noqa: S311 (a picture, no secret)
    pixels = screen.pixels.copy()
    for box in dice.sample(tiles, min(2, len(tiles))):
        lay_on(pixels, box, dice)
    return Screen(pixels, screen.name)


def _taken(shot: Shot) -> Made | None:
    source = _sources(shot.kind)[shot.name]
    if shot.damage in hazards():
        work, refuse = hazards()[shot.damage]
        screen = work(load_picture(source))
        truth = refused(source.expected) if refuse else source.expected
        return None if screen is None else Made(screen, truth)
    damage = next(each for each in degradations() if each.name == shot.damage)
    screen = damage.work(load_picture(source))
    return None if screen is None else Made(screen, source.expected, damage.rack)


@cache
def _sources(kind: str) -> dict[str, Source]:
    return {source.name: source for source in find_sources(kind)}
