"""Squares found in a row in; the whole tiles, up to where their colour ends, out.

Of a blurred or shaded tile, only a part may be even enough to be found as a square. The tile's
edges are where its colour at each height ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.imaging import Box

HEIGHTS = np.linspace(0.0, 1.0, 20)
"""Heights at which tiles are examined, as shares of a tile's height."""

INNER = (0.1, 0.9)
"""Part of a square's width that shows the tiles' colour at each height."""

FINE = 48
"""Pixels of a tile's width that place its edges exactly enough."""

OWN = 40
"""Difference in each channel, of 255, up to which a colour is the tiles'."""

SHARE = 0.1
"""Share of a tile's heights that have its colour even where a letter's stem is."""

HOLE = 0.03
"""Width of a speck, as a share of the tile's."""

ALIKE = 0.06
"""How far tiles may differ in width, as a share of it."""

PART = (0.9, 1.6)
"""Width of a tile over that of the square found on it; two tiles are wider."""


def within_edges(pixels: NDArray[np.uint8], row: Sequence[Box]) -> list[Box]:
    """The tiles on which squares were found; the squares where the tiles' edges are unclear.

    Args:
        pixels: The picture, ``(H, W, 3)`` uint8.
        row: Squares of one size at one height, from left to right.
    """
    if len(row) < 2:
        return list(row)
    first = row[0]
    step = max(1, int(first.width / FINE))
    heights = np.round(first.y + HEIGHTS * first.height).astype(np.int64)
    strip = pixels[heights.clip(0, len(pixels) - 1), ::step].astype(np.int16)
    inside = np.zeros(strip.shape[1], bool)
    for box in row:
        left, right = (round((box.x + share * box.width) / step) for share in INNER)
        inside[max(0, left) : right] = True
    if not inside.any():
        return list(row)
    shown = np.sort(strip[:, inside], axis=1)
    own = shown[:, shown.shape[1] // 2]
    near = np.abs(strip - own[:, None]).max(axis=2) <= OWN
    spans = [_span_around(near.mean(axis=0) >= SHARE, box, step) for box in row]
    widths = [right - left for left, right in spans]
    usual = median(widths)
    alike = max(abs(width - usual) for width in widths) <= ALIKE * usual
    if not alike or not PART[0] <= usual / first.width <= PART[1]:
        return list(row)
    rise = (usual - first.width) / 2
    return [Box(left, first.y - rise, usual, first.height + 2 * rise) for left, _ in spans]


def _span_around(own: NDArray[np.bool_], box: Box, step: int) -> tuple[float, float]:
    """Left and right end of the columns with a tile's colour around a square's middle."""
    middle = int(box.centre[0] / step)
    hole = max(1, round(HOLE * box.width / step))
    ends = []
    for side in (own[:middle][::-1], own[middle:]):
        filled = np.flatnonzero(side)
        breaks = np.flatnonzero(np.diff(filled, prepend=-1) > hole)
        last = len(filled) if not len(breaks) else int(breaks[0])
        ends.append(0 if last == 0 else int(filled[last - 1]) + 1)
    return float((middle - ends[0]) * step), float((middle + ends[1]) * step)
