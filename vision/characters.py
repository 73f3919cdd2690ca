"""Characters: what the pieces of ink that make up a character look like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.strokes import Strokes
from vision.textbank import MASK, describe, likeness, text_bank

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

UNREAD = 0.76
"""Likeness below which a wide piece may be two characters that touch."""

TEXT = 0.65
"""Mean likeness of a line from which touching characters are looked for; a lone one may be any."""

WIDE = (0.9, 2.2)
"""Width over height of two characters that touch."""

PAIR = (1.05, 1.7)
"""The same for two digits that stand alone."""

BETTER = 0.08
"""By how much two halves must be more alike to something than the whole."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A line before its characters are read.

    Attributes:
        top: Where capitals begin.
        base: Where they stand.
        characters: For each character the numbers of its pieces.
    """

    top: float
    base: float
    characters: list[list[int]]


@dataclass(frozen=True, slots=True, eq=False)
class Characters:
    """The K characters of L lines, line after line, each from left to right.

    Attributes:
        boxes: ``(K, 4)`` float32 left, top, right, bottom.
        scores: ``(K, F, N)`` float32, likeness to the bank's.
        peaks: ``(K, F)`` the most of them in each font.
        starts: ``(L,)`` the first character of each line.
    """

    boxes: Floats
    scores: Floats
    peaks: Floats
    starts: NDArray[np.int64]

    def line(self, number: int) -> Characters:
        """The characters of one line."""
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.boxes)
        own = slice(self.starts[number], end)
        return Characters(self.boxes[own], self.scores[own], self.peaks[own], self.starts[:1] * 0)


def recognise(strokes: Strokes, drafts: Sequence[Draft]) -> Characters:
    """The characters of lines and what they look like."""
    owner = np.zeros(len(strokes.boxes), np.int32)
    places = strokes.boxes.tolist()
    edges: list[tuple[int, int, int, int]] = []
    lines: list[int] = []
    for number, draft in enumerate(drafts):
        for group in draft.characters:
            edges.append(_around([places[piece] for piece in group]))
            owner[group] = len(edges)
            lines.append(number)
    line_of = np.array(lines)
    frames = np.array([(draft.top, draft.base) for draft in drafts], np.float32)[line_of]
    boxes = np.array(edges, np.float32)
    wanted = np.arange(1, len(boxes) + 1, dtype=np.int32)
    scores = _compare(strokes, boxes, owner, wanted, frames)
    boxes, scores, line_of = _split_touching(strokes, boxes, scores, owner, line_of, frames)
    order = np.lexsort((boxes[:, 0], line_of))
    starts = np.searchsorted(line_of[order], np.arange(len(drafts)))
    scores = scores[order]
    return Characters(boxes[order], scores, scores.max(axis=2), starts)


def _around(boxes: Sequence[Sequence[int]]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom around boxes of left, top, width, height."""
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[0] + box[2] for box in boxes),
        max(box[1] + box[3] for box in boxes),
    )


def _compare(strokes: Strokes, boxes: Floats, owner: Ints, wanted: Ints, frames: Floats) -> Floats:
    """``(K, F, N)`` likeness of characters in boxes; ``frames`` are top and base of their lines."""
    masks = sample_masks(strokes, boxes, owner, wanted)
    height = np.maximum(frames[:, 1] - frames[:, 0], 1.0)
    size = boxes[:, 2:] - boxes[:, :2]
    measures = np.stack(
        [
            np.log(size[:, 0] / size[:, 1]),
            np.minimum(size[:, 1] / height, 2.0),
            np.clip((boxes[:, 1] - frames[:, 0]) / height, -1.0, 2.0),
        ],
        axis=1,
    ).astype(np.float32)
    return likeness(describe(masks, measures, text_bank()), text_bank())


