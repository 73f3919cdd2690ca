"""Numerals: the figures in the corners of tiles whose values are known."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tiles import CELL, Corner

Floats = NDArray[np.float32]

INKED = 0.5
"""Coverage from which a pixel is part of a figure."""

ALIKE = 0.2
"""How far the height of a figure may be off the usual one, as a share of it."""

LEAST_HEIGHT = 6
"""Height in cell pixels below which a figure shows no shape worth keeping."""


def cut_figures(
    coverage: Floats, corner: Corner | None, value: int
) -> tuple[tuple[str, Floats], ...]:
    """The figures of a numeral with their ink, none where they do not stand free.

    Args:
        coverage: ``(CELL, CELL)`` ink of the tile, 0 to 1.
        corner: Where numerals stand, None where the look has none.
        value: What the numeral says.
    """
    if corner is None or corner.height < LEAST_HEIGHT:
        return ()
    text = str(value)
    page = np.asarray(corner.turn(coverage), np.float32)
    top, left = max(1, round(corner.top) - 3), round(corner.right - 2.0 * corner.height)
    right = min(CELL - 1, round(corner.right) + 3)
    zone = page[top : round(corner.top + corner.height) + 4, max(1, left) : right]
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        (zone > INKED).astype(np.uint8), connectivity=8
    )
    found: list[tuple[int, Floats]] = []
    for label, (x, y, width, height, _) in enumerate(stats.tolist()):
        touches = x == 0 or y == 0 or y + height >= zone.shape[0] or x + width >= zone.shape[1]
        if not label or touches or abs(height - corner.height) > ALIKE * corner.height + 1:
            continue
        soft = np.where((labels == label) | (labels == 0), zone, 0.0)
        ink = soft[y : y + height, x : x + width]
        found.append((-x if corner.left else x, np.ascontiguousarray(corner.turn(ink), np.float32)))
    if len(found) != len(text):
        return ()
    in_order = [ink for _, ink in sorted(found, key=lambda pair: pair[0])]
    return tuple(zip(text, in_order, strict=True))
