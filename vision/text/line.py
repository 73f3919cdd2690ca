"""A text line as a value: characters in a row, and what each of them could be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.imaging import Box, Floats
from vision.text.bank import text_bank

SPACE = 0.27
"""Gap between words, as a share of a capital's height."""

BACK = -0.6
"""Gap below which the next character stands in another line."""


@dataclass(frozen=True, eq=False)
class TextLine:
    """Characters in a row.

    Attributes:
        boxes: ``(K, 4)`` float32 left, top, right, bottom of each character, in pixels.
        scores: ``(K, N)`` float32 likeness to each character of the bank.
        top: Where capitals begin.
        base: Where they stand.
    """

    boxes: Floats
    scores: Floats
    top: float
    base: float

    @cached_property
    def height(self) -> float:
        """Height of a capital in pixels."""
        return self.base - self.top

    @cached_property
    def box(self) -> Box:
        """Around all its characters."""
        x, y = self.boxes[:, :2].min(axis=0).tolist()
        right, bottom = self.boxes[:, 2:].max(axis=0).tolist()
        return Box(x, y, right - x, bottom - y)

    @cached_property
    def gaps(self) -> Floats:
        """``(K,)`` empty space before each character, in heights.

        It is infinite before the first character and where the text continues in another line.
        """
        apart = (self.boxes[1:, 0] - self.boxes[:-1, 2]) / max(1.0, self.height)
        apart = np.where(apart < BACK, np.inf, apart)
        return np.concatenate([[np.inf], apart]).astype(np.float32)

    @property
    def text(self) -> str:
        """What it most likely says; a space where there is a gap."""
        return self.spaced(self.characters)

    @property
    def characters(self) -> list[str]:
        """What each character most likely is; two letters where they touch."""
        return [text_bank().characters[k] for k in self.scores.argmax(axis=1)]

    def spaced(self, characters: Sequence[str]) -> str:
        """These characters in the places of its own, a space where there is a gap."""
        spaces = ["", *(" " if gap > SPACE else "" for gap in self.gaps[1:])]
        return "".join(a + b for a, b in zip(spaces, characters, strict=True))

    def part(self, start: int, end: int) -> TextLine:
        """Some of its characters as a line of the same height."""
        if start == 0 and end == len(self.boxes):
            return self
        return TextLine(self.boxes[start:end], self.scores[start:end], self.top, self.base)

    def placed(self, scale: float, x: float, y: float) -> TextLine:
        """The same line in a picture scaled by ``1 / scale``, then moved by ``(x, y)``."""
        boxes = self.boxes / scale + np.array([x, y, x, y], np.float32)
        return TextLine(boxes, self.scores, self.top / scale + y, self.base / scale + y)
