"""Corners of tiles in; the likeness of the figures there to each value out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, find_blobs
from vision.tiles.glyphs import GlyphBank, compare, describe
from vision.tiles.ink import CELL
from vision.tiles.numeral_position import THIN, Corner, without_lines

TWO_DIGITS = 10
"""Value from which a numeral has two digits: they fill its place, so blur leaves no ground."""

LEGIBLE = 0.6
"""Likeness from which a digit counts as read."""

CLEAR = 0.9
"""Likeness from which a value is not read a second time."""

PLAIN = (0.85, 0.1)
"""The same likeness, with the lead over all others that it needs then."""

INKED = 0.5
"""Coverage from which a pixel counts as part of a numeral. Where the numeral stays unclear, THIN is
used: the low level is for thin figures, which the high one tears apart, the high level for figures
that the low one joins."""

PEAK = 5
"""Number of a page's strongest pixels whose ink is the figure's own, also for faint figures."""

ROOM = 3
"""Columns of a page beside the place of numerals, unless the cell ends there."""

TWO_TOUCHING = 0.65
"""Likeness by width alone of two digits that touch."""

BARE_STROKE = 0.8
"""Likeness of a bare stroke to a 1."""

WIDE = 0.95
"""Width over height that only two digits together exceed."""

NARROW = 0.42
"""Width over height below which there is only a 1, with or without a flag and a foot."""

LAST_DIGIT = 0.1
"""Loss of likeness to the value for a last digit alone, whose first digit touches the letter."""


def read_digits(
    pages: Floats, corner: Corner, digits: GlyphBank, values: Sequence[int], edge: int
) -> tuple[list[dict[int, float]], list[int]]:
    """Likeness of what stands in each corner to each value, and in which of them a figure stands.

    The first reading makes most of them clear. The others are read again as thin figures, and what
    is still not legible is read without the letter, which may touch its numeral.

    Args:
        pages: ``(K, h, w)`` ink of the corners, turned as if they were the upper right ones.
        corner: Where numerals stand.
        digits: Templates of the characters 0 to 9.
        values: Values that occur in the game.
        edge: The row at which letters begin.
    """
    places = list(range(len(pages)))
    levels = _levels(pages, edge)
    first = _read(pages, without_lines(pages > levels), corner, digits, values)
    scores = [read or {} for read in first]
    printed = {k for k in places if first[k] is not None}
    best = [max(read.values(), default=0.0) for read in scores]
    thin = [k for k in places if not is_clear(scores[k])]
    cut = [k for k in thin if best[k] < LEGIBLE]
    if not thin:
        return scores, sorted(printed)
    without_letter = without_lines(pages[cut] > levels[cut])
    without_letter[:, max(0, edge) :] = False
    inked = np.concatenate([without_lines(pages[thin] > THIN), without_letter])
    again = _read(pages[thin + cut], inked, corner, digits, values)
    for number, (k, read) in enumerate(zip(thin + cut, again, strict=True)):
        if read is None or (number >= len(thin) and best[k] >= LEGIBLE):
            continue
        printed.add(k)
        if _outdoes(read, scores[k]):
            scores[k], best[k] = read, max(read.values(), default=0.0)
    return scores, sorted(printed)


def _levels(pages: Floats, edge: int) -> Floats:
    """``(K, 1, 1)`` coverage from which pixels of each page count, lower for faint figures."""
    shown = pages[:, : max(1, edge)].reshape(len(pages), -1)
    strongest = np.partition(shown, -PEAK, axis=1)[:, -PEAK:].mean(axis=1)
    return np.asarray(np.clip(INKED * strongest, THIN, INKED)[:, None, None], np.float32)


def _outdoes(read: dict[int, float], before: dict[int, float]) -> bool:
    """Whether a second reading is better: one of two figures alone may look like a 1."""
    most, best = (max(each.values(), default=0.0) for each in (read, before))
    two, two_before = (min(each, default=0) >= TWO_DIGITS for each in (read, before))
    if two and not two_before and most >= LEGIBLE:
        return True
    return most > best and (two or not two_before or best < LEGIBLE)


def is_clear(read: dict[int, float]) -> bool:
    """Whether a second reading would hardly change the result."""
    first = max(read.values(), default=0.0)
    if first < PLAIN[0]:
        return False
    return first >= CLEAR or first - sorted([0.0, *read.values()])[-2] >= PLAIN[1]


def _read(
    pages: Floats,
    inked: NDArray[np.bool_],
    corner: Corner,
    digits: GlyphBank,
    values: Sequence[int],
) -> list[dict[int, float] | None]:
    """Likeness of the figures on each page to each value, None where there are no figures."""
    cut = _cut_figures(pages, inked, corner)
    figures = [figure for own in cut for figure in own]
    if not figures:
        return [None] * len(pages)
    shapes, aspects = describe(figures)
    rated = compare(shapes, aspects, digits).max(axis=1)
    one = digits.characters.index("1")
    rated[aspects < NARROW, one] = np.maximum(rated[aspects < NARROW, one], BARE_STROKE)
    wide = np.array([figure.shape[1] > WIDE * figure.shape[0] for figure in figures], bool)
    spelt = [[digits.characters.index(each) for each in str(value)] for value in values]
    several = np.array([len(each) > 1 for each in spelt], bool)
    alone = rated[:, [each[-1] for each in spelt]].astype(np.float64)
    alone -= np.where(several, LAST_DIGIT, 0.0)
    alone[wide[:, None] & several] = TWO_TOUCHING
    rows, likeness = alone.tolist(), rated.tolist()
    pairs = {value: each for value, each in zip(values, spelt, strict=True) if len(each) == 2}
    found: list[dict[int, float] | None] = [None] * len(pages)
    start = 0
    for k, own in enumerate(cut):
        if len(own) == 1:
            found[k] = dict(zip(values, rows[start], strict=True))
        elif own:
            first, last = likeness[start : start + 2]
            found[k] = {value: min(first[a], last[b]) for value, (a, b) in pairs.items()}
        start += len(own)
    return found


def _cut_figures(pages: Floats, inked: NDArray[np.bool_], corner: Corner) -> list[list[Floats]]:
    """For each page the parts that are as high as digits, from left to right.

    Ink that leaves the page towards the letter is the letter's; ink in the page's outer corner
    beside other figures lies outside of the tile, which is round there, and so does ink that begins
    where numerals end.
    """
    pieces = find_blobs(inked)
    x, y, width, height, area = pieces.boxes.T
    letter = (y + height >= pages.shape[1]) | (x == 0)
    beyond = (y == 0) & (x + width >= pages.shape[2])
    fits = np.abs(height - corner.height) <= 0.4 * corner.height
    figure = ~letter & fits & (area >= 5)
    figured = np.zeros(len(pages), bool)
    figured[pieces.owners[figure & ~beyond]] = True
    beyond &= figured[pieces.owners]
    beyond |= x >= pages.shape[2] - min(ROOM, CELL - 1 - round(corner.right))
    shown = pieces.only(figure & ~beyond)
    left = shown.boxes[:, 0]
    order = np.argsort(-left if corner.left else left, kind="stable")
    figures: list[list[Floats]] = [[] for _ in pages]
    for k, number, (x0, y0, wide, high, _) in zip(
        shown.owners[order].tolist(),
        shown.numbers[order].tolist(),
        shown.boxes[order].tolist(),
        strict=True,
    ):
        box = k, slice(y0, y0 + high), slice(x0, x0 + wide)
        figures[k].append(corner.turn(pages[box] * (pieces.labels[box] == number)))
    return [own[-2:] for own in figures]
