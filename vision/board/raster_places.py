"""Slide: where on a raster a known board lies, by its premium squares."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.game.parts import Layout
from vision.board.lattice import measure_edges
from vision.board.premiums import agreements
from vision.board.profiles import Raster
from vision.board.squares import most_when_plain
from vision.imaging.geometry import Box, Grid
from vision.tiles.ink import cut_box

COARSE = 16
"""Pixels of a square at which it is seen whether something is printed on it."""

OVERHANG = 0.3
"""How far, in squares, the raster's outermost squares may stick out of the picture."""

KEPT = 3
"""Places that are worth a closer look."""


def slide_boards(
    pixels: NDArray[np.uint8], raster: Raster, layouts: Sequence[tuple[str, Layout]]
) -> list[Grid]:
    """The places on a raster where the premium squares of a known game fit best, the best first.

    Args:
        pixels: The picture, ``(H, W, 3)`` uint8.
        raster: Where borders of squares may lie.
        layouts: Names of games and their layouts.
    """
    height, width = pixels.shape[:2]
    left, columns = _span(raster.x, raster.pitch, width)
    top, rows = _span(raster.y, raster.pitch, height)
    if min(columns, rows) < min(layout.size for _, layout in layouts):
        return []
    box = Box(left, top, columns * raster.pitch, rows * raster.pitch)
    sheet = cut_box(pixels, box, columns * COARSE, rows * COARSE)
    edges = measure_edges(sheet).strengths.reshape(rows, COARSE, columns, COARSE)
    middles = edges.transpose(0, 2, 1, 3)[:, :, 4:12, 3:13].reshape(rows, columns, -1)
    core = np.percentile(middles, 92, axis=2)
    found: list[tuple[float, int, int, int]] = []
    for size in sorted({layout.size for _, layout in layouts if layout.size <= min(rows, columns)}):
        windows = np.lib.stride_tricks.sliding_window_view(core, (size, size))
        parts = windows.reshape(-1, size * size)
        plain = parts <= most_when_plain(parts)[:, None]
        best = np.max(
            [agreements(plain, layout) for _, layout in layouts if layout.size == size], axis=0
        )
        places = np.argwhere(np.ones(windows.shape[:2], bool)).tolist()
        found += [
            (agreement, size, row, column)
            for agreement, (row, column) in zip(best.tolist(), places, strict=True)
        ]
    found.sort(key=lambda each: -each[0])
    return [
        Grid(left + column * raster.pitch, top + row * raster.pitch, raster.pitch, size)
        for _, size, row, column in found[:KEPT]
    ]


def _span(start: float, pitch: float, length: int) -> tuple[float, int]:
    """Where the raster's first whole square begins within a length, and how many there are."""
    before = math.floor(start / pitch + OVERHANG)
    first = start - before * pitch
    return first, max(0, math.floor((length - first) / pitch + OVERHANG))
