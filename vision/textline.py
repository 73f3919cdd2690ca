"""Text lines: strokes put together to characters, characters to lines, and what each could be."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Box
from vision.strokes import Strokes
from vision.textbank import MASK, TextBank, describe, likeness, text_bank

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

BODY = 0.12
"""Least height of a character's body, as a share of a board's square; smaller ones are specks."""

REACH = 1.1
"""Widest gap within a line, as a share of the higher neighbour's height."""

SPACE = 0.27
"""Gap between words, as a share of a capital's height."""

FONTS_KEPT = 6
"""A line is set in one font or two; so many of those most like it are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class TextLine:
    """Characters in a row.

    Attributes:
        boxes: ``(K, 4)`` float32 left, top, right, bottom of each character, in pixels.
        scores: ``(K, N)`` float32 likeness to each character of the bank.
        top: Where capitals begin.
        base: Where they stand.
    """

    boxes: Floats
    scores: Floats
    top: float
    base: float

    @property
    def height(self) -> float:
        """Height of a capital in pixels."""
        return self.base - self.top

    @property
    def box(self) -> Box:
        """Around all its characters."""
        x, y = float(self.boxes[:, 0].min()), float(self.boxes[:, 1].min())
        return Box(x, y, float(self.boxes[:, 2].max()) - x, float(self.boxes[:, 3].max()) - y)

    @property
    def gaps(self) -> Floats:
        """``(K,)`` empty space before each character, in heights; the first has an endless one."""
        apart = (self.boxes[1:, 0] - self.boxes[:-1, 2]) / max(1.0, self.height)
        return np.concatenate([[np.inf], apart]).astype(np.float32)

    @property
    def text(self) -> str:
        """What it most likely says; a space where there is a gap."""
        best = [text_bank().characters[k] for k in self.scores.argmax(axis=1)]
        spaced = ["", *(" " if gap > SPACE else "" for gap in self.gaps[1:])]
        return "".join(a + b for a, b in zip(spaced, best, strict=True))

    def part(self, start: int, end: int) -> TextLine:
        """Some of its characters as a line of the same height."""
        return TextLine(self.boxes[start:end], self.scores[start:end], self.top, self.base)

    def placed(self, scale: float, x: float, y: float) -> TextLine:
        """The same line in a picture scaled by ``1 / scale``, then moved by ``(x, y)``."""
        boxes = self.boxes / scale + np.array([x, y, x, y], np.float32)
        return TextLine(boxes, self.scores, self.top / scale + y, self.base / scale + y)


def read_lines(strokes: Strokes, cell: float) -> list[TextLine]:
    """All lines that the strokes can be read as, from top to bottom."""
    bodies = np.flatnonzero(strokes.usable & (strokes.boxes[:, 3] >= BODY * cell))
    if not len(bodies):
        return []
    edges = strokes.boxes[bodies].astype(np.float32)
    edges[:, 2:] += edges[:, :2]
    chains = _chain(edges)
    specks = np.flatnonzero(strokes.usable & (strokes.boxes[:, 3] < BODY * cell)).tolist()
    boxes = strokes.boxes.tolist()
    lines = [_draft(boxes, bodies[chain].tolist(), specks) for chain in chains]
    return _recognise(strokes, lines, text_bank())


def _chain(edges: Floats) -> list[NDArray[np.int64]]:
    """Indices of the bodies of each line, from left to right."""
    left, top, right, bottom = edges.T
    height = bottom - top
    order = np.argsort(left, kind="stable")
    left, top, right, bottom, height = (each[order] for each in (left, top, right, bottom, height))
    gap = left[None, :] - right[:, None]
    taller = np.maximum(height[:, None], height[None, :])
    shorter = np.minimum(height[:, None], height[None, :])
    overlap = np.minimum(bottom[:, None], bottom[None, :]) - np.maximum(top[:, None], top[None, :])
    linked = (
        (overlap >= 0.5 * shorter)
        & (taller <= 2.2 * shorter)
        & (gap <= REACH * taller)
        & (left[None, :] - left[:, None] > 0)
        & (gap > -0.5 * shorter)
    )
    distance = np.where(
        linked, np.abs(gap) + 0.25 * np.abs(bottom[:, None] - bottom[None, :]), np.inf
    )
    follower = distance.argmin(axis=1)
    nearest = distance.argmin(axis=0)
    rows = np.arange(len(order))
    follows = np.where(linked[rows, follower] & (nearest[follower] == rows), follower, -1)
    begun = np.ones(len(order), bool)
    begun[follows[follows >= 0]] = False
    chains = []
    for start in np.flatnonzero(begun).tolist():
        chain = [start]
        while follows[chain[-1]] >= 0:
            chain.append(int(follows[chain[-1]]))
        chains.append(order[chain])
    return chains


@dataclass(frozen=True, slots=True)
class _Draft:
    """A line before its characters are read: where capitals begin and stand, and the pieces."""

    top: float
    base: float
    characters: list[list[int]]


def _draft(boxes: list[list[int]], bodies: list[int], specks: list[int]) -> _Draft:
    """Put bodies and the specks among them together; ``boxes`` are those of all pieces."""
    bottoms = sorted(boxes[k][1] + boxes[k][3] for k in bodies)
    base = bottoms[len(bottoms) // 2]
    rises = sorted(base - boxes[k][1] for k in bodies)
    top = base - max(1, rises[int(0.85 * (len(rises) - 1) + 0.5)])
    height = base - top
    begin, end = boxes[bodies[0]][0], max(boxes[k][0] + boxes[k][2] for k in bodies)
    pieces = list(bodies)
    for k in specks:
        x, y, width, tall = boxes[k]
        if (
            begin - 0.6 * height <= x + width / 2 <= end + 0.6 * height
            and y >= top - 0.5 * height
            and y + tall <= base + 0.35 * height
        ):
            pieces.append(k)
    pieces.sort(key=lambda k: boxes[k][0])
    return _Draft(top, base, _group(boxes, pieces))


def _group(boxes: list[list[int]], pieces: list[int]) -> list[list[int]]:
    """Pieces above each other put together, from left to right."""
    groups: list[list[int]] = []
    left = right = 0
    for piece in pieces:
        x, _, width, _ = boxes[piece]
        shared = min(right, x + width) - x
        if groups and shared >= 0.6 * min(right - left, width):
            groups[-1].append(piece)
            left, right = min(left, x), max(right, x + width)
        else:
            groups.append([piece])
            left, right = x, x + width
    return groups


def _recognise(strokes: Strokes, drafts: list[_Draft], bank: TextBank) -> list[TextLine]:
    groups = [group for draft in drafts for group in draft.characters]
    lengths = [len(draft.characters) for draft in drafts]
    frames = np.array([(d.top, d.base) for d in drafts], np.float32).repeat(lengths, axis=0)
    owner = np.zeros(len(strokes.boxes), np.int32)
    places = strokes.boxes.tolist()
    boxes = np.zeros((len(groups), 4), np.float32)
    for k, group in enumerate(groups):
        owner[group] = k + 1
        some = [places[piece] for piece in group]
        boxes[k] = (
            min(box[0] for box in some),
            min(box[1] for box in some),
            max(box[0] + box[2] for box in some),
            max(box[1] + box[3] for box in some),
        )
    masks = sample_masks(strokes, boxes, owner)
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
    scores = likeness(describe(masks, measures), bank)
    lines: list[TextLine] = []
    start = 0
    for draft, length in zip(drafts, lengths, strict=True):
        own = scores[start : start + length]
        order = np.argsort(-own.max(axis=2).mean(axis=0), kind="stable")[:FONTS_KEPT]
        lines.append(
            TextLine(
                boxes[start : start + length], own[:, order].max(axis=1), draft.top, draft.base
            )
        )
        start += length
    return sorted(lines, key=lambda line: (line.base, line.boxes[0, 0]))


def sample_masks(strokes: Strokes, boxes: Floats, owner: Ints) -> Floats:
    """Coverage of each character, ``(K, MASK, MASK)`` float32 0 to 1.

    Args:
        strokes: The pieces.
        boxes: ``(K, 4)`` left, top, right, bottom.
        owner: ``(P,)`` for each piece the number of its character, counted from 1; 0 for none.
    """
    steps = (np.arange(MASK, dtype=np.float32) + 0.5) / MASK
    across = boxes[:, 0, None] + (boxes[:, 2] - boxes[:, 0])[:, None] * steps - 0.5
    down = boxes[:, 1, None] + (boxes[:, 3] - boxes[:, 1])[:, None] * steps - 0.5
    count = len(boxes)
    xs = np.broadcast_to(across[:, None, :], (count, MASK, MASK)).reshape(-1, MASK)
    ys = np.broadcast_to(down[:, :, None], (count, MASK, MASK)).reshape(-1, MASK)
    xs, ys = np.ascontiguousarray(xs, np.float32), np.ascontiguousarray(ys, np.float32)
    soft = cv2.remap(strokes.ink, xs, ys, cv2.INTER_LINEAR)
    near = strokes.labels[
        np.clip(np.rint(ys), 0, strokes.labels.shape[0] - 1).astype(np.int32),
        np.clip(np.rint(xs), 0, strokes.labels.shape[1] - 1).astype(np.int32),
    ]
    whose = owner[near].reshape(count, -1)
    own = whose == np.arange(1, count + 1)[:, None]
    values = np.asarray(soft, np.float32).reshape(count, -1)
    values[~own & (near.reshape(count, -1) > 0)] = 0.0
    full = 0.95 * np.where(own, values, 0.0).max(axis=1, keepdims=True)
    return np.asarray(np.clip(values / np.maximum(full, 1.0), 0, 1), np.float32).reshape(
        count, MASK, MASK
    )
