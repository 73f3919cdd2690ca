"""A picture whose squares do not stand out in; the raster on which its edges repeat out.

In small and blurred pictures the outlines of the squares have gaps, so that no square is an even
area; but the projection profiles, all edges of a row or column summed up, still repeat in equal
steps. The premium squares show where on the raster a known board lies.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from vision.board.lattice import COARSE, LEAST_SIDE, OVERHANG, Layouts, measure_edges
from vision.board.premiums import agreements
from vision.board.squares import most_when_plain
from vision.imaging import TRIED, Box, Bytes, Doubles, Floats, Grid, quantile, usual_colour
from vision.tiles import cut_box

WIDEST = 540
"""Pixels of width that suffice for a raster; wider pictures are reduced."""

STRONG = 24.0
"""Edge strength, of 255, at which edges are capped: letters have stronger ones."""

TEETH = 12
"""Borders that must repeat, as many as the smallest board has; the teeth of a comb."""

SHARES = np.array([0.25, 0.5, 0.75])
"""Places between two teeth, as shares of the pitch."""

SMALLEST_BOARD = 0.3
"""Width of the smallest board looked for, of 15 squares, as a share of the picture's."""

CLEAR = 1.0
"""Edge strength on the borders, minus that between them, from which a raster is examined."""


def match_profiles(pixels: Bytes, raster: Raster, layouts: Layouts) -> list[Grid]:
    """Places on the raster of an ``(H, W, 3)`` picture where a game's premiums fit, best first."""
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
    found: list[tuple[float, Grid]] = []
    for size in sorted({layout.size for _, layout in layouts if layout.size <= min(rows, columns)}):
        windows = np.lib.stride_tricks.sliding_window_view(core, (size, size))
        parts = windows.reshape(-1, size * size)
        plain = parts <= most_when_plain(parts)[:, None]
        own = [layout.premiums for _, layout in layouts if layout.size == size]
        best = np.max([agreements(plain, premiums) for premiums in own], axis=0).tolist()
        for agreement, (row, column) in zip(best, np.ndindex(windows.shape[:2]), strict=True):
            x, y = left + column * raster.pitch, top + row * raster.pitch
            found.append((agreement, Grid(x, y, raster.pitch, size)))
    found.sort(key=lambda each: -each[0])
    return [grid for _, grid in found[:TRIED]]


def _span(start: float, pitch: float, length: int) -> tuple[float, int]:
    """Where the raster's first whole square begins within a length, and how many squares fit."""
    before = math.floor(start / pitch + OVERHANG)
    first = start - before * pitch
    return first, max(0, math.floor((length - first) / pitch + OVERHANG))


class Raster(NamedTuple):
    """Equal steps in both directions.

    Attributes:
        x: Place of a vertical border, in pixels; the others follow at equal steps.
        y: The same for the horizontal borders.
        pitch: The step in pixels.
        score: How clearly the borders stand out from what lies between them, 0 to 48.
    """

    x: float
    y: float
    pitch: float
    score: float


