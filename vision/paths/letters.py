"""The tiles of a grid in; the letters on them out: one, several, or one under a finger's trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from vision.imaging import (
    HARDLY_ANY,
    NEARLY_ALL,
    SAME_COLOUR,
    Blob,
    Blobs,
    Bools,
    Bytes,
    Floats,
    colour_distances,
    find_blobs,
)
from vision.inference import Prints, Several
from vision.paths.locate import STOUT
from vision.themes import UNACCENTED
from vision.tiles import (
    HIDDEN,
    IN_FONT,
    LEAST,
    LEVEL,
    LIKELY,
    SURE,
    Cells,
    GlyphBank,
    Line,
    Mark,
    Placer,
    TileObservations,
    classify,
    compare,
    describe,
    find_background,
    separate_ink,
    small_bank,
    without_outline,
)

PART = 0.45
"""Least height of one of several letters on a tile, as a share of a single letter's height."""

BESIDE = 0.15
"""Ink beside them, as a share of theirs, from which they are not all that is printed there."""

DASH = (0.12, 0.3)
"""Least width and greatest height of a dash, as shares of a letter's height."""

SLANT = (10.0, 45.0)
"""Degrees by which a stroke between two letters leans."""

STROKE = 6.0
"""Least length over width of such a stroke."""

LEVELS = (0.5, 0.75)
"""Coverage from which a pixel is ink, and the level tried next, as letters may nearly touch."""

NO_CAPITAL = -1.0
"""Likeness to capitals of what is too low for one."""

AROUND = 5
"""Width in pixels of the shade around an object on a letter."""


def read_several(coverage: Floats, line: Line, fonts: GlyphBank, level: float) -> Several | None:
    """Several characters side by side, None where there are not: ``VE``, ``D/U``, ``-Y``.

    ``coverage`` is ``(CELL, CELL)``; a pixel is ink from ``level`` on; single letters stand on
    ``line``.
    """
    found = find_blobs(coverage[None] > level)
    parts, lesser = _side_by_side(found, line)
    glyphs = [_with_tail(coverage, found, *part) for part in parts]
    signs = ["-" if _is_dash(blob, line) else "" for blob, _ in parts]
    for n, glyph in enumerate(glyphs[1:-1], 1):
        signs[n] = signs[n] or "/" * _is_slash(glyph)
    own = [n for n, sign in enumerate(signs) if not sign]
    if not own or not _is_text(signs):
        return None
    shapes, aspects = describe([glyphs[n] for n in own])
    scores = compare(shapes, aspects, fonts).max(axis=1)
    if lesser:
        scores[-1] = NO_CAPITAL
    elif not any(signs):
        rows = slice(round(line.top), round(line.bottom))
        whole = coverage[rows, parts[0][0].x : parts[-1][0].right]
        if compare(*describe([whole]), fonts).max() > scores.max(axis=1).min():
            return None  # one letter that falls apart, as an H of hairlines
    height, marks = round(line.height), []
    for n, shape in zip(own, shapes, strict=True):
        wide = round(height * glyphs[n].shape[1] / glyphs[n].shape[0])
        left, area = round(line.middle - wide / 2), parts[n][0].area
        place = Blob(left, round(line.top), wide, height, area)
        marks.append(Mark(place, glyphs[n], shape, None, 0.0))
    small: dict[str, float] = {}
    if len(parts) == len(own) == 2:
        bank = small_bank()
        bank = bank.of_fonts([bank.fonts.index(name) for name in fonts.fonts])
        alike = compare(shapes[1:], aspects[1:], bank).max(axis=(0, 1))
        small = dict(zip(bank.characters, alike.tolist(), strict=True))
    if lesser and max(small.values()) < LIKELY:
        return None
    return Several(tuple(signs), tuple(marks), scores, small)


def _side_by_side(found: Blobs, line: Line) -> tuple[list[tuple[Blob, int]], bool]:
    """The pieces that may be characters in a row, if there are any, with their numbers.

    And whether the last one may be a small letter behind a capital.
    """
    parts = sorted(
        (blob, number) for _, number, blob in found if _is_part(blob, line) or _is_dash(blob, line)
    )
    alone = len(parts) == 1 and not _is_dash(parts[0][0], line)
    lesser = _lesser_beside(found, parts[0][0], line) if alone else []
    parts += lesser
    apart = all(
        one.right - other.x <= NEARLY_ALL * min(one.width, other.width)
        for (one, _), (other, _) in pairwise(parts)
    )
    if len(parts) < 2 or not apart or _beside(found, [blob for blob, _ in parts], line):
        return [], False
    middle = (parts[0][0].x + max(blob.right for blob, _ in parts)) / 2
    if abs(middle - line.middle) > DASH[0] * line.height:  # what is beside a letter is no dash
        return [], False
    return parts, bool(lesser)


