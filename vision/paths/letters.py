"""The tiles of a grid in; the letters on them out: one, several, or one under a finger's trace."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, colour_distances
from vision.inference import Prints
from vision.paths.multi_letter import read_several
from vision.tiles import (
    HIDDEN,
    IN_FONT,
    LIKELY,
    SURE,
    Cells,
    GlyphBank,
    Line,
    Mark,
    Placer,
    TileObservations,
    classify,
    find_background,
    separate_ink,
)

LEVELS = (0.5, 0.75)
"""Coverage from which a pixel is ink, and the level tried next, as letters may nearly touch."""

PALE = 45.0
"""Difference of colour from the ground, away from the ink's, above that of grain and gloss."""

OTHER = 24.0
"""Distance of colours, 0 to 441, from which a tile has another colour."""

AROUND = 5
"""Width in pixels of the shade around an object on a letter."""

WIDEST = 1.35
"""Width of the widest letter for its height."""

OUTSIDE = 0.08
"""Share of a tile's ink beyond that from which there are several letters."""

TRACED = 0.02
"""Share of a cell that something foreign covers from which it may hide part of the letter."""


def read_prints(cells: NDArray[np.uint8], letters: GlyphBank) -> Prints | None:
    """What is printed on the tiles, None where nothing visible on one of them is like a letter.

    Args:
        cells: ``(K, CELL, CELL, 3)`` uint8.
        letters: Templates of the letters.
    """
    faces = classify(cells, letters, known=np.ones(len(cells), np.bool_))
    if faces.line is None:
        return None
    inks = _with_light(separate_ink(cells), cells)
    shared = find_background(inks, faces.letters.best >= SURE)
    inks = inks if shared is None else shared.without(inks)
    lain_on = _covered(inks, faces.line)
    hidden = lain_on | _chosen(inks.ground)
    scores, several = faces.letters.scores.copy(), {}
    under = np.flatnonzero(hidden)
    placed = _under(inks.only(under), inks, faces, ~lain_on)
    for k, row in zip(under.tolist(), placed, strict=True):
        seen = float(scores[k].max())
        whole = not lain_on[k] and _is_whole(inks.coverage[k], faces.marks[k], faces.line)
        # Else nothing lies on it, or what lies on it hides too much.
        if seen < LIKELY or row.max() >= (seen if whole else LIKELY):
            scores[k] = row
    for k, best in enumerate(scores.max(axis=1).tolist()):
        if hidden[k] and best >= LIKELY and not _is_wide(inks.coverage[k], faces.line):
            continue
        for level in LEVELS[: 2 - (best >= SURE)]:
            found = read_several(inks.coverage[k], faces.line, faces.bank, level)
            if found is not None:
                several[k] = found
                break
        else:
            if best < LIKELY and not hidden[k] and not faces.is_tile[k]:
                return None
    return Prints(replace(faces, letters=replace(faces.letters, scores=scores)), hidden, several)


def _with_light(inks: Cells, cells: NDArray[np.uint8]) -> Cells:
    """The ink; foreign are also pixels of other colours than ground and ink, as of a pale line."""
    axis = (inks.ink - inks.ground) / (inks.contrast[:, None] + 1e-3)
    along = np.einsum("kyxc,kc->kyx", cells.astype(np.float32), axis)
    opposite = along < np.einsum("kc,kc->k", inks.ground, axis)[:, None, None] - PALE
    return inks._replace(foreign=inks.foreign | opposite)


def _covered(inks: Cells, line: Line) -> NDArray[np.bool_]:
    """``(K,)`` tiles with something on the letter."""
    rows = slice(round(line.top), round(line.bottom))
    columns = slice(round(line.middle - line.height / 2), round(line.middle + line.height / 2))
    within = inks.foreign[:, rows, columns].mean(axis=(1, 2))
    return np.asarray((within > HIDDEN) & (inks.foreign.mean(axis=(1, 2)) > TRACED), np.bool_)


def _is_wide(coverage: Floats, line: Line) -> bool:
    """Whether the letters' line has ink farther from the middle than one letter reaches."""
    inked = coverage[round(line.top) : round(line.bottom)] > LEVELS[0]
    reach = WIDEST * line.height / 2
    beyond = np.abs(np.arange(inked.shape[1]) + 0.5 - line.middle) > reach
    return bool(inked[:, beyond].sum() > OUTSIDE * inked.sum())


def _is_whole(coverage: Floats, mark: Mark | None, line: Line) -> bool:
    """Whether nearly all ink in the middle of the letters' line is the mark's: nothing cuts it."""
    if mark is None:
        return False
    reach = WIDEST * line.height / 2
    columns = slice(max(0, round(line.middle - reach)), round(line.middle + reach))
    inked = (coverage[round(line.top) : round(line.bottom), columns] > LEVELS[0]).sum()
    own = (mark.coverage > LEVELS[0]).sum()
    return bool(inked - own <= OUTSIDE * inked)


def _chosen(grounds: Floats) -> NDArray[np.bool_]:
    """``(K,)`` tiles of another colour than most: a finger chose them, and may have left a line.

    Where no colour is that of most, as on boards of two players, colours tell nothing.
    """
    near = colour_distances(grounds, grounds) <= OTHER
    usual = 2 * near.sum(axis=1) >= len(grounds)
    return np.asarray(~usual & usual.any(), np.bool_)


def _under(hidden: Cells, inks: Cells, faces: TileObservations, bare: NDArray[np.bool_]) -> Floats:
    """``(H, N)`` likeness of hidden letters by their visible parts; ``bare`` tiles help."""
    count = len(faces.letters.letters)
    if not len(hidden.coverage) or faces.line is None:
        return np.zeros((0, count), np.float32)
    best = faces.letters.scores.argmax(axis=1)
    plain = (faces.letters.best >= IN_FONT) & bare
    own = {int(best[k]): inks.coverage[k] for k in np.flatnonzero(plain)}
    shade = np.ones((AROUND, AROUND), np.uint8)
    foreign = np.stack([cv2.dilate(each.astype(np.uint8), shade) > 0 for each in hidden.foreign])
    return Placer(faces.bank, faces.line, own).rate(hidden.coverage, foreign)