def find_rasters(pixels: Bytes) -> Iterator[Raster]:
    """Rasters in bands of an ``(H, W, 3)`` picture from top to bottom, the clearest first."""
    shrink = min(1.0, WIDEST / pixels.shape[1])
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    if shrink < 1:
        grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    across, down = _edges(np.asarray(grey, np.float32))
    height, width = grey.shape
    band = min(height, round(0.7 * width))
    least = max(LEAST_SIDE, SMALLEST_BOARD * width / 15)
    pitches = np.arange(least, width / (TEETH - 1) + 0.01, 0.2)
    found = []
    for top in range(0, max(1, height - band + 1), max(1, band // 3)):
        coarse = _comb(across[top : top + band].mean(axis=0), pitches)
        if coarse.score >= CLEAR and (raster := _refine(across, down, coarse)) is not None:
            found.append(raster)
    for raster in sorted(found, key=lambda each: -each.score)[:3]:
        yield Raster(raster.x / shrink, raster.y / shrink, raster.pitch / shrink, raster.score)


class _Teeth(NamedTuple):
    """A comb that fits a profile: its pitch, where it begins, how clearly it fits."""

    pitch: float
    start: float
    score: float


def _edges(grey: Floats) -> tuple[Floats, Floats]:
    """Strength of vertical and of horizontal edges, each ``(h, w)``."""
    across, down = np.zeros_like(grey), np.zeros_like(grey)
    across[:, 1:-1] = np.minimum(np.abs(grey[:, 2:] - grey[:, :-2]), STRONG)
    down[1:-1] = np.minimum(np.abs(grey[2:] - grey[:-2]), STRONG)
    return across, down


def _comb(profile: Floats, pitches: Doubles) -> _Teeth:
    """The comb that fits a profile best.

    The medians on the teeth and at each of the ``SHARES`` between them are compared, so that some
    hidden borders do not matter, and a comb on every second border does not fit.
    """
    smooth = cv2.GaussianBlur(profile.reshape(1, -1), (0, 0), 0.8).ravel()
    best = _Teeth(0.0, 0.0, 0.0)
    for pitch in pitches.tolist():
        room = int(len(smooth) - (TEETH - 1) * pitch)
        if room < 1:
            continue
        teeth = np.arange(room)[:, None] + np.arange(TEETH) * pitch
        level = usual_colour(smooth[np.rint(teeth.T).astype(int)])
        between = teeth.T[:-1, None] + SHARES[:, None] * pitch
        level -= usual_colour(smooth[np.rint(between).astype(int)]).max(axis=0)
        start = int(level.argmax())
        if level[start] > best.score:
            best = _Teeth(pitch, float(start), float(level[start]))
    return best


def _refine(across: Floats, down: Floats, coarse: _Teeth) -> Raster | None:
    """The raster in both directions from a comb found in one; None where there is none."""
    near = np.arange(0.985, 1.0151, 0.005) * coarse.pitch
    level = _comb(down[:, _reach(coarse)].mean(axis=1), near)
    if not level.score:
        return None
    upright = _comb(across[_reach(level)].mean(axis=0), near)
    if not upright.score:
        return None
    columns, rows = across[_reach(level)].mean(axis=0), down[:, _reach(upright)].mean(axis=1)
    one, other = _straighten(columns, upright), _straighten(rows, level)
    pitch = (one.pitch + other.pitch) / 2
    reach = (TEETH - 1) / 2
    return Raster(
        one.start + reach * (one.pitch - pitch),
        other.start + reach * (other.pitch - pitch),
        pitch,
        one.score + other.score,
    )


def _reach(teeth: _Teeth) -> slice:
    """The pixels from the first tooth to the last."""
    return slice(round(teeth.start), round(teeth.start + (TEETH - 1) * teeth.pitch) + 1)


def _straighten(profile: Floats, teeth: _Teeth) -> _Teeth:
    """The comb moved to the middles of the borders: its teeth may be on one edge of each."""
    shares = np.arange(-0.24, 0.2401, 0.02)
    start, pitch, number = teeth.start + 0.5, teeth.pitch, np.arange(TEETH)
    for _ in range(3):
        teeth_at = start + number * pitch
        places = teeth_at + shares[:, None] * pitch
        edges = np.interp(places, np.arange(len(profile)) + 0.5, profile)
        edges = np.maximum(edges - np.percentile(edges, 40, axis=0), 0.0)
        # A tooth without any edge stays where it is.
        off = (edges * (places - teeth_at)).sum(axis=0) / (edges.sum(axis=0) + 1e-6)
        good = np.abs(off) <= max(quantile(np.abs(off), 0.5) * 2, 0.03 * pitch)
        pitch, start = np.polyfit(number[good], (teeth_at + off)[good], 1).tolist()
    return _Teeth(float(pitch), float(start), teeth.score)
