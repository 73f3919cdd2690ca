"""What tiles show in; numbers that speak for and against letters and values, with their names, out.

Each function gives columns of the same order as the tuple of names above it. "Lacks" is how much
less a candidate is like what is seen than the likeliest one is, "leads" how much more than the
next; a number in a name is the most that counts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from solver.game import TileSet
from vision.imaging import Doubles, Numbers, quantile
from vision.inference.confidence import BEYOND
from vision.tiles import MOST_VALUE, NOTHING, TileObservations, in_sight

SURE = (0.9, 0.06)
"""Likeness and lead of letters that show how the picture's numerals look; enough of a picture's
tiles have them in any font that is not foreign to the bank."""

SPOILT = ("covered", "faint", "clear", "coarse", "foreign", "aside", "short", "untold")
GLYPH = (
    *(f"letter lacks {most}" for most in ("0.04", "0.12", "0.3", "all")),
    *(f"{how} lacks {most}" for how in SPOILT for most in ("0.12", "all")),
)
NETWORK = (
    "network lacks 2", "network lacks 6", "network lacks", "network lacks 6, clear",
    "network lacks, clear", "network lacks 6, foreign", "network lacks, foreign",
)  # fmt: skip
BARE_PRINT = (
    "print: none lacks 2", "print: none lacks 6", "print: none lacks",
    "print: none lacks 6, trusted",
)  # fmt: skip
PRINTED = (
    "print lacks 2", "print lacks 6", "print lacks", "print lacks 6, trusted",
    "no print, others show theirs",
)  # fmt: skip
FELLOWS = (
    "fellows lack 0.04", "fellows lack 0.3", "no fellow", "no fellow, another is like",
    "unlike all fellows",
)  # fmt: skip


class PicturePrint(NamedTuple):
    """What the sure letters of a picture tell about its print.

    Attributes:
        values: The V values that occur, 0 first.
        trust: Share of the sure letters' numerals that agree with them.
        legible: Share of all uncovered numerals that can be read.
        unprinted: Log-probability that a tile with a value shows none.
        usual: The usual likeness of letters.
        foreign: How unlike all fonts its letters are, 0 to 1.5.
        sighted: Whether there are numerals at all.
    """

    values: list[int]
    trust: float
    legible: float
    unprinted: float
    usual: float
    foreign: float
    sighted: bool


def sure_letters(faces: TileObservations, places: Sequence[int]) -> list[str | None]:
    """The letter of each of some cells that is sure by its glyph alone, None where it is not."""
    second, first = np.partition(faces.letters.scores[places], -2, axis=1)[:, -2:].T
    sure = (first >= SURE[0]) & (first - second >= SURE[1])
    names = faces.letters.named(list(places))
    return [name if good else None for name, good in zip(names, sure.tolist(), strict=True)]


def look_at_print(
    faces: TileObservations, tiles: TileSet, player: Mapping[int, str]
) -> PicturePrint:
    """What the letters of a picture tell about its print, those named by the player too."""
    shown = np.flatnonzero(faces.is_tile).tolist()
    numerals = {k: each for k in shown if not (each := faces.numeral(k)).hidden}
    named = dict(zip(shown, sure_letters(faces, shown), strict=True)) | dict(player)
    pairs = [(each.value, tiles.values.get(named[k] or "")) for k, each in numerals.items()]
    agree = [value == worth for value, worth in pairs if worth and value is not None]
    missing = sum(each.missing for each in numerals.values()) - tiles.counts.get("?", 0)
    best = faces.letters.best[shown]
    return PicturePrint(
        sorted({0, *(value for value in tiles.values.values() if value)}),
        (sum(agree) + 1) / (len(agree) + 2),
        (sum(value is not None for value, _ in pairs) + 0.5) / (len(pairs) + 1),
        math.log((max(0, missing) + 0.5) / (len(pairs) + 1)),
        quantile(best, 0.5) if shown else 1.0,
        float(np.clip(5 * (0.95 - quantile(best, 0.15)), 0.0, 1.5)) if shown else 0.0,
        faces.prints is not None,
    )


def of_glyph(
    faces: TileObservations,
    places: list[int],
    lacks: Doubles,
    likeliest: Doubles,
    picture: PicturePrint,
    cell: float,
) -> Doubles:
    """``(K, C, len(GLYPH))`` what letters lack in likeness, and what may have spoilt them.

    Args:
        faces: What the cells show.
        places: The K cells asked about.
        lacks: ``(K, C)`` how much less than its best letter each is like each candidate.
        likeliest: ``(K,)`` log-probability of the letter that is the likeliest by the network.
        picture: What its sure letters tell about the picture's print.
        cell: Side of a cell in pixels of the picture.
    """
    marks, line = [faces.marks[k] for k in places], faces.line
    best = faces.letters.best[places]
    covered = np.array([not in_sight(mark) for mark in marks], np.float64)
    aside, short = np.zeros((2, len(places)))
    for n, mark in enumerate(marks):
        if mark is not None and line is not None:
            middle = mark.blob.x + mark.blob.width / 2
            aside[n] = abs(middle - line.middle) / line.height
            short[n] = abs(mark.blob.height - line.height) / line.height
    every = np.ones(len(places))
    spoilt = (
        covered, np.clip((picture.usual - best) / 0.2, 0.0, 1.0),
        np.clip((best - 0.85) / 0.12, 0.0, 1.0), every * min(1.0, 20.0 / cell),
        every * picture.foreign, np.clip(4 * (aside - 0.05), 0.0, 1.0),
        np.clip(3 * short, 0.0, 1.0), 1.0 - np.exp(likeliest),
    )  # fmt: skip
    some = np.minimum(lacks, 0.12)
    parts = (np.minimum(lacks, 0.04), some, np.minimum(lacks, 0.3), lacks)
    columns = [part * (1 - covered)[:, None] for part in parts]
    columns += [part * how[:, None] for how in spoilt for part in (some, lacks)]
    return np.stack(columns, axis=2)


def of_network(
    faces: TileObservations, places: list[int], chances: Doubles, picture: PicturePrint
) -> Doubles:
    """``(K, C, len(NETWORK))`` how much less likely than the likeliest one each candidate is.

    ``chances`` are the network's ``(K, C)`` log-probabilities of candidates in K cells.
    """
    lacks = np.minimum(chances.max(axis=1, keepdims=True) - chances, BEYOND)
    clear = np.clip((faces.letters.best[places] - 0.85) / 0.12, 0.0, 1.0)[:, None]
    some = np.minimum(lacks, 6.0)
    columns = (
        np.minimum(lacks, 2.0), some, lacks, some * clear, lacks * clear, some * picture.foreign,
        lacks * picture.foreign,
    )  # fmt: skip
    return np.stack(columns, axis=2)


def of_print(
    faces: TileObservations, places: list[int], picture: PicturePrint
) -> tuple[Doubles, Doubles]:
    """``(K, V, len(PRINTED))`` how much less likely than the likeliest print each value is.

    And ``(K, len(BARE_PRINT))`` the same for nothing printed; both by the network, for K cells.
    """
    lacks = np.zeros((len(places), len(picture.values) + 1))
    bare = np.zeros(len(places))
    if faces.prints is not None:
        bare = np.exp(faces.prints.told[places, NOTHING].astype(np.float64))
        chances = np.asarray(faces.prints.chances[places], np.float64)
        known = [each for each in picture.values if each <= MOST_VALUE]
        columns = [picture.values.index(each) for each in known]
        chances = chances[:, [*known, NOTHING]]
        lacks[:, [*columns, -1]] = chances.max(axis=1, keepdims=True) - chances
    lacks = np.minimum(lacks, BEYOND)
    some = np.minimum(lacks, 6.0)
    found = np.stack([np.minimum(lacks, 2.0), some, lacks, picture.trust * some], axis=2)
    rare = np.repeat((picture.unprinted * bare)[:, None, None], len(picture.values), axis=1)
    return np.concatenate([found[:, :-1], rare], axis=2), found[:, -1]


class Fellows(NamedTuple):
    """How alike K tiles are to the picture's other tiles whose letter is sure.

    Attributes:
        letters: The L letters that are sure on some tile.
        alike: ``(K, L)`` likeness to the most alike of these tiles of each letter; -1 where there
            is none but the tile itself.
        told: ``(K, L)`` the same to those of which a player says what they are.
    """

    letters: tuple[str, ...]
    alike: Doubles
    told: Doubles

    def of(self, k: int) -> dict[str, float]:
        """The likeness of one tile to those of each letter that has one."""
        pairs = zip(self.letters, self.alike[k].tolist(), strict=True)
        return {letter: alike for letter, alike in pairs if alike >= 0.0}


def of_fellows(fellows: Fellows, letters: tuple[str, ...], order: Numbers) -> Doubles:
    """``(K, C, len(FELLOWS))`` what letters lack in likeness to the picture's own tiles.

    ``order`` has the ``(K, C)`` numbers of the candidates.
    """
    own = np.full((len(order), len(letters)), -1.0)
    for column, letter in enumerate(fellows.letters):
        if letter in letters:
            own[:, letters.index(letter)] = fellows.alike[:, column]
    best = own.max(axis=1, initial=-1.0)[:, None]
    own = np.take_along_axis(own, order, axis=1)
    has = own >= 0.0
    lacks = np.where(has, best - own, 0.0)
    near = np.where(best >= 0.0, np.clip((best - 0.85) / 0.12, 0.0, 1.0), 0.0)
    lone = (best >= 0.0) & ~has
    columns = (
        np.minimum(lacks, 0.04) * near, np.minimum(lacks, 0.3) * near, lone, lone * near,
        has * (1 - near),
    )  # fmt: skip
    return np.stack(columns, axis=2)
