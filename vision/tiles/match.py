"""Marks of many cells in; their likeness to the letters of a bank, hidden parts left out, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.imaging import Bools, Floats, sample
from vision.tiles.glyphs import GlyphBank, compare, describe, nearest_fonts, show_vector
from vision.tiles.ink import CELL
from vision.tiles.segment import Line, Mark

SURE = 0.85
"""Likeness that only letters reach: premium labels, stars and badges stay below 0.7."""

IN_FONT = 0.93
"""Least likeness of letters to their own font."""

LIKELY = 0.6
"""Likeness from which a cell of a tile's colour counts as a tile; below SURE it is a doubt."""

NO_SCORE = -1.0

TWO_DOTS = "ÄÖÜËÏ"
"""Letters under two separate dots."""

DOTS_WEIGHT = 0.08
"""Loss of likeness of an accented letter with two dots for a mark without, or vice versa."""

SHIFTS = tuple((0, right) for right in range(-5, 6, 2))
"""Offsets of a letter, in cell pixels, from the usual place: wide letters may be off it."""

NUDGES = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))
"""The same for a letter cut from another cell of the picture, which is nearly at its place."""

TEMPLATE_FONTS = 2
"""Fonts of the bank that serve as templates; the first ones fit best."""

SAME_PRINT = 0.95
"""Likeness from which two places of a picture show the same: two letters of one font reach 0.88. Of
6,068 tiles on premium squares none is so like most of its kind, of 13,233 bare ones 79 of 100."""

OWN_FONT = 0.03
"""Gain in likeness of a letter cut from the picture over one of another font."""

COLUMNS = slice(6, CELL - 6)
"""Columns of a cell in which letters are looked for."""


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
    marks: Sequence[Mark | None], bank: GlyphBank, likely: GlyphBank | None = None
) -> GlyphBank:
    """The fonts of the bank that the marks look most like; all of them where no mark is a letter.

    ``likely`` fonts, those of letters elsewhere in the picture, are taken where all marks clearly
    have one of them.
    """
    whole = [mark for mark in marks if mark is not None and mark.hidden == 0.0]
    if not whole:
        return bank
    shapes, aspects = shapes_of(sample(whole))
    if likely is not None and compare(shapes, aspects, likely).max(axis=(1, 2)).min() >= IN_FONT:
        return likely
    return nearest_fonts(shapes, aspects, bank, SURE)


def match_marks(marks: Sequence[Mark | None], bank: GlyphBank, accented: str = "") -> Letters:
    """Scores of every mark, None where a cell has none, for every letter of the bank.

    The bank is best reduced to the possible fonts and letters; ``accented`` letters may come in two
    parts, one above the other.
    """
    scores = np.full((len(marks), len(bank.characters)), NO_SCORE, np.float32)
    present = [k for k, mark in enumerate(marks) if mark is not None]
    bodies = [mark for mark in marks if mark is not None]
    if not bodies:
        return Letters(bank.characters, scores)
    scores[present] = compare(*shapes_of(bodies), bank).max(axis=1)
    pairs = list(zip(present, bodies, strict=True))
    columns = [bank.characters.index(letter) for letter in accented if letter in bank.characters]
    if columns:
        topped = {k: mark.accented for k, mark in pairs if mark.accented is not None}
        _rate_wholes(scores, columns, list(topped), describe(list(topped.values())), bank)
        for k, mark in pairs:
            for column in columns:
                two = bank.characters[column] in TWO_DOTS
                if two != (mark.above >= 2):
                    scores[k, column] -= DOTS_WEIGHT
    columns = of_several(bank.characters)
    several = {k: mark.several for k, mark in pairs if mark.several is not None}
    _rate_wholes(scores, columns, list(several), shapes_of(list(several.values())), bank)
    return Letters(bank.characters, scores)


def of_several(letters: Sequence[str]) -> list[int]:
    """Indices of the letters that are written with several characters on one tile."""
    return [n for n, letter in enumerate(letters) if len(letter) > 1]


def _rate_wholes(
    scores: Floats,
    columns: list[int],
    rows: list[int],
    wholes: tuple[Floats, Floats],
    bank: GlyphBank,
) -> None:
    """Score, in place, bodies joined with what is beside or above them as some of the letters."""
    if columns and rows:
        for k, row in zip(rows, compare(*wholes, bank).max(axis=1), strict=True):
            if row[columns].max() > SURE:
                scores[k] -= 1.0 - SURE
                scores[k, columns] = row[columns]


def shapes_of(marks: Sequence[Mark]) -> tuple[Floats, Floats]:
    """Input of ``compare`` for K marks: ``(K, V)`` shapes and ``(K,)`` width over height."""
    aspects = [mark.blob.width / mark.blob.height for mark in marks]
    return np.array([mark.shape for mark in marks], np.float32), np.array(aspects, np.float32)


