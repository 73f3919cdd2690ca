"""Text lines in; the two players' scores, and whose turn it is, if anybody's, out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from string import ascii_letters
from typing import NamedTuple

import numpy as np

from vision.imaging import (
    ALIKE,
    HARDLY_ANY,
    NEARLY_ALL,
    OTHER_COLOUR,
    SAME_COLOUR,
    Box,
    Bytes,
    Floats,
    Grid,
    pixel_distances,
    usual_colour,
)
from vision.reading import Turn
from vision.status.numbers import LEAST_CONFIDENCE, Figure, likely_digits, split_figures
from vision.text import DIGITS, LEGIBLE, MARGIN, TextLine, columns_of, load_phrases, search

ON_THE_WAY = 0.35
"""Most that a fainter ink is off the line from the other to the ground, by the inks' distance."""

SPARSE = 16
"""Step in pixels, down and across, at which a picture is sampled for colours."""


class Scores(NamedTuple):
    """Both players' scores.

    Attributes:
        values: From left to right, or from top to bottom.
        own: Which of them, 0 or 1, is the user's own; None where the picture does not show it.
        boxes: Where their digits stand.
    """

    values: tuple[int, int]
    own: int | None
    boxes: tuple[Box, Box]


def find_scores(lines: Sequence[TextLine], grid: Grid) -> Scores | None:
    """The scores, None where no two numbers are proven to be them."""
    if not lines:
        return None
    figures, names = _contents(lines)
    pairs = [
        pair
        for one, two in combinations(figures, 2)
        if _even(one.line.box, two.line.box)
        for pair in (_side_by_side(one, two, names, grid), _stacked(one, two, names))
        if pair is not None
    ]
    most = max((proof for proof, _ in pairs), default=None)
    best = [scores for proof, scores in pairs if proof == most]
    return best[0] if len({scores.values for scores in best}) == 1 else None


def _contents(lines: Sequence[TextLine]) -> tuple[list[Figure], list[TextLine]]:
    """The legible numbers in lines, and the lines that are names."""
    counts = np.array([len(line.boxes) for line in lines])
    starts = np.cumsum(counts) - counts
    scores = np.concatenate([line.scores for line in lines])
    best = scores.max(axis=1)
    digit = scores[:, columns_of(DIGITS)].max(axis=1) >= best - MARGIN
    letter = scores[:, columns_of(ascii_letters)].max(axis=1) >= best
    legible = np.add.reduceat(best, starts) / counts >= LEGIBLE
    named = legible & (np.add.reduceat(letter, starts, dtype=int) >= 2)
    likely = np.split(likely_digits(scores), starts[1:])
    figures = [
        figure
        for k in np.flatnonzero(np.logical_or.reduceat(digit, starts)).tolist()
        for figure in split_figures(lines[k], likely[k])
        if figure.legible
    ]
    return figures, [lines[k] for k in np.flatnonzero(named).tolist()]


def _even(a: Box, b: Box) -> bool:
    """Whether two figures are as high as one another."""
    return abs(a.height - b.height) <= ALIKE * max(a.height, b.height) + 1.5


def _side_by_side(
    one: Figure, two: Figure, names: Sequence[TextLine], grid: Grid
) -> tuple[float, Scores] | None:
    """Two even scores at one height, left and right of the board's middle; first, the proof."""
    left, right = sorted((one, two), key=lambda figure: figure.line.box.x)
    a, b = left.line.box, right.line.box
    board, middle, height = grid.box, grid.box.centre[0], max(a.height, b.height)
    if abs(a.bottom - b.bottom) > 0.25 * height or not a.right < middle < b.x or a.bottom > board.y:
        return None
    mirrored = abs((a.x - board.x) - (board.right - b.right)) <= 0.3 * height
    named = [any(_names(name.box, box, right=box is b) for name in names) for box in (a, b)]
    proof = 0.5 * mirrored + 0.35 * sum(named)
    scores = Scores((left.value, right.value), 0, (a, b))
    return (proof, scores) if proof >= LEAST_CONFIDENCE else None


