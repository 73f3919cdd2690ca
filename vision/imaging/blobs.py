"""Blobs: connected ink in many windows of one size, found all at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.imaging.components import find_pieces


@dataclass(frozen=True, slots=True)
class Blob:
    """Connected ink in a window: left, top, width, height and area in its pixels."""

    x: int
    y: int
    width: int
    height: int
    area: int

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
        labels: ``(K, h, w)`` int32, number of the piece each pixel belongs to, 0 for none.
        owners: ``(P,)`` the window of each piece.
        boxes: ``(P, 5)`` int32 left, top, width, height in the window, and area.
        numbers: ``(P,)`` what the pieces are called in ``labels``.
    """

    labels: NDArray[np.int32]
    owners: NDArray[np.int64]
    boxes: NDArray[np.int32]
    numbers: NDArray[np.int64]

    def only(self, kept: NDArray[np.bool_]) -> Blobs:
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


def find_blobs(inked: NDArray[np.bool_]) -> Blobs:
    """The connected ink of windows, ``(K, h, w)`` bool; corners connect."""
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
