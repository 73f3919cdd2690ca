"""Parts of a picture in; their thin strokes, dark or light, as connected pieces out."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import cv2
import numpy as np

from vision.imaging import Bools, Bytes, Ints, find_pieces

THICK = 0.30
"""Thickest stroke of a text, as a share of a board's square."""

GROUNDS = (0.6, 9), (1.2, 5)
"""Sides of the patches whose medians are a stroke's ground, as a share of a board's square, and
the pixels a side to which such a patch is reduced: wide patches need less detail."""

FAINTEST = 22
"""Least difference of grey levels, of 255, between a stroke and its ground."""

HALF = 0.45
"""Share of the strongest stroke nearby from which a pixel is ink."""

HEIGHTS = (0.08, 0.95)
"""Heights of characters, as a share of a board's square."""

WIDEST = 2.2
"""Width of a piece, as a share of a board's square: longer ones are rules and frames."""


class Strokes(NamedTuple):
    """Pieces of ink in parts of a picture, in layers one below the other on one sheet.

    Each part has two layers: its dark strokes and, below them, its light ones.

    Attributes:
        ink: ``(H, W)`` uint8, how far each pixel stands out from its ground.
        labels: ``(H, W)`` int32, number of the piece each pixel belongs to, 0 for none.
        boxes: ``(P, 4)`` int32 left, top, width, height of all pieces; row 0 stands for none.
        usable: ``(P,)`` bool, pieces that can be a character or part of one.
        starts: The first row of each layer.
    """

    ink: Bytes
    labels: Ints
    boxes: Ints
    usable: Bools
    starts: tuple[int, ...]

    def part_at(self, row: float) -> tuple[int, int]:
        """Number of the part whose layer a row of the sheet is in, and that layer's first row."""
        layer = bisect_right(self.starts, row) - 1
        return layer // 2, self.starts[layer]


def find_strokes(parts: Sequence[Bytes], cell: float) -> Strokes:
    """Strokes in ``(h, w)`` grey parts of a picture; a board's square is ``cell`` pixels wide."""
    layers = [layer for part in parts for layer in _stand_out(part, cell)]
    gap = math.ceil(HEIGHTS[1] * cell)  # so that nothing in one layer seems near to the next
    starts = tuple(accumulate((len(layer) + gap for layer in layers[:-1]), initial=0))
    shape = starts[-1] + len(layers[-1]), max(layer.shape[1] for layer in layers)
    ink, inked = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    for start, layer in zip(starts, layers, strict=True):
        there = slice(start, start + len(layer)), slice(layer.shape[1])
        ink[there] = layer
        inked[there] = _strong(layer, cell)
    labels, measures = find_pieces(inked, 8)
    boxes = measures[:, :4]
    usable = (
        (boxes[:, 3] <= HEIGHTS[1] * cell) & (boxes[:, 2] <= WIDEST * cell) & (measures[:, 4] >= 3)
    )
    usable[0] = False
    return Strokes(ink, labels, boxes, usable, starts)


def _stand_out(grey: Bytes, cell: float) -> tuple[Bytes, Bytes]:
    """How far each pixel stands out as part of a dark stroke, and of a light one."""
    size = max(3, round(THICK * cell)) | 1
    kernel = np.ones((size, size), np.uint8)
    near, far = _grounds(grey, cell)
    under_dark, under_light = cv2.max(near, far), cv2.min(near, far)
    closed = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, kernel)
    opened = cv2.morphologyEx(grey, cv2.MORPH_OPEN, kernel)
    dark = cv2.subtract(cv2.min(closed, under_dark), grey)
    light = cv2.subtract(grey, cv2.max(opened, under_light))
    return np.asarray(dark, np.uint8), np.asarray(light, np.uint8)


def _grounds(grey: Bytes, cell: float) -> Iterator[Bytes]:
    """The ground behind the strokes: the medians of patches around each pixel.

    Without it the gaps between light letters would count as dark strokes. Small patches suit small
    numbers, wide ones are not filled by large bold ones; a stroke must stand out from one of them.
    """
    height, width = grey.shape
    small = grey
    for share, fine in GROUNDS:
        side = share * cell
        factor = max(1, round(side / fine))
        shape = -(-width // factor), -(-height // factor)
        small = np.asarray(cv2.resize(small, shape, interpolation=cv2.INTER_AREA), np.uint8)
        middle = cv2.medianBlur(small, max(3, round(side / factor)) | 1)
        back = cv2.resize(middle, (width, height), interpolation=cv2.INTER_LINEAR)
        yield np.asarray(back, np.uint8)


def _strong(ink: Bytes, cell: float) -> Bytes:
    """``(h, w)`` uint8, not 0 where the ink is not much weaker than the strongest nearby."""
    reach = max(3, round(0.4 * cell)) | 1
    strongest = cv2.dilate(ink, np.ones((reach, reach), np.uint8))
    strong = cv2.compare(ink, cv2.convertScaleAbs(strongest, alpha=HALF), cv2.CMP_GE)
    _, clear = cv2.threshold(ink, FAINTEST - 1, 255, cv2.THRESH_BINARY)
    return np.asarray(cv2.bitwise_and(strong, clear), np.uint8)