def _names(name: Box, score: Box, *, right: bool) -> bool:
    """Whether a name stands right above or below a score, on the same edge."""
    gap = max(name.y - score.bottom, score.y - name.bottom)
    off = name.right - score.right if right else name.x - score.x
    return -0.2 * score.height <= gap <= 1.1 * score.height and abs(off) <= 0.7 * score.height


def _stacked(one: Figure, two: Figure, names: Sequence[TextLine]) -> tuple[float, Scores] | None:
    """Two even scores one below the other, each in the row of a name; first, the proof."""
    upper, lower = sorted((one, two), key=lambda figure: figure.line.box.y)
    a, b = upper.line.box, lower.line.box
    height = max(a.height, b.height)
    if abs(a.right - b.right) > 0.5 * height or not 0.1 * height <= b.y - a.bottom <= 1.6 * height:
        return None
    rows = [[name.box.x for name in names if _in_row(name, each.line)] for each in (upper, lower)]
    if not all(rows) or abs(min(rows[0]) - min(rows[1])) > 2.5 * height:
        return None
    return 0.9, Scores((upper.value, lower.value), None, (a, b))


def _in_row(name: TextLine, score: TextLine) -> bool:
    """Whether a name stands in the row of a score, left of it."""
    return (
        0 < score.box.x - name.box.right < 25 * score.height
        and abs(name.base - score.base) <= 0.35 * score.height
        and abs(math.log(name.height / score.height)) < 0.5
    )


def turn_of_words(lines: Sequence[TextLine]) -> tuple[Turn | None, bool]:
    """Whose turn the lines say it is, None for nobody's or both; and whether the game is over."""
    turns = load_phrases().turns
    told = {turns[phrase] for _, phrase, _ in search(lines, tuple(turns))}
    over = None in told
    told.discard(None)
    return told.pop() if len(told) == 1 else None, over


def turn_of_scores(pixels: Bytes, scores: Scores) -> Turn | None:
    """Whose score is highlighted; None where none is, or where the scores' owners are not known.

    The score of the waiting player is fainter, or only the score of the other player has a colour.
    A picture without colours shows neither, as yellow is a fainter white there.
    ``pixels`` are ``(H, W, 3)`` blue green red.
    """
    some = np.ascontiguousarray(np.moveaxis(pixels[::SPARSE, ::SPARSE], 2, 0))
    if scores.own is None or np.ptp(some, axis=0).max() <= SAME_COLOUR:
        return None
    (ink, ground), (other, beneath) = (_colours(pixels, box) for box in scores.boxes)
    if np.linalg.norm(ink - other) <= OTHER_COLOUR:
        return None
    behind = usual_colour(np.stack([ground, beneath]))
    ways = _way(ink, other, behind), _way(other, ink, behind)
    stronger = [share >= HARDLY_ANY and beside <= ON_THE_WAY for share, beside in ways]
    if not any(stronger):
        lead = float(np.ptp(ink) - np.ptp(other))
        stronger = [lead >= OTHER_COLOUR, -lead >= OTHER_COLOUR]
    if stronger[0] == stronger[1]:
        return None
    return "own" if stronger[scores.own] else "other"


def _way(ink: Floats, other: Floats, ground: Floats) -> tuple[float, float]:
    """How far ``other`` is along the line from an ink to its ground, and off it, both as shares."""
    way, step = ground - ink, other - ink
    share = float(step @ way) / max(1.0, float(way @ way))
    return share, float(np.linalg.norm(step - share * way) / np.linalg.norm(step))


def _colours(pixels: Bytes, box: Box) -> tuple[Floats, Floats]:
    """The ink of some digits and the ground around them, each ``(3,)``."""
    height, width = pixels.shape[:2]
    rows, columns = box.pixels(width, height)
    rim = max(2, round(box.height / 4))
    top, left = max(0, rows.start - rim), max(0, columns.start - rim)
    around = pixels[top : rows.stop + rim, left : columns.stop + rim]
    edges = np.concatenate([around[0], around[-1], around[:, 0], around[:, -1]])
    ground = usual_colour(edges)
    digits = pixels[rows, columns].reshape(-1, 3)
    contrast = pixel_distances(digits, ground)
    return usual_colour(digits[contrast >= NEARLY_ALL * contrast.max()]), ground