def _split_touching(
    strokes: Strokes,
    boxes: Floats,
    scores: Floats,
    owner: Ints,
    line_of: NDArray[np.int64],
    frames: Floats,
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Boxes, scores and lines with wide unread pieces cut in two where that reads better."""
    best = scores.max(axis=(1, 2))
    size = boxes[:, 2:] - boxes[:, :2]
    aspect = size[:, 0] / size[:, 1]
    tall = size[:, 1] >= 0.7 * (frames[:, 1] - frames[:, 0])
    lengths = np.bincount(line_of)
    alone = (lengths == 1)[line_of] & (aspect >= PAIR[0]) & (aspect <= PAIR[1])
    text = (lengths > 1) & (np.bincount(line_of, weights=best) >= TEXT * lengths)
    wide = np.flatnonzero(
        (text[line_of] | alone)
        & (best < UNREAD)
        & tall
        & (aspect >= WIDE[0])
        & (aspect <= WIDE[1])
        & (size[:, 0] >= 8)
    )
    if not len(wide):
        return boxes, scores, line_of
    halves = np.array(
        [half for k in wide.tolist() for half in _halves(strokes, boxes[k], owner, k + 1)],
        np.float32,
    )
    twice = wide.repeat(2)
    wanted = (twice + 1).astype(np.int32)
    parts = _compare(strokes, halves, owner, wanted, frames[twice])
    reads = parts.max(axis=(1, 2)).reshape(-1, 2).min(axis=1) >= best[wide] + BETTER
    kept = np.ones(len(boxes), bool)
    kept[wide[reads]] = False
    cut = reads.repeat(2)
    return (
        np.concatenate([boxes[kept], halves[cut]]),
        np.concatenate([scores[kept], parts[cut]]),
        np.concatenate([line_of[kept], line_of[twice[cut]]]),
    )


def _halves(
    strokes: Strokes, box: Floats, owner: Ints, number: int
) -> list[tuple[float, float, float, float]]:
    """The boxes left and right of the thinnest column in the middle of a piece."""
    left, top, right, bottom = (int(v) for v in box)
    labels = strokes.labels[top:bottom, left:right]
    ink = np.where(owner[labels] == number, strokes.ink[top:bottom, left:right], 0)
    columns = ink.sum(axis=0, dtype=np.int64)
    third = max(1, (right - left) // 3)
    middle = columns[third : right - left - third]
    cut = left + third + int(middle.argmin())
    halves = []
    for start, end in ((left, cut), (cut + 1, right)):
        rows = np.flatnonzero((owner[strokes.labels[top:bottom, start:end]] == number).any(axis=1))
        first, last = (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, bottom - top)
        halves.append((float(start), float(top + first), float(end), float(top + last)))
    return halves


def sample_masks(strokes: Strokes, boxes: Floats, owner: Ints, wanted: Ints) -> Floats:
    """Coverage of each character, ``(K, MASK, MASK)`` float32 0 to 1.

    Args:
        strokes: The pieces.
        boxes: ``(K, 4)`` left, top, right, bottom.
        owner: ``(P,)`` for each piece the number of its character; 0 for none.
        wanted: ``(K,)`` the numbers of the characters asked for.
    """
    steps = (np.arange(MASK, dtype=np.float32) + 0.5) / MASK
    across = boxes[:, 0, None] + (boxes[:, 2] - boxes[:, 0])[:, None] * steps - 0.5
    down = boxes[:, 1, None] + (boxes[:, 3] - boxes[:, 1])[:, None] * steps - 0.5
    count = len(boxes)
    xs = np.broadcast_to(across[:, None, :], (count, MASK, MASK)).reshape(count, -1)
    ys = np.broadcast_to(down[:, :, None], (count, MASK, MASK)).reshape(count, -1)
    xs, ys = np.ascontiguousarray(xs, np.float32), np.ascontiguousarray(ys, np.float32)
    soft = cv2.remap(strokes.ink, xs, ys, cv2.INTER_LINEAR)
    near = strokes.labels[
        np.clip(np.rint(ys), 0, strokes.labels.shape[0] - 1).astype(np.int32),
        np.clip(np.rint(xs), 0, strokes.labels.shape[1] - 1).astype(np.int32),
    ]
    whose = owner[near]
    own = whose == wanted[:, None]
    values = np.asarray(soft, np.float32)
    values[~own & (near > 0)] = 0.0
    full = 0.95 * np.where(own, values, 0.0).max(axis=1, keepdims=True)
    return np.asarray(np.clip(values / np.maximum(full, 1.0), 0, 1), np.float32).reshape(
        count, MASK, MASK
    )
