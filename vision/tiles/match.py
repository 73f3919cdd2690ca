"""Marks of many cells in; their likeness to the letters of a bank out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.imaging import Floats
from vision.tiles.glyphs import SAMPLE, GlyphBank, compare, describe, nearest_fonts
from vision.tiles.segment import Mark

SURE = 0.85
"""Likeness that only letters reach: premium labels, stars and badges stay below 0.7."""

IN_FONT = 0.93
"""Likeness of letters to their own font."""

LIKELY = 0.6
"""Likeness from which a cell of a tile's colour counts as a tile; below SURE it is a doubt."""

NO_SCORE = -1.0

TWO_DOTS = "ÄÖÜËÏ"
"""Letters under two separate dots."""

DOTS_WEIGHT = 0.08
"""Loss of likeness of a letter with another number of pieces than those seen."""

TOPPED = 0.8
"""Likeness from which pieces above a body are part of the letter."""


@dataclass(frozen=True, eq=False)
class Letters:
    """Scores of K marks for N letters.

    Attributes:
        letters: The N letters.
        scores: ``(K, N)`` float32 likeness to the best template of each letter, 1 at best;
            ``NO_SCORE`` everywhere for a cell without a mark.
    """

    letters: tuple[str, ...]
    scores: Floats

    @cached_property
    def best(self) -> Floats:
        """``(K,)`` the score of each cell's best letter."""
        return np.asarray(self.scores.max(axis=1), dtype=np.float32)

    def named(self, indices: list[int]) -> list[str]:
        """The best letter of some of the cells."""
        return [self.letters[best] for best in self.scores[indices].argmax(axis=1).tolist()]


def choose_fonts(
    marks: Sequence[Mark | None], bank: GlyphBank, least: float, likely: GlyphBank | None = None
) -> GlyphBank:
    """The fonts of the bank that the marks look most like; all of them where no mark is a letter.

    Args:
        marks: Marks, letters among them.
        bank: Letters in many fonts.
        least: Likeness from which a mark counts as a letter.
        likely: Fonts of letters elsewhere in the picture, which are taken where all marks clearly
            have such a font.
    """
    whole = [mark for mark in marks if mark is not None and mark.hidden == 0.0]
    if not whole:
        return bank
    step = max(1, len(whole) // SAMPLE)
    shapes, aspects = shapes_of(whole[::step])
    if likely is not None and compare(shapes, aspects, likely).max(axis=(1, 2)).min() >= IN_FONT:
        return likely
    return nearest_fonts(shapes, aspects, bank, least)


def match_marks(marks: Sequence[Mark | None], bank: GlyphBank, accented: str = "") -> Letters:
    """Scores of every mark for every letter of the bank.

    Args:
        marks: One mark a cell, None where there is none.
        bank: Templates, best reduced to the possible fonts and letters.
        accented: Letters of the bank that may come in two parts, one above the other.
    """
    scores = np.full((len(marks), len(bank.characters)), NO_SCORE, np.float32)
    present = [k for k, mark in enumerate(marks) if mark is not None]
    bodies = [mark for mark in marks if mark is not None]
    if not bodies:
        return Letters(bank.characters, scores)
    scores[present] = compare(*shapes_of(bodies), bank).max(axis=1)
    columns = [bank.characters.index(letter) for letter in accented if letter in bank.characters]
    if columns:
        topped = [k for k in present if _accented(marks[k]) is not None]
        if topped:
            wholes = [whole for k in topped if (whole := _accented(marks[k])) is not None]
            tops = compare(*describe(wholes), bank).max(axis=1)
            for row, k in zip(tops, topped, strict=True):
                if row[columns].max() > TOPPED:
                    scores[k] -= 1.0 - TOPPED
                    scores[k, columns] = row[columns]
        for k in present:
            mark = marks[k]
            dots = mark.above if mark is not None else 0
            for column in columns:
                two = bank.characters[column] in TWO_DOTS
                if two != (dots >= 2):
                    scores[k, column] -= DOTS_WEIGHT
    return Letters(bank.characters, scores)


def _accented(mark: Mark | None) -> Floats | None:
    return None if mark is None else mark.accented


def shapes_of(marks: Sequence[Mark]) -> tuple[Floats, Floats]:
    """Input of ``compare`` for K marks: ``(K, V)`` shapes and ``(K,)`` width over height."""
    aspects = [mark.blob.width / mark.blob.height for mark in marks]
    return np.array([mark.shape for mark in marks], np.float32), np.array(aspects, np.float32)
