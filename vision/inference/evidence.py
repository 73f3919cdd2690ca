"""What tiles show in; the log-likelihood of each letter, plain or a blank, for each of them out.

The likelihoods are weighted sums of what was measured of a tile and its picture. The weights were
fitted on rendered screens by `tests/benchmarks/fitting.py`; `likelihood.json` holds them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.game import TileSet
from vision.imaging import Doubles
from vision.tiles import (
    HIDDEN,
    TWO_DIGITS,
    Numeral,
    TileObservations,
    likeness_among,
    shapes_of,
)

CANDIDATES = 12
"""Letters weighed for each tile, those its glyph is most like: a truth further down is one of a
font that reads as another letter everywhere, which no likelihood of glyphs tells."""

PLAIN, BARE, ZERO = range(3)
"""The kinds of a tile: a letter with its value, a blank without a numeral, a blank with a 0."""

FEATURES = (
    *(f"letter lacks {part}" for part in ("0.04", "0.12", "0.3", "all")),
    "covered lacks 0.12", "covered lacks all", "faint lacks 0.12", "faint lacks all",
    "clear lacks 0.12", "clear lacks all", "coarse lacks 0.12", "coarse lacks all", "foreign lacks 0.12", "foreign lacks all",
    "aside lacks 0.12", "aside lacks all", "short lacks 0.12", "short lacks all",
    "fellows lack 0.04", "fellows lack 0.3", "no fellow", "no fellow, another is like",
    "unlike all fellows", "share of the bag", "blank",
    "value like", "value lacks 0.1", "value lacks", "value lacks, trusted", "value leads, trusted",
    "ink unlike", "ink unlike, legible", "no figure", "no figure, legible", "touched",
    "touched lacks", "two figures lack", "two figures lack 0.15", "two figures alone", "read as its kind", "hidden like", "hidden lacks",
    "value lacks, clear", "value lacks 0.1, clear", "value leads, clear",
    "none: no figure", "none: no figure, legible", "none: how bare", "none: a figure",
    "none: a figure, trusted", "none: visible", "none: ink 0.25", "none: ink 0.6",
    "none: ink 1.2", "none: like a value", "none: legible", "none: ink, legible",
    "none: like, legible", "none: touched", "none: ink, touched", "none: hidden",
    "a 0", "0 leads 0.1", "0 leads", "0 lacks 0.1", "0 lacks", "0 leads 0.1, clear", "0 lacks 0.1, clear", "blank on a disc", "letter on a disc",
)  # fmt: skip
"""What is measured, in the order of the weights; CONTRIBUTING tells what the words mean."""

SURE = (0.9, 0.06)
"""Likeness and lead of letters that show how the picture's numerals look; enough of a picture's
tiles have them in any font that is not foreign to the bank."""

FIGURES = (1.0, 1.7)
"""Ink of a 1, or a 0, and of other values, as a ratio to that of a 1, where the picture shows too
few: the mean over the fonts of the bank."""


class Evidence(NamedTuple):
    """The candidates of K tiles.

    Attributes:
        letters: The letters that candidates are told by.
        order: ``(K, C)`` numbers of the likeliest letters, by glyph alone.
        features: ``(K, C, 3, F)`` what speaks for each letter as PLAIN, BARE and ZERO.
        foreign: How unlike all known fonts the picture's letters are, 0 to 1.5.
    """

    letters: tuple[str, ...]
    order: NDArray[np.int64]
    features: Doubles
    foreign: float

    def scores(self) -> Doubles:
        """``(K, C, 3)`` log-likelihoods, up to a constant for each tile."""
        return np.asarray(self.features @ weights(), np.float64)


@cache
def fitted() -> dict[str, Any]:
    """The fitted numbers, with a record of how they were fitted."""
    text = files("vision.inference").joinpath("likelihood.json").read_text(encoding="utf-8")
    numbers: dict[str, Any] = json.loads(text)
    return numbers


@cache
def weights() -> Doubles:
    """``(F,)`` the weight of each feature."""
    known = fitted()["weights"]
    return np.array([known[name] for name in FEATURES], np.float64)


class _Picture(NamedTuple):
    """What the sure letters of a picture tell about its print.

    Attributes:
        trust: Share of their numerals that agree with them.
        legible: Share of all tiles' numerals that can be read.
        inks: ``(V,)`` the usual ink of each value.
        unit: The usual ink of a 1.
        usual: The usual likeness of letters.
        foreign: How unlike all fonts its letters are, 0 to 1.5.
    """

    trust: float
    legible: float
    inks: Doubles
    unit: float
    usual: float
    foreign: float


class Seen(NamedTuple):
    """Tiles of one place: of the board, or of the rack.

    Attributes:
        faces: What all its cells show.
        places: The K cells whose tiles are asked about.
        cell: Side of a cell in pixels of the picture.
    """

    faces: TileObservations
    places: list[int]
    cell: float


def weigh(seen: Sequence[Seen], tiles: TileSet) -> list[Evidence]:
    """The candidates of the tiles of a picture, place by place.

    Args:
        seen: What the board and the rack show.
        tiles: The language's tiles.
    """
    fellows = _fellows(seen)
    found = []
    for each in seen:
        count = len(each.places)
        found.append(_weigh(*each, tiles, fellows[:count]))
        fellows = fellows[count:]
    return found


def _fellows(seen: Sequence[Seen]) -> list[list[tuple[str, float]]]:
    """For each tile of all places the sure letters on other tiles, and how alike the two are."""
    marks = [each.faces.marks[k] for each in seen for k in each.places]
    named = [letter for each in seen for letter in _sure_letters(each)]
    shown = [n for n, mark in enumerate(marks) if mark is not None and mark.hidden <= HIDDEN]
    found: list[list[tuple[str, float]]] = [[] for _ in marks]
    if len(shown) < 2:
        return found
    alike = likeness_among(*shapes_of([mark for n in shown if (mark := marks[n]) is not None]))
    np.fill_diagonal(alike, -1.0)
    known = [m for m, n in enumerate(shown) if named[n] is not None]
    for m, n in enumerate(shown):
        best: dict[str, float] = {}
        for other in known:
            letter = named[shown[other]]
            if letter is not None and other != m:
                best[letter] = max(best.get(letter, 0.0), float(alike[m, other]))
        found[n] = list(best.items())
    return found


def _sure_letters(seen: Seen) -> list[str | None]:
    """The letter of each tile that is sure by its glyph alone."""
    scores = seen.faces.letters.scores[seen.places]
    if not len(scores):
        return []
    second, first = np.partition(scores, -2, axis=1)[:, -2:].T
    sure = (first >= SURE[0]) & (first - second >= SURE[1])
    names = seen.faces.letters.named(seen.places)
    return [name if good else None for name, good in zip(names, sure.tolist(), strict=True)]


def _weigh(
    faces: TileObservations,
    places: list[int],
    cell: float,
    tiles: TileSet,
    fellows: list[list[tuple[str, float]]],
) -> Evidence:
    known = [n for n, each in enumerate(faces.letters.letters) if tiles.values.get(each)]
    letters = tuple(faces.letters.letters[n] for n in known)
    likeness = faces.letters.scores[places][:, known].astype(np.float64)
    order = np.argsort(-likeness, axis=1, kind="stable")[:, :CANDIDATES]
    lacks = likeness.max(axis=1, keepdims=True) - np.take_along_axis(likeness, order, axis=1)
    values = sorted({0, *(tiles.values[each] for each in letters)})
    picture = _picture(faces, tiles, values)
    glyph = _of_glyph(faces, places, lacks, picture, cell)
    glyph = np.concatenate([glyph, _of_fellows(fellows, letters, order)], axis=2)
    worth = np.array([values.index(tiles.values[each]) for each in letters])[order]
    numerals = [faces.numerals[k] for k in places]
    printed = _of_value(numerals, values, picture, sighted=faces.corner is not None)
    printed = np.concatenate([printed[..., :14], _as_kind(faces, places, values, tiles)[..., None], printed[..., 14:]], axis=2)
    bare = _of_none(numerals, values, picture, sighted=faces.corner is not None)
    shape = *order.shape, 3
    features = np.zeros((*shape, len(FEATURES)))
    features[..., : glyph.shape[2]] = glyph[:, :, None]
    start = glyph.shape[2]
    counts = np.array([max(tiles.counts.get(each, 0), LEAST_COUNT) for each in letters])
    features[:, :, PLAIN, start] = np.log(counts[order] / tiles.total)
    blanks = max(tiles.counts.get("?", 0), LEAST_COUNT)
    features[:, :, [BARE, ZERO], start] = np.log(blanks / tiles.total)
    features[:, :, [BARE, ZERO], start + 1] = 1.0
    start += 2
    end = start + printed.shape[2]
    features[:, :, PLAIN, start:end] = np.take_along_axis(printed, worth[:, :, None], axis=1)
    features[:, :, ZERO, start:end] = printed[:, None, 0]
    features[:, :, BARE, end:-9] = bare[:, None]
    features[:, :, ZERO, -9:-2] = _of_zero(numerals, values, sighted=faces.corner is not None)[:, None]
    disc = faces.on_disc[places].astype(np.float64)
    features[:, :, [BARE, ZERO], -2] = disc[:, None, None]
    features[:, :, PLAIN, -1] = disc[:, None]
    return Evidence(letters, order, features, picture.foreign)


LEAST_COUNT = 0.3
"""Tiles of a letter that the bag lacks, so that its share is not nothing."""


def _picture(faces: TileObservations, tiles: TileSet, values: list[int]) -> _Picture:
    """What the letters of a picture tell about its print."""
    shown = np.flatnonzero(faces.is_tile).tolist()
    best = faces.letters.best[shown]
    second = np.partition(faces.letters.scores[shown], -2, axis=1)[:, -2] if shown else best
    sure = (best >= SURE[0]) & (best - second >= SURE[1])
    agree = told = seen = 0
    inks: dict[int, list[float]] = {}
    for k, letter, good in zip(shown, faces.letters.named(shown), sure.tolist(), strict=True):
        numeral, value = faces.numerals[k], tiles.values.get(letter)
        if numeral.hidden or numeral.value is None:
            continue
        seen += 1
        if good and value:
            told += 1
            agree += numeral.value == value
            if numeral.value == value:
                inks.setdefault(value, []).append(numeral.ink)
    ones = [ink / FIGURES[value > 1] for value, each in inks.items() for ink in each]
    unit = float(np.median(ones)) if ones else 1.0
    usual = [
        float(np.median(inks[value])) if len(inks.get(value, ())) > 1 else unit * FIGURES[value > 1]
        for value in values
    ]
    open_corners = sum(not faces.numerals[k].hidden for k in shown)
    return _Picture(
        (agree + 1) / (told + 2),
        (seen + 0.5) / (open_corners + 1),
        np.array(usual),
        unit,
        float(np.median(best)) if shown else 1.0,
        float(np.clip(5 * (0.95 - np.quantile(best, 0.15)), 0.0, 1.5)) if shown else 0.0,
    )


def _of_glyph(
    faces: TileObservations, places: list[int], lacks: Doubles, picture: _Picture, cell: float
) -> Doubles:
    """``(K, C, G)`` what each letter lacks in likeness, by what may have spoilt it."""
    marks = [faces.marks[k] for k in places]
    line = faces.line
    covered = np.array([mark is None or mark.hidden > HIDDEN for mark in marks], np.float64)
    faint = np.clip((picture.usual - faces.letters.best[places]) / 0.2, 0.0, 1.0)
    clear = np.clip((faces.letters.best[places] - 0.85) / 0.12, 0.0, 1.0)
    aside, short = np.zeros((2, len(places)))
    for n, mark in enumerate(marks):
        if mark is not None and line is not None:
            middle = mark.blob.x + mark.blob.width / 2
            aside[n] = abs(middle - line.middle) / line.height
            short[n] = abs(mark.blob.height - line.height) / line.height
    aside, short = np.clip(4 * (aside - 0.05), 0.0, 1.0), np.clip(3 * short, 0.0, 1.0)
    every = np.ones(len(places))
    spoilt = (
        covered, faint, clear, every * min(1.0, 20.0 / cell),
        every * picture.foreign, aside, short,
    )  # fmt: skip
    some = np.minimum(lacks, 0.12)
    parts = [np.minimum(lacks, 0.04), some, np.minimum(lacks, 0.3), lacks]
    columns = [part * (1 - covered)[:, None] for part in parts]
    columns += [part * how[:, None] for how in spoilt for part in (some, lacks)]
    return np.stack(columns, axis=2)


def _of_fellows(
    fellows: list[list[tuple[str, float]]], letters: tuple[str, ...], order: NDArray[np.int64]
) -> Doubles:
    """``(K, C, 5)`` what each letter lacks in likeness to the picture's own tiles."""
    own = np.full((len(fellows), len(letters)), -1.0)
    numbers = {letter: n for n, letter in enumerate(letters)}
    for row, known in zip(own, fellows, strict=True):
        for letter, alike in known:
            if letter in numbers:
                row[numbers[letter]] = alike
    best = own.max(axis=1, keepdims=True)
    own = np.take_along_axis(own, order, axis=1)
    has, any_ = own >= 0.0, best >= 0.0
    lacks = np.where(has, best - own, 0.0)
    near = np.where(any_, np.clip((best - 0.85) / 0.12, 0.0, 1.0), 0.0)
    lone = any_ & ~has
    columns = (
        np.minimum(lacks, 0.04) * near, np.minimum(lacks, 0.3) * near, lone, lone * near,
        has * (1 - near),
    )  # fmt: skip
    return np.stack(columns, axis=2)


