"""Placed: name a letter that something lies on, by what of it can be seen where it must stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL
from vision.glyphs import GlyphBank, show_vector
from vision.pieces import Blob

Floats = NDArray[np.float32]

SHIFTS = tuple((0, right) for right in range(-5, 6, 2))
"""Where a letter may stand, in cell pixels off the usual place: wide ones are set off it."""

NUDGES = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))
"""The same for a letter cut from another cell of the picture, which stands where it must."""

TEMPLATE_FONTS = 2
"""Fonts of the bank that are set up; the first ones fit best."""

OWN_FONT = 0.03
"""What a letter cut from the picture gains in likeness over one of another font."""

COARSE = CELL // 2


@dataclass(frozen=True, slots=True)
class Line:
    """Where the letters of a picture stand in their cells, in cell pixels.

    Attributes:
        top: Upper edge of a capital.
        height: Height of a capital.
        middle: Usual middle of a letter from the left.
    """

    top: float
    height: float
    middle: float

    @property
    def bottom(self) -> float:
        """Lower edge of a capital."""
        return self.top + self.height


def line_through(bodies: Sequence[Blob]) -> Line | None:
    """Where letters stand whose bodies these are, None where there are none."""
    if not bodies:
        return None
    return Line(
        float(np.median([body.y for body in bodies])),
        float(np.median([body.height for body in bodies])),
        float(np.median([body.centre[0] for body in bodies])),
    )


class Placer:
    """Templates set where the letters of one picture stand.

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
        fonts = min(TEMPLATE_FONTS, len(bank.fonts))
        pages, owners, gains = [], [], []
        for letter in range(self._count):
            if letter in own:
                moved = _moved(own[letter][None], NUDGES)
            else:
                moved = _moved(
                    np.stack([_page(bank, font, letter, line) for font in range(fonts)]), SHIFTS
                )
            pages.append(moved)
            owners += [letter] * len(moved)
            gains += [OWN_FONT if letter in own else 0.0] * len(moved)
        self._pages = np.vstack(pages)
        self._owners = np.array(owners)
        self._gains = np.array(gains, np.float32)

    def rate(self, coverage: Floats, foreign: NDArray[np.bool_]) -> Floats:
        """``(N,)`` weighted correlation of a half hidden letter with the best template of each.

        Args:
            coverage: ``(CELL, CELL)`` ink, 0 to 1.
            foreign: ``(CELL, CELL)`` bool, what is neither ink nor ground; left out of the
                comparison.
        """
        hidden = cv2.morphologyEx(
            foreign.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)
        )
        hidden = cv2.dilate(hidden, np.ones((3, 3), np.uint8))
        weight = np.zeros((CELL, CELL), np.float32)
        weight[self._rows, 6:58] = 1.0 - hidden[self._rows, 6:58]
        alike = (
            _correlate(self._pages, _halve(coverage[None])[0], _halve(weight[None])[0])
            - self._gains
        )
        best = np.zeros(self._count, np.float32)
        np.maximum.at(best, self._owners, alike)
        return best


def _page(bank: GlyphBank, font: int, letter: int, line: Line) -> Floats:
    """A cell with nothing but the template on it."""
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


def _moved(pages: Floats, shifts: Sequence[tuple[int, int]]) -> Floats:
    """``(P, CELL, CELL)`` to ``(P * S, V)``: every page shifted every way, at half size."""
    every = np.stack([np.roll(pages, shift, axis=(1, 2)) for shift in shifts], axis=1)
    return _halve(every.reshape(-1, CELL, CELL))


def _halve(pages: Floats) -> Floats:
    """``(P, CELL, CELL)`` to ``(P, V)`` means of two by two pixels."""
    halved = pages.reshape(len(pages), COARSE, 2, COARSE, 2).mean(axis=(2, 4))
    return np.asarray(halved.reshape(len(pages), -1), dtype=np.float32)


def _correlate(pages: Floats, seen: Floats, weight: Floats) -> Floats:
    """Weighted correlation of each page with what is seen: ``(P,)``, 1 at best."""
    total = float(weight.sum()) + 1e-6
    mean = float((weight * seen).sum()) / total
    centred = weight * (seen - mean)
    strength = float((centred * (seen - mean)).sum())
    page_mean = pages @ weight / total
    page_strength = (pages * pages) @ weight - total * page_mean**2
    product = pages @ centred
    return np.asarray(
        product / np.sqrt(np.maximum(page_strength * strength, 1e-6)), dtype=np.float32
    )
