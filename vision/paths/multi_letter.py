"""The ink of one tile in; several characters on it out: ``VE``, ``D/U``, ``-ING``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from vision.imaging import Blob, Blobs, Floats, find_blobs
from vision.inference import Several
from vision.tiles import LEAST, LIKELY, GlyphBank, Line, Mark, compare, describe

PART = 0.45
"""Least height of one of several letters on a tile, as a share of a single letter's height."""

OVERLAP = 0.8
"""How far one of them may overlap the next, as a share of the narrower: a stroke leans."""

BESIDE = 0.15
"""Ink beside them, as a share of theirs, from which they are not all that is printed there."""

TALLEST = 1.4
"""The greatest height, as such a share: what is taller is a tile's edge."""

DASH = (0.12, 0.3)
"""Least width and greatest height of a dash, as shares of a letter's height."""

SLANT = (10.0, 45.0)
"""Degrees by which a stroke between two letters leans."""

STROKE = 6.0
"""Least length over width of such a stroke."""


def read_several(coverage: Floats, line: Line, fonts: GlyphBank, level: float) -> Several | None:
    """Several characters side by side, None where there are not: ``VE``, ``D/U``, ``-Y``.

    Args:
        coverage: ``(CELL, CELL)`` the tile's ink.
        line: Where single letters stand.
        fonts: The fonts they look most like.
        level: Coverage from which a pixel is ink.
    """
    found = find_blobs(coverage[None] > level)
    parts = sorted(
        (
            (blob, number)
            for _, number, blob in found
            if _is_part(blob, line) or _is_dash(blob, line)
        ),
        key=lambda part: part[0].x,
    )
    apart = all(
        one.right - other.x <= OVERLAP * min(one.width, other.width)
        for (one, _), (other, _) in pairwise(parts)
    )
    if len(parts) < 2 or not apart or _beside(found, [blob for blob, _ in parts], line):
        return None
    glyphs = [
        np.where(found.labels[0] == number, coverage, np.float32(0.0))[
            blob.y : blob.bottom, blob.x : blob.right
        ]
        for blob, number in parts
    ]
    signs = ["-" if _is_dash(blob, line) else "" for blob, _ in parts]
    for n, glyph in enumerate(glyphs[1:-1], 1):
        signs[n] = signs[n] or "/" * _is_slash(glyph)
    own = [n for n, sign in enumerate(signs) if not sign]
    if not own or not _is_text(signs):
        return None
    shapes, aspects = describe([glyphs[n] for n in own])
    scores = compare(shapes, aspects, fonts).max(axis=1)
    if scores.max(axis=1).min() < LIKELY:
        return None
    height = round(line.height)
    sides = [(round(height * parts[n][0].width / parts[n][0].height), n) for n in own]
    marks = [
        Mark(
            Blob(round(line.middle - wide / 2), round(line.top), wide, height, parts[n][0].area),
            glyphs[n],
            shape,
            None,
            0.0,
        )
        for (wide, n), shape in zip(sides, shapes, strict=True)
    ]
    return Several(tuple(signs), tuple(marks), scores)


def _is_text(signs: Sequence[str]) -> bool:
    """Whether tiles show such a text: a dash begins or ends it, or a slash parts it."""
    found = [n for n, sign in enumerate(signs) if sign]
    ends = {0, len(signs) - 1}
    return not found or (len(found) == 1 and (signs[found[0]] == "/" or found[0] in ends))


def _beside(found: Blobs, parts: Sequence[Blob], line: Line) -> bool:
    """Whether much of the ink on the letters' line belongs to none of the parts."""
    boxes = [blob for _, _, blob in found if line.top <= blob.centre[1] <= line.bottom]
    own = sum(blob.area for blob in parts)
    return sum(blob.area for blob in boxes) - own > BESIDE * own


def _is_part(blob: Blob, line: Line) -> bool:
    """Whether a piece is on the letters' line and as high as one of several letters."""
    inside = line.top <= blob.centre[1] <= line.bottom
    return inside and PART * line.height <= blob.height <= TALLEST * line.height


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
