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
from numpy.typing import NDArray

from solver.game import TileSet
from vision.imaging import Doubles
from vision.tiles import (
    HIDDEN,
    MOST_VALUE,
    NOTHING,
    TWO_DIGITS,
    Numeral,
    TileObservations,
    log_chances,
)

SURE = (0.9, 0.06)
"""Likeness and lead of letters that show how the picture's numerals look; enough of a picture's
tiles have them in any font that is not foreign to the bank."""

FIGURES = (1.0, 1.7)
"""Ink of a 1 or a 0, and of other values, as a ratio to that of a 1, where the picture shows too
few: medians of the screens of the fit."""

MOST_LACKS = 15.0
"""Log-likelihood that a network's opinion is worth at most: 1 in 3 million."""

ELSEWHERE = 0.01
"""Share of pictures in a language that is not known."""

FOREIGN = 0.05
"""Share of tiles there whose letter known languages lack: of German ones 3 of 100, of Polish 10."""

SPOILT = ("covered", "faint", "clear", "coarse", "foreign", "aside", "short", "untold")
GLYPH = (
    *(f"letter lacks {most}" for most in ("0.04", "0.12", "0.3", "all")),
    *(f"{how} lacks {most}" for how in SPOILT for most in ("0.12", "all")),
)
NETWORK = (
    "network lacks 2", "network lacks 6", "network lacks", "network lacks 6, clear",
    "network lacks, clear", "network lacks 6, foreign", "network lacks, foreign",
)  # fmt: skip
PRINTED = ("print lacks 2", "print lacks 6", "print lacks", "print lacks 6, trusted")
BARE_PRINT = tuple(name.replace("print", "print: none", 1) for name in PRINTED)
FELLOWS = (
    "fellows lack 0.04", "fellows lack 0.3", "no fellow", "no fellow, another is like",
    "unlike all fellows",
)  # fmt: skip
VALUE = (
    "value like", "value lacks 0.1", "value lacks", "value lacks, trusted",
    "value leads, trusted", "ink unlike", "ink unlike, legible", "no figure",
    "no figure, legible", "touched", "touched lacks", "two figures lack",
    "two figures lack 0.15", "two figures alone", "read as its kind", "hidden like",
    "hidden lacks", "value lacks, clear", "value lacks 0.1, clear", "value leads, clear",
)  # fmt: skip
NONE = (
    "none: no figure", "none: no figure, legible", "none: how bare", "none: a figure",
    "none: a figure, trusted", "none: visible", "none: ink 0.25", "none: ink 0.6",
    "none: ink 1.2", "none: like a value", "none: legible", "none: ink, legible",
    "none: like, legible", "none: touched", "none: ink, touched", "none: hidden",
    "none: hidden, no figure", "none: hidden, ink", "none: hidden, foreign", "none: hidden, free",
    "none: hidden, other paper", "none: other paper", "none: odd paper", "none: ink beside",
    "none: much beside", "none: some foreign",
)  # fmt: skip
NOUGHT = (
    "a 0", "0 leads 0.1", "0 leads", "0 lacks 0.1", "0 lacks", "0 leads 0.1, clear",
    "0 lacks 0.1, clear",
)  # fmt: skip


class PicturePrint(NamedTuple):
    """What the sure letters of a picture tell about its print.

    Attributes:
        values: The V values that occur, 0 first.
        trust: Share of the sure letters' numerals that agree with them.
        legible: Share of all tiles' numerals that can be read.
        inks: ``(V,)`` the usual ink of each value.
        unit: The usual ink of a 1.
        usual: The usual likeness of letters.
        foreign: How unlike all fonts its letters are, 0 to 1.5.
        even: How far nine of ten corners with a numeral are from the one most like them in colour.
        reads: ``(V, V + 1)`` how often a sure letter's numeral of each value is read as each
            value, or not at all; one more, mostly as what it is, stands for what is not seen.
        own: What each cell with a sure letter adds to that, as (value, what it is read as).
        sighted: Whether there are numerals at all.
    """

    values: list[int]
    trust: float
    legible: float
    inks: Doubles
    unit: float
    usual: float
    foreign: float
    even: float
    reads: Doubles
    own: Mapping[int, tuple[int, int]]
    sighted: bool


