"""Squares and rack tiles in; cells of one size, with ink separated from ground, out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.imaging import (
    OTHER_COLOUR,
    Bools,
    Box,
    Bytes,
    Doubles,
    Floats,
    Grid,
    Numbers,
    Screen,
    ground_colours,
    ink_colours,
)

CELL = 64
"""Side of a normalised cell in pixels; every later measure is a share of it."""

FAINT = 40.0
"""Distance of ink and ground below which nothing can be read: on screens dimmed to 40 % letters
still have 64, noise that is scaled up to a letter has a few."""

SHARP = 1.3
"""Pixels of a picture per pixel of a cell up to which it is not blurred before resampling."""

CHANNELS = 2
"""Shades of a pixel that networks see."""

INKS = -1.0, 1.5
"""Range in which networks see how far a pixel is on the way from ground, 0, to ink, 1."""

ASIDE = 120.0
"""Largest distance of a colour from the line through ground and ink that networks see."""

EVEN = 0.5
"""Probability above which something is likelier than not."""

COARSE = 4
"""Side in pixels of the blocks of a cell that are looked at where it leaves the picture."""

BATCH = 8
"""Cells processed at a time: so many fit into the processor's cache."""


class Cells(NamedTuple):
    """A stack of K normalised cells.

    Attributes:
        ground: ``(K, 3)`` the colour behind the glyph.
        ink: ``(K, 3)`` the colour that stands out most from it.
        coverage: ``(K, CELL, CELL)`` float32, 0 (ground) to 1 (ink).
        foreign: ``(K, CELL, CELL)`` bool, pixels that are no mixture of ground and ink.
        contrast: ``(K,)`` distance of ink and ground in colour units (0 to 441).
        shades: ``(K, CELL, CELL, CHANNELS)`` float32, 0 to 1, as networks see cells: how far each
            pixel is on the way from ground to ink, and how far aside. Looks of all colours are the
            same to them.
        gain: What coverage was multiplied by, so that strokes thinner than a pixel count as ink.
    """

    ground: Floats
    ink: Floats
    coverage: Floats
    foreign: Bools
    contrast: Floats
    shades: Floats
    gain: float = 1.0

    @property
    def opposite(self) -> Bools:
        """``(K, CELL, CELL)`` pixels that lie on the other side of the ground than the ink."""
        along = self.shades[..., 0] * (INKS[1] - INKS[0]) + INKS[0]
        return np.asarray(along * self.contrast[:, None, None] < -OTHER_COLOUR, np.bool_)

    def stronger(self, gain: float) -> Cells:
        """The cells with their coverage multiplied by a gain, up to 1."""
        if gain == 1.0:
            return self
        return self._replace(coverage=np.minimum(self.coverage * gain, 1.0), gain=self.gain * gain)

    def only(self, kept: Numbers) -> Cells:
        """Some of the cells, by number."""
        return Cells._make([*(each[kept] for each in self[:-1]), self.gain])

    def replaced(self, kept: list[int], others: Cells) -> Cells:
        """The cells, some of them, by number, replaced by as many others."""
        if not kept:
            return self
        changed = Cells._make([*(each.copy() for each in self[:-1]), self.gain])
        for each, other in zip(changed[:-1], others[:-1], strict=True):
            each[kept] = other
        return changed


def cut_board(pixels: Bytes, grid: Grid) -> Bytes:
    """The board as ``(size * CELL, size * CELL, 3)`` uint8, edges repeated beyond the picture."""
    return cut_box(pixels, grid.box, grid.size * CELL, grid.size * CELL)


def beyond_picture(screen: Screen, boxes: Sequence[Box]) -> Bools | None:
    """``(K, CELL, CELL)`` bool: pixels of boxes' cells outside the picture; None for no pixel."""
    places, sides = np.split(np.array(boxes).reshape(-1, 1, 4), 2, axis=2)

    def shown(parts: Doubles) -> Bools:
        return screen.shows((places + parts * sides).reshape(-1, 2))

    if shown(np.array([(x, y) for x in (0.0, 1.0) for y in (0.0, 1.0)])).all():
        return None
    side = CELL // COARSE
    rows, columns = np.divmod(np.arange(side * side), side) + np.array(0.5)
    lacking = ~shown(np.stack([columns, rows], axis=1) / side).reshape(-1, side, side)
    return np.asarray(lacking.repeat(COARSE, axis=1).repeat(COARSE, axis=2), np.bool_)


