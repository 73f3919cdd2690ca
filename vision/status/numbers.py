"""Text lines in; the numbers in them, and the number that belongs to a phrase, out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from vision.imaging import NEARLY_ALL, Bools, Floats, Numbers
from vision.text import DIGITS, MARGIN, SPACE, Match, Phrase, TextLine, columns_of, text_bank
from vision.tiles import SURE

LEAST_CONFIDENCE = 0.6
"""Confidence below which a number or a word counts as not read."""

LEAST = 0.7
"""Likeness from which a character can be a digit, or a letter of a word."""

TWINS = "OoDQlIiJZzSsBGbgqT.'!()/"
"""Characters that are hard to distinguish from a digit."""

APART = 0.5
"""Widest gap between the digits of a number, in heights: a 1 has much empty space around it."""

CLOSE = 0.4
"""Gap, in heights, within which a character beside a number may be an unread digit of it."""

SMALL = 0.6
"""Height below which a character is no digit, as a share of a capital's."""

ABOVE = 2.4
"""Widest gap between a number and its words below it, in heights."""

LONGEST = 3
"""Digits of a number of letters or points."""


class Figure(NamedTuple):
    """A number that was read.

    Attributes:
        value: The number.
        confidence: 0 to 1, that of its least certain digit.
        line: Its digits.
    """

    value: int
    confidence: float
    line: TextLine

    @property
    def legible(self) -> bool:
        """Whether it counts as read."""
        return self.confidence >= LEAST_CONFIDENCE


def read_figure(line: TextLine) -> Figure | None:
    """The whole line as a number; None where some character is no digit or hardly legible."""
    if not 0 < len(line.boxes) <= LONGEST or not likely_digits(line.scores).all():
        return None
    return _read_digits(line)


def _read_digits(line: TextLine) -> Figure | None:
    """The number that a line of likely digits shows; None where they are no number."""
    heights = (line.boxes[:, 3] - line.boxes[:, 1]).tolist()
    if min(heights) < NEARLY_ALL * max(heights):
        return None
    digits = line.scores[:, columns_of(DIGITS)]
    text = "".join(map(str, digits.argmax(axis=1).tolist()))
    if len(text) > 1 and text[0] == "0":
        return None
    confidence = min(
        min(0.3 + 0.7 * min(1.0, (first - LEAST) / (SURE - LEAST)), (first - second) / MARGIN)
        for *_, second, first in np.sort(digits, axis=1).tolist()
    )
    return Figure(int(text), confidence, line)


def split_figures(line: TextLine, likely: Bools) -> list[Figure]:
    """The words of a line that are numbers, by its ``likely_digits``."""
    if not likely.any():
        return []
    figures = [
        _read_digits(line.part(start, stop))
        for start, stop in _split_words(line, likely)
        if stop - start <= LONGEST
        and likely[start:stop].all()
        and _alone(line, start, start - 1)
        and _alone(line, stop, stop)
    ]
    return [figure for figure in figures if figure is not None]


def _alone(line: TextLine, gap: int, other: int) -> bool:
    """Whether the character beside a number is too far off, or too small, to be one of its digits.

    ``other`` is that character; ``gap`` is the character after the gap.
    """
    if not 0 <= other < len(line.boxes) or line.gaps[gap] > CLOSE:
        return True
    return bool(line.boxes[other, 3] - line.boxes[other, 1] < SMALL * line.height)


def _split_words(line: TextLine, likely: Bools) -> list[tuple[int, int]]:
    """Where the words of a line start and stop; digits may stand farther apart than letters."""
    numeric = np.concatenate([[False], likely[1:] & likely[:-1]])
    apart = line.gaps > np.where(numeric, APART, SPACE)
    return list(pairwise([*np.flatnonzero(apart).tolist(), len(line.boxes)]))


def grow_figure(line: TextLine, start: int, stop: int, end: int) -> Figure | None:
    """The number whose digits ``start`` to ``stop`` are known, with the digits right beside them.

    The phrase that they belong to ends at ``end``: what stands right behind it, and is no digit,
    may be one that is not legible, so that no number is told.
    """
    likely, gaps = likely_digits(line.scores), line.gaps
    while start > 0 and likely[start - 1] and gaps[start] <= APART:
        start -= 1
    while stop < len(likely) and likely[stop] and gaps[stop] <= APART:
        stop += 1
    if stop >= end and not _alone(line, stop, stop):
        return None
    return read_figure(line.part(start, stop))


def likely_digits(scores: Floats) -> Bools:
    """``(K,)`` bool, characters that can be digits: ``(K, N)`` likeness to those of the bank.

    No other character is much more like them, apart from those that look like a digit.
    """
    digits = scores[:, columns_of(DIGITS)].max(axis=1)
    letters = scores[:, _no_digits()].max(axis=1)
    return np.asarray((digits >= LEAST) & (letters <= digits + MARGIN), bool)


@cache
def _no_digits() -> Numbers:
    """The columns of characters that are never mistaken for a digit."""
    known = text_bank().characters
    return np.array([k for k, each in enumerate(known) if each not in DIGITS + TWINS])


def figure_of(
    line: TextLine, match: Match, phrase: Phrase, lines: Sequence[TextLine]
) -> Figure | None:
    """The number that belongs to the phrase found in a line."""
    if match.start > 0:
        return _before(line, match.start)
    words = line.part(0, match.end)
    above = _above(words, lines)
    return _after(line, words, lines) if above is None and phrase.after else above


def _before(line: TextLine, end: int) -> Figure | None:
    """The number that ends before a character of its line, and is not what a letter looks like."""
    if line.gaps[end] < SPACE:
        return None
    own = line.part(0, end)
    return read_figure(own.part(*_split_words(own, likely_digits(own.scores))[-1]))


def _above(words: TextLine, lines: Sequence[TextLine]) -> Figure | None:
    """The number right above words, centred or beginning where they begin."""
    below = words.box
    found = [
        figure
        for line in lines
        if -0.1 * words.height <= words.top - line.base <= ABOVE * words.height
        and min(abs(line.box.centre[0] - below.centre[0]), abs(line.box.x - below.x))
        <= 0.6 * words.height
        and (figure := read_figure(line))
    ]
    return max(found, key=lambda figure: figure.confidence, default=None)


def _after(line: TextLine, words: TextLine, lines: Sequence[TextLine]) -> Figure | None:
    """The number that follows the words that a line begins with, there or, after a gap, beside."""
    start = len(words.boxes)
    if start < len(line.boxes):
        while start < len(line.boxes) and line.boxes[start, 3] - line.top < 0.6 * line.height:
            start += 1
        return read_figure(line.part(start, len(line.boxes)))
    row = [
        other
        for other in lines
        if other.box.x > words.box.right
        and abs(other.base - words.base) <= 0.3 * words.height
        and 0.6 * words.height <= other.height <= 1.6 * words.height
    ]
    return read_figure(min(row, key=lambda other: other.box.x)) if row else None
