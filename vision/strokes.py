"""Strokes: all that is thin in a part of a picture, dark or light, in connected pieces."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

THICK = 0.30
"""Thickest stroke of a text, as a share of a board's square."""

GROUND = 0.6
"""Side of the surroundings whose median is a stroke's ground, as a share of a board's square."""

FAINTEST = 22
"""Least difference of grey levels, of 255, between a stroke and what it stands on."""

HALF = 0.45
"""Share of the strongest stroke nearby from which a pixel is ink."""

HEIGHTS = (0.08, 0.95)
"""Heights of characters, as a share of a board's square."""

WIDEST = 2.2
"""Width of a piece, as a share of a board's square: longer ones are rules and frames."""


@dataclass(frozen=True, slots=True, eq=False)
class Strokes:
    """Pieces of ink of one polarity in a part of a picture.

    Attributes:
        ink: ``(H, W)`` uint8, how far each pixel stands out from its ground.
        labels: ``(H, W)`` int32, number of the piece each pixel belongs to, 0 for none.
        boxes: ``(P, 4)`` int32 left, top, width, height of all pieces; row 0 stands for none.
        usable: ``(P,)`` bool, pieces that can be a character or part of one.
    """

    ink: NDArray[np.uint8]
    labels: Ints
    boxes: Ints
    usable: NDArray[np.bool_]


def find_strokes(grey: NDArray[np.uint8], cell: float) -> tuple[Strokes, Strokes]:
    """The strokes of a part of a picture: dark ones and light ones.

    Args:
        grey: ``(H, W)`` uint8.
        cell: Side of a board's square in the same pixels.
    """
    size = max(3, round(THICK * cell)) | 1
    kernel = np.ones((size, size), np.uint8)
    ground = _ground(grey, cell)
    dark = cv2.subtract(cv2.min(cv2.morphologyEx(grey, cv2.MORPH_CLOSE, kernel), ground), grey)
    light = cv2.subtract(grey, cv2.max(cv2.morphologyEx(grey, cv2.MORPH_OPEN, kernel), ground))
    return _pieces(np.asarray(dark, np.uint8), cell), _pieces(np.asarray(light, np.uint8), cell)


def _ground(grey: NDArray[np.uint8], cell: float) -> NDArray[np.uint8]:
    """What lies behind the strokes: the median around each pixel, which no text covers half of.

    Without it the gaps between light letters would count as dark strokes.
    """
    factor = max(1, round(cell / 14))
    height, width = grey.shape
    small = cv2.resize(
        grey, (-(-width // factor), -(-height // factor)), interpolation=cv2.INTER_AREA
    )
    size = max(3, round(GROUND * cell / factor)) | 1
    middle = cv2.medianBlur(small, size)
    return np.asarray(cv2.resize(middle, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _pieces(ink: NDArray[np.uint8], cell: float) -> Strokes:
    reach = max(3, round(0.4 * cell)) | 1
    strongest = cv2.dilate(ink, np.ones((reach, reach), np.uint8))
    least = np.maximum(cv2.convertScaleAbs(strongest, alpha=HALF), np.uint8(FAINTEST))
    inked = cv2.compare(ink, least, cv2.CMP_GE)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inked, connectivity=8, ltype=cv2.CV_32S)
    boxes = np.asarray(stats[:, :4], np.int32)
    usable = (
        (boxes[:, 3] <= HEIGHTS[1] * cell) & (boxes[:, 2] <= WIDEST * cell) & (stats[:, 4] >= 3)
    )
    usable[0] = False
    return Strokes(ink, np.asarray(labels, np.int32), boxes, usable)