def _of_value(
    numerals: list[Numeral], values: list[int], picture: _Picture, *, sighted: bool
) -> Doubles:
    """``(K, V, P)`` how the corner of each tile fits each value."""
    like, visible, touched, figure, ink = _corners(numerals, values, sighted=sighted)
    two = np.array([value >= TWO_DIGITS for value in values])
    others = np.repeat(like[:, None], len(values), axis=1)
    others[:, np.arange(len(values)), np.arange(len(values))] = 0.0
    other = np.maximum(others.max(axis=2), 0.0)
    lacks, leads = np.maximum(other - like, 0.0), np.maximum(like - other, 0.0)
    ratio = np.maximum(ink[:, None] / np.maximum(picture.inks, 0.05), 0.05)
    unlike = np.minimum(np.abs(np.log(ratio)), 2.0)
    seen, trusted, read = visible[:, None], visible[:, None] * picture.trust, 0.0
    read = visible[:, None] * picture.legible
    none = np.broadcast_to(1.0 - figure[:, None], like.shape)
    alone = np.array([each.alone for each in numerals], np.float64)[:, None]
    clear = np.clip((like.max(axis=1) - 0.6) / 0.3, 0.0, 1.0)[:, None]
    tens, lacks = lacks * two, lacks * ~two
    touch = (touched * visible)[:, None]
    columns = (
        like * seen, np.minimum(lacks, 0.1) * seen, lacks * seen, lacks * trusted,
        np.minimum(leads, 0.2) * trusted, unlike * seen, unlike * read, none * seen, none * read,
        touch * np.ones_like(like), touch * lacks, tens * seen, np.minimum(tens, 0.15) * seen,
        np.minimum(tens, 0.15) * alone * seen,
        (1 - seen) * sighted * np.maximum(like - 0.5, 0.0), (1 - seen) * sighted * lacks,
        lacks * clear * seen, np.minimum(lacks, 0.1) * clear * seen,
        np.minimum(leads, 0.2) * clear * seen,
    )  # fmt: skip
    return np.stack(columns, axis=2)