def sure_letters(faces: TileObservations, places: Sequence[int]) -> list[str | None]:
    """The letter of each of some cells that is sure by its glyph alone, None where it is not."""
    if not len(places):
        return []
    second, first = np.partition(faces.letters.scores[places], -2, axis=1)[:, -2:].T
    sure = (first >= SURE[0]) & (first - second >= SURE[1])
    names = faces.letters.named(list(places))
    return [name if good else None for name, good in zip(names, sure.tolist(), strict=True)]


def look_at_print(
    faces: TileObservations, tiles: TileSet, player: Mapping[int, str] | None = None
) -> PicturePrint:
    """What the letters of a picture tell about its print.

    Args:
        faces: What the cells show.
        tiles: The language's tiles.
        player: The tiles of cells of which a player says what they are.
    """
    values = sorted({0, *(value for value in tiles.values.values() if value)})
    none = len(values)
    reads = np.full((none, none + 1), 0.1 / (none + 1))
    reads[np.arange(none), np.arange(none)] += 0.9
    shown = np.flatnonzero(faces.is_tile).tolist()
    inks: dict[int, list[float]] = {}
    own: dict[int, tuple[int, int]] = {}
    uncovered = told = agree = 0
    apart = []
    for k, sure in zip(shown, sure_letters(faces, shown), strict=True):
        numeral, letter = faces.numerals[k], (player or {}).get(k, sure)
        if numeral.hidden:
            continue
        uncovered += 1
        if numeral.value is not None:
            apart.append(numeral.apart)
        value = tiles.values.get(letter or "")
        if not value:
            continue
        own[k] = values.index(value), _read_as(numeral, values)
        reads[own[k]] += 1
        told += numeral.value is not None
        if numeral.value == value:
            agree += 1
            inks.setdefault(value, []).append(numeral.ink)
    ones = [ink / FIGURES[value > 1] for value, each in inks.items() for ink in each]
    unit = float(np.median(ones)) if ones else 1.0
    usual = [
        float(np.median(inks[value])) if len(inks.get(value, ())) > 1 else unit * FIGURES[value > 1]
        for value in values
    ]
    best = faces.letters.best[shown]
    return PicturePrint(
        values,
        (agree + 1) / (told + 2),
        (len(apart) + 0.5) / (uncovered + 1),
        np.array(usual),
        unit,
        float(np.median(best)) if shown else 1.0,
        float(np.clip(5 * (0.95 - np.quantile(best, 0.15)), 0.0, 1.5)) if shown else 0.0,
        float(np.quantile(apart, 0.9)) if apart else 0.0,
        reads,
        own,
        faces.corner is not None,
    )


def _read_as(numeral: Numeral, values: list[int]) -> int:
    """The number of the value that a numeral is read as; one more than all where it is none."""
    return values.index(numeral.value) if numeral.value in values else len(values)


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
    covered = np.array([mark is None or mark.hidden > HIDDEN for mark in marks], np.float64)
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


def chances_by_network(
    faces: TileObservations, places: list[int], letters: tuple[str, ...]
) -> tuple[Doubles, Doubles]:
    """``(K, N)`` log-probability of each letter by the network of letters.

    And ``(K,)`` the probability that a tile's letter is none of these: it rises with what all tiles
    tell of the picture's language.

    Args:
        faces: What the cells show.
        places: The K cells asked about.
        letters: The language's letters.
    """
    chances, others = (each.astype(np.float64) for each in log_chances(faces.told[places], letters))
    leads = others - chances.max(axis=1)
    own = math.log(FOREIGN) + leads
    odds = np.logaddexp(math.log(1 - FOREIGN), own)
    elsewhere = np.logaddexp(math.log((1 - ELSEWHERE) / ELSEWHERE), odds.sum()) - odds.sum()
    return chances, np.exp(own - odds - elsewhere)


def of_network(
    faces: TileObservations, places: list[int], chances: Doubles, picture: PicturePrint
) -> Doubles:
    """``(K, C, len(NETWORK))`` how much less likely than the likeliest the network takes letters.

    Args:
        faces: What the cells show.
        places: The K cells asked about.
        chances: ``(K, C)`` log-probabilities of the candidates.
        picture: What its sure letters tell about the picture's print.
    """
    lacks = np.minimum(chances.max(axis=1, keepdims=True) - chances, MOST_LACKS)
    clear = np.clip((faces.letters.best[places] - 0.85) / 0.12, 0.0, 1.0)[:, None]
    some = np.minimum(lacks, 6.0)
    columns = (
        np.minimum(lacks, 2.0), some, lacks, some * clear, lacks * clear, some * picture.foreign,
        lacks * picture.foreign,
    )  # fmt: skip
    return np.stack(columns, axis=2)