def _lesser_beside(found: Blobs, capital: Blob, line: Line) -> list[tuple[Blob, int]]:
    """The largest piece that may be a small letter behind a capital, if any, and its number."""
    half, low = capital.centre[1], max(capital.bottom, line.bottom)
    behind = [
        (blob, number)
        for _, number, blob in found
        if blob.area >= LEAST and blob.centre[0] > capital.right
        if blob.centre[1] > half and blob.bottom <= low
    ]
    return sorted(behind, key=lambda part: part[0].area)[-1:]


def _with_tail(coverage: Floats, found: Blobs, letter: Blob, number: int) -> Floats:
    """The ink of a letter and of what hangs below it: the tail of a Q may not touch it."""
    parts = {number: letter}
    for _, other, blob in found:
        hangs = letter.x < blob.centre[0] < letter.right and blob.area >= LEAST
        if hangs and 0 <= blob.y - letter.bottom <= LEVEL:
            parts[other] = blob
    whole = Blob.around(parts.values())
    box = slice(whole.y, whole.bottom), slice(whole.x, whole.right)
    return np.where(np.isin(found.labels[0][box], [*parts]), coverage[box], np.float32(0.0))


def _is_text(signs: Sequence[str]) -> bool:
    """Whether tiles show such a text: a dash begins or ends it, or a slash parts it."""
    found = [n for n, sign in enumerate(signs) if sign]
    ends = {0, len(signs) - 1}
    return not found or (len(found) == 1 and (signs[found[0]] == "/" or found[0] in ends))


def _beside(found: Blobs, parts: Sequence[Blob], line: Line) -> bool:
    """Whether much of the ink on the letters' line belongs to none of the parts."""
    own = sum(blob.area for blob in parts)
    every = (blob.area for _, _, blob in found if line.top <= blob.centre[1] <= line.bottom)
    return sum(every) - own > BESIDE * own


def _is_part(blob: Blob, line: Line) -> bool:
    """Whether a piece is on the letters' line and as high as one of several letters."""
    inside = line.top <= blob.centre[1] <= line.bottom
    return inside and PART * line.height <= blob.height <= STOUT * line.height


def _is_dash(blob: Blob, line: Line) -> bool:
    """Whether a piece is a dash halfway up the letters."""
    flat = blob.height <= DASH[1] * line.height and blob.width >= DASH[0] * line.height
    middle = abs(blob.centre[1] - line.top - line.height / 2) <= line.height / 4
    return flat and middle and blob.width > blob.height and blob.area >= LEAST


def _is_slash(glyph: Floats) -> bool:
    """Whether a piece is a single stroke that leans to the right."""
    rows, columns = np.nonzero(glyph > 0.5)
    if len(rows) < LEAST:
        return False
    (xx, xy), (_, yy) = np.cov(columns, rows)
    spread = np.hypot(xx - yy, 2 * xy)
    long, wide = xx + yy + spread, max(xx + yy - spread, 1e-6)
    leans = np.degrees(np.arctan2(-xy, yy))
    return bool(long >= STROKE**2 * wide and SLANT[0] <= leans <= SLANT[1])