def _as_kind(
    faces: TileObservations, places: list[int], values: list[int], tiles: TileSet
) -> Doubles:
    """``(K, V)`` how often the picture's numerals of each value are read as each tile's is.

    As a logarithm; the letters tell the values. A figure that a font draws in its own way is read
    as another one everywhere. One more, read as what it is, stands for what is not seen.
    """
    shown = np.flatnonzero(faces.is_tile).tolist()
    none = len(values)
    reads = {}
    counts = np.zeros((len(values), len(values) + 1))
    counts[np.arange(len(values)), np.arange(len(values))] += 0.9
    counts += 0.1 / counts.shape[1]
    best = faces.letters.best[shown]
    second = np.partition(faces.letters.scores[shown], -2, axis=1)[:, -2] if shown else best
    sure = (best >= SURE[0]) & (best - second >= SURE[1])
    own: dict[int, tuple[int, int]] = {}
    for k, letter, good in zip(shown, faces.letters.named(shown), sure.tolist(), strict=True):
        numeral = faces.numerals[k]
        read = values.index(numeral.value) if numeral.value in values else none
        reads[k] = read
        value = tiles.values.get(letter)
        if good and value and not numeral.hidden:
            own[k] = values.index(value), read
            counts[own[k]] += 1
    found = np.zeros((len(places), len(values)))
    for n, k in enumerate(places):
        numeral = faces.numerals[k]
        if numeral.hidden or faces.corner is None:
            continue
        others = counts.copy()
        if k in own:
            others[own[k]] -= 1
        read = reads.get(k, none)
        found[n] = np.log(others[:, read] / others.sum(axis=1))
    return found