def of_print(
    faces: TileObservations, places: list[int], tiles: TileSet, picture: PicturePrint
) -> tuple[Doubles, Doubles]:
    """``(K, V, len(PRINTED))`` how much less likely than what is likeliest there each value is.

    And ``(K, len(BARE_PRINT))`` the same for nothing printed; both as the network takes it.

    Args:
        faces: What the cells show.
        places: The K cells asked about.
        tiles: The language's tiles.
        picture: What its sure letters tell about the picture's print.
    """
    if faces.prints is None:
        return np.zeros((len(places), len(picture.values), 4)), np.zeros((len(places), 4))
    chances = np.asarray(faces.prints.chances, np.float64)
    known = [each for each in picture.values if each <= MOST_VALUE]
    best = chances[:, [*known, NOTHING]].max(axis=1)
    read = chances[:, known].argmax(axis=1)
    shown = np.flatnonzero(faces.is_tile).tolist()
    agree = [
        known[read[k]] == tiles.values[letter]
        for k, letter in zip(shown, sure_letters(faces, shown), strict=True)
        if letter is not None and tiles.values.get(letter) and chances[k, NOTHING] < best[k]
    ]
    trust = (sum(agree) + 1) / (len(agree) + 2)
    lacks = np.zeros((len(places), len(picture.values) + 1))
    columns = [n for n, value in enumerate(picture.values) if value <= MOST_VALUE]
    lacks[:, [*columns, -1]] = (best[:, None] - chances[:, [*known, NOTHING]])[places]
    lacks = np.minimum(lacks, MOST_LACKS)
    some = np.minimum(lacks, 6.0)
    found = np.stack([np.minimum(lacks, 2.0), some, lacks, trust * some], axis=2)
    return found[:, :-1], found[:, -1]


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
        """The same for one tile, by letter."""
        pairs = zip(self.letters, self.alike[k].tolist(), strict=True)
        return {letter: alike for letter, alike in pairs if alike >= 0.0}


