"""Pieces of ink in lines in; the characters they form, with their likeness to the bank's, out."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.compiled import kernel_in_use
from vision import _sampling
from vision.imaging import Bools, Bytes, Floats, Ints, Numbers
from vision.text.bank import MASK, compare, text_bank
from vision.text.strokes import Strokes

KERNEL = kernel_in_use("vision")

LEGIBLE = 0.65
"""Mean likeness of a line's characters from which they are text; a lone one may be anything."""

MARGIN = 0.05
"""Lead in likeness over every other character that decides."""

UNREAD = 0.76
"""Likeness below which a wide piece may be two characters that touch."""

WIDE = (0.9, 2.2)
"""Width over height of two characters that touch."""

BETTER = 0.08
"""By how much the likeness of two halves must exceed that of the whole."""


class Drafts(NamedTuple):
    """L lines before their K characters are read.

    Attributes:
        frames: ``(L, 2)`` rows of the tops of capitals, and of the baselines.
        pieces: ``(P,)`` numbers of the pieces, character after character, line after line.
        starts: ``(K,)`` the first piece of each character.
        lines: ``(K,)`` the line of each.
    """

    frames: Numbers
    pieces: Numbers
    starts: Numbers
    lines: Numbers


class Characters(NamedTuple):
    """The K characters of L lines, line after line, each from left to right.

    Attributes:
        boxes: ``(K, 4)`` float32 left, top, right, bottom.
        peaks: ``(K, F)`` greatest likeness of each to any of the bank's characters in each font.
        starts: ``(L,)`` the first character of each line.
        scores: ``(M, F, N)`` float32, likeness to all characters of the bank, in no order.
        places: ``(K,)`` where the characters stand in ``scores``.
    """

    boxes: Floats
    peaks: Floats
    starts: Numbers
    scores: Floats
    places: Numbers


def recognise(strokes: Strokes, drafts: Drafts) -> Characters:
    """The characters of lines and what they look like."""
    line_of = drafts.lines
    frames = drafts.frames.astype(np.float32)[line_of]
    boxes, owner = _around(strokes.boxes, drafts)
    wanted = np.arange(1, len(boxes) + 1, dtype=np.int32)
    cuttable = np.flatnonzero(_may_touch(boxes, frames))
    bank = text_bank()
    scores = np.empty(
        (len(boxes) + 2 * len(cuttable), len(bank.fonts), len(bank.characters)), np.float32
    )
    whole = scores[: len(boxes)]
    _compare(strokes, boxes, owner, wanted, frames, whole)
    peaks = _peaks(whole)
    best = peaks.max(axis=1)
    wide = cuttable[_unread(best, line_of)[cuttable]]
    kept = np.arange(len(boxes))
    if len(wide):
        twice = wide.repeat(2)
        halves = _halve(strokes, boxes[wide].astype(np.int32), owner, wanted[wide])
        parts = scores[len(boxes) : len(boxes) + len(halves)]
        _compare(strokes, halves, owner, wanted[twice], frames[twice], parts)
        tops = _peaks(parts)
        reads = tops.max(axis=1).reshape(-1, 2).min(axis=1) >= best[wide] + BETTER
        kept = np.concatenate(
            [np.delete(kept, wide[reads]), len(boxes) + np.flatnonzero(reads.repeat(2))]
        )
        boxes, peaks = np.concatenate([boxes, halves]), np.concatenate([peaks, tops])
        line_of = np.concatenate([line_of, line_of[twice]])
    kept = kept[np.lexsort((boxes[kept, 0], line_of[kept]))]
    starts = np.searchsorted(line_of[kept], np.arange(len(drafts.frames)))
    return Characters(boxes[kept], peaks[kept], starts, scores, kept)


def _peaks(scores: Floats) -> Floats:
    """``(K, F)`` the maximum of ``(K, F, N)`` in each font; ``argmax`` finds it twice as fast."""
    rows = scores.reshape(-1, scores.shape[2])
    most = rows[np.arange(len(rows)), rows.argmax(axis=1)]
    return np.asarray(most.reshape(scores.shape[:2]), np.float32)