def _of_none(
    numerals: list[Numeral], values: list[int], picture: _Picture, *, sighted: bool
) -> Doubles:
    """``(K, N)`` how the corner of each tile fits that nothing is printed there."""
    like, visible, touched, figure, ink = _corners(numerals, values, sighted=sighted)
    ink = np.minimum(ink / picture.unit, 3.0)
    best = np.maximum(like[:, 1:].max(axis=1), 0.0)
    read, trusted, none = visible * picture.legible, visible * picture.trust, 1.0 - figure
    clear, touch = np.maximum(best - 0.6, 0.0), touched * visible
    columns = (
        none * visible, none * read, none * read * np.maximum(0.3 - ink, 0.0), clear * visible,
        clear * trusted, visible, np.minimum(ink, 0.25) * visible, np.minimum(ink, 0.6) * visible,
        np.minimum(ink, 1.2) * visible, best * visible, read, np.minimum(ink, 0.6) * read,
        best * read, touch, touch * np.minimum(ink, 0.6), 1.0 - visible,
    )  # fmt: skip
    return np.stack(columns, axis=1)


def _of_zero(numerals: list[Numeral], values: list[int], *, sighted: bool) -> Doubles:
    """``(K, 5)`` how much more, or less, the corner of each tile is like a 0 than like others."""
    like, visible, _, _, _ = _corners(numerals, values, sighted=sighted)
    single = [n for n, value in enumerate(values) if 0 < value < TWO_DIGITS]
    leads = (like[:, 0] - like[:, single].max(axis=1)) * visible
    clear = np.clip((like.max(axis=1) - 0.6) / 0.3, 0.0, 1.0)
    ahead, behind = np.maximum(leads, 0.0), np.maximum(-leads, 0.0)
    columns = (
        np.ones(len(leads)), np.minimum(ahead, 0.1), ahead, np.minimum(behind, 0.1), behind,
        np.minimum(ahead, 0.1) * clear, np.minimum(behind, 0.1) * clear,
    )  # fmt: skip
    return np.stack(columns, axis=1)


def _corners(
    numerals: list[Numeral], values: list[int], *, sighted: bool
) -> tuple[Doubles, Doubles, Doubles, Doubles, Doubles]:
    """``(K, V)`` likeness to each value; ``(K,)`` visible, touched, with a figure, and its ink."""
    like = np.array([[each.scores.get(value, 0.0) for value in values] for each in numerals])
    visible = np.array([sighted and not each.hidden for each in numerals], np.float64)
    touched = np.array([each.touched for each in numerals], np.float64)
    figure = np.array([bool(each.scores) for each in numerals], np.float64)
    ink = np.array([each.ink for each in numerals], np.float64)
    return like.reshape(len(numerals), len(values)), visible, touched, figure, ink
