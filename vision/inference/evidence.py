"""What tiles show in; the log-likelihood of each letter, plain or a blank, for each of them out.

The likelihoods are weighted sums of what was measured of a tile and its picture. The weights were
fitted on rendered screens by `tests/benchmarks/fitting.py`; `likelihood.json` holds them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from solver.game import TileSet
from vision.imaging import OTHER_COLOUR, TRIED, Doubles, Numbers, pixel_distances, usual_colour
from vision.inference.confidence import fitted
from vision.inference.language import AS_LIKELY
from vision.inference.measures import (
    BARE_PRINT,
    FELLOWS,
    GLYPH,
    NETWORK,
    PRINTED,
    SURE,
    Fellows,
    PicturePrint,
    look_at_print,
    of_fellows,
    of_glyph,
    of_network,
    of_print,
    sure_letters,
)
from vision.tiles import TileObservations, in_sight, knows, likeness_among, log_chances, shapes_of

CANDIDATES = 12
"""Letters weighed for each tile: those its glyph is most like, and the likeliest by the network, as
a font that templates do not know may show a letter as another everywhere."""

LEAST_COUNT = 0.3
"""Count of a letter that the bag lacks, so that its prior is not 0."""

PLAIN, BARE, ZERO = range(3)
"""The kinds of a tile: a letter with its value, a blank without a numeral, a blank with a 0."""

_SIZES = len(GLYPH) + len(FELLOWS) + len(NETWORK), 2, 2, len(PRINTED), len(BARE_PRINT)
_GLYPH, _PRIOR, _DISC, _PRINTED, _BARE_PRINT = (
    slice(sum(_SIZES[:n]), sum(_SIZES[: n + 1])) for n in range(len(_SIZES))
)
FEATURES = (
    *GLYPH, *FELLOWS, *NETWORK, "share of the bag", "blank", "blank on a disc",
    "letter on a disc", *PRINTED, *BARE_PRINT,
)  # fmt: skip
"""The names of what is measured, in the order of the weights."""


class Seen(NamedTuple):
    """The tiles of the board, or those of the rack.

    Attributes:
        faces: What all its cells show.
        places: The K cells whose tiles are asked about.
        cell: Side of a cell in pixels of the picture.
        told: The tiles of cells of which a player says what they are, lower case for a blank.
    """

    faces: TileObservations
    places: list[int]
    cell: float
    told: Mapping[int, str] = {}


class Evidence(NamedTuple):
    """The candidates of K tiles.

    Attributes:
        letters: All letters, in the order of their numbers.
        order: ``(K, C)`` numbers of the letters weighed, those the glyph is most like first.
        features: ``(K, C, 3, F)`` what speaks for each letter as PLAIN, BARE and ZERO.
        fellows: How alike each tile is to the picture's other tiles.
        strange: ``(K,)`` how much likelier, in logarithms, any letter of other languages is than
            the likeliest of this one.
        picture: What the sure letters tell about the picture's print.
        share: ``(K,)`` log-odds of a blank by the bag alone, for tiles on whose corner something
            lies and no numeral is legible; -inf for the others.
    """

    letters: tuple[str, ...]
    order: Numbers
    features: Doubles
    fellows: Fellows
    strange: Doubles
    picture: PicturePrint
    share: Doubles

    def scores(self) -> Doubles:
        """``(K, C, 3)`` log-likelihoods, up to a constant for each tile.

        However the weights extrapolate to what they were not fitted to, a letter that is less like
        the glyph is never likelier for that, and something that hides a corner is no proof that a
        numeral is there.
        """
        glyph = self.features[:, :, PLAIN, : len(GLYPH)] @ weights()[: len(GLYPH)]
        beyond = np.minimum.accumulate(glyph, axis=1) - glyph
        found = np.asarray(self.features @ weights() + beyond[:, :, None], np.float64)
        found[:, :, BARE:] = np.maximum(
            found[:, :, BARE:], (found[:, :, PLAIN] + self.share[:, None])[:, :, None]
        )
        return found


@cache
def weights() -> Doubles:
    """``(F,)`` the weight of each feature."""
    known = fitted()["weights"]
    return np.array([known[name] for name in FEATURES], np.float64)


def with_blanks_by_ink(faces: TileObservations, tiles: TileSet) -> TileObservations:
    """A board's tiles, those with an ink of their own taken for blanks where no numeral tells any.

    A paler or darker ink is none of its own, as thin letters show it, and only tiles on the ground
    of most are compared. More of them than the bag has blanks are another player's, or laid now.
    """
    shown = np.flatnonzero(faces.is_tile)
    if faces.prints is not None or not len(shown):
        return faces
    inks, grounds = faces.ink[shown], faces.ground[shown]
    way, usual = inks - grounds, usual_colour(inks) - grounds
    along = (way * usual).sum(axis=1) / ((usual * usual).sum(axis=1) + 1.0)
    apart = pixel_distances(way, usual * np.maximum(along, 0.0)[:, None]) > OTHER_COLOUR
    apart &= pixel_distances(grounds, usual_colour(grounds)) <= OTHER_COLOUR
    marked = faces.on_disc.copy()
    marked[shown] |= apart & (apart.sum() <= tiles.counts.get("?", 0))
    return replace(faces, on_disc=marked)


def weigh(seen: Sequence[Seen], tiles: TileSet) -> list[Evidence]:
    """The candidates of the tiles of a picture, for the board and for the rack."""
    fellows = _fellows(seen)
    return [_weigh(each, tiles, own) for each, own in zip(seen, fellows, strict=True)]


def _fellows(seen: Sequence[Seen]) -> list[Fellows]:
    """For the tiles of each place, how alike they are to other tiles of sure letters."""
    marks = [each.faces.marks[k] for each in seen for k in each.places]
    named = [
        each.told[k].upper() if k in each.told else letter
        for each in seen
        for k, letter in zip(each.places, sure_letters(each.faces, each.places), strict=True)
    ]
    shown = {n: mark for n, mark in enumerate(marks) if in_sight(mark)}
    letters = tuple(sorted({each for n in shown if (each := named[n]) is not None}))
    told = [k in each.told for each in seen for k in each.places]
    found, templates = np.full((2, len(marks), len(letters)), -1.0)
    if letters:
        alike = likeness_among(*shapes_of(list(shown.values())))
        alike = np.maximum(alike, 0.0)
        np.fill_diagonal(alike, -1.0)
        rows = list(shown)
        for column, letter in enumerate(letters):
            own = [n for n, k in enumerate(rows) if named[k] == letter]
            found[rows, column] = alike[:, own].max(axis=1)
            sure = [n for n in own if told[rows[n]]]
            templates[rows, column] = alike[:, sure].max(axis=1, initial=-1.0)
    ends = np.cumsum([len(each.places) for each in seen])[:-1]
    parts = zip(np.split(found, ends), np.split(templates, ends), strict=True)
    return [Fellows(letters, *part) for part in parts]


def _weigh(seen: Seen, tiles: TileSet, fellows: Fellows) -> Evidence:
    faces, places, cell, told = seen
    known = [n for n, each in enumerate(faces.letters.letters) if tiles.values.get(each)]
    letters = tuple(faces.letters.letters[n] for n in known)
    likeness = faces.letters.scores[places][:, known].astype(np.float64)
    for column, letter in enumerate(fellows.letters):
        if letter in letters:  # tiles that the player told serve as one more font
            own = likeness[:, letters.index(letter)]
            np.maximum(own, fellows.told[:, column], out=own)
    chances, others = (each.astype(np.float64) for each in log_chances(faces.told[places], letters))
    strange = others - chances.max(axis=1)  # how much any letter but these exceeds the likeliest
    order = _candidates(likeness, chances)
    lacks = likeness.max(axis=1, keepdims=True) - np.take_along_axis(likeness, order, axis=1)
    picture = look_at_print(faces, tiles, told)
    worth = np.array([picture.values.index(tiles.values[each]) for each in letters])[order]
    counts = np.array([max(tiles.counts.get(each, 0), LEAST_COUNT) for each in letters])
    blanks = max(tiles.counts.get("?", 0), LEAST_COUNT)
    disc = faces.on_disc[places].astype(np.float64)[:, None]
    features = np.zeros((*order.shape, 3, len(FEATURES)))
    glyph = of_glyph(faces, places, lacks, chances.max(axis=1), picture, cell)
    alike = of_fellows(fellows, letters, order)
    general = of_network(faces, places, np.take_along_axis(chances, order, axis=1), picture)
    features[..., _GLYPH] = np.concatenate([glyph, alike, general], axis=2)[:, :, None]
    features[:, :, PLAIN, _PRIOR.start] = np.log(counts[order] / tiles.total)
    stands_for = blanks * counts / np.exp(np.log(counts).mean())
    features[:, :, BARE:, _PRIOR.start] = np.log(stands_for[order] / tiles.total)[:, :, None]
    features[:, :, BARE:, _PRIOR.start + 1] = 1.0
    features[:, :, BARE:, _DISC.start] = disc[:, :, None]
    features[:, :, PLAIN, _DISC.start + 1] = disc
    values, nothing = of_print(faces, places, picture)
    printed = np.take_along_axis(values, worth[:, :, None], axis=1)
    if not tiles.certain:  # then the values of letters that the network lacks are unknown
        any_value = np.broadcast_to(values[:, 1:].min(axis=1, keepdims=True), printed.shape)
        untold = np.array([not knows(each) for each in letters])[order]
        printed[untold] = any_value[untold]
    features[:, :, PLAIN, _PRINTED] = printed
    features[:, :, ZERO, _PRINTED] = values[:, None, 0]
    features[:, :, BARE, _BARE_PRINT] = nothing[:, None]
    unlike = faces.letters.best[places] - likeness.max(axis=1) >= SURE[1]
    covered = faces.prints.hidden[places] if faces.prints else np.zeros(len(places), np.bool_)
    share = np.where(covered, np.log(blanks / (tiles.total - blanks)), -np.inf)
    strange = np.where(unlike, np.maximum(strange, AS_LIKELY), strange)
    return Evidence(letters, order, features, fellows, strange, picture, share)


def _candidates(likeness: Doubles, chances: Doubles) -> Numbers:
    """``(K, C)`` numbers of the letters that are weighed, those the glyph is most like first.

    Likeness and chances, as `log_chances` gives them, are ``(K, N)``.
    """
    count = min(TRIED, chances.shape[1])
    least = np.partition(chances, -count, axis=1)[:, [-count]]
    likely = (chances >= least) & (least < 0.0)
    ranked = np.argsort(-likeness - 2.0 * likely, axis=1, kind="stable")[:, :CANDIDATES]
    own = np.argsort(-np.take_along_axis(likeness, ranked, axis=1), axis=1, kind="stable")
    return np.take_along_axis(ranked, own, axis=1)
