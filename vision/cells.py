"""Cells: squares and rack tiles brought to one size, their ink told from their ground."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Box, Grid

CELL = 64
"""Side of a normalised cell in pixels; every later measure is a share of it."""

OPPOSITE = 0.35
"""How far a pixel lies from the ground on the side away from the ink, as a share of the ink's
distance, from which it is something else: white letters on grey have 0.5, shading below 0.25."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A stack of K normalised cells.

    Attributes:
        pixels: ``(K, CELL, CELL, 3)`` float32, 0 to 255, blue green red.
        ground: ``(K, 3)`` the colour of what the glyph stands on.
        ink: ``(K, 3)`` the colour that stands out most from it.
        coverage: ``(K, CELL, CELL)`` float32, 0 (ground) to 1 (ink).
        foreign: ``(K, CELL, CELL)`` bool, pixels that are no mixture of ground and ink.
        contrast: ``(K,)`` distance of ink and ground in colour units (0 to 441).
    """

    pixels: Floats
    ground: Floats
    ink: Floats
    coverage: Floats
    foreign: NDArray[np.bool_]
    contrast: Floats


def cut_board(pixels: NDArray[np.uint8], grid: Grid) -> NDArray[np.uint8]:
    """The board as ``(size * CELL, size * CELL, 3)`` uint8, edges repeated beyond the picture."""
    return cut_box(pixels, grid.box, grid.size * CELL, grid.size * CELL)


def cut_box(pixels: NDArray[np.uint8], box: Box, width: int, height: int) -> NDArray[np.uint8]:
    """A box of the picture, resampled to ``(height, width, 3)`` uint8 with sub-pixel placement."""
    across, down = box.width / width, box.height / height
    margin = 4 + int(max(across, down))
    left, top = max(0, int(box.x) - margin), max(0, int(box.y) - margin)
    part = pixels[top : int(box.bottom) + margin, left : int(box.right) + margin]
    if max(across, down) > 1.15:
        blurred = cv2.GaussianBlur(part, (0, 0), 0.35 * across, sigmaY=0.35 * down)
        part = np.asarray(blurred, np.uint8)
    shift = np.array(
        [[across, 0, box.x - left + across / 2 - 0.5], [0, down, box.y - top + down / 2 - 0.5]]
    )
    cut = cv2.warpAffine(
        part,
        shift,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cut, dtype=np.uint8)


def split_board(board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A cut board as ``(size * size, CELL, CELL, 3)``, row by row."""
    size = board.shape[0] // CELL
    return (
        board.reshape(size, CELL, size, CELL, 3).transpose(0, 2, 1, 3, 4).reshape(-1, CELL, CELL, 3)
    )


def separate_ink(cells: NDArray[np.uint8], ink: Floats | None = None) -> Cells:
    """Tell ink from ground.

    The ground is the median colour of a cell: no letter covers half of it. The ink is, unless
    given, the colour farthest from the ground in the middle of the cell, where no badge lies.

    Args:
        cells: ``(K, CELL, CELL, 3)`` uint8.
        ink: ``(K, 3)`` ink colours to take as known.
    """
    count = len(cells)
    pixels = cells.astype(np.float32)
    ground = _ground(cells)
    apart = (pixels - ground[:, None, None]).reshape(count, CELL * CELL, 3)
    distance = np.einsum("kic,kic->ki", apart, apart)
    if ink is None:
        ink = _strongest(cells, np.sqrt(distance).reshape(count, CELL, CELL))
    axis = ink - ground
    length = np.sqrt((axis * axis).sum(axis=1)) + 1e-3
    along = (apart @ (axis / length[:, None])[:, :, None])[:, :, 0]
    limit = np.maximum(0.25 * length, 30.0)
    foreign = distance - along * along > (limit * limit)[:, None]
    foreign |= along < -np.maximum(OPPOSITE * length, 30.0)[:, None]
    coverage = np.clip(along / length[:, None], 0.0, 1.0)
    coverage[foreign] = 0.0
    shape = (count, CELL, CELL)
    return Cells(
        pixels,
        ground,
        ink.astype(np.float32),
        coverage.reshape(shape).astype(np.float32),
        foreign.reshape(shape),
        length.astype(np.float32),
    )


def _ground(cells: NDArray[np.uint8]) -> Floats:
    """``(K, 3)`` the median colour of what is not ink in each cell.

    What differs most from the rim is the letter, which leaves more than half of the cell bare.
    """
    count = len(cells)
    ground = np.zeros((count, 3), np.float32)
    if not count:
        return ground
    inner = cells[:, 8:56:3, 6:54:3].reshape(count, -1, 3).astype(np.float32)
    rim = _rim(cells)
    distance = np.linalg.norm(inner - rim[:, None], axis=2)
    far = np.percentile(distance, 95, axis=1)
    for k in range(count):
        bare = inner[k][distance[k] <= max(0.5 * far[k], 20.0)]
        ground[k] = np.median(bare if len(bare) >= 0.5 * len(inner[k]) else inner[k], axis=0)
    return ground


def _rim(cells: NDArray[np.uint8]) -> Floats:
    """``(K, 3)`` the colour that most of the four sides of each cell have.

    The stems of a wide letter may fill one side, a shaded edge or a neighbour another.
    """
    count = len(cells)
    strips = (
        cells[:, 7:13:2, 8:40:3],
        cells[:, 57:61:2, 8:56:3],
        cells[:, 14:56:3, 4:9:2],
        cells[:, 26:58:3, 56:61:2],
    )
    sides = np.stack([np.median(each.reshape(count, -1, 3), axis=1) for each in strips], axis=1)
    apart = np.linalg.norm(sides[:, :, None] - sides[:, None], axis=3).sum(axis=2)
    return np.asarray(sides[np.arange(count), apart.argmin(axis=1)], np.float32)


def _strongest(cells: NDArray[np.uint8], distance: Floats) -> Floats:
    """``(K, 3)`` the colour farthest from the ground in the middle of each cell."""
    count = len(cells)
    ink = np.zeros((count, 3), np.float32)
    if not count:
        return ink
    middle = distance[:, 14:54:2, 10:48:2].reshape(count, -1)
    colours = cells[:, 14:54:2, 10:48:2].reshape(count, -1, 3)
    rank = int(0.03 * middle.shape[1])
    far = -np.partition(-middle, rank, axis=1)[:, rank]
    for k in range(count):
        ink[k] = np.median(colours[k][middle[k] >= 0.8 * far[k]], axis=0)
    return ink
