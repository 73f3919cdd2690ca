"""A mask in; its connected components with the box and the area of each out.

The compiled kernel finds them by their runs, in one pass; without it OpenCV goes pixel by pixel.
Connected ink in many windows of one size is found all at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.compiled import kernel_in_use
from vision.imaging.arrays import Bools, Bytes, Ints, Numbers

KERNEL = kernel_in_use("vision")


class Blob(NamedTuple):
    """Connected ink in a window: left, top, width, height and area in its pixels."""

    x: int
    y: int
    width: int
    height: int
    area: int

    @classmethod
    def around(cls, blobs: Collection[Blob]) -> Blob:
        """The box around one or more blobs, with the sum of their areas."""
        x, y = min(each.x for each in blobs), min(each.y for each in blobs)
        right, bottom = max(each.right for each in blobs), max(each.bottom for each in blobs)
        return cls(x, y, right - x, bottom - y, sum(each.area for each in blobs))

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Connected ink in K windows.

    Attributes:
        labels: ``(K, h, w)`` int32, number of each pixel's piece (connected component), or 0.
        owners: ``(P,)`` the window of each piece.
        boxes: ``(P, 5)`` int32 left, top, width, height in the window, and area.
        numbers: ``(P,)`` the pieces' numbers in ``labels``.
    """

    labels: Ints
    owners: Numbers
    boxes: Ints
    numbers: Numbers

    def only(self, kept: Bools) -> Blobs:
        """Some of the pieces; ``labels`` still shows the others."""
        return Blobs(self.labels, self.owners[kept], self.boxes[kept], self.numbers[kept])

    def __iter__(self) -> Iterator[tuple[int, int, Blob]]:
        """Window, number and blob of each piece, window by window."""
        rows = zip(self.owners.tolist(), self.numbers.tolist(), self.boxes.tolist(), strict=True)
        return ((owner, number, Blob(*box)) for owner, number, box in rows)

    def by_window(self) -> dict[int, list[tuple[int, Blob]]]:
        """Number and blob of each piece, for every window that has any."""
        found: dict[int, list[tuple[int, Blob]]] = {}
        for owner, number, blob in self:
            found.setdefault(owner, []).append((number, blob))
        return found


def find_blobs(inked: Bools) -> Blobs:
    """The connected ink of windows, ``(K, h, w)`` bool; pixels that touch at corners connect."""
    count, height, width = inked.shape
    if not inked.size:
        nothing = np.zeros(0, np.int64)
        return Blobs(np.zeros(inked.shape, np.int32), nothing, np.zeros((0, 5), np.int32), nothing)
    sheet = np.zeros((count, height + 1, width), np.uint8)
    sheet[:, :height] = inked
    labels, measures = find_pieces(sheet.reshape(-1, width), 8)
    boxes = measures[1:]
    owners, boxes[:, 1] = np.divmod(boxes[:, 1], height + 1)
    shown = labels.reshape(sheet.shape)[:, :height]
    return Blobs(shown, owners.astype(np.int64), boxes, np.arange(1, len(boxes) + 1))


def find_pieces(mask: Bytes, connectivity: Literal[4, 8]) -> tuple[Ints, Ints]:
    """The pieces of a mask, that is its connected components.

    Args:
        mask: ``(H, W)`` uint8, 0 where there is nothing.
        connectivity: 8 where pixels that only touch at a corner are connected as well, else 4.

    Returns:
        ``(H, W)`` the number of the piece each pixel belongs to, 0 for none; and ``(P, 5)`` left,
        top, width, height and area of all pieces, row 0 standing for none.
    """
    if KERNEL is not None:
        runs, measures = _trace(KERNEL, mask, connectivity)
        labels = np.zeros(mask.shape, np.int32)
        KERNEL.paint(runs, labels.ravel())
        return labels, measures
    _, found, told, _ = cv2.connectedComponentsWithStats(mask, connectivity=connectivity)
    measures = np.asarray(told, np.int32)
    measures[0] = 0
    return np.asarray(found, np.int32), measures


def measure_pieces(mask: Bytes, connectivity: Literal[4, 8]) -> Ints:
    """The boxes and areas that ``find_pieces`` returns, without the numbers of the pixels."""
    if KERNEL is not None:
        return _trace(KERNEL, mask, connectivity)[1]
    return find_pieces(mask, connectivity)[1]


def _trace(
    kernel: ModuleType, mask: Bytes, connectivity: Literal[4, 8]
) -> tuple[NDArray[np.uint32], Ints]:
    """The runs of a mask, see ``_tracing``, and the measures of its pieces, by the kernel."""
    height, width = mask.shape
    flat, corners = np.ascontiguousarray(mask).ravel(), int(connectivity == 8)
    words = np.require(flat[: flat.size // 8 * 8].view(np.uint64), requirements="A")
    runs = np.empty((height * ((width + 1) // 2), 4), np.uint32)
    runs = runs[: kernel.trace(flat, words, width, corners, runs)]
    measures = np.zeros((len(runs) + 1, 5), np.int32)
    return runs, measures[: kernel.measure(width, corners, runs, measures) + 1]
