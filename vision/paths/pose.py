"""The pose of a tilted grid of letters, or of one photographed from the side.

A homography is laid through the letters' middles, as ``vision.board.rectify`` does it with squares.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging.pose import Pose

Floats = NDArray[np.float64]

SKEWED = 0.05
"""How far off its place on a level grid the perspective of the letters puts one of its corners, as
a share of the distance to the next, from which a picture is straightened."""

NEAR = 0.2
"""How far off its place, in the same shares, a letter lies that is still one of the grid."""

ROUNDS = 3
"""So often the grid is laid anew through the letters that then lie on it."""

ENOUGH = 8
"""Letters that a homography is laid through at least."""


def pose_of(
    middles: Floats,
    origin: tuple[float, float],
    steps: tuple[float, float],
    size: int,
    shape: tuple[int, int],
) -> Pose | None:
    """How a picture has to be straightened so that letters stand on a level grid.

    Args:
        middles: ``(N, 2)`` x and y of the middles of letters, some of them the grid's.
        origin: The middle of the grid's upper left letter, as far as it is known.
        steps: Distance of its letters across and down.
        size: Letters a side.
        shape: Height and width of the picture.

    Returns:
        None where the grid is level, or too few letters tell.
    """
    rows, columns = np.divmod(np.arange(size * size), size)
    level = np.stack([origin[0] + columns * steps[0], origin[1] + rows * steps[1]], axis=1)
    pitch = min(steps)
    places, found = level, None
    for _ in range(ROUNDS):
        apart = np.linalg.norm(places[:, None] - middles[None], axis=2)
        nearest = apart.argmin(axis=1)
        on = apart[np.arange(len(places)), nearest] <= NEAR * pitch
        if np.count_nonzero(on) < ENOUGH:
            return None
        found, _ = cv2.findHomography(level[on], middles[nearest[on]], cv2.RANSAC, 0.06 * pitch)
        if found is None:
            return None
        places = np.asarray(cv2.perspectiveTransform(level[:, None], found)[:, 0], np.float64)
    off = np.linalg.norm(places - level, axis=1).max()
    if found is None or off <= SKEWED * pitch or off > size * pitch:
        return None
    return Pose(np.linalg.inv(np.asarray(found, np.float64)), shape[1], shape[0])