def cut_box(pixels: Bytes, box: Box, width: int, height: int) -> Bytes:
    """A box of the picture, resampled to ``(height, width, 3)`` uint8 with sub-pixel placement.

    Beyond the picture its edges are repeated, also where all of the box lies there.
    """
    across, down = box.width / width, box.height / height
    shrink = max(1, int(min(across, down)))  # by whole pixels first, which is fast
    margin = 4 * shrink + int(max(across, down))
    left = max(0, min(int(box.x) - margin, pixels.shape[1] - shrink))
    top = max(0, min(int(box.y) - margin, pixels.shape[0] - shrink))
    right, bottom = int(box.right) + margin, int(box.bottom) + margin
    part = pixels[top : max(bottom, top + shrink), left : max(right, left + shrink)]
    if shrink > 1:
        whole = part[: part.shape[0] // shrink * shrink, : part.shape[1] // shrink * shrink]
        size = whole.shape[1] // shrink, whole.shape[0] // shrink
        part = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
    across, down = across / shrink, down / shrink
    if max(across, down) > SHARP:
        size = _kernel(0.35 * across), _kernel(0.35 * down)
        blurred = cv2.GaussianBlur(part, size, 0.35 * across, sigmaY=0.35 * down)
        part = np.asarray(blurred, np.uint8)
    x, y = (box.x - left) / shrink, (box.y - top) / shrink
    shift = np.array([[across, 0, x + across / 2 - 0.5], [0, down, y + down / 2 - 0.5]])
    cut = cv2.warpAffine(
        cv2.cvtColor(part, cv2.COLOR_BGR2BGRA),  # warped in less than half the time of three
        shift,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGRA2BGR), dtype=np.uint8)


def _kernel(sigma: float) -> int:
    """Side of a Gaussian's kernel: all weights above a five hundredth of the middle one."""
    return 2 * max(1, math.ceil(3.58 * sigma) - 1) + 1


def split_board(board: Bytes, numbers: Numbers | None = None) -> Bytes:
    """Squares of a cut board as ``(K, CELL, CELL, 3)``.

    Args:
        board: ``(size * CELL, size * CELL, 3)`` uint8.
        numbers: ``(K,)`` which squares, counted row by row; None for all of them.
    """
    size = board.shape[0] // CELL
    squares = board.reshape(size, CELL, size, CELL, 3).transpose(0, 2, 1, 3, 4)
    if numbers is None:
        return squares.reshape(-1, CELL, CELL, 3)
    return squares[np.divmod(numbers, size)]


def separate_ink(cells: Bytes, ink: Floats | None = None, ground: Floats | None = None) -> Cells:
    """Separate ink from ground.

    The ground is the median colour of a cell: no letter covers half of it. The ink is, unless
    given, the colour farthest from the ground in the middle of the cell, where no badge lies.

    Args:
        cells: ``(K, CELL, CELL, 3)`` uint8.
        ink: ``(K, 3)`` ink colours to take as known.
        ground: ``(K, 3)`` the same for the ground.
    """
    if ground is None:
        ground = ground_colours(cells)
    if ink is None:
        ink = ink_colours(cells, ground)
    axis = ink - ground
    length = np.sqrt((axis * axis).sum(axis=1)) + 1e-3
    turn = _basis(axis / length[:, None])
    turn[:, 0] /= length[:, None]
    wide = np.maximum(0.25 * length, 30.0)
    turn[:, 1:] /= wide[:, None, None]
    turn = np.concatenate([turn, -turn @ ground[:, :, None]], axis=2)
    coverage = np.empty((len(cells), CELL * CELL), np.float32)
    foreign = np.empty(coverage.shape, np.bool_)
    shades = np.empty((*coverage.shape, CHANNELS), np.float32)
    planes = np.ones((min(len(cells), BATCH), 4, CELL * CELL), np.float32)
    for first in range(0, len(cells), BATCH):
        part = slice(first, first + BATCH)
        size = len(cells[part])
        for channel, plane in enumerate(cv2.split(cells[part].reshape(-1, CELL, 3))):
            planes[:size, channel] = plane.reshape(size, -1)
        along, beside, other = (turn[part] @ planes[:size]).swapaxes(0, 1)
        beside *= beside
        other *= other
        beside += other
        shades[part, :, 0] = (np.clip(along, *INKS) - INKS[0]) / (INKS[1] - INKS[0])
        np.minimum(np.sqrt(beside) * (wide[part, None] / ASIDE), 1.0, out=shades[part, :, 1])
        np.greater(beside, 1.0, out=foreign[part])
        along[foreign[part]] = 0.0
        np.clip(along, 0.0, 1.0, out=coverage[part])
    shape = (len(cells), CELL, CELL)
    return Cells(
        ground,
        np.asarray(ink, np.float32),
        coverage.reshape(shape),
        foreign.reshape(shape),
        length,
        shades.reshape(*shape, CHANNELS),
    )


def ink_shades(along: Floats) -> Floats:
    """``(..., CHANNELS)`` shades of pixels that are so much ink, and otherwise ground."""
    inked = (np.clip(along, *INKS) - INKS[0]) / (INKS[1] - INKS[0])
    return np.stack([inked, np.zeros_like(inked)], axis=-1)


def _basis(axis: Floats) -> Floats:
    """``(K, 3)`` unit vectors to ``(K, 3, 3)``: each with two others at right angles, in rows."""
    each, least = np.arange(len(axis)), np.abs(axis).argmin(axis=1)
    beside = -axis * axis[each, least][:, None]
    beside[each, least] += 1.0
    beside /= np.sqrt((beside * beside).sum(axis=1, keepdims=True))
    third = axis[:, [1, 2, 0]] * beside[:, [2, 0, 1]] - axis[:, [2, 0, 1]] * beside[:, [1, 2, 0]]
    return np.stack([axis, beside, third], axis=1)