def read_prints(cells: Bytes, letters: GlyphBank, beyond: Bools | None = None) -> Prints | None:
    """What is printed on ``(K, CELL, CELL, 3)`` tiles, None where none in sight is like a letter.

    Accented letters may come in two parts, one above the other. ``beyond`` are the pixels outside
    the picture, ``(K, CELL, CELL)``, None for none.
    """
    accented = "".join(each for each in letters.characters if each not in UNACCENTED)
    known = np.ones(len(cells), np.bool_)
    faces = classify(cells, letters, accented, beyond=beyond, known=known)
    if faces.line is None:
        return None
    sure = faces.letters.best >= SURE
    inks = separate_ink(cells)
    # A pale line on dark letters, as a finger leaves, is neither ink nor ground.
    inks = without_outline(inks._replace(foreign=inks.foreign | inks.opposite), sure)
    shared = find_background(inks, sure)
    inks = inks if shared is None else shared.without(inks)
    lain_on = _covered(inks, faces.line)
    hidden = lain_on | _chosen(inks.ground)
    scores, several = faces.letters.scores.copy(), {}
    under = np.flatnonzero(hidden)
    placed = _rate_hidden(inks.only(under), inks, faces, ~lain_on)
    for k, row in zip(under.tolist(), placed, strict=True):
        seen = float(scores[k].max())
        whole = not lain_on[k] and _is_whole(inks.coverage[k], faces.marks[k], faces.line)
        # Else nothing lies on it, or what lies on it hides too much.
        if seen < LIKELY or row.max() >= (seen if whole else LIKELY):
            scores[k] = row
    for k, best in enumerate(scores.max(axis=1).tolist()):
        if hidden[k] and best >= LIKELY and not _is_wide(inks.coverage[k], faces.line):
            continue
        levels = LEVELS[: 2 - (best >= SURE)]
        found = [read_several(inks.coverage[k], faces.line, faces.bank, level) for level in levels]
        told = [each for each in found if each and each.likeness >= LIKELY]
        if told:
            several[k] = told[0]
        else:
            # What is beside the letter may be another; or the letter is not in the middle.
            mark, line = faces.marks[k], faces.line
            aside = mark is not None and abs(mark.blob.centre[0] - line.middle) > line.height / 4
            hidden[k] |= any(found) or aside
            if best < LIKELY and not hidden[k] and not faces.is_tile[k]:
                return None
    lesser = [k for k, each in several.items() if each.scores[-1].max() == NO_CAPITAL]
    if 2 * len(lesser) > len(cells):  # these are numerals
        several = {k: each for k, each in several.items() if k not in lesser}
    return Prints(replace(faces, letters=replace(faces.letters, scores=scores)), hidden, several)


def _covered(inks: Cells, line: Line) -> Bools:
    """``(K,)`` tiles with something on the letter."""
    within = inks.foreign[:, *_around(line, line.height / 2)].mean(axis=(1, 2))
    return np.asarray((within > HIDDEN) & (inks.foreign.mean(axis=(1, 2)) > HIDDEN), np.bool_)


def _around(line: Line, reach: float) -> tuple[slice, slice]:
    """Rows and columns of a cell on the letters' line, as far from the middle as ``reach``."""
    columns = slice(max(0, round(line.middle - reach)), round(line.middle + reach))
    return slice(round(line.top), round(line.bottom)), columns


def _is_wide(coverage: Floats, line: Line) -> bool:
    """Whether the letters' line has ink farther from the middle than one letter reaches."""
    inked = coverage[round(line.top) : round(line.bottom)] > LEVELS[0]
    reach = STOUT * line.height / 2
    beyond = np.abs(np.arange(inked.shape[1]) + 0.5 - line.middle) > reach
    return bool(inked[:, beyond].sum() > HARDLY_ANY * inked.sum())


def _is_whole(coverage: Floats, mark: Mark | None, line: Line) -> bool:
    """Whether nearly all ink in the middle of the letters' line is the mark's: nothing cuts it."""
    if mark is None:
        return False
    inked = np.count_nonzero(coverage[_around(line, STOUT * line.height / 2)] > LEVELS[0])
    return bool(inked - np.count_nonzero(mark.coverage > LEVELS[0]) <= HARDLY_ANY * inked)


def _chosen(grounds: Floats) -> Bools:
    """``(K,)`` tiles of another colour than most: a finger chose them, and may have left a line.

    Where no colour is that of most, as on boards of two players, colours tell nothing.
    """
    near = colour_distances(grounds, grounds) <= SAME_COLOUR
    usual = 2 * near.sum(axis=1) >= len(grounds)
    return np.asarray(~usual & usual.any(), np.bool_)


def _rate_hidden(hidden: Cells, inks: Cells, faces: TileObservations, bare: Bools) -> Floats:
    """``(H, N)`` likeness of hidden letters by their visible parts, also to ``bare`` tiles."""
    if not len(hidden.coverage) or faces.line is None:
        return faces.letters.scores[:0]
    best = faces.letters.scores.argmax(axis=1)
    plain = (faces.letters.best >= IN_FONT) & bare
    own = {int(best[k]): inks.coverage[k] for k in np.flatnonzero(plain)}
    shade = np.ones((AROUND, AROUND), np.uint8)
    foreign = np.stack([cv2.dilate(each.astype(np.uint8), shade) > 0 for each in hidden.foreign])
    return Placer(faces.bank, faces.line, own).rate(hidden.coverage, foreign)
