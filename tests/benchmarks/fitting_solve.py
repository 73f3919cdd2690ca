"""Tiles with their truth in; the weights of what they show, and the calibration, out.

Both are regressions by Newton's method. Letters: a conditional logit, in which the right candidate
of each tile is to be likelier than its others. Calibration: a logistic regression of whether what
was read is right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Doubles
from vision.inference import confidence
from vision.inference.decide import MOSTLY_BARE
from vision.inference.evidence import BARE, FEATURES, PLAIN, ZERO
from vision.inference.moves import IN_TEXT, OWN_POINTS, SIGNS
from vision.inference.moves import MISREAD as POINTS_MISREAD
from vision.inference.pending import FEATURES as DRAWN

from .fitting_tiles import Judged, Plays, Tiles
from .inventing import LAID

SETS = *DRAWN, *SIGNS
"""What sets of pending tiles are rated by."""

GIVEN = {"blank on a disc": 8.0, "letter on a disc": -2.0}
"""Weights that are not fitted: screens made here have no tile on a disc. In the game that draws
discs they lie under blanks alone, and some things of other games look like one."""

RIDGE = 1e-5
"""What a weight loses for its square, for each tile, all features being of one spread: enough that
those which tell the same share a weight."""

PENDING_RIDGE = 1.0
"""The same for what speaks for sets of pending tiles, for all pictures together. Of 0.03 to 1, 0.05
told parts of the screens best that were not fitted to; but then what no screen contradicts grows
beyond all that badges and texts tell."""

LAID_IN_LIFE = 3 / 128
"""Share of the real screens in `../shared/corpus` and `../shared/fresh` with tiles laid."""

SELDOM = round((1 / LAID_IN_LIFE - 1) / (1 / LAID - 1))
"""How often a screen with none counts, which is so much rarer among painted ones; but where the
rack itself tells that tiles are laid, that many are laid is no chance."""

POINTS_TELL = -math.log(POINTS_MISREAD)
"""The most that points in a badge or a text tell: no painted screen has some that are misread."""

CALIBRATION_RIDGE = 1e-2
"""The same for the terms of the calibration, for all tiles together."""

LEAST_SPREAD = 1e-3
"""Of a feature: one that is the same everywhere gets no weight."""

STEPS = 60
"""Most steps of Newton's method; it takes 6 to 20."""

ENOUGH = 1e-6
"""Share of the loss that the last step gains."""

ROUNDS = 4
"""How often the letters are fitted: how blanks look, and which pictures are out, has settled."""

MISREAD = (2, 0.06)
"""Tiles, and share of them, of which more are wrong in pictures that are left out: their font has
other shapes than those that are known, or their grid was missed, and no weight helps with that."""


class Choices(NamedTuple):
    """K tiles with C candidates each.

    Attributes:
        features: ``(K, C, F)`` what speaks for each.
        open: ``(K, C)`` which of them may be right.
        right: ``(K,)`` which is.
        given: ``(K, C)`` what speaks for each by weights that are not fitted.
    """

    features: NDArray[np.float32]
    open: NDArray[np.bool_]
    right: NDArray[np.int64]
    given: Doubles | float = 0.0


class Letters(NamedTuple):
    """What fitting the letters came to.

    Attributes:
        weights: ``(F,)`` of each feature.
        loss: Logarithmic loss of the tiles fitted to.
        tiles: How many these are.
        pictures: All pictures, each with how blanks look in it.
        dropped: Numbers of the pictures that are left out.
    """

    weights: Doubles
    loss: float
    tiles: int
    pictures: list[Tiles]
    dropped: frozenset[int]


class _Slope(NamedTuple):
    """Loss, gradient and second derivatives at one place."""

    loss: float
    gradient: Doubles
    bend: Doubles