class Placer:
    """Templates at the place of the letters of one picture.

    A letter that is seen clearly elsewhere in the picture is its own template; the others come
    from the bank.

    Args:
        bank: N letters, the best fitting fonts first.
        line: Where the letters of the picture stand.
        own: Letters, by their number in the bank, as ``(CELL, CELL)`` ink of a clear cell of the
            picture.
    """

    def __init__(self, bank: GlyphBank, line: Line, own: Mapping[int, Floats]) -> None:
        top, bottom = round(line.top) - 3, round(line.top + 1.25 * line.height) + 3
        self._rows = slice(max(0, top), min(CELL, bottom))
        self._count = len(bank.characters)
        fonts = range(min(TEMPLATE_FONTS, len(bank.fonts)))
        others = [letter for letter in range(self._count) if letter not in own]
        rows = slice(self._rows.start // 2, (self._rows.stop + 1) // 2)
        self._part = rows, slice(COLUMNS.start // 2, COLUMNS.stop // 2)
        seen = _moved([own[letter] for letter in own], NUDGES, self._part)
        printed = [_page(bank, font, letter, line) for letter in others for font in fonts]
        known = _moved(printed, SHIFTS, self._part)
        self._pages = np.concatenate([seen, known])
        self._letters = [*own, *others]
        each = [len(NUDGES)] * len(own) + [len(fonts) * len(SHIFTS)] * len(others)
        self._starts = np.cumsum([0, *each[:-1]])
        self._gains = np.repeat(np.array([OWN_FONT, 0.0], np.float32), [len(seen), len(known)])

    def rate(self, coverage: Floats, foreign: Bools) -> Floats:
        """``(K, N)`` weighted correlation of half hidden letters with the best template of each.

        Args:
            coverage: ``(K, CELL, CELL)`` ink, 0 to 1.
            foreign: ``(K, CELL, CELL)`` bool, neither ink nor ground; left out of the comparison.
        """
        weight = np.zeros(coverage.shape, np.float32)
        weight[:, self._rows, COLUMNS] = 1.0
        gaps = np.ones((9, 9), np.uint8)
        for mine, covered in zip(weight, foreign, strict=True):
            closed = cv2.morphologyEx(covered.astype(np.uint8), cv2.MORPH_CLOSE, gaps)
            mine[cv2.dilate(closed, np.ones((3, 3), np.uint8)) > 0] = 0.0
        shown, counted = (_moved(list(each), ((0, 0),), self._part) for each in (coverage, weight))
        alike = _correlate(self._pages, shown, counted) - self._gains
        best = np.zeros((len(coverage), self._count), np.float32)
        best[:, self._letters] = np.maximum.reduceat(alike, self._starts, axis=1)
        return np.maximum(best, 0.0)


def _page(bank: GlyphBank, font: int, letter: int, line: Line) -> Floats:
    """A cell with only the template on it."""
    height = max(2, round(line.height * float(bank.heights[font, letter])))
    width = max(2, round(height * float(bank.aspects[font, letter])))
    mask = show_vector(bank.vectors[font, letter])
    glyph = cv2.resize(mask, (width, height), interpolation=cv2.INTER_LINEAR)
    page = np.zeros((CELL, CELL), np.float32)
    top = round(line.top + line.height * float(bank.tops[font, letter]))
    left = round(line.middle - width / 2)
    x0, x1 = max(0, left), min(CELL, left + width)
    y0, y1 = max(0, top), min(CELL, top + height)
    page[y0:y1, x0:x1] = glyph[y0 - top : y1 - top, x0 - left : x1 - left]
    return page


def _moved(
    pages: Sequence[Floats], shifts: Sequence[tuple[int, int]], part: tuple[slice, slice]
) -> Floats:
    """P pages, ``(CELL, CELL)``, to ``(P * S, V)``: a part, with all S shifts, at half size."""
    far = max(max(abs(down), abs(right)) for down, right in shifts)
    rows, columns = (slice(2 * each.start, 2 * each.stop + 2 * far + 1) for each in part)
    framed = np.zeros((len(pages), CELL + 2 * far + 1, CELL + 2 * far + 1), np.float32)
    for frame, page in zip(framed, pages, strict=True):
        frame[far : far + CELL, far : far + CELL] = page
    framed = framed[:, rows, columns]
    pairs = framed[:, :-1] + framed[:, 1:]
    means = (pairs[:, :, :-1] + pairs[:, :, 1:]) / 4
    height, width = (each.stop - each.start for each in part)
    moved = np.empty((len(pages), len(shifts), height, width), np.float32)
    for number, (down, right) in enumerate(shifts):
        top, left = far - down, far - right
        moved[:, number] = means[:, top : top + 2 * height : 2, left : left + 2 * width : 2]
    return moved.reshape(len(pages) * len(shifts), height * width)


def _correlate(pages: Floats, seen: Floats, weight: Floats) -> Floats:
    """Weighted correlation of K cells, ``(K, V)``, with each page: ``(K, P)``, 1 at best."""
    total = weight.sum(axis=1) + np.float32(1e-6)
    mean = np.einsum("kv,kv->k", weight, seen) / total
    apart = seen - mean[:, None]
    centred = weight * apart
    strength = np.einsum("kv,kv->k", centred, apart)
    page_mean = weight @ pages.T / total[:, None]
    page_strength = weight @ (pages * pages).T - total[:, None] * page_mean**2
    least = np.maximum(page_strength * strength[:, None], 1e-6)
    return np.asarray(centred @ pages.T / np.sqrt(least), np.float32)
