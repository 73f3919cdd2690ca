"""A rough place of a board in; the homography of its squares, grown from the clearest, out.

Where single squares do not stand out, as in the grain of a photo, the borders between them still
do if those of a neighbourhood are summed. They are followed from the clearest neighbourhood to the
next ones, each searched where a homography through those known so far predicts it, so that rows
may be tilted, and columns converge.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.board.lattice import COARSE
from vision.imaging import (
    ALIKE,
    HARDLY_ANY,
    NEARLY_ALL,
    ROUNDS,
    Box,
    Bytes,
    Doubles,
    Floats,
    Grid,
    map_points,
    quantile,
)
from vision.tiles import cut_box

RIM = 1.5
"""Squares around the rough place that are searched too: a corner may lie so far off."""

AROUND = 2
"""Squares in each direction whose borders are averaged: single ones are hidden by tiles."""

FAR, NEAR = 0.5, 0.25
"""How far from its predicted place, in squares, the first neighbourhood is searched, and every
later one: beyond a half the next border is nearer."""


def grow(pixels: Bytes, grid: Grid) -> Doubles | None:
    """The homography of a board that lies roughly on a grid in an ``(H, W, 3)`` uint8 picture.

    Returns:
        ``(3, 3)``, from a square's column and row to its centre; None where there is no board.
    """
    size, side = grid.size, round((grid.size + 2 * RIM) * COARSE)
    wide = grid.cell * side / COARSE
    left, top = (each - (wide - grid.box.width) / 2 for each in (grid.x, grid.y))
    borders = _borders(cut_box(pixels, Box(left, top, wide, wide), side, side))
    numbers = np.array(list(np.ndindex(size, size)), np.float64)
    first = (side - size * COARSE) / 2 + COARSE / 2
    model = np.array([[COARSE, 0.0, first], [0.0, COARSE, first], [0.0, 0.0, 1.0]])
    centres, clear = _measure(borders, model, size, FAR)
    known = np.arange(len(numbers)) == clear.argmax()
    while True:
        model = _fit(numbers[known], centres[known], clear[known], model)
        centres, clear = _measure(borders, model, size, NEAR)
        if known.all():
            break
        square = known.reshape(size, size).view(np.uint8)
        known = cv2.dilate(square, np.ones((3, 3), np.uint8)).ravel().astype(bool)
    for _ in range(ROUNDS):  # at the board's edge averages are biased towards its inside
        model = _fit(numbers, centres, clear, model)
        centres, clear = _measure(borders, model, size, NEAR)
    off = np.abs(centres - map_points(model, numbers)).max(axis=1)
    if (off > ALIKE * COARSE).mean() > HARDLY_ANY:
        return None
    back = np.array([[grid.cell / COARSE, 0, left], [0, grid.cell / COARSE, top], [0, 0, 1.0]])
    return np.asarray(back @ model, np.float64)


def _borders(sheet: Bytes) -> tuple[Floats, Floats]:
    """How clearly a vertical border, and a horizontal one, runs through each pixel, 0 to 1.

    The median edge strength becomes a half, so clear borders count hardly more than faint ones.
    """
    maps = []
    for turned in (sheet, np.ascontiguousarray(sheet.transpose(1, 0, 2))):
        steps = cv2.Sobel(turned, cv2.CV_32F, 1, 0, ksize=3)
        strengths = np.abs(cv2.blur(steps, (1, round(NEARLY_ALL * COARSE)))).max(axis=2)
        maps.append(strengths / (strengths + quantile(strengths, 0.5) + 1e-3))
    return maps[0], np.ascontiguousarray(maps[1].T)


def _measure(
    borders: tuple[Floats, Floats], model: Doubles, size: int, reach: float
) -> tuple[Doubles, Doubles]:
    """``(N, 2)`` centres of all squares, and ``(N,)`` how clear they are, from averaged borders.

    Borders are searched up to ``reach`` squares from where the homography ``model`` puts them.
    """
    half = round(reach * COARSE)
    shifts = np.arange(-half, half + 1, dtype=np.float64)
    found, clear = [], []
    for axis, image in enumerate(borders):
        shape = (size + 1, size) if axis == 0 else (size, size + 1)
        ends = np.array(list(np.ndindex(*shape)), np.float64)
        ends[:, axis] -= 0.5
        at = map_points(model, ends) - 0.5
        there = np.repeat(at[:, None], len(shifts), axis=1)
        there[:, :, axis] += shifts
        x, y = cv2.split(there.astype(np.float32))
        votes = cv2.remap(image, x, y, cv2.INTER_LINEAR)
        votes = votes.reshape(*shape, -1)
        votes = votes[:-1] + votes[1:] if axis == 0 else votes[:, :-1] + votes[:, 1:]
        kernel = (2 * AROUND + 1, 2 * AROUND + 1)
        near = cv2.blur(votes, kernel, borderType=cv2.BORDER_REFLECT)
        near = cv2.blur(near.reshape(size * size, -1), (3, 1))
        rows, peak = np.arange(len(near)), np.clip(near.argmax(axis=1), 1, len(shifts) - 2)
        before, most, after = (near[rows, peak + each] for each in (-1, 0, 1))
        bend = np.maximum(2 * most - before - after, 1e-6)
        found.append(shifts[peak] + np.clip((after - before) / bend / 2, -0.5, 0.5))
        clear.append(most - near.mean(axis=1))
    numbers = np.array(list(np.ndindex(size, size)), np.float64)
    return map_points(model, numbers) + np.stack(found, axis=1), np.maximum(np.minimum(*clear), 0.0)


def _fit(numbers: Doubles, places: Doubles, clear: Doubles, model: Doubles) -> Doubles:
    """The homography from N squares' columns and rows to their places, with Cauchy weights.

    For few squares it is the last one, ``model``, shifted. ``clear`` is how much each counts.
    """
    if np.ptp(numbers, axis=0).min() <= 2 * AROUND:
        off = np.average(places - map_points(model, numbers), axis=0, weights=clear + 1e-9)
        return np.array([[1, 0, off[0]], [0, 1, off[1]], [0, 0, 1.0]]) @ model
    u, v = (places / COARSE).T[:, :, None]
    own = np.c_[numbers, np.ones(len(numbers))]
    none = np.zeros_like(own)
    equations = np.block([[own, none, -u * numbers], [none, own, -v * numbers]])
    aims = np.vstack([u, v]).ravel()
    for _ in range(ROUNDS):
        off = np.abs(places - map_points(model, numbers)).max(axis=1)
        root = np.sqrt(clear / (1.0 + (off / (2.0 * quantile(off, 0.5) + 1e-3)) ** 2))
        twice = np.tile(root, 2)
        solved = np.linalg.lstsq(equations * twice[:, None], aims * twice, rcond=None)[0]
        model = np.diag([COARSE, COARSE, 1.0]) @ np.append(solved, 1.0).reshape(3, 3)
    return model