def fit_letters(pictures: Sequence[Tiles], given: Mapping[str, float] = GIVEN) -> Iterator[Letters]:
    """The weights, round by round; after each, what the pictures are taken for is told anew.

    Args:
        pictures: Tiles with their truth.
        given: Weights that are not fitted.
    """
    pictures, dropped = list(pictures), frozenset[int]()
    free = np.array([name not in given for name in FEATURES])
    weights = np.array([given.get(name, 0.0) for name in FEATURES])
    for _ in range(ROUNDS):
        groups = [choices(each) for n, each in enumerate(pictures) if n not in dropped]
        groups = [
            each._replace(features=own[:, :, free], given=own[:, :, ~free] @ weights[~free])
            for each in groups
            for own in [each.features]
        ]
        weights[free], loss = conditional_logit(groups, weights[free])
        told = [each._replace(style=_style(each, weights)) for each in pictures]
        out = frozenset(n for n, each in enumerate(told) if _misread(each, weights))
        tiles = sum(len(each.right) for each in groups)
        yield Letters(weights.copy(), loss, tiles, told, dropped)
        if out == dropped and [a.style for a in told] == [b.style for b in pictures]:
            return
        pictures, dropped = told, out


def choices(tiles: Tiles) -> Choices:
    """The candidates as the reader sees them: each letter plain and, on the board, as a blank."""
    known = tiles.letter >= 0
    features = tiles.features[known][:, :, [PLAIN, tiles.style]]
    count, letters, kinds, width = features.shape
    is_open = np.ones((count, letters, kinds), bool)
    is_open[tiles.on_rack[known], :, 1] = False
    return Choices(
        features.reshape(count, letters * kinds, width),
        is_open.reshape(count, letters * kinds),
        tiles.letter[known] * kinds + tiles.blank[known],
    )


def _style(tiles: Tiles, weights: Doubles) -> int:
    """How blanks look, told as the reader tells it."""
    if tiles.themed:
        return tiles.style
    scores = tiles.features[~tiles.on_rack] @ weights
    bare, zero = (
        float(np.logaddexp.reduce(scores[:, :, [PLAIN, kind]], axis=(1, 2)).sum())
        for kind in (BARE, ZERO)
    )
    return BARE if bare + MOSTLY_BARE >= zero else ZERO


def _misread(tiles: Tiles, weights: Doubles) -> bool:
    own = choices(tiles)
    wrong = int((chances(own, weights).argmax(axis=1) != own.right).sum())
    return wrong > max(MISREAD[0], MISREAD[1] * len(own.right))


def chances(group: Choices, weights: Doubles) -> Doubles:
    """``(K, C)`` the probability of each candidate of each tile."""
    scores = np.where(group.open, group.features @ weights + group.given, -np.inf)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float64)


def conditional_logit(
    groups: Sequence[Choices], start: Doubles | None = None, ridge: float = RIDGE
) -> tuple[Doubles, float]:
    """The weights with which the right candidates are likeliest, and the loss.

    Args:
        groups: Tiles, those of one picture together; any parting gives the same.
        start: Weights to begin with.
        ridge: What a weight loses for its square, for each tile.
    """
    spread = _spread(groups)
    scale = ridge * sum(len(each.right) for each in groups)

    def look(scaled: Doubles) -> _Slope:
        loss = scale * float(scaled @ scaled) / 2
        gradient, bend = np.zeros_like(scaled), np.zeros((len(scaled), len(scaled)))
        for group in groups:
            features, rows = group.features.astype(np.float64), np.arange(len(group.right))
            shares = chances(group, scaled / spread)
            mean = (shares[:, None] @ features)[:, 0]
            apart = (features - mean[:, None]) * np.sqrt(shares)[:, :, None]
            flat = apart.reshape(-1, len(scaled))
            loss -= float(np.log(np.maximum(shares[rows, group.right], 1e-300)).sum())
            gradient += (mean - features[rows, group.right]).sum(axis=0)
            bend += flat.T @ flat
        bend = bend / np.outer(spread, spread) + scale * np.eye(len(scaled))
        return _Slope(loss, gradient / spread + scale * scaled, bend)

    first = np.zeros(len(spread)) if start is None else start * spread
    scaled, loss = _newton(first, look)
    return scaled / spread, loss


def _spread(groups: Sequence[Choices]) -> Doubles:
    """``(F,)`` standard deviation of each feature over all candidates."""
    width = groups[0].features.shape[2]
    count, total, squares = 0, np.zeros(width), np.zeros(width)
    for group in groups:
        shown = group.features[group.open].astype(np.float64)
        count += len(shown)
        total += shown.sum(axis=0)
        squares += (shown**2).sum(axis=0)
    spread = np.sqrt(np.maximum(squares / count - (total / count) ** 2, 0.0))
    return np.asarray(np.maximum(spread, LEAST_SPREAD), np.float64)


