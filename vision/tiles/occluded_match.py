"""Cells with half hidden letters in; the letters' likeness by their visible parts out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats
from vision.tiles.glyphs import GlyphBank, show_vector
from vision.tiles.ink import CELL
from vision.tiles.segment import Line

SHIFTS = tuple((0, right) for right in range(-5, 6, 2))
"""Offsets of a letter, in cell pixels, from the usual place: wide letters have one."""

NUDGES = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))
"""The same for a letter cut from another cell of the picture, which has the right place."""

TEMPLATE_FONTS = 2
"""Fonts of the bank that serve as templates; the first ones fit best."""

OWN_FONT = 0.03
"""Gain in likeness of a letter cut from the picture over one of another font."""

COLUMNS = slice(6, CELL - 6)
"""Columns of a cell in which letters are looked for."""


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
        self._rows = slice(
            max(0, round(line.top) - 3), min(CELL, round(line.top + 1.25 * line.height) + 3)
        )
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

    def rate(self, coverage: Floats, foreign: NDArray[np.bool_]) -> Floats:
        """``(K, N)`` weighted correlation of half hidden letters with the best template of each.

        Args:
            coverage: ``(K, CELL, CELL)`` ink, 0 to 1.
            foreign: ``(K, CELL, CELL)`` bool, neither ink nor ground; left out of the comparison.
        """
        weight = np.zeros(coverage.shape, np.float32)
        weight[:, self._rows, COLUMNS] = 1.0
        for mine, covered in zip(weight, foreign, strict=True):
            closed = cv2.morphologyEx(
                covered.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)
            )
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
    rows, columns = (slice(2 * each.start, 2 * each.stop) for each in part)
    framed = np.zeros((len(pages), CELL + 2 * far + 1, CELL + 2 * far + 1), np.float32)
    for frame, page in zip(framed, pages, strict=True):
        frame[far : far + CELL, far : far + CELL] = page
    framed = framed[
        :, rows.start : rows.stop + 2 * far + 1, columns.start : columns.stop + 2 * far + 1
    ]
    pairs = framed[:, :-1] + framed[:, 1:]
    means = (pairs[:, :, :-1] + pairs[:, :, 1:]) / 4
    height, width = rows.stop - rows.start, columns.stop - columns.start
    moved = np.empty((len(pages), len(shifts), height // 2, width // 2), np.float32)
    for number, (down, right) in enumerate(shifts):
        top, left = far - down, far - right
        moved[:, number] = means[:, top : top + height : 2, left : left + width : 2]
    return moved.reshape(len(pages) * len(shifts), (height // 2) * (width // 2))


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
