"""Marks: the letter in a cell, as connected ink."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cells import CELL, Cells
from vision.pieces import Blob, find_pieces

Floats = NDArray[np.float32]

EDGE = 2
"""Pixels of a cell's border where its neighbours begin."""

LETTER_HEIGHT = (0.36, 0.86)
"""Height of a letter as a share of the cell; premium labels are smaller, outlines larger."""

HIDDEN = 0.015
"""Share of a letter's surroundings from which something is said to lie on it."""

LEAST = 6
"""Pixels of ink from which a piece is not dust."""

NUMERAL_HEIGHT = (0.08, 0.36)
"""Height of a corner numeral as a share of the cell."""


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A letter-like mark.

    Attributes:
        blob: Where the letter's body is.
        coverage: ``(h, w)`` float32, the body's ink in its box.
        accented: The body with what stands above it (dots, ring, tilde); None where nothing does.
        hidden: Share of the letter's surroundings covered by something foreign.
        above: How many separate pieces stand above the body.
    """

    blob: Blob
    coverage: Floats
    accented: Floats | None
    hidden: float
    above: int = 0


def find_marks(
    cells: Cells, top: float | None = None, bottom: float | None = None
) -> list[Mark | None]:
    """The letter-like mark of each cell, None where there is none.

    Args:
        cells: The cells.
        top: Where letters begin, in cell pixels from above, once that is known: ink above it that
            hangs together with the letter is a numeral that touches it, and is cut off.
        bottom: The same for where letters end. Some fonts let a J or a Q hang below the line.
    """
    count = len(cells.coverage)
    if count == 0:
        return []
    inked = cells.coverage > 0.5
    inked[:, :EDGE] = inked[:, -EDGE:] = False
    inked[:, :, :EDGE] = inked[:, :, -EDGE:] = False
    pieces = find_pieces(inked)
    blobs = pieces.only(pieces.boxes[:, 4] >= LEAST).by_window()
    return [
        _mark(
            cells.coverage[k], cells.foreign[k], pieces.labels[k], blobs.get(k, []), (top, bottom)
        )
        for k in range(count)
    ]


def _mark(
    coverage: Floats,
    foreign: NDArray[np.bool_],
    labels: NDArray[np.int32],
    blobs: list[tuple[int, Blob]],
    line: tuple[float | None, float | None],
) -> Mark | None:
    tall = [
        (label, body)
        for label, blob in blobs
        if _is_letter(body := _cut(labels, label, blob, line))
    ]
    if not tall:
        return None
    label, body = max(tall, key=lambda pair: pair[1].area)
    box = slice(body.y, body.bottom), slice(body.x, body.right)
    own = (labels[box] == label) | (labels[box] == 0)
    ink = np.where(own, coverage[box], np.float32(0.0))
    above = [(other, b) for other, b in blobs if other != label and _is_accent(b, body)]
    accented = None
    if above:
        start = min(b.y for _, b in above)
        whole = slice(start, body.bottom), slice(body.x, body.right)
        kept = np.isin(labels[whole], [label, 0, *(other for other, _ in above)])
        accented = np.where(kept, coverage[whole], np.float32(0.0))
    near = foreign[max(0, body.y - 2) : body.bottom + 3, max(0, body.x - 2) : body.right + 3]
    return Mark(body, ink, accented, float(near.mean()), len(above))


def _cut(
    labels: NDArray[np.int32], label: int, blob: Blob, line: tuple[float | None, float | None]
) -> Blob:
    """The blob without what goes far beyond the line."""
    top, bottom = line
    start = blob.y if top is None or blob.y >= top - 3 else round(top) - 1
    end = blob.bottom if bottom is None or blob.bottom <= bottom + 3 else round(bottom) + 1
    if (start, end) == (blob.y, blob.bottom):
        return blob
    rows, columns = np.where(labels[start:end] == label)
    if len(rows) == 0:
        return Blob(0, 0, 0, 0, 0)
    x, y = int(columns.min()), int(rows.min()) + start
    width, height = int(columns.max()) + 1 - x, int(rows.max()) + 1 + start - y
    return Blob(x, y, width, height, len(rows))


def _is_letter(blob: Blob) -> bool:
    across = blob.centre[0] / CELL
    return (
        LETTER_HEIGHT[0] * CELL <= blob.height <= LETTER_HEIGHT[1] * CELL
        and blob.width <= 0.92 * CELL
        and 0.24 < across < 0.76
    )


def _is_accent(blob: Blob, body: Blob) -> bool:
    across = blob.centre[0]
    return (
        body.x + 0.05 * body.width <= across <= body.right - 0.05 * body.width
        and blob.bottom <= body.y + 2
        and blob.height <= 0.3 * CELL
        and blob.y > EDGE
    )