def _around(boxes: Ints, drafts: Drafts) -> tuple[Floats, Ints]:
    """Left, top, right, bottom around each character, and the character of each piece from 1."""
    pieces, starts = drafts.pieces, drafts.starts
    owner = np.zeros(len(boxes), np.int32)
    owner[pieces] = np.arange(1, len(starts) + 1).repeat(np.diff(starts, append=len(pieces)))
    low, high = boxes[pieces, :2], boxes[pieces, :2] + boxes[pieces, 2:]
    around = np.hstack([np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)])
    return around.astype(np.float32), owner


def _compare(
    strokes: Strokes, boxes: Floats, owner: Ints, wanted: Ints, frames: Floats, out: Floats
) -> None:
    """Likeness of characters in boxes, into ``out``; ``frames``: top and base of their lines."""
    masks = _sample_masks(strokes, boxes, owner, wanted)
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
    compare(masks, measures, out)


def _may_touch(boxes: Floats, frames: Floats) -> Bools:
    """Which pieces have the shape of two characters that touch."""
    size = boxes[:, 2:] - boxes[:, :2]
    aspect = size[:, 0] / size[:, 1]
    tall = size[:, 1] >= 0.7 * (frames[:, 1] - frames[:, 0])
    wide = (aspect >= WIDE[0]) & (aspect <= WIDE[1]) & (size[:, 0] >= 8)
    return np.asarray(tall & wide, bool)


def _unread(best: Floats, line_of: Numbers) -> Bools:
    """Which pieces are like no character though their line is text, or though they stand alone."""
    lengths = np.bincount(line_of)
    text = (lengths == 1) | (np.bincount(line_of, weights=best) >= LEGIBLE * lengths)
    return np.asarray(text[line_of] & (best < UNREAD), bool)


def _halve(strokes: Strokes, boxes: Ints, owner: Ints, wanted: Ints) -> Floats:
    """The boxes of both halves of characters, one after the other, ``(2 * K, 4)``."""
    halves = np.empty((2 * len(boxes), 4), np.int32)
    arrays = strokes.ink, strokes.labels, owner, wanted, boxes, halves
    (KERNEL or _sampling).halve(*(each.data for each in arrays))  # few: plain Python will do
    return halves.astype(np.float32)


def _sample_masks(strokes: Strokes, boxes: Floats, owner: Ints, wanted: Ints) -> Floats:
    """``(K, MASK, MASK)`` coverage, 0 to 1, of characters in ``(K, 4)`` boxes.

    ``owner`` is ``(P,)``, for each piece the number of its character, 0 for none; ``wanted`` is
    ``(K,)``, the numbers of the characters asked for.
    """
    steps = (np.arange(MASK, dtype=np.float32) + 0.5) / MASK
    across = boxes[:, 0, None] + (boxes[:, 2] - boxes[:, 0])[:, None] * steps - 0.5
    down = boxes[:, 1, None] + (boxes[:, 3] - boxes[:, 1])[:, None] * steps - 0.5
    xs, ys = np.tile(across, MASK), down.repeat(MASK, axis=1)
    soft = cv2.remap(strokes.ink, xs, ys, cv2.INTER_LINEAR)
    height, width = strokes.labels.shape
    rows = np.rint(down).clip(0, height - 1).astype(np.uint32)
    columns = np.rint(across).clip(0, width - 1).astype(np.uint32)
    most = _keep_own(np.asarray(soft, np.uint8), strokes.labels, owner, wanted, rows, columns)
    values = np.asarray(soft, np.float32)
    values /= np.maximum(np.float32(0.95) * most, np.float32(1.0))[:, None]
    return np.minimum(values, np.float32(1.0), out=values).reshape(-1, MASK, MASK)


def _keep_own(
    ink: Bytes,
    labels: Ints,
    owner: Ints,
    wanted: Ints,
    rows: NDArray[np.uint32],
    columns: NDArray[np.uint32],
) -> Bytes:
    """Remove other characters' ink from samples; the most of their own. See ``_sampling``."""
    most = np.empty(len(wanted), np.uint8)
    if KERNEL is not None:
        KERNEL.keep_own(ink, labels, owner, wanted, rows, columns, most)
        return most
    near = labels[rows[:, :, None], columns[:, None, :]].reshape(ink.shape)
    own = owner[near] == wanted[:, None]
    ink[~own & (near > 0)] = 0
    return np.where(own, ink, 0).max(axis=1, out=most)
