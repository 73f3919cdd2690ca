"""Ranking: the letters each tile looks like, in order, once its numeral has been weighed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.game.parts import TileSet
from vision.inference.numeral_reliability import SURE_LIKENESS, Trust
from vision.tiles.classify import Faces
from vision.tiles.digits import LEGIBLE, TWO_DIGITS
from vision.tiles.numerals import Numeral
from vision.tiles.segment import HIDDEN

Floats = NDArray[np.float64]

VALUE_WEIGHT = 0.15
"""What a letter loses in likeness when the numeral clearly shows another value; twice as much
where the letter is not sure, or two digits tell it."""

CLEAR = 0.8
"""Likeness of both digits to it from which that is so."""

ALIKE = (0.1, 0.15)
"""Difference in likeness up to which another letter looks alike, to one that is sure and to one
that is not."""

RIVALS = 5
"""Letters remembered behind the first one."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The letters one tile looks like.

    Attributes:
        order: The likeliest letters of the language, the first one and its rivals.
        behind: What each is behind the first one, glyph and numeral taken together.
        likeness: How much the glyph alone looks like each.
        alike: All other letters whose glyph looks much like the first one's.
        clearest: Likeness to the best letter of any language.
        numeral: What stands in the corner.
        legible: The value that it shows, None where it tells none.
        hidden: Whether something lies on the letter.
    """

    order: list[str]
    behind: list[float]
    likeness: list[float]
    alike: tuple[str, ...]
    clearest: float
    numeral: Numeral
    legible: int | None
    hidden: bool


def rank_letters(
    faces: Faces, tiles: TileSet, trust: Trust, blanks: Mapping[int, bool]
) -> list[Ranked]:
    """The letters of some cells in order.

    Args:
        faces: What the cells show.
        tiles: The language's tiles.
        trust: What numerals of the picture usually look like.
        blanks: The cells that hold tiles, and whether each is a blank, which no numeral tells of.
    """
    places = list(blanks)
    if not places:
        return []
    known = [n for n, each in enumerate(faces.letters.letters) if each in tiles.values]
    letters = [faces.letters.letters[n] for n in known]
    seen = faces.letters.scores[places].astype(np.float64)
    clearest, likeness = seen.max(axis=1).tolist(), seen[:, known]
    numerals = [faces.numerals[k] for k in places]
    marks = [faces.marks[k] for k in places]
    hidden = [mark is None or mark.hidden > HIDDEN for mark in marks]
    legible = [
        None if blanks[k] else legible_value(numeral, trust)
        for k, numeral in zip(places, numerals, strict=True)
    ]
    unsure = [each or best < SURE_LIKENESS for each, best in zip(hidden, clearest, strict=True)]
    worth = [tiles.values[letter] for letter in letters]
    scores = likeness - _losses(numerals, legible, unsure, worth, trust)
    order = np.argsort(-scores, axis=1, kind="stable")[:, : 1 + RIVALS]
    ranked = np.take_along_axis(scores, order, axis=1)
    behind = (ranked[:, :1] - ranked).tolist()
    shown = np.take_along_axis(likeness, order, axis=1)
    lacks = shown[:, :1] - likeness
    near = lacks <= np.where(shown[:, :1] < SURE_LIKENESS, ALIKE[1], ALIKE[0])
    near[np.arange(len(near)), order[:, 0]] = False
    alike: list[tuple[str, ...]] = [()] * len(places)
    for row in np.flatnonzero(near.any(axis=1)).tolist():
        alike[row] = tuple(letters[n] for n in np.flatnonzero(near[row]))
    names = [[letters[n] for n in row] for row in order.tolist()]
    columns = names, behind, shown.tolist(), alike, clearest, numerals, legible, hidden
    return [Ranked(*row) for row in zip(*columns, strict=True)]


def _losses(
    numerals: list[Numeral],
    legible: list[int | None],
    unsure: list[bool],
    worth: list[int],
    trust: Trust,
) -> Floats:
    """``(K, N)`` what each tile's numeral takes from letters worth something else."""
    values = sorted(set(worth))
    told, best, weight = [], [], []
    for numeral, value, doubtful in zip(numerals, legible, unsure, strict=True):
        told.append([numeral.scores.get(each, 0.0) for each in values])
        best.append(0.0 if value is None else numeral.scores[value])
        ten = value is not None and value >= TWO_DIGITS and numeral.scores[value] >= CLEAR
        weight.append(0.0 if value is None else VALUE_WEIGHT * (2 if doubtful or ten else 1))
    weights = np.array(weight) * max(0.0, 2 * trust.share - 1)
    losses: Floats = weights[:, None] * (np.array(best)[:, None] - np.maximum(0.0, told))
    return losses[:, np.searchsorted(values, worth)]


def legible_value(numeral: Numeral, trust: Trust) -> int | None:
    """The value that the numeral shows, None where it is not clear or its ink is another's."""
    best, most = 0, 0.0
    for value, score in numeral.scores.items():
        if value > 0 and score >= LEGIBLE and score > most:
            best, most = value, score
    return best if best and trust.believes(best, numeral.ink) else None
