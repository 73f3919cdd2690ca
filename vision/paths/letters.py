"""The tiles of a grid in; the letters on them out: one, several, or one under a finger's trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imaging import Floats, colour_distances
from vision.paths.multi_letter import identify_twin, read_several
from vision.paths.prints import Print, best_print, print_of
from vision.tiles import (
    HIDDEN,
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
    read_numerals,
    separate_ink,
)

LEVELS = (0.5, 0.75)
"""Coverage from which a pixel is ink, and the level tried next, as letters may nearly touch."""

PERHAPS = 0.75
"""Likeness of a half hidden letter below which it may be several."""

TEMPLATE = 0.95
"""Likeness from which a letter is a template for others that are half hidden."""

PALE = 45.0
"""Difference of colour from the ground, away from the ink's, above that of grain and gloss."""

OTHER = 24.0
"""Distance of colours, 0 to 441, from which a tile has another colour."""

HANGS = 0.12
"""How far below the line, as a share of a letter's height, a Q and a J reach in many fonts."""

AROUND = 5
"""Width in pixels of the shade around an object on a letter."""

WIDEST = 1.35
"""Width of the widest letter for its height."""

OUTSIDE = 0.08
"""Share of a tile's ink beyond that from which there are several letters."""

TRACED = 0.02
"""Share of a cell that something foreign covers from which it may hide part of the letter."""


def read_prints(
    cells: NDArray[np.uint8], letters: GlyphBank, digits: GlyphBank, values: Sequence[int]
) -> tuple[list[Print | None], TileObservations]:
    """What is printed on each tile, None where nothing visible is like a letter, and its face.

    Args:
        cells: ``(K, CELL, CELL, 3)`` uint8.
        letters: Templates of the letters.
        digits: Templates of 0 to 9.
        values: What numerals may say.
    """
    faces = classify(cells, letters, digits, values)
    prints = [print_of(row, letters.characters) for row in faces.letters.scores]
    if faces.line is None:
        return [None] * len(prints), faces
    inks = _with_light(separate_ink(cells), cells)
    shared = find_background(inks, faces.letters.best >= SURE)
    inks = inks if shared is None else shared.without(inks)
    lain_on = _covered(inks, faces.line)
    covered = lain_on | _chosen(inks.ground)
    for k in np.flatnonzero(~covered).tolist():
        single = prints[k]
        unclear = single is None or single.likeness < SURE
        for level in LEVELS if unclear else LEVELS[:1]:
            several = read_several(inks.coverage[k], faces.line, faces.bank, level)
            if several is not None:
                prints[k] = several
                break
        else:
            mark = faces.marks[k]
            if single is not None and mark is not None:
                hangs = mark.blob.bottom - faces.line.bottom >= HANGS * faces.line.height
                told = identify_twin(single, mark.coverage, hangs=hangs)
                doubtful = told != single and covered.any()  # a line may have been missed
                prints[k] = replace(told, lead=0.0) if doubtful else told
    under = np.flatnonzero(covered)
    for k, row in zip(under.tolist(), _under(inks.only(under), inks, faces, ~lain_on), strict=True):
        placed, seen = best_print(row, letters.characters), prints[k]
        whole = not lain_on[k] and _is_whole(inks.coverage[k], faces.marks[k], faces.line)
        if seen is not None and placed.likeness < (seen.likeness if whole else LIKELY):
            placed = seen  # nothing lies on it, or what lies on it hides too much
        if placed.likeness < PERHAPS or _is_wide(inks.coverage[k], faces.line):
            several = read_several(inks.coverage[k], faces.line, faces.bank, LEVELS[0])
            placed = replace(several or placed, lead=0.0)
        prints[k] = replace(placed, hidden=True)
    many = np.array([each is not None and len(each.text) > 1 for each in prints], np.bool_)
    numerals = read_numerals(inks, faces.marks, digits, values, faces.corner, many, faces.line)
    pairs = zip(many.tolist(), numerals, faces.numerals, strict=True)
    own = tuple(other if wide else numeral for wide, other, numeral in pairs)
    return prints, replace(faces, numerals=own)


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
    plain = (faces.letters.best >= TEMPLATE) & bare
    own = {int(best[k]): inks.coverage[k] for k in np.flatnonzero(plain)}
    shade = np.ones((AROUND, AROUND), np.uint8)
    foreign = np.stack([cv2.dilate(each.astype(np.uint8), shade) > 0 for each in hidden.foreign])
    return Placer(faces.bank, faces.line, own).rate(hidden.coverage, foreign)