def of_fellows(fellows: Fellows, letters: tuple[str, ...], order: NDArray[np.int64]) -> Doubles:
    """``(K, C, len(FELLOWS))`` what letters lack in likeness to the picture's own tiles.

    Args:
        fellows: How alike each tile is to those.
        letters: The language's letters.
        order: ``(K, C)`` numbers of the candidates.
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


class Corners(NamedTuple):
    """The corners of K tiles, where V values may be printed.

    Attributes:
        read_as: ``(K,)`` number of the value it is read as, V for none.
        like: ``(K, V)`` likeness to each value.
        visible, touched, figure, alone: ``(K,)`` 0 or 1: whether it can be seen, the letter
            reaches into it, there is a figure, and that is a lone 0.
        ink: ``(K,)`` its ink.
        foreign, free, apart, beside: ``(K,)`` as of its ``Numeral``.
    """

    read_as: NDArray[np.int64]
    like: Doubles
    visible: Doubles
    touched: Doubles
    figure: Doubles
    alone: Doubles
    ink: Doubles
    foreign: Doubles
    free: Doubles
    apart: Doubles
    beside: Doubles


def look_at_corners(numerals: Sequence[Numeral], picture: PicturePrint) -> Corners:
    """The corners of some tiles."""
    values = picture.values
    like = [[each.scores.get(value, 0.0) for value in values] for each in numerals]
    measured = np.array(
        [
            (picture.sighted and not each.hidden, each.touched, bool(each.scores), each.alone,
             each.ink, each.foreign, each.free, each.apart, each.beside)
            for each in numerals
        ],
        np.float64,
    ).reshape(len(numerals), 9).T  # fmt: skip
    read_as = np.array([_read_as(each, values) for each in numerals], np.int64)
    shape = len(numerals), len(values)
    return Corners(read_as, np.reshape(like, shape), *measured)


def of_value(corners: Corners, places: Sequence[int], picture: PicturePrint) -> Doubles:
    """``(K, V, len(VALUE))`` how the corner of each tile fits each value."""
    like, many = corners.like, len(picture.values)
    others = np.repeat(like[:, None], many, axis=1)
    others[:, np.arange(many), np.arange(many)] = 0.0
    other = np.maximum(others.max(axis=2), 0.0)
    lacks, leads = np.maximum(other - like, 0.0), np.minimum(np.maximum(like - other, 0.0), 0.2)
    ratio = np.maximum(corners.ink[:, None] / np.maximum(picture.inks, 0.05), 0.05)
    unlike = np.minimum(np.abs(np.log(ratio)), 2.0)
    seen = corners.visible[:, None] * np.ones_like(like)
    trusted, read, none = seen * picture.trust, seen * picture.legible, 1 - corners.figure[:, None]
    touch, hidden = corners.touched[:, None] * seen, (1 - seen) * picture.sighted
    clear = np.clip((like.max(axis=1) - 0.6) / 0.3, 0.0, 1.0)[:, None] * seen
    two = np.array([value >= TWO_DIGITS for value in picture.values])
    tens, singles = lacks * two, lacks * ~two
    columns = (
        like * seen, np.minimum(singles, 0.1) * seen, singles * seen, singles * trusted,
        leads * trusted, unlike * seen, unlike * read, none * seen, none * read, touch,
        touch * singles, tens * seen, np.minimum(tens, 0.15) * seen,
        np.minimum(tens, 0.15) * corners.alone[:, None] * seen,
        _as_its_kind(corners, places, picture), hidden * np.maximum(like - 0.5, 0.0),
        hidden * singles, singles * clear, np.minimum(singles, 0.1) * clear, leads * clear,
    )  # fmt: skip
    return np.stack(columns, axis=2)


def _as_its_kind(corners: Corners, places: Sequence[int], picture: PicturePrint) -> Doubles:
    """``(K, V)`` log share of the picture's other numerals of a value that are read as this one is.

    A figure that a font draws in its own way is read as another one everywhere.
    """
    found = np.zeros(corners.like.shape)
    for n, (k, read) in enumerate(zip(places, corners.read_as.tolist(), strict=True)):
        if not corners.visible[n]:
            continue
        counts, totals = picture.reads[:, read].copy(), picture.reads.sum(axis=1)
        if k in picture.own:
            value, _ = picture.own[k]
            counts[value] -= 1
            totals[value] -= 1
        found[n] = np.log(counts / totals)
    return found


def of_none(corners: Corners, picture: PicturePrint) -> Doubles:
    """``(K, len(NONE))`` how the corner of each tile fits that nothing is printed there."""
    ink = np.minimum(corners.ink / picture.unit, 3.0)
    best = np.maximum(corners.like[:, 1:].max(axis=1), 0.0)
    visible, none = corners.visible, 1.0 - corners.figure
    read, trusted = visible * picture.legible, visible * picture.trust
    clear, touch, some = (
        np.maximum(best - 0.6, 0.0),
        corners.touched * visible,
        np.minimum(ink, 0.6),
    )
    hidden, bare = (1.0 - visible) * picture.sighted, none * visible
    paper = np.minimum(corners.apart / 30.0, 2.0)
    odd = np.minimum(corners.apart / (picture.even + 5.0), 4.0)
    beside, foreign = np.minimum(corners.beside, 1.2), np.minimum(corners.foreign, 0.5)
    columns = (
        none * visible, none * read, none * read * np.maximum(0.3 - ink, 0.0), clear * visible,
        clear * trusted, visible, np.minimum(ink, 0.25) * visible, some * visible,
        np.minimum(ink, 1.2) * visible, best * visible, read, some * read, best * read, touch,
        touch * some, 1.0 - visible, hidden * none, hidden * np.minimum(ink, 0.6),
        hidden * foreign, hidden * corners.free, hidden * paper, bare * paper, bare * odd,
        bare * beside, bare * np.maximum(beside - 0.5, 0.0), bare * foreign,
    )  # fmt: skip
    return np.stack(columns, axis=1)


def of_nought(corners: Corners, picture: PicturePrint) -> Doubles:
    """``(K, len(NOUGHT))`` how much more, or less, a corner is like a 0 than like other figures."""
    single = [n for n, value in enumerate(picture.values) if 0 < value < TWO_DIGITS]
    leads = (corners.like[:, 0] - corners.like[:, single].max(axis=1)) * corners.visible
    clear = np.clip((corners.like.max(axis=1) - 0.6) / 0.3, 0.0, 1.0)
    ahead, behind = np.maximum(leads, 0.0), np.maximum(-leads, 0.0)
    columns = (
        np.ones(len(leads)), np.minimum(ahead, 0.1), ahead, np.minimum(behind, 0.1), behind,
        np.minimum(ahead, 0.1) * clear, np.minimum(behind, 0.1) * clear,
    )  # fmt: skip
    return np.stack(columns, axis=1)