def fit_pending(pictures: Sequence[Plays], given: Mapping[str, float]) -> tuple[Doubles, float]:
    """The weights of what speaks for sets of pending tiles, and the loss.

    Args:
        pictures: The sets of each picture.
        given: Weights that are not fitted.
    """
    free = np.array([name not in given for name in SETS])
    weights = np.array([given.get(name, 0.0) for name in SETS])
    groups = [
        Choices(
            each.features[None][:, :, free],
            np.ones((1, len(each.features)), bool),
            np.array([each.right]),
            (each.features[:, ~free] @ weights[~free])[None],
        )
        for each in pictures
        for _ in range(1 if each.laid or each.forced else SELDOM)
    ]
    weights[free], loss = conditional_logit(groups, ridge=PENDING_RIDGE / len(groups))
    known = dict(zip(SETS, weights.tolist(), strict=True))
    certain = [name for name in (*OWN_POINTS, IN_TEXT) if known[name] > POINTS_TELL]
    if certain:
        return fit_pending(pictures, {**given, **dict.fromkeys(certain, POINTS_TELL)})
    return weights, loss


def fit_calibration(pictures: Sequence[Judged]) -> tuple[dict[str, Doubles], float]:
    """The weights of the terms of both regressions of the calibration, and the loss of both."""
    weighed = [tile for each in pictures for tile in each.weighed]
    letter = np.concatenate([each.letter for each in pictures])
    side = np.concatenate([each.side for each in pictures])
    letters, lost = logistic(
        np.array([confidence.terms(each.chance, each.company) for each in weighed]), letter
    )
    shown = ~np.array([each.hidden for each in weighed])
    sides = np.array([confidence.blank_terms(each.flipped) for each in weighed])
    blanks, more = logistic(sides[shown], side[shown])
    return {"letter": letters, "blank": blanks}, lost + more


def fit_covered(pictures: Sequence[Judged]) -> tuple[Doubles, int, float]:
    """The weights of the terms of letters on which something lies, of how many, and the loss."""
    pairs = [
        (tile, right)
        for each in pictures
        for tile, right in zip(each.weighed, each.letter, strict=True)
    ]
    covered = [(tile, right) for tile, right in pairs if tile.covered]
    terms = np.array([confidence.covered_terms(tile.chance) for tile, _ in covered])
    weights, loss = logistic(terms, np.array([right for _, right in covered]))
    return weights, len(covered), loss


def rounded(numbers: Doubles) -> list[float]:
    """Fitted numbers as they are stored."""
    return [round(each, 4) for each in numbers.tolist()]


def logistic(
    terms: Doubles, right: NDArray[np.bool_], ridge: float = CALIBRATION_RIDGE
) -> tuple[Doubles, float]:
    """The weights of the terms that tell best what is right, and the loss."""

    def look(weights: Doubles) -> _Slope:
        scores = terms @ weights
        told = probability(terms, weights)
        loss = (
            np.logaddexp(0.0, np.where(right, -scores, scores)).sum()
            + ridge * weights @ weights / 2
        )
        bend = (terms * (told * (1 - told))[:, None]).T @ terms + ridge * np.eye(len(weights))
        return _Slope(float(loss), terms.T @ (told - right) + ridge * weights, bend)

    return _newton(np.zeros(terms.shape[1]), look)


def probability(terms: Doubles, weights: Doubles) -> Doubles:
    """``(K,)`` the calibrated probabilities."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(terms @ weights, -40.0, 40.0))), np.float64)


def _newton(at: Doubles, look: Callable[[Doubles], _Slope]) -> tuple[Doubles, float]:
    """The place of the least loss, and that; the loss has one lowest place."""
    here = look(at)
    for _ in range(STEPS):
        step = np.linalg.solve(here.bend, here.gradient)
        there = look(at - step)
        while there.loss > here.loss and np.abs(step).max() > ENOUGH:
            step /= 2
            there = look(at - step)
        gain = here.loss - there.loss
        if gain <= 0.0:
            break
        at, here = at - step, there
        if gain < ENOUGH * max(1.0, here.loss):
            break
    return at, here.loss
